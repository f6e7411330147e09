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

/** Words with their colon, before which French has a blank. */
export function withColon(words: string, language: string): string {
  return `${words}${isFrench(language) ? '\u00a0' : ''}:`;
}

/** Parts of a line, such as "Berlin, Germany", with the comma of the language. */
export function inOneLine(parts: readonly (string | undefined)[], language: string): string {
  const isArabic = /^(?:ar|fa|ur|ps|ckb|ug|sd)(?:-|$)/.test(language);
  return parts.filter((part) => part).join(isArabic ? '، ' : ', ');
}
