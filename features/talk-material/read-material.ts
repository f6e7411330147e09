import * as z from 'zod/mini';
import { isDay } from '#contract/content/calendar-days.ts';
import { line } from '#contract/text.ts';
import { webAddress } from '#contract/web-address.ts';
import type { Material } from './shape.ts';
import { kinds, type MaterialKind } from './tables.ts';

export type MaterialEntries = {
  [Name in 'kind' | 'title' | 'url' | 'licence' | 'from' | 'consent']?: string | undefined;
};
export type MaterialMistake = 'title' | 'url' | 'from' | 'licence' | 'consent';

export type ReadMaterial = {
  kind: MaterialKind;
  title: string;
  url: string | undefined;
  licence: string;
  shownFrom: string | undefined;
};

const Kind = z.catch(z.enum(kinds), 'link');

/** The entries of a form about a link, or about a file of slides; or the fields with mistakes. */
export function readMaterial(
  typed: MaterialEntries,
  { licences }: Pick<Material, 'licences'>,
  { hasFile }: { hasFile: boolean },
): { material: ReadMaterial } | { mistakes: MaterialMistake[] } {
  const { data: title } = line(120).safeParse(typed.title ?? '');
  const url = hasFile ? undefined : webAddress(typed.url ?? '');
  const from = (typed.from ?? '').trim();
  const licence = licences.find(({ name }) => name === typed.licence)?.name;
  const mistakes: MaterialMistake[] = [
    ...(title === undefined ? (['title'] as const) : []),
    ...(!hasFile && url === undefined ? (['url'] as const) : []),
    ...(licence === undefined ? (['licence'] as const) : []),
    ...(from !== '' && !isDay(from) ? (['from'] as const) : []),
    ...(typed.consent === 'yes' ? [] : (['consent'] as const)),
  ];
  if (mistakes.length > 0 || title === undefined || licence === undefined) return { mistakes };
  const kind = hasFile ? 'slides' : Kind.parse(typed.kind);
  return { material: { kind, title, url, licence, shownFrom: from || undefined } };
}
