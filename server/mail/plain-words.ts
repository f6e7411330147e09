/**
 * Before a payment anybody can type any address, and what they type beside it would reach a stranger in a mail of ours. A
 * name is let through where it can be nothing but a name, and so is the name of a file: no link, no number to call, no
 * sentence that is long.
 */

const MOST_LETTERS = 60;
const MOST_WORDS = 6;
/** Initials such as "J.R.", or letters with hyphens and apostrophes, and a full stop behind them. */
const WORD = /^(?:(?:\p{L}\.)+|[\p{L}\p{M}][\p{L}\p{M}'’ʼ‐-]*\.?)$/u;

/** The name, where it is plain: letters alone, in a few words. */
export function plainName(name: string): string | undefined {
  const words = name.trim().split(/\s+/);
  const isPlain =
    name.length <= MOST_LETTERS &&
    words.length <= MOST_WORDS &&
    words.every((word) => WORD.test(word));
  return isPlain ? words.join(' ') : undefined;
}

/** Too few for a telephone number, and enough for a day. */
const MOST_DIGITS = 8;
const FILE = /^[\p{L}\p{M}\p{N} _()-]{1,80}\.(?:pdf|docx?)$/iu;

/** The name of a file, where it is plain: one full stop, before the kind, and no more digits than a day has. */
export function plainFileName(name: string): string | undefined {
  const digits = name.match(/\p{N}/gu)?.length ?? 0;
  return FILE.test(name) && digits <= MOST_DIGITS ? name : undefined;
}
