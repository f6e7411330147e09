/** 42000, 'eur' → "€420.00"; the number of decimals depends on the currency (JPY has none). */
export function moneyText(amount: number, currency: string): string {
  return formatOf(currency).format(amount / 10 ** digitsOf(currency));
}

/** "12.5" → 1250, with a point or a comma; 0 if it is no amount. */
export function minorUnits(text: string, currency: string): number {
  const digits = digitsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > digits) return 0;
  return Number(whole + fraction.padEnd(digits, '0'));
}

export function digitsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency });
}
