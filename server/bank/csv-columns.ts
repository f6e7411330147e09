import type { ColumnNames } from '#server/files/sheet-table.ts';
import { oneLine, StatementRefused } from './statement.ts';

/** The usual headings of the columns, the likeliest first, at Sparkasse, DKB, Deutsche Bank, ING, Volksbank and Wise. */
export const headings = [
  ['date', 'Buchungstag', 'Buchungsdatum', 'Buchung', 'Booking date', 'Datum'],
  ['amount', 'Betrag', 'Betrag (EUR)', 'Umsatz in EUR', 'Umsatz', 'Amount (EUR)'],
  ['debit', 'Soll'],
  ['credit', 'Haben'],
  ['currency', 'Währung', 'Waehrung'],
  [
    'name',
    'Beguenstigter/Zahlungspflichtiger',
    'Begünstigter/Zahlungspflichtiger',
    'Begünstigter / Auftraggeber',
    'Auftraggeber / Begünstigter',
    'Auftraggeber/Empfänger',
    'Name Zahlungsbeteiligter',
    'Partner Name',
    'Counterparty name',
  ],
  ['payer', 'Zahlungspflichtige*r', 'Payer Name'],
  ['payee', 'Zahlungsempfänger*in', 'Payee Name'],
  [
    'iban',
    'Kontonummer/IBAN',
    'IBAN / Kontonummer',
    'IBAN Zahlungsbeteiligter',
    'Partner Iban',
    'Kontonummer',
  ],
  ['words', 'Verwendungszweck', 'Payment Reference', 'Vorgang/Verwendungszweck'],
  ['bookingText', 'Buchungstext', 'Umsatzart', 'Description'],
  ['endToEnd', 'Kundenreferenz (End-to-End)', 'Kundenreferenz', 'End-to-End-Referenz'],
  ['bankReference', 'TransferWise ID', 'Transaction ID'],
  ['ownAccount', 'Auftragskonto', 'IBAN Auftragskonto'],
  ['bookingState', 'Info', 'Status'],
] as const satisfies ColumnNames<string>;

export type Role = (typeof headings)[number][0];

/** The order of the parts of a day: 31.01.2026, 01/31/2026, 2026-01-31. */
const orders = ['DMY', 'MDY', 'YMD'] as const;
export type Order = (typeof orders)[number];

/** The heading of each column, as a treasurer names them once, or as they were guessed. */
export type CsvColumns = {
  headings: Partial<Record<Role, string>>;
  order?: Order | undefined;
};

/** Columns that a treasurer may name, in the words of `--columns`. */
const COLUMN_WORDS: readonly Role[] = [
  'date',
  'amount',
  'debit',
  'credit',
  'currency',
  'name',
  'iban',
  'words',
  'endToEnd',
  'bankReference',
];

/** Reads "date=Buchungstag,amount=Betrag"; `date=Date (MDY)` also says how days are written. */
export function readColumns(typed: string): CsvColumns {
  const columns: CsvColumns = { headings: {} };
  for (const part of typed.split(',')) {
    const [, word = '', heading = ''] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
    const role = COLUMN_WORDS.find((each) => each.toLowerCase() === word.toLowerCase());
    if (!role) {
      throw new StatementRefused(
        `needs columns such as "date=Buchungstag,amount=Betrag,name=Auftraggeber,words=Verwendungszweck"; “${part.trim()}” is none of ${COLUMN_WORDS.join(', ')}`,
      );
    }
    const [, bare = heading, order] = /^(.*\S)\s*\((DMY|MDY|YMD)\)$/.exec(heading) ?? [];
    columns.headings[role] = bare;
    if (order !== undefined) columns.order = orders.find((each) => each === order);
  }
  return columns;
}

/** The columns that were kept as pairs of a meaning and a heading. */
export function columnsOf(named: readonly (readonly [string, string])[]): CsvColumns {
  const columns: CsvColumns = { headings: {} };
  for (const [word, heading] of named) {
    const role = headings.find(([each]) => each === word)?.[0];
    if (role) columns.headings[role] = heading;
    if (word === 'order') columns.order = orders.find((each) => each === heading);
  }
  return columns;
}

/** A line that a treasurer can read and repeat: "date=Buchungstag (DMY),amount=Betrag". */
export function columnsText({ headings: named, order }: CsvColumns): string {
  return Object.entries(named)
    .map(
      ([role, heading]) =>
        `${role}=${oneLine(heading)}${role === 'date' && order ? ` (${order})` : ''}`,
    )
    .join(',');
}
