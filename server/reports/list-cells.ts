import type { Cell } from '#contract/csv.ts';
import type { Currency } from '#contract/money.ts';
import type { Clock } from './wall-clock.ts';

/** A value of a list, as the dashboard gets it: amounts in cents, times in UTC, states as in the database. */
export type Value = string | number | boolean | null;

/** The way in which a value is shown. */
export type CellKind = 'text' | 'state' | 'money' | 'time' | 'number' | 'yes';

/** "AWAITING_PAYMENT" or "credit-note" -> "Awaiting payment", "Credit note" */
export function stateWords(state: string): string {
  if (state === 'invoice-cancellation') return 'Cancellation invoice';
  const words = state.toLowerCase().replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "payment-confirmed-for-secretary" -> "Payment confirmed, to the secretary" */
export function mailWords(kind: string): string {
  return stateWords(kind.replace('-for-secretary', ', to the secretary'));
}

/**
 * A value as a cell of a spreadsheet: amounts are numbers with a currency, times are in the time zone of the
 * conference.
 */
export function cellOf(
  kind: CellKind,
  value: Value | undefined,
  { currency, clock }: { currency: Currency | undefined; clock: Clock },
): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    return kind === 'money' ? currency && { cents: value, currency } : value;
  }
  if (kind === 'time') return clock(value);
  return kind === 'state' ? stateWords(value) : value;
}
