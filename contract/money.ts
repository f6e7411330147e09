/**
 * Money is whole euro cents everywhere inside; only this file turns cents into text or numbers and back.
 * Decimal text is the exact form: binary arithmetic on euros is wrong for about one cent value in twenty.
 */

declare const cents: unique symbol;
/** A whole number of euro cents, never negative. */
export type Cents = number & { readonly [cents]: true };

/** The largest amount any call accepts, 100,000.00 EUR. */
export const LARGEST_AMOUNT = 10_000_000 as Cents;

/** Reads "12", "12.3" or "12.34"; anything else (sign, exponent, comma, third decimal, too much) is undefined. */
export function centsFromDecimal(text: string): Cents | undefined {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return amount <= LARGEST_AMOUNT ? (amount as Cents) : undefined;
}

/** Reads a JSON number of euros by its shortest decimal text, so 19.99 is 1999 cents and 0.001 is undefined. */
export function centsFromNumber(amount: number): Cents | undefined {
  return Number.isFinite(amount) ? centsFromDecimal(String(amount)) : undefined;
}

/** A number of cents from our own database. Any other value is a bug, so it throws. */
export function asCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`not a whole number of cents: ${amount}`);
  }
  return amount as Cents;
}

/** 123456 -> "1234.56" */
export function decimalFromCents(amount: Cents): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 123456 -> "€1,234.56", for people */
export function euros(amount: Cents): string {
  return `€${decimalFromCents(amount).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}

/** 123456 -> 1234.56, for the calls that carry euros as a JSON number. */
export function numberFromCents(amount: Cents): number {
  return Number(decimalFromCents(amount));
}

/** The fee on an amount, rounded half up to the cent: 5 % of 0.70 is 0.04. */
export function feeOn(amount: Cents, percent: number): Cents {
  return asCents(Math.floor((amount * percent + 50) / 100));
}

/** The fee within a total, so that amount and fee add up to it: 5 % in 105.00 are 5.00. */
export function feeWithin(total: Cents, percent: number): Cents {
  const whole = 100 + percent;
  // The amount is rounded half up, which is the fee rounded half down.
  return asCents(total - Math.floor((total * 200 + whole) / (2 * whole)));
}

export function add(...amounts: Cents[]): Cents {
  return asCents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function times(amount: Cents, count: number): Cents {
  return asCents(amount * count);
}
