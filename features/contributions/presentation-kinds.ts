import { optionIn, type Content } from '#contract/content.ts';

/** Two spellings of one kind, such as “talk” and “Talk”, have the same key. */
export function kindKey(kind: string): string {
  return kind.trim().toLowerCase();
}

/**
 * The kind of a presentation in words of the page: those of `abstracts.kinds`, or else what the committee wrote, with a
 * capital letter.
 */
export function kindWords(
  content: Pick<Content, 'optionWords' | 'language' | 'yourAbstract'>,
  kind: string,
): string {
  const words = optionIn(content, kind);
  if (words !== kind) return words;
  const { kinds } = content.yourAbstract.website.page;
  const known = Object.entries(kinds).find(([name]) => name === kindKey(kind));
  return known?.[1] ?? kind.charAt(0).toLocaleUpperCase(content.language) + kind.slice(1);
}
