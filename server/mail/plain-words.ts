import { APOSTROPHES, DASHES } from '#contract/signs.ts';

/**
 * Before a payment anybody can type a stranger's address into a form, and our mail would send the other entries to the
 * stranger. So a mail contains the name of a person or a file only if it is plain: no link, no telephone number, no long
 * sentence.
 */

const MOST_LETTERS = 60;
const MOST_WORDS = 6;
/** Initials such as "J.R.", or letters with hyphens and apostrophes, and a full stop behind them. */
const SIGNS = APOSTROPHES + DASHES;
const WORD = new RegExp(`^(?:(?:\\p{L}\\.)+|[\\p{L}\\p{M}][\\p{L}\\p{M}${SIGNS}]*\\.?)$`, 'u');

/** The name if it is plain: a few words of letters. */
export function plainName(name: string): string | undefined {
  const words = name.trim().split(/\s+/);
  const isPlain =
    name.length <= MOST_LETTERS &&
    words.length <= MOST_WORDS &&
    words.every((word) => WORD.test(word));
  return isPlain ? words.join(' ') : undefined;
}

/** As many digits as a date has, and too few for a telephone number. */
const MOST_DIGITS = 8;
const FILE = new RegExp(`^[\\p{L}\\p{M}\\p{N} _()${SIGNS}]{1,80}\\.(?:pdf|docx?)$`, 'iu');

/** The name of a file if it is plain: one full stop, before its ending, and no more digits than a date has. */
export function plainFileName(name: string): string | undefined {
  const digits = name.match(/\p{N}/gu)?.length ?? 0;
  return FILE.test(name) && digits <= MOST_DIGITS ? name : undefined;
}

/** An address of a site or a mailbox, also without its beginning: evil.example. */
const ADDRESS = /:\/\/|www\.|@|[\p{L}\p{N}-]\.\p{L}{2,}/iu;

/** The title of a contribution if it is plain: nothing in it leads to a site, a mailbox or a telephone. */
export function plainTitle(title: string): string | undefined {
  const digits = title.match(/\p{N}/gu)?.length ?? 0;
  return !ADDRESS.test(title) && digits <= MOST_DIGITS ? title : undefined;
}
