import * as z from 'zod/mini';

// C0, DEL and C1.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

// Invisible characters that a name copied from a document may contain: separators of lines and paragraphs, and marks that
// change the reading direction of the text after them, also in a mail or a list. The joiners U+200C and U+200D stay,
// because Persian and Indic words are written with them.
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

// As HTML has it (https://html.spec.whatwg.org/multipage/input.html#valid-email-address), but with a domain of the
// internet and single dots (RFC 5321, 4.1.2): mail to anything else never arrives. Linear: no repetition is nested in
// another that could match the same characters. It has no place for < > , ; quotes or line breaks, so it cannot leave a
// header.
const EMAIL =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

// Blanks and invisible characters such as U+200B. The blank of braille counts as a symbol.
const SHOWN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/**
 * One line that a visitor typed: well-formed Unicode without control characters, so that every database, mail header
 * and log can store it. It is trimmed and brought to NFC, and marks of direction are removed; 1 to `longest` characters
 * are left, at least one of them visible.
 */
export function line(longest = 200) {
  return z.pipe(
    z.string().check(
      z.refine((text) => text.length <= longest * 4 && text.isWellFormed(), 'is not usable text'),
      z.refine((text) => !CONTROL.test(text.trim()), 'has control characters'),
    ),
    z.pipe(
      z.transform((text: string) =>
        text.replace(LINE_SEPARATORS, ' ').replace(DIRECTIONS, '').normalize('NFC').trim(),
      ),
      z.string().check(
        z.minLength(1),
        z.maxLength(longest),
        z.refine((text) => SHOWN.test(text), 'shows nothing'),
      ),
    ),
  );
}

/**
 * A field that no person sees. A program that fills in every field fills it in too. Its name means nothing to browsers and
 * password managers, which would fill in an address of a website.
 */
export const honeypot = { reserved: z.optional(z.string()) };

export const EMAIL_LENGTH = 254;

export const emailAddress = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(z.maxLength(EMAIL_LENGTH), z.regex(EMAIL)),
);
