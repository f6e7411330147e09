import * as z from 'zod/mini';

// The control characters C0, DEL and C1.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

// Invisible characters that a name copied from a document may contain: separators of lines and paragraphs, and marks that
// change the reading direction of all later text in a mail or a list. The pattern leaves out the joiners U+200C and
// U+200D, because Persian and Indic words need them.
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

// The pattern of HTML (https://html.spec.whatwg.org/multipage/input.html#valid-email-address), with two more rules, because
// other mail never arrives: the domain has a dot, and no two dots follow one another (RFC 5321, 4.1.2). The pattern runs in
// linear time. It refuses < > , ; " and line breaks, so an address cannot add a header to a mail.
const EMAIL =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

// Any visible character: no blank, no invisible character such as U+200B, and not the braille blank U+2800, which Unicode
// counts as a symbol.
const SHOWN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/**
 * One line that a visitor typed. Control characters and malformed Unicode are refused, because a database, mail header or
 * log cannot store them. The schema trims the text, brings it to NFC and removes marks of direction. The result has 1 to
 * `longest` characters, at least one of them visible.
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

/** A text of several lines, each as `line` reads it; together at most `longest` characters. */
export function lines(longest: number) {
  const each = line(longest);
  return z.pipe(
    z.string().check(z.refine((text) => text.length <= longest * 4, 'is not usable text')),
    z.pipe(
      z.transform((text: string, { issues }) =>
        text
          .split('\n')
          .map((written) => {
            if (written.trim() === '') return '';
            const { data } = each.safeParse(written);
            if (data === undefined) {
              issues.push({ code: 'custom', input: text, message: 'is not usable text' });
            }
            return data ?? '';
          })
          .join('\n')
          .trim(),
      ),
      z.string().check(z.minLength(1), z.maxLength(longest)),
    ),
  );
}

/**
 * A field that no person sees. A program that fills in every field also fills in this field. Browsers and password
 * managers do not know the name, so they leave the field empty; they would fill in a field named `website`.
 */
export const honeypot = { reserved: z.optional(z.string()) };

export const EMAIL_LENGTH = 254;

export const emailAddress = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => withAsciiDomain(text.trim())),
  ),
  z.string().check(z.maxLength(EMAIL_LENGTH), z.regex(EMAIL)),
);

/** The address with the domain as computers write it: müller.example is xn--mller-kva.example. */
export function withAsciiDomain(text: string): string {
  const [, before = '', domain = ''] = /^(.*@)?([^\s@]+\.[^\s@]+)$/su.exec(text.trim()) ?? [];
  if (/^[ -~]*$/.test(domain)) return text;
  const address = `http://${domain}`;
  return URL.canParse(address) ? before + new URL(address).hostname : text;
}

/**
 * The mail address in a text as people copy it, with the domain as computers write it: "Ilse Ketten <ilse@lab.example>;",
 * mailto:ilse@lab.example, (ilse@lab.example). Any other text is unchanged.
 */
export function copiedAddress(text: string): string {
  const address = COPIED.exec(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''))?.[1];
  return withAsciiDomain(address ?? text);
}

const OPENING = String.raw`(?:[^<>@]*[<([{]|["'“„‘«\s]*)\s*(?:(?:mailto|e-?mail):\s*)?`;
const COPIED = new RegExp(
  String.raw`^${OPENING}([^\s<>()[\]{},;:"“”«»?]+@[^\s<>()[\]{},;:"“”’»?]*[^\s<>()[\]{},;:"“”’'»?.])(?:\?[^\s>]*)?[\s>)\]}"'“”’»,;:.]*$`,
  'iu',
);
