import type { Currency } from '#contract/money.ts';
import { type Side, wordOf } from './csv-directions.ts';
import { centsOf, StatementRefused } from './statement.ts';

/** An amount as a cell has it: "-1.234,56 EUR", "1 234.56 CR", "(12.50)", "120,00-". */
export type MoneyCell = {
  /** "1.234,56" */
  digits: string;
  /** Undefined if the cell has no sign and no word for it. */
  side: Side | undefined;
  /** The code of a currency, or `$`, if the cell has one. */
  currency: string | undefined;
};

/** Letters, and the signs of currencies. */
const WORD = /\p{L}+|[€$£¥]/gu;

/** Words beside an amount that say nothing: four countries have the crown. */
const EMPTY_WORDS = ['kr'];

/** The words of these cells besides currencies: "231,17 S" and "418,95 H" have s and h. */
export function wordsInMoney(cells: readonly string[]): Set<string> {
  const words = cells.flatMap((cell) => cell.normalize('NFKC').match(WORD) ?? []);
  return new Set(words.filter((word) => currencyIn(word) === undefined).map(wordOf)).difference(
    new Set(EMPTY_WORDS),
  );
}

/** Reads an amount; undefined if the text is none. `sides` has the words for money that goes out and comes in. */
export function readMoneyCell(
  text: string,
  sides: ReadonlyMap<string, Side>,
): MoneyCell | undefined {
  let rest = text.normalize('NFKC');
  const found = new Set<Side>();
  let currency: string | undefined;
  for (const [word] of rest.matchAll(WORD)) {
    const code = currencyIn(word);
    const side = sides.get(wordOf(word));
    if (code !== undefined) currency = code;
    else if (side !== undefined) found.add(side);
    else if (!EMPTY_WORDS.includes(wordOf(word))) return undefined;
    rest = rest.replace(word, ' ');
  }
  const bare = rest.replaceAll(/[\s'’]/g, '').replaceAll(/[−–]/g, '-');
  const [, open, before, digits, behind, close] =
    /^(\()?([+-]?)(\d[\d.,]*|[.,]\d+)([+-]?)(\))?$/.exec(bare) ?? [];
  if (digits === undefined || (open === undefined) !== (close === undefined)) return undefined;
  if (open !== undefined) found.add(-1);
  for (const sign of [before, behind]) if (sign) found.add(sign === '-' ? -1 : 1);
  const [side] = found;
  return found.size > 1 ? undefined : { digits, side, currency };
}

const CODES = new Set(Intl.supportedValuesOf('currency'));

const SIGNS: Record<string, string> = {
  '€': 'EUR',
  euro: 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  zł: 'PLN',
  kč: 'CZK',
  fr: 'CHF',
  sfr: 'CHF',
  $: '$',
};

/** The currency of a text that is a code or a sign and nothing else: "EUR", "(€)". */
export function currencyIn(text: string): string | undefined {
  const bare = text.replaceAll(/[\s().]/g, '');
  return CODES.has(bare) ? bare : SIGNS[bare.toLowerCase()];
}

/** The sign before the decimals in all amounts: "1.234,56" and "12,50" say comma, "1,234" alone says nothing. */
export function decimalSignOf(amounts: readonly string[], { decimals }: Currency): ',' | '.' {
  const signs = new Set<string>();
  let unclear: string | undefined;
  for (const amount of amounts) {
    const separators = amount.replaceAll(/[^.,]/g, '');
    const last = separators.at(-1);
    if (last === undefined) continue;
    const behind = amount.length - amount.lastIndexOf(last) - 1;
    if (new Set(separators).size === 2) signs.add(last);
    else if (separators.length > 1) signs.add(last === ',' ? '.' : ',');
    else if (behind !== 3) signs.add(last);
    else unclear ??= amount;
  }
  if (signs.size > 1) {
    throw new StatementRefused('has amounts with a decimal comma and others with a decimal point');
  }
  const [sign] = signs;
  // A bank writes all decimals of the currency.
  const areWhole = amounts.every((amount) => /^$|[.,]\d{3}$/.test(amount));
  if (sign === undefined && decimals === 3 && areWhole) {
    return unclear?.includes(',') ? ',' : '.';
  }
  if (sign === undefined && unclear !== undefined && decimals > 0) {
    throw new StatementRefused(
      `has amounts such as ${unclear}, of which nobody can tell whether they are thousands: download it with two decimals`,
    );
  }
  if (sign === undefined) return unclear?.includes(',') ? '.' : ',';
  return sign === ',' ? ',' : '.';
}

/** Cents without a sign; undefined if the digits are no amount of the currency. */
export function centsIn(digits: string, point: ',' | '.', currency: Currency): number | undefined {
  const group = point === ',' ? '.' : ',';
  const [whole = '', fraction = '', ...more] = digits.split(point);
  const isGrouped = !whole.includes(group) || /^\d{1,3}(?:[.,]\d{3})+$/.test(whole);
  if (more.length > 0 || !isGrouped || fraction.includes(group)) return undefined;
  return centsOf(`${whole.replaceAll(group, '')}.${fraction}`, currency);
}
