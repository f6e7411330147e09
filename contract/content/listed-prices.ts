import type { Prices } from '../content.ts';
import { fillPlaceholders } from './placeholders.ts';

type Extra = Prices['extras'][number];

/** The extras of a list of prices: choices at one price are one entry. */
export function listedExtras({ extras }: Pick<Prices, 'extras'>): Extra[] {
  return extras.flatMap((extra, at) => {
    const { whole } = extra;
    if (!whole) return [extra];
    const choices = extras.filter((other) => other.whole?.id === whole.id);
    const isOnePrice = choices.every(({ price }) => price.join() === extra.price.join());
    if (!isOnePrice) return [extra];
    return extras[at - 1]?.whole?.id === whole.id ? [] : [{ ...extra, label: whole.label }];
  });
}

/** The name of a presentation type in a list of prices, with what it includes. */
export function listedType(
  { extras, labels }: Pick<Prices, 'extras' | 'labels'>,
  { label: type, includes = [] }: Prices['presentationTypes'][number],
): string {
  const parts = includes.flatMap((id) => {
    const extra = extras.find((each) => each.id === id || each.whole?.id === id);
    return extra ? [extra.whole?.label ?? extra.label] : [];
  });
  if (parts.length === 0) return type;
  return fillPlaceholders(labels.includes, { type, extras: parts.join(', ') });
}
