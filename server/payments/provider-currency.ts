import { findCurrency } from '#contract/currency.ts';
import { asCents, type Currency } from '#contract/money.ts';

/** A currency on the account of a provider. Another shop may use one that this site cannot charge. */
export type ProviderCurrency = { code: string; decimals: number };

/** `otherwise` are the decimals of a currency that this site does not know. */
export function currencyAt(code: string, otherwise: number): ProviderCurrency {
  return { code, decimals: findCurrency(code)?.decimals ?? otherwise };
}

/** The currency as the code that writes amounts expects it. */
export function shownCurrency({ code, decimals }: ProviderCurrency): Currency {
  const known = findCurrency(code) ?? { code, sign: code, most: asCents(0), language: 'en' };
  return { ...known, decimals };
}
