import type { PurchaseUnit } from './order-parameters.ts';
import type { Detail } from './paypal-error.ts';

type Money = { currency_code: string; value: string };

/** The currencies that PayPal accepts, except HUF, JPY and TWD, which have no decimals there. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
);

/** "105.00" → 10500. Only for amounts without findings. */
export function centsOf({ value }: Money): number {
  return Number(value.replace('.', ''));
}

export function moneyOf(cents: number, currencyCode: string): Money {
  const digits = String(cents).padStart(3, '0');
  return {
    currency_code: currencyCode,
    value: `${digits.slice(0, -2)}.${digits.slice(-2)}`,
  };
}

/** What is wrong with one amount; `at` is its place in the body. */
export function moneyFindings(
  { currency_code: code, value }: Money,
  at: string,
  { mayBeZero }: { mayBeZero: boolean },
): Detail[] {
  if (!CURRENCIES.has(code))
    return [{ issue: 'INVALID_CURRENCY_CODE', field: `${at}/currency_code`, value: code }];
  const field = `${at}/value`;
  if (value.startsWith('-') || (!mayBeZero && Number(value) === 0))
    return [
      { issue: mayBeZero ? 'CANNOT_BE_NEGATIVE' : 'CANNOT_BE_ZERO_OR_NEGATIVE', field, value },
    ];
  if (!/^\d+\.\d\d$/.test(value)) return [{ issue: 'DECIMAL_PRECISION', field, value }];
  // Beyond this, cents are no longer whole numbers.
  if (value.length > '9999999999999.99'.length)
    return [{ issue: 'MAX_VALUE_EXCEEDED', field, value }];
  return [];
}

/** What is wrong with the amounts of a purchase unit, each by itself and together. */
export function amountFindings(unit: PurchaseUnit, at: string): Detail[] {
  const sums = [...sumsOf(unit, at)];
  const found = sums.flatMap((sum) => moneyFindings(sum.money, sum.at, sum));
  if (found.length > 0) return found;
  const foreign = sums.find(({ money }) => money.currency_code !== unit.amount.currency_code);
  if (foreign) return [{ issue: 'MULTI_CURRENCY_ORDER', field: `${foreign.at}/currency_code` }];
  return [...itemFindings(unit, at), ...breakdownFindings(unit, at)];
}

type Sum = { money: Money; at: string; mayBeZero: boolean };

function* sumsOf({ amount, items = [] }: PurchaseUnit, at: string): Iterable<Sum> {
  yield { money: amount, at: `${at}/amount`, mayBeZero: false };
  for (const [name, money] of Object.entries(amount.breakdown ?? {}))
    if (money) yield { money, at: `${at}/amount/breakdown/${name}`, mayBeZero: true };
  for (const [index, { unit_amount: money, tax }] of items.entries()) {
    yield { money, at: `${at}/items/${index}/unit_amount`, mayBeZero: true };
    if (tax) yield { money: tax, at: `${at}/items/${index}/tax`, mayBeZero: true };
  }
}

function breakdownFindings({ amount }: PurchaseUnit, at: string): Detail[] {
  const parts = amount.breakdown;
  if (!parts) return [];
  const { item_total: items, tax_total: tax, shipping, handling, insurance } = parts;
  const { shipping_discount: shippingDiscount, discount } = parts;
  const total =
    totalOf([items, tax, shipping, handling, insurance]) - totalOf([shippingDiscount, discount]);
  if (total === centsOf(amount)) return [];
  return [{ issue: 'AMOUNT_MISMATCH', field: `${at}/amount/value`, value: amount.value }];
}

function itemFindings({ amount, items }: PurchaseUnit, at: string): Detail[] {
  if (!items || items.length === 0) return [];
  const { item_total: itemTotal, tax_total: taxTotal } = amount.breakdown ?? {};
  const field = `${at}/amount/breakdown`;
  const found: Detail[] = [];
  if (!itemTotal) found.push({ issue: 'ITEM_TOTAL_REQUIRED', field: `${field}/item_total` });
  else if (
    centsOf(itemTotal) !== priceOf(items.map((item) => [item.unit_amount, item.quantity] as const))
  )
    found.push({ issue: 'ITEM_TOTAL_MISMATCH', field: `${field}/item_total` });
  const taxes = items.flatMap(({ tax, quantity }) => (tax ? [[tax, quantity] as const] : []));
  if (taxes.length === 0) return found;
  if (!taxTotal) found.push({ issue: 'TAX_TOTAL_REQUIRED', field: `${field}/tax_total` });
  else if (centsOf(taxTotal) !== priceOf(taxes))
    found.push({ issue: 'TAX_TOTAL_MISMATCH', field: `${field}/tax_total` });
  return found;
}

function totalOf(parts: readonly (Money | undefined)[]): number {
  return parts.reduce((total, money) => total + (money ? centsOf(money) : 0), 0);
}

function priceOf(parts: readonly (readonly [Money, quantity: string])[]): number {
  return parts.reduce((total, [money, quantity]) => total + centsOf(money) * Number(quantity), 0);
}
