import { findCurrency } from '#contract/currency.ts';
import { type ColumnNames, folded } from '#server/files/sheet-table.ts';
import { oneLine, StatementRefused } from './statement.ts';

/** The usual headings of the columns at banks of Germany, its neighbours, and in the web; the likeliest are first. */
export const headings = [
  [
    'date',
    'Buchungstag',
    'Buchungsdatum',
    'Buchung',
    'Booking date',
    'Posting date',
    'Transaction date',
    'Completed Date',
    'Datum',
    'Date de comptabilisation',
    'Date opération',
    'Data operazione',
    'Data contabile',
    'Data',
    'Fecha',
    'Dato',
  ],
  [
    'amount',
    'Betrag',
    'Umsatz',
    'Bedrag',
    'Montant',
    'Importo',
    'Importe',
    'Kwota',
    'Belopp',
    'Beløp',
    'Částka',
  ],
  [
    'debit',
    'Soll',
    'Belastung',
    'Lastschrift',
    'Ausgang',
    'Ausgaben',
    'Money out',
    'Paid out',
    'Withdrawal',
    'Withdrawals',
    'Debits',
    'Débit',
    'Débito',
    'Debe',
    'Cargo',
    'Cargos',
    'Dare',
    'Addebiti',
    'Uscite',
    'Debet',
    'Af',
    'Obciążenia',
  ],
  [
    'credit',
    'Haben',
    'Gutschrift',
    'Eingang',
    'Einnahmen',
    'Money in',
    'Paid in',
    'Deposit',
    'Deposits',
    'Credits',
    'Crédit',
    'Crédito',
    'Haber',
    'Abono',
    'Abonos',
    'Avere',
    'Accrediti',
    'Entrate',
    'Bij',
    'Uznania',
  ],
  [
    'direction',
    'Soll/Haben',
    'Soll/Haben-Kennzeichen',
    'Soll-/Haben-Kennzeichen',
    'S/H',
    'DR/CR',
    'D/C',
    'Debit/Credit',
    'Lastschrift/Gutschrift',
    'Af Bij',
    'Vorzeichen',
    'Indicateur',
  ],
  ['currency', 'Währung', 'Waehrung', 'Devise', 'Divisa', 'Moneda', 'Munt', 'Waluta'],
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
    'Naam / Omschrijving',
    'Zahlungsempfänger',
    'Payee',
  ],
  ['payer', 'Zahlungspflichtige*r', 'Auftraggeber/Zahlungsempfänger', 'Payer Name'],
  ['payee', 'Zahlungsempfänger*in', 'Empfänger/Zahlungspflichtiger', 'Payee Name'],
  [
    'iban',
    'Kontonummer/IBAN',
    'IBAN / Kontonummer',
    'IBAN Zahlungsbeteiligter',
    'ZahlungsempfängerIBAN',
    'Partner Iban',
    'Tegenrekening',
    'Kontonummer',
  ],
  [
    'words',
    'Verwendungszweck',
    'Payment Reference',
    'Vorgang/Verwendungszweck',
    'Buchungs-Details',
    'Mededelingen',
    'Libellé',
    'Causale',
    'Concepto',
  ],
  ['bookingText', 'Buchungstext', 'Umsatzart', 'Description'],
  ['endToEnd', 'Kundenreferenz (End-to-End)', 'Kundenreferenz', 'End-to-End-Referenz'],
  ['bankReference', 'TransferWise ID', 'Transaction ID'],
  ['ownAccount', 'Auftragskonto', 'IBAN Auftragskonto'],
  [
    'bookingState',
    'Info',
    'Status',
    'State',
    'Buchungsstatus',
    'Umsatzstatus',
    'Transaction status',
    'Statut',
    'Stato',
    'Estado',
  ],
  [
    'balance',
    'Running Balance',
    'Account balance',
    'Saldo',
    'Saldo nach Buchung',
    'Saldo na mutatie',
    'Neuer Saldo',
    'Kontostand',
    'Solde',
  ],
] as const satisfies ColumnNames<string>;

export type Role = (typeof headings)[number][0];

/** The columns that change the meaning of another one: they are read whether or not a treasurer has named them. */
export const MEANINGFUL: readonly Role[] = ['direction', 'currency', 'bookingState', 'balance'];

const WITH_AMOUNTS: readonly Role[] = ['amount', 'debit', 'credit', 'balance'];

/** The headings of each role, also with the currencies of a file behind them: “Betrag (EUR)”, “Umsatz in EUR”. */
export function headingsIn(begin: string): ColumnNames<Role> {
  const codes = new Set([...begin.matchAll(/[A-Z]{3}/g)].map(([code]) => code));
  const known = [...codes].filter((code) => findCurrency(code));
  return headings.map(([role, ...names]): readonly [Role, ...string[]] => [
    role,
    ...[role, ...names].flatMap((name) =>
      WITH_AMOUNTS.includes(role)
        ? [name, ...known.flatMap((code) => [`${name} ${code}`, `${name} in ${code}`])]
        : [name],
    ),
  ]);
}

/** Whether a column with this heading usually has the amounts. */
export function isAmountHeading(heading: string): boolean {
  const bare = folded(heading.replace(/(?:\bin )?\(?\b[A-Z]{3}\b\)?$/, ''));
  return headings.some(
    (names) => names[0] === 'amount' && names.some((name) => folded(name) === bare),
  );
}

/** The order of the parts of a day: 31.01.2026, 01/31/2026, 2026-01-31. */
const orders = ['DMY', 'MDY', 'YMD'] as const;
export type Order = (typeof orders)[number];

/** The heading of each column, as a treasurer names them once, or as they were guessed. */
export type CsvColumns = {
  headings: Partial<Record<Role, string>>;
  order?: Order | undefined;
  /** The words of the column `direction`, first the one for money that goes out: "S/H". */
  outAndIn?: string | undefined;
};

/** Reads "date=Buchungstag,amount=Betrag"; `date=Date (MDY)` also says how days are written. */
export function readColumns(typed: string): CsvColumns {
  const columns: CsvColumns = { headings: {} };
  for (const part of typed.split(',')) {
    const [, word = '', heading = ''] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
    const [role] = headings.find(([each]) => each.toLowerCase() === word.toLowerCase()) ?? [];
    if (!role) {
      throw new StatementRefused(
        `needs columns such as "date=Buchungstag,amount=Betrag,name=Auftraggeber,words=Verwendungszweck"; “${part.trim()}” is none of ${headings.map(([each]) => each).join(', ')}`,
      );
    }
    const [, bare = heading, detail] = DETAILS[role]?.exec(heading) ?? [];
    columns.headings[role] = bare;
    if (role === 'date') columns.order = orders.find((each) => each === detail);
    if (role === 'direction') columns.outAndIn = detail;
  }
  return columns;
}

/** A heading with the order of a day, or with the words for money that goes out and comes in; it may have no heading. */
const DETAILS: Partial<Record<Role, RegExp>> = {
  date: /^(.*\S)\s*\((DMY|MDY|YMD)\)$/,
  direction: /^(.*?)\s*\(([^()]+\/[^()]+)\)$/,
};

/** The columns that were kept as pairs of a meaning and a heading. */
export function columnsOf(named: readonly (readonly [string, string])[]): CsvColumns {
  const columns: CsvColumns = { headings: {} };
  for (const [word, heading] of named) {
    const role = headings.find(([each]) => each === word)?.[0];
    if (role) columns.headings[role] = heading;
    if (word === 'order') columns.order = orders.find((each) => each === heading);
    if (word === 'outAndIn') columns.outAndIn = heading;
  }
  return columns;
}

/** A line that a treasurer can read and repeat: "date=Buchungstag (DMY),amount=Betrag". */
export function columnsText({ headings: named, order, outAndIn }: CsvColumns): string {
  const details: Partial<Record<string, string>> = { date: order, direction: outAndIn };
  return Object.entries(named)
    .map(
      ([role, heading]) =>
        `${role}=${oneLine(heading)}${details[role] === undefined ? '' : ` (${details[role]})`}`,
    )
    .join(',');
}
