import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Plural } from '#contract/content/plural.ts';

/** 1 -> "first", 21 -> "21st" */
export function ordinalWords(
  { language, labels }: { language: string; labels: Pick<Content['labels'], 'people'> },
  count: number,
): string {
  const { positions } = labels.people;
  const position: Plural = labels.people.position;
  const words = positions.split(',')[count - 1]?.trim();
  if (words !== undefined) return words;
  const rule = new Intl.PluralRules(language, { type: 'ordinal' }).select(count);
  return fillPlaceholders(position[rule] ?? position.other, { n: String(count) });
}
