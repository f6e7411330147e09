import { findCurrency } from '#contract/currency.ts';
import { signedMoneyText } from '#contract/money.ts';
import { type CellKind, stateWords, type Value } from '#server/reports/list-cells.ts';
import { type Clock, clockAt, printTimes } from '#server/reports/wall-clock.ts';

/** 123456, "EUR" -> "€1,234.56" */
export function moneyWords(cents: number, code: string): string {
  const currency = findCurrency(code);
  return currency ? signedMoneyText(cents, currency) : String(cents);
}

/** Converts moments to the time zone of the conference, which the server's first answer names. */
export let clock: Clock = clockAt('UTC');
let print = printTimes('UTC');

export function showTimesOf(timeZone: string): void {
  clock = clockAt(timeZone);
  print = printTimes(timeZone);
}

/** In the time zone of the conference: "2026-11-24 09:15". */
export function timeWords(iso: string): string {
  return print(iso);
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** "2026-11-24" -> "Nov 24, 2026" */
export function dayWords(iso: string): string {
  return day.format(new Date(iso));
}

/** The text of a cell; empty without a value. */
export function cellWords(kind: CellKind, cell: Value | undefined, currency: string): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return kind === 'money' ? moneyWords(cell, currency) : String(cell);
  if (kind === 'state') return stateWords(cell);
  return kind === 'time' ? timeWords(cell) : cell;
}
