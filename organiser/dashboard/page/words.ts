import { findCurrency } from '#contract/currency.ts';
import { asCents, decimalFromCents, moneyText } from '#contract/money.ts';
import type { Cell, CellKind } from '../listings.ts';

/** "AWAITING_PAYMENT" -> "Awaiting payment" */
export function stateWords(state: string): string {
  const words = state.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 123456, "EUR" -> "€1,234.56" */
export function moneyWords(cents: number, code: string): string {
  const currency = findCurrency(code);
  return currency ? moneyText(asCents(cents), currency) : String(cents);
}

/** As the pages of the site write days, with short months. */
const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** In the time zone of the browser: "Nov 24, 2026, 09:15". */
export function timeWords(iso: string): string {
  return moment.format(new Date(iso));
}

/** "2026-11-24" -> "Nov 24, 2026" */
export function dayWords(iso: string): string {
  return day.format(new Date(iso));
}

const sortable = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** A cell as a spreadsheet counts and sorts it: "1234.56", "2026-11-24 09:15". */
export function cellInFile(kind: CellKind, cell: Cell | undefined, currency: string): string {
  if (kind === 'time' && typeof cell === 'string') return sortable.format(new Date(cell));
  const found = kind === 'money' && typeof cell === 'number' ? findCurrency(currency) : undefined;
  return found ? decimalFromCents(asCents(Number(cell)), found) : cellWords(kind, cell, currency);
}

/** A cell as it is shown; empty where there is nothing. */
export function cellWords(kind: CellKind, cell: Cell | undefined, currency: string): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return kind === 'money' ? moneyWords(cell, currency) : String(cell);
  if (kind === 'state') return stateWords(cell);
  return kind === 'time' ? timeWords(cell) : cell;
}
