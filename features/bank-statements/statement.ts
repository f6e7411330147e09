import { isDay } from '#contract/content/calendar-days.ts';
import type { Currency } from '#contract/money.ts';
import type { StatementFormat } from '#server/database/bank-tables.ts';

/** A bank statement as its file has it. */
export type Statement = {
  format: StatementFormat;
  entries: StatementEntry[];
  /** Sentences for the treasurer, such as the number of entries that are not booked yet. */
  notes: string[];
};

/** A credit or a debit of a statement. */
export type StatementEntry = {
  /** The own account: an IBAN, or a bank code and a number. Undefined if the statement does not name it. */
  account: string | undefined;
  /** Days, such as 2026-02-01. */
  bookedOn: string;
  valuedOn: string | undefined;
  /** Negative for a debit. */
  amountCents: number;
  currency: Currency;
  /** Whether the bank takes an earlier entry back. */
  isReversal: boolean;
  /** The other side; empty if the statement does not name it. */
  name: string;
  iban: string | undefined;
  bic: string | undefined;
  endToEnd: string | undefined;
  /** All words for the recipient, among them a structured reference. */
  words: string;
  /** The bank's own reference of the entry. */
  bankReference: string | undefined;
  /** The amount in the currency in which the payer sent it, if that is another one: "300.00 USD". */
  sentAs: string | undefined;
  /** The file of an archive that has the entry: another one may have it again. */
  part?: number;
};

/** The words of an entry that is kept: they end with the amount that the payer sent in another currency. */
export function keptWords({ words, sentAs }: Pick<StatementEntry, 'words' | 'sentAs'>): string {
  return `${words}${sentAs === undefined ? '' : ` (sent as ${sentAs})`}`.trim();
}

/** The amount that the payer sent in another currency, from the words of an entry that is kept. */
export function sentAsIn(words: string): string | undefined {
  return /\(sent as ([^()]+)\)$/.exec(words)?.[1];
}

/** The day, or the last one of its month: banks that count interest by months of 30 days write February 30. */
export function dayOrLast(day: string): string {
  const [, month = '', which = ''] = /^(\d{4}-(?:0[1-9]|1[0-2]))-(\d\d)$/.exec(day) ?? [];
  if (isDay(day) || month === '' || which > '31') return day;
  return Array.from({ length: 3 }, (_, back) => `${month}-${30 - back}`).find(isDay) ?? day;
}

/** The file is refused. The message continues a sentence that begins with the file's name. */
export class StatementRefused extends Error {}

/** The largest file, and the most entries: about ten years of a busy account. */
export const MOST_BYTES = 20 * 1024 * 1024;
export const MOST_ENTRIES = 100_000;
export const TOO_LARGE = `has more than ${MOST_BYTES / 1024 / 1024} MiB: download one month at a time`;
export const TOO_MANY = `has more than ${MOST_ENTRIES} entries: download one month at a time`;

/** Characters that move a cursor, or turn text around, and the NUL that PostgreSQL refuses. */
const UNSHOWN = /[\p{Cc}\p{Bidi_Control}\ufff9-\ufffb]+/gu;

/** On one line, with single blanks, and without characters by which a bank customer could change what a person reads. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(UNSHOWN, '').trim();
}

const NONE = /^(?:|NOT[ -]?PROVIDED|NO[NT]?[ -]?REF(?:ERENCE)?|NONE|N\/A|[0-]+)$/i;

/** The text, or undefined for an empty one and for the words of banks for "none". */
export function given(text: string | undefined): string | undefined {
  const line = oneLine(text ?? '');
  return NONE.test(line) ? undefined : line;
}

/**
 * Whole cents of an amount such as "1234.5", "+12." or "000012.50"; undefined if it has more decimals than its currency.
 */
export function centsOf(amount: string, { decimals }: Currency): number | undefined {
  const [digits, whole = '', fraction = ''] = /^\+?0*(\d{0,12})(?:\.(\d*))?$/.exec(amount) ?? [];
  const isAmount = digits !== undefined && /\d/.test(digits);
  if (!isAmount || /[1-9]/.test(fraction.slice(decimals))) return undefined;
  const cents = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return Number.isSafeInteger(cents) ? cents : undefined;
}
