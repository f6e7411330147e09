import * as z from 'zod/mini';
import { inBraces, isFactName, knownFacts, unknownFact } from './content-facts.ts';
import { isLanguage } from './languages.ts';
import { isTimezone } from './moments.ts';
import { namesIn } from './placeholders.ts';

/** The schemas of single values in content/, each with the message for a wrong value. */

/** A text in which the facts in braces are already replaced. */
export const text = z.string().check(
  z.refine((value) => value.trim() !== '', 'must not be empty'),
  z.refine((value) => unknownFact(value) === undefined, {
    error: ({ input }) =>
      `{${unknownFact(String(input))}} is not a fact of the conference. The facts are ${knownFacts}`,
  }),
);
/** A text that may also name these placeholders, which are replaced when it is used. */
export function textWith(placeholders: readonly string[]) {
  const fact = placeholders.find(isFactName);
  // The facts are filled in first, so such a placeholder would never get its value.
  if (fact !== undefined) throw new Error(`{${fact}} is a fact, and cannot be a placeholder`);
  return z.string().check(
    z.refine((value) => value.trim() !== '', 'must not be empty'),
    z.refine((value) => unknownFact(value, placeholders) === undefined, {
      error: ({ input }) =>
        `{${unknownFact(String(input), placeholders)}} is neither a fact of the conference nor a placeholder of this text. The placeholders are ${inBraces(placeholders)}, the facts ${knownFacts}`,
    }),
  );
}

/** The placeholders that a text names. */
export function placeholdersIn(words: string): string[] {
  return namesIn(words).filter((name) => !isFactName(name));
}

export const webAddress = z.string().check(
  z.refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'expected a web address that begins with https://',
  }),
);
/** An address on this site. Two slashes would lead to another one. */
export const ownAddress = z
  .string()
  .check(z.regex(/^\/(?![/\\])/, 'expected an address such as /travel'));
export const email = z.email('expected an email address');
/** A file that exists under public/ in the folder of the conference, because pages load no pictures from other servers. */
export const picture = z
  .string()
  .check(
    z.regex(
      /^(?:\/[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*)+$/u,
      'expected a path under public/ of letters, digits and hyphens, such as /portraits/name.svg',
    ),
  );
export const id = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'expected an id of small letters, digits and hyphens, such as green-synthesis',
    ),
  );
export const timezone = z
  .string()
  .check(z.refine(isTimezone, 'expected a time zone such as Europe/Berlin'));
/** A BCP 47 tag, such as de or de-CH. */
export const language = z._default(
  z.string().check(z.refine(isLanguage, 'expected a language such as en, de or de-CH')),
  'en',
);
export const isoDate = z.iso.date('expected a date such as 2026-05-29');
const CLOCK_TIME = 'expected a time in quotes, such as "09:30"';
const HOUR_AND_MINUTE = /^([01]\d|2[0-3]):[0-5]\d$/;
export const clockTime = z.string(CLOCK_TIME).check(z.regex(HOUR_AND_MINUTE, CLOCK_TIME));

export function isClockTime(value: string): boolean {
  return HOUR_AND_MINUTE.test(value);
}

/** The names of the drawings for tiles and cards. The site has a file for each name. */
const icons = [
  'award',
  'bolt',
  'building',
  'chart',
  'globe',
  'handshake',
  'idea',
  'megaphone',
  'microphone',
  'network',
  'panel',
  'people',
  'presentation',
  'target',
] as const;
export const icon = z.enum(icons);
export type IconName = z.output<typeof icon>;

/** Reports entries of a list that are equal, or equal in their `field`. `asOne` maps spellings of one thing to one text. */
export function noTwins(field?: string, asOne = (entry: string) => entry) {
  return z.superRefine<unknown>(
    (entries, { addIssue }) => {
      const seen = new Set<unknown>();
      for (const [index, entry] of Array.isArray(entries) ? entries.entries() : []) {
        const value = field === undefined ? entry : isRecord(entry) ? entry[field] : undefined;
        const mark = typeof value === 'string' ? asOne(value) : value;
        if (typeof mark === 'string' && seen.has(mark)) {
          addIssue({
            code: 'custom',
            path: field === undefined ? [index] : [index, field],
            message: `"${mark}" appears twice`,
          });
        }
        seen.add(mark);
      }
    },
    // The check also runs if entries have other mistakes, so that one report has all mistakes.
    { when: () => true },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
