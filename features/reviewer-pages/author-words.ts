import { citedNameOf } from '#contract/person-name.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { entriesOf } from '#server/abstract/organisations.ts';

/** Stands for a word that may name an author. */
export const MASK = '▮▮▮';

/** The words by which a text may name the authors of an abstract. */
export type AuthorWords = {
  /** Family names, addresses, numbers and affiliations: a text that has one of them names somebody. */
  naming: string[];
  /** Given names and other parts of names, which are hidden, too. */
  parts: string[];
};

export function authorWords(
  { name, email, organizationName }: Pick<KeptAbstract, 'name' | 'email' | 'organizationName'>,
  authors: readonly Pick<AbstractAuthor, 'name' | 'affiliation' | 'orcid'>[],
): AuthorWords {
  const people = [name, ...authors.map((author) => author.name)].map(citedNameOf);
  const affiliations = [organizationName, ...authors.map(({ affiliation }) => affiliation)]
    .flatMap((written) => [
      ...entriesOf(written),
      ...entriesOf(written).flatMap((one) => one.split(',')),
    ])
    .map((entry) => entry.trim())
    .filter((entry) => entry.length >= 5);
  const families = people.map(({ family }) => family);
  const parts = [...people.map(({ given }) => given), ...families].flatMap((each) =>
    each.split(/[\s.-]+/),
  );
  return {
    naming: unique([
      ...families,
      email,
      ...authors.flatMap(({ orcid }) => orcid ?? []),
      ...affiliations,
    ]),
    parts: unique(parts),
  };
}

/** The words in a text that name an author. */
export function namesIn(text: string, { naming }: AuthorWords): string[] {
  return naming.filter((word) => patternOf([word])?.test(plain(text)));
}

/** The text without the words that may name an author. */
export function masked(text: string, { naming, parts }: AuthorWords): string {
  const pattern = patternOf([...naming, ...parts], 'gu');
  if (!pattern) return text;
  const composed = text.normalize('NFC');
  const simple = plain(composed);
  // The same place has the same letters without their accents.
  if (simple.length !== composed.length) return simple.replaceAll(pattern, MASK);
  let shown = '';
  let at = 0;
  for (const found of simple.matchAll(pattern)) {
    shown += composed.slice(at, found.index) + MASK;
    at = found.index + found[0].length;
  }
  return shown + composed.slice(at);
}

/** Whole words, as they are written and in capitals, also where a line ends within them. */
function patternOf(words: readonly string[], flags = 'u'): RegExp | undefined {
  const spelled = words
    .map((word) => plain(word.trim()))
    .filter((word) => word.length > 1)
    .flatMap((word) => [
      word,
      word.toUpperCase(),
      ...(word.includes('@') ? [word.toLowerCase()] : []),
    ])
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`),
    );
  if (spelled.length === 0) return undefined;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${unique(spelled).join('|')})(?![\p{L}\p{N}])`,
    flags,
  );
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => word !== ''))];
}
