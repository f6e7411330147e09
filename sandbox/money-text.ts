/** 42000, 'eur' → "€420.00"; the number of decimals is the currency's own (JPY has none). */
export function moneyText(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}
