import { findCurrency } from '#contract/currency.ts';
import { type ColumnNames, folded } from '#server/files/sheet-table.ts';
import { oneLine, StatementRefused } from './statement.ts';

/** The usual headings of the columns at banks of Europe, and in the web; the likeliest are first. */
const HEADINGS = {
  date: `Buchungstag|Buchungsdatum|Buchung|Booking date|Booked at|Posting date|Transaction date|Completed Date|Datum
    |Date de comptabilisation|Date opération|Date de l'opération|Date d'exécution|dateOp|Data operazione|Data contabile
    |Data registrazione|Data księgowania|Data operacji|Data lançamento|Data movimento|Data tranzactie|Data|Date (UTC)
    |Fecha operación|Fecha|Bokført dato|Bokføringsdato|Bokföringsdag|Bokföringsdatum|Dato|Kirjauspäivä|Kuupäev|Datums
    |Datum zaúčtování|Dátum zaúčtovania|Datum knjiženja|Datum izvršenja|Dátum|İşlem tarihi|Tarih|Ημερομηνία|Дата операции|Дата|日付|取引日|交易日期|תאריך
    |Date completed (UTC)|Operation date (local)|Operation date|Boekingsdatum|Data mov.|Könyvelés dátuma
    |Posted Transactions Date`,
  amount: `Betrag|Umsatz|Bedrag|Montant|Montant de l'opération|Importo|Importe|Kwota|Belopp|Beløp|Beløb|Částka|Objem|Määrä
    |Summa|Suma|Znesek|Iznos|Összeg|Montante|Tutar|Ποσό|Сума|Сумма|Credit/Debit Amount`,
  debit: `Soll|Belastung|Lastschrift|Ausgang|Ausgaben|Money out|Paid out|Withdrawal|Withdrawals|Debit Amount|Debits|Débit
    |Débit euros|Débito|Debe|Cargo|Cargos|Dare|Addebiti|Uscite|Debet|Af|Obciążenia|Ut fra konto|Isplata|V breme|Terhelés
    |Borç|Χρέωση|Дебет|支払い金額|お支払金額|支出|חובה|Beløp ut|Ut|Uttag`,
  credit: `Haben|Gutschrift|Eingang|Einnahmen|Money in|Paid in|Deposit|Deposits|Credit Amount|Credits|Crédit
    |Crédit euros|Crédito|Haber|Abono|Abonos|Avere|Accrediti|Entrate|Bij|Uznania|Inn på konto|Uplata|V dobro|Jóváírás
    |Alacak|Πίστωση|Кредит|預かり金額|お預り金額|收入|זכות|Beløp inn|Inn|Insättning`,
  direction: `Soll/Haben|Soll/Haben-Kennzeichen|Soll-/Haben-Kennzeichen|S/H|DR/CR|D/C|Debit/Credit
    |Lastschrift/Gutschrift|Af Bij|Vorzeichen|Indicateur|Deebet/Kreedit|D/K`,
  currency:
    'Währung|Waehrung|Devise|Devise du compte|Divisa|Moneda|Munt|Waluta|Měna|Mena|Devies|Valuuta|Valiuta|Валюта',
  name: `Beguenstigter/Zahlungspflichtiger|Begünstigter/Zahlungspflichtiger|Begünstigter / Auftraggeber
    |Auftraggeber / Begünstigter|Auftraggeber/Empfänger|Empfänger/Auftraggeber|Name Zahlungsbeteiligter|Partner Name|Counterparty name
    |Counterparty|Counter Party|Naam / Omschrijving|Naam tegenpartij|Zahlungsempfänger|Payee|Nom de la contrepartie
    |Nadawca/Odbiorca|Název protiúčtu|Saaja/Maksaja|Saaja/Maksja|Sender/receiver name|Platitelj/Primatelj|Empfaenger 1`,
  payer: 'Zahlungspflichtige*r|Auftraggeber/Zahlungsempfänger|Payer Name|Auftraggebername',
  payee: 'Zahlungsempfänger*in|Empfänger/Zahlungspflichtiger|Payee Name|Empfängername',
  iban: `Kontonummer/IBAN|IBAN / Kontonummer|IBAN Zahlungsbeteiligter|ZahlungsempfängerIBAN|Partner Iban|Tegenrekening
    |Tegenrekening IBAN/BBAN|Rekeningnummer tegenpartij|Protiúčet|Sender/receiver account|Kontonummer|Numer konta`,
  words: `Verwendungszweck|Payment Reference|Vorgang/Verwendungszweck|Buchungs-Details|Mededelingen|Communication
    |Zahlungsgrund|Causale|Tytuł`,
  bookingText: 'Buchungstext|Umsatzart|Description|Opis operacji',
  endToEnd: 'Kundenreferenz (End-to-End)|Kundenreferenz|End-to-End-Referenz',
  bankReference: 'TransferWise ID|Transaction ID',
  ownAccount: 'Auftragskonto|IBAN Auftragskonto|IBAN Auftraggeberkonto',
  bookingState:
    'Info|Status|State|Buchungsstatus|Umsatzstatus|Transaction status|Statut|Stato|Estado',
  balance: `Running Balance|Account balance|Saldo|Saldo nach Buchung|Saldo na mutatie|Saldo po operacji|Neuer Saldo
    |Kontostand|Solde|Closing Balance|Bakiye|Stanje|Υπόλοιπο|差引残高|余额|יתרה|Saldo contabilístico`,
} as const;

export type Role = keyof typeof HEADINGS;

export const ROLES = Object.keys(HEADINGS).filter((role): role is Role => role in HEADINGS);

/** Each role with its headings. */
const headings: ColumnNames<Role> = ROLES.map((role) => [
  role,
  ...HEADINGS[role].split('|').map((heading) => heading.trim()),
]);

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

/** Reads "date=Buchungstag,amount=Betrag"; `date=Date (MDY)` also says how days are written, and `ownAccount=` that no column has the own account. */
export function readColumns(typed: string): CsvColumns {
  const columns: CsvColumns = { headings: {} };
  // A heading may contain a comma.
  for (const part of typed.split(/,(?=\s*\w+\s*=)/)) {
    const [, word = '', heading = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
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
