/** Whether the text is a tag of a language that dates and numbers can be written in, such as de or de-CH (BCP 47). */
export function isLanguage(tag: string): boolean {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical === tag && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** The beginning of the addresses of a translation. Addresses have small letters: /de-ch. */
export function languageBase(tag: string): string {
  return `/${tag.toLowerCase()}`;
}

/** The name of a language in this language, without its country: Deutsch. */
export function ownNameOf(tag: string): string {
  const { language } = new Intl.Locale(tag);
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(language) ?? language;
  // Some languages write their names with a small first letter.
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}

/** The direction in which a language is read. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return new Intl.Locale(tag).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
}

export function isFrench(tag: string): boolean {
  return /^fr(?:-|$)/.test(tag);
}

/** The signs of a script between and around the parts of a line that the program puts together. */
type Signs = { comma: string; colon: string; brackets: readonly [string, string]; end: string };

const LATIN: Signs = { comma: ', ', colon: ': ', brackets: [' (', ')'], end: '.' };
const FRENCH: Signs = { ...LATIN, colon: '\u00a0: ' };
const ARABIC: Signs = { ...LATIN, comma: '، ' };
const CHINESE: Signs = { comma: '，', colon: '：', brackets: ['（', '）'], end: '。' };
const JAPANESE: Signs = { ...CHINESE, comma: '、' };

function signsOf(language: string): Signs {
  if (/^(?:ar|fa|ur|ps|ckb|ug|sd)(?:-|$)/.test(language)) return ARABIC;
  if (isFrench(language)) return FRENCH;
  if (/^ja(?:-|$)/.test(language)) return JAPANESE;
  return /^(?:zh|yue)(?:-|$)/.test(language) ? CHINESE : LATIN;
}

/** The comma between parts, with the blank after it where the script has one. */
export function commaIn(language: string): string {
  return signsOf(language).comma;
}

/** "Visegrad Hotel: 3 nights"; without a text the line ends with the colon. */
export function withColon(label: string, text: string, language: string): string {
  return (label + signsOf(language).colon + text).trimEnd();
}

/** "Dinner (sold out)" */
export function inBrackets(text: string, note: string, language: string): string {
  const [open, close] = signsOf(language).brackets;
  return text + open + note + close;
}

/** The signs before and after an address with which a sentence ends. A Japanese one ends with its colon. */
export function aroundAddress(language: string): [before: string, after: string] {
  const signs = signsOf(language);
  return signs === JAPANESE ? ['', ''] : [' ', signs.end];
}

/** Parts of a line, such as "Berlin, Germany", with the comma of the language. */
export function inOneLine(parts: readonly (string | undefined)[], language: string): string {
  const line = parts.filter((part) => part).join(commaIn(language));
  if (!/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(line)) return line;
  // Among such letters "B-4, 11194" would be read from left to right as a whole, so the parts would change places.
  return line.replaceAll(
    /(?<=[\p{Script=Latin}\d])[،,] (?=[\p{Script=Latin}\d])/gu,
    `${TO_LEFT}$&`,
  );
}

/** Marks that are not seen: what follows is read to the left, or to the right. */
const TO_LEFT = '\u200f';
const TO_RIGHT = '\u200e';

/** A label and a number, whose parts keep their places also after letters that are read from right to left. */
export function withNumber(label: string, number: string, language: string): string {
  return `${label} ${directionOf(language) === 'rtl' ? TO_RIGHT : ''}${number}`;
}
