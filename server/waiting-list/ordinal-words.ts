const WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].concat(
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
);

const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = new Intl.PluralRules('en', { type: 'ordinal' });

/** 1 -> "first", 21 -> "21st" */
export function ordinalWords(count: number): string {
  return WORDS[count - 1] ?? `${count}${SUFFIXES[ordinal.select(count)] ?? 'th'}`;
}
