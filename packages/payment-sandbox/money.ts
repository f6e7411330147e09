import type { Provider } from './faults.ts';

/** Stripe's currencies, and the currencies without decimals: https://docs.stripe.com/currencies */
const STRIPE_CODES =
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE
  CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR
  KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB
  PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH
  UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/);
const STRIPE_WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(
  ' ',
);
/** Amounts in these currencies have three decimals, and the last digit has to be zero. */
const STRIPE_THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ');
/** These currencies have no decimals, but Stripe counts hundredths, which have to be zero. */
const STRIPE_WHOLE_HUNDREDTHS = 'ISK UGX'.split(' ');

/** PayPal's currencies: https://developer.paypal.com/api/rest/reference/currency-codes/ */
const PAYPAL_CODES =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN RUB SEK SGD THB TWD USD'.split(
    ' ',
  );
const PAYPAL_WITHOUT_DECIMALS = 'HUF JPY TWD'.split(' ');

/**
 * The decimals that a provider counts in a currency, in upper or lower case; undefined if the provider does not
 * support it.
 */
export function digitsOf(currency: string, provider: Provider): number | undefined {
  const code = currency.toUpperCase();
  if (provider === 'paypal') {
    if (!PAYPAL_CODES.includes(code)) return undefined;
    return PAYPAL_WITHOUT_DECIMALS.includes(code) ? 0 : 2;
  }
  if (!STRIPE_CODES.includes(code)) return undefined;
  if (STRIPE_WITHOUT_DECIMALS.includes(code)) return 0;
  return STRIPE_THOUSANDTHS.includes(code) ? 3 : 2;
}

/** Every amount at Stripe has to be a multiple of this number. */
export function stripeStepOf(currency: string): number {
  const code = currency.toUpperCase();
  if (STRIPE_THOUSANDTHS.includes(code)) return 10;
  return STRIPE_WHOLE_HUNDREDTHS.includes(code) ? 100 : 1;
}

/** 42000, 'eur' → "420.00 EUR". */
export function amountWithCode(amount: number, currency: string, provider: Provider): string {
  const digits = digitsOf(currency, provider) ?? 2;
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${format.format(amount / 10 ** digits)} ${currency.toUpperCase()}`;
}

/** 42000, 'eur' → "€420.00"; the number of decimals depends on currency and provider (JPY has no decimals). */
export function moneyText(amount: number, currency: string, provider: Provider): string {
  const digits = digitsOf(currency, provider) ?? 2;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}
