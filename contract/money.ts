/**
 * The code counts money in the smallest unit of its currency: in cents of the euro, in yen. Only this file turns amounts
 * into text or numbers and back. It works on decimal text, because binary arithmetic on numbers like 19.99 is wrong for
 * about one value in twenty.
 */

declare const cents: unique symbol;
/** A whole number of the smallest units of a currency, never negative. */
export type Cents = number & { readonly [cents]: true };

/**
 * A currency: `decimals` is the number of decimals of its amounts, and `most` the largest amount that any call accepts.
 * Its amounts are written in `language`; in English `sign` is before them.
 */
export type Currency = {
  code: string;
  sign: string;
  decimals: number;
  most: Cents;
  language: string;
};

type Decimals = Pick<Currency, 'decimals'>;

/** The fee on an amount: per cent of the amount, with at most two decimals, and a fixed part. */
export type Fee = {
  percent: number;
  fixed: Cents;
  /** The rate of the tax in the fee (contract/tax.ts). */
  taxBasisPoints?: number | undefined;
};

/** The fee of an order, with its line on a receipt in the language of the order: {fee} is what feeWords says. */
export type OrderFee = Fee & { words: string };

/**
 * Reads "12", "12.3" or "12.34". A sign, exponent, comma, too many decimals, an amount that cannot be charged or too
 * large an amount give undefined.
 */
export function centsFromDecimal(text: string, currency: Currency): Cents | undefined {
  const { decimals, most } = currency;
  const match = /^(\d{1,10})(?:\.(\d{1,3}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return undefined;
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return amount <= most && amount % stepOf(currency) === 0 ? (amount as Cents) : undefined;
}

/** Every amount that is charged or refunded is a multiple of this number: card networks take no thousandths. */
export function stepOf({ decimals }: Decimals): number {
  return decimals > 2 ? 10 : 1;
}

/** A part of an amount, such as 1/3, rounded half up to an amount that can be charged. */
export function fractionOf(
  amount: number,
  [of, whole]: readonly [number, number],
  currency: Decimals,
): Cents {
  const step = stepOf(currency);
  // All numbers are whole, so the rounding is exact.
  return asCents(Math.floor((2 * amount * of + whole * step) / (2 * whole * step)) * step);
}

/** Reads a JSON number by its shortest decimal text, so 19.99 is 1999 cents and 0.001 is undefined. */
export function centsFromNumber(amount: number, currency: Currency): Cents | undefined {
  return Number.isFinite(amount) ? centsFromDecimal(String(amount), currency) : undefined;
}

/** Brands a whole number of cents, for example from our database. Any other number is a bug, so the function throws. */
export function asCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`not a whole number of cents: ${amount}`);
  }
  return amount as Cents;
}

/** 123456 -> "1234.56" */
export function decimalFromCents(amount: Cents, { decimals }: Currency): string {
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** 123456 -> "€1234.56", for the button of the discount form; in German "1234,56 €" */
export function amountText(amount: Cents, currency: Currency): string {
  if (currency.language === 'en') return currency.sign + decimalFromCents(amount, currency);
  return inLanguageOf(currency, amount, false);
}

/** 123456 -> "€1,234.56", for all other texts for visitors; in German "1.234,56 €" */
export function moneyText(amount: Cents, currency: Currency): string {
  if (currency.language === 'en') return grouped(amountText(amount, currency));
  return inLanguageOf(currency, amount, true);
}

/** Tables have tens of thousands of amounts, so each format is made once. */
const formats = new Map<string, Intl.NumberFormat>();

/** English amounts do without this function: the first use of Intl takes a tenth of a second on a slow phone. */
function inLanguageOf(currency: Currency, amount: Cents, useGrouping: boolean): string {
  const { code, decimals, language } = currency;
  const key = `${language} ${code} ${decimals} ${useGrouping}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: code,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping,
    });
  formats.set(key, format);
  const written = format.format(Number(decimalFromCents(amount, currency)));
  // Some fonts have a narrow space that nobody sees.
  return isolated(written.replaceAll('\u202f', '\u00a0'));
}

/** In a text from right to left, a browser would turn around the sign of an amount, such as that of JP¥ 15,000. */
function isolated(written: string): string {
  const isRightToLeft = /^[\u200e\u200f]/.test(written);
  return isRightToLeft ? written.replace(/[A-Z]+\p{Sc}?/u, '\u2066$&\u2069') : written;
}

function grouped(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+(?:\.|$))/g, ',');
}

/** 123456 -> "1,234.56 EUR", for organisers */
export function amountWithCode(amount: Cents, currency: Currency): string {
  return `${grouped(decimalFromCents(amount, currency))} ${currency.code}`;
}

/** -123456 -> "-€1,234.56" */
export function signedMoneyText(amount: number, currency: Currency): string {
  return signed(amount, moneyText, currency);
}

/** -123456 -> "-1,234.56 EUR" */
export function signedAmountWithCode(amount: number, currency: Currency): string {
  return signed(amount, amountWithCode, currency);
}

/** -123456 -> "-1234.56" */
export function signedDecimal(amount: number, currency: Currency): string {
  return signed(amount, decimalFromCents, currency);
}

function signed(amount: number, text: typeof moneyText, currency: Currency): string {
  return `${amount < 0 ? '-' : ''}${text(asCents(Math.abs(amount)), currency)}`;
}

/** 123456 -> 1234.56, for calls with amounts as JSON numbers. */
export function numberFromCents(amount: Cents, currency: Currency): number {
  return Number(decimalFromCents(amount, currency));
}

/** The fee on an amount, rounded half up: 5 % of 0.70 is 0.04. An amount of 0 has no fee. */
export function feeOn(amount: Cents, { percent, fixed }: Fee, currency: Decimals): Cents {
  if (amount === 0) return amount;
  return add(fractionOf(amount, [hundredths(percent), 10_000], currency), fixed);
}

/** The fee within a total: with 5 %, a total of 105.00 has a fee of 5.00. */
export function feeWithin(total: Cents, { percent, fixed }: Fee, currency: Decimals): Cents {
  const withoutFixed = Math.max(total - fixed, 0);
  // Rounding the amount half up rounds the fee half down.
  const amount = fractionOf(withoutFixed, [10_000, 10_000 + hundredths(percent)], currency);
  return asCents(total - amount);
}

/** "5%", "2.9% and €0.30"; in German "2,9 % und 0,30 €"; undefined without a fee. */
export function feeWords({ percent, fixed }: Fee, currency: Currency): string | undefined {
  const parts = [
    ...(percent > 0 ? [percentText(percent, currency.language)] : []),
    ...(fixed > 0 ? [moneyText(fixed, currency)] : []),
  ];
  if (parts.length < 2) return parts[0];
  return new Intl.ListFormat(currency.language).format(parts);
}

/** 2.9 -> "2.9%"; in German "2,9 %" */
export function percentText(percent: number, language: string): string {
  if (language === 'en') return `${percent}%`;
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return format.format(percent / 100);
}

/** 2.9 -> 290. Rounding removes the error of the binary fraction. */
function hundredths(percent: number): number {
  return Math.round(percent * 100);
}

export function add(...amounts: Cents[]): Cents {
  return asCents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function times(amount: Cents, count: number): Cents {
  return asCents(amount * count);
}
