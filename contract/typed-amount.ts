import { discount } from './content/labels/discount.ts';
import { fillPlaceholders } from './content/placeholders.ts';
import { type Cents, centsFromDecimal, type Currency } from './money.ts';
import { plainDigits } from './plain-digits.ts';

/**
 * Reads an amount that a person typed or copied from a page: "120", ".5", "1 000", "€ 12,50", "2,500.00", "2.500,00". A
 * comma counts as a dot, because many phones offer only the comma. The function never rounds. It refuses "1.000" and
 * "1,000", which may mean one or a thousand, unless the currency has three decimals and its language writes them so.
 */
export function readAmount(typed: string, currency: Currency): Cents | undefined {
  const text = withoutGroups(bare(typed, currency).replace(/^\+/, ''));
  const match = /^(\d*)([.,]?)(\d*)$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', point, fraction = ''] = match;
  if (whole + fraction === '') return undefined;
  if (fraction.length === 3 && point !== pointOf(currency)) return undefined;
  return centsFromDecimal(`${whole || '0'}${fraction && `.${fraction}`}`, currency);
}

/** The sentences of the advice. */
type Advice = Pick<typeof discount, 'writeAmount' | 'writeOneOf' | 'writeLike' | 'writeLikeOneOf'>;

/** The advice for an amount that `readAmount` refuses: its two possible meanings, or an example. */
export function amountAdvice(typed: string, currency: Currency, words: Advice): string {
  const { decimals } = currency;
  const point = pointOf(currency);
  const [, whole, fraction] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(bare(typed, currency)) ?? [];
  const isBoth = whole !== undefined && fraction !== undefined;
  const amount = isBoth ? whole + fraction : '1000';
  const other = isBoth
    ? `${whole}${point}${fraction.slice(0, decimals)}`
    : `1000${point}${'500'.slice(0, decimals)}`;
  const [one, oneOf] = isBoth
    ? [words.writeAmount, words.writeOneOf]
    : [words.writeLike, words.writeLikeOneOf];
  return fillPlaceholders(decimals > 0 ? oneOf : one, { amount, other });
}

/** The error message for an organiser who typed something that is not an amount. */
export function noAmount(typed: string, currency: Currency): string {
  const english = { ...currency, language: 'en' };
  return `"${typed}" is not an amount in ${currency.code}. ${amountAdvice(typed, english, discount)}`;
}

/** The sign before the decimals of an amount. */
function pointOf({ language }: Currency): string {
  return language === 'en' ? '.' : (1.5).toLocaleString(language).slice(1, 2);
}

/** The amount without signs between its thousands, if nothing else can be meant by them. */
function withoutGroups(text: string): string {
  const [, groups, sign = '', more, point, fraction = ''] =
    /^([1-9]\d{0,2}([.,'’])\d{3}((?:\2\d{3})*))(?:([.,])(\d+))?$/.exec(text) ?? [];
  if (groups === undefined || point === sign) return text;
  const isClear = point !== undefined || more !== '' || !/[.,]/.test(sign);
  return isClear ? `${groups.replaceAll(sign, '')}${point ?? '.'}${fraction}` : text;
}

function bare(typed: string, { code, sign }: Currency): string {
  return plainDigits(typed)
    .replace(/[٫٬．，]/g, (point) => POINTS[point] ?? point)
    .replace(/\s/g, '')
    .replace(code, '')
    .replace(sign.trim(), '');
}

/** The points and commas of Arabic, Persian and Japanese keyboards. An Arabic comma between thousands is no decimal comma. */
const POINTS: Readonly<Record<string, string>> = { '٫': '.', '٬': '’', '．': '.', '，': ',' };
