import type { Cents, Currency } from './money.ts';

/**
 * The currencies that the site can charge, with their decimals at Stripe: https://docs.stripe.com/currencies. PayPal
 * uses the same decimals for the currencies that it accepts. Locale data is no source: it changes with the version of
 * Node. A later version may add codes, but never moves a code to another list.
 *
 * These currencies are missing on purpose: ISK and UGX have hundredths at Stripe that must be zero, and HUF and TWD have
 * hundredths at Stripe but not at PayPal.
 */
const WITHOUT_DECIMALS = codesIn('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
const WITH_HUNDREDTHS = codesIn(`
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP
  CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG IDR ILS INR JMD KES KGS
  KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
  PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD
  TZS UAH USD UYU UZS WST XCD XCG YER ZAR ZMW`);
/** Stripe takes these in thousandths, of which the last digit has to be 0. */
const WITH_THOUSANDTHS = codesIn('BHD JOD KWD OMR TND');

/**
 * In these currencies a small group pays more than 10,000,000 of the smallest unit, so a hundred times as much is allowed.
 * A much larger amount would not fit into an integer of PostgreSQL.
 */
const WITH_SMALL_UNITS = codesIn(`
  BIF GNF KRW MGA PYG VND
  AFN ALL AMD AOA ARS BDT CDF COP CRC DZD ETB GYD HTG IDR INR JMD KES KGS KHR KZT LAK LBP LKR LRD MKD MMK
  MNT MWK NGN NPR PHP PKR RSD RUB SOS STD TZS UAH UZS YER`);

/** In these currencies an agreed amount above 10,000.00 is a typing error. */
const WITH_LARGE_UNITS = codesIn('AUD CAD CHF EUR GBP NZD SGD USD');

/** https://developer.paypal.com/api/rest/reference/currency-codes/ */
const TAKEN_BY_PAYPAL = codesIn(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS JPY MXN MYR NOK NZD PHP PLN RUB SEK SGD THB USD',
);

const decimalsOf = new Map([
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_HUNDREDTHS.map((code) => [code, 2] as const),
  ...WITH_THOUSANDTHS.map((code) => [code, 3] as const),
]);

/** The currencies that `findCurrency` has built. A table has tens of thousands of amounts, so each is built once. */
const known = new Map<string, Currency>();

/** The currency with an ISO code, with amounts in a language; undefined if the site cannot charge it. */
export function findCurrency(code: string, language = 'en'): Currency | undefined {
  const decimals = decimalsOf.get(code);
  if (decimals === undefined) return undefined;
  const key = `${code} ${language}`;
  const found = known.get(key);
  if (found) return found;
  const currency = { code, sign: signOf(code), decimals, most: mostOf(code), language };
  known.set(key, currency);
  return currency;
}

/**
 * The currency of a row in our database. `decimals` is the number of decimals that the row was stored with.
 */
export function currencyOf(code: string, decimals?: number, language?: string): Currency {
  const currency = findCurrency(code, language);
  if (!currency) throw new Error(`${code} is not a currency that can be charged`);
  return { ...currency, decimals: decimals ?? currency.decimals };
}

export function isTakenByPaypal({ code }: Pick<Currency, 'code'>): boolean {
  return TAKEN_BY_PAYPAL.includes(code);
}

/** The largest amount that an organiser agrees with one payer. */
export function mostAgreed({ code, most }: Currency): Cents {
  return WITH_LARGE_UNITS.includes(code) ? (1_000_000 as Cents) : most;
}

function mostOf(code: string): Cents {
  if (WITH_SMALL_UNITS.includes(code)) return 1_000_000_000 as Cents;
  return (WITH_THOUSANDTHS.includes(code) ? 100_000_000 : 10_000_000) as Cents;
}

/** The sign before an amount: "€", "CHF ". */
function signOf(code: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const [sign = ''] = format.format(0).split('0');
  return sign;
}

function codesIn(list: string): string[] {
  return list.trim().split(/\s+/);
}
