import type { Bookkeeping } from './shape.ts';
import { inWindows1252, windows1252Bytes } from '#contract/letters.ts';
import { asCents, type Currency, decimalFromCents } from '#contract/money.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import type { DateRange } from '#server/reports/date-range.ts';
import type { Posting } from './journal.ts';

export type Datev = NonNullable<Bookkeeping['datev']>;

/** The facts in the head of a file. */
export type DatevHead = {
  bookkeeping: Bookkeeping;
  datev: Datev;
  range: DateRange;
  currency: Currency;
  /** When the file is made. */
  now: Date;
};

/**
 * A batch of postings in DATEV's EXTF format: version 700, category 21, format version 13, as DATEV's description of
 * the format has it, in windows-1252. All days have to lie in one financial year, because a posting has no year.
 */
export async function* datevFile(
  postings: AsyncIterable<Posting>,
  head: DatevHead,
): AsyncGenerator<Uint8Array> {
  yield line(headOf(head));
  yield line(columns.map(quoted));
  for await (const posting of postings) yield line(cellsOf(posting, head));
}

/** The first day of the financial year of a range; refuses a range that lies in two of them. */
export function financialYearOf({ yearBegins }: Datev, { first, last }: DateRange): string {
  const startBefore = (day: string) => {
    const year = Number(day.slice(0, 4));
    const start = `${year}-${yearBegins}`;
    return start <= day ? start : `${year - 1}-${yearBegins}`;
  };
  const start = startBefore(first);
  if (start === startBefore(last)) return start;
  throw new NotUnderstood(
    `A file for DATEV is about one financial year, and a new one begins on ${startBefore(last)}: please make two files.`,
  );
}

function headOf({ datev, range, currency, now }: DatevHead): string[] {
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const { consultant, client, accountLength } = datev;
  const made = digits(now.toISOString()).slice(0, 17);
  const year = digits(financialYearOf(datev, range));
  const days = `${digits(range.first)};${digits(range.last)}`;
  const name = `"Conference ${range.words}"`.slice(0, 31).replace(/"?$/, '"');
  // "RE" stands for no program of DATEV's; 1;0;0 is a batch of the financial accounts that can still be edited.
  const head = `"EXTF";700;21;"Buchungsstapel";13;${made};;"RE";"";"";${consultant};${client};${year};${accountLength};${days};${name};"";1;0;0;"${currency.code}";;"";;;"";;;"";""`;
  return head.split(';');
}

/** The revenue account is the second account of each line: DATEV reads the tax key as its key. */
function cellsOf(posting: Posting, { bookkeeping }: DatevHead): string[] {
  const { debit, credit, cents, currency, day, number, words, taxKey, link } = posting;
  const isBack = bookkeeping.accounts.revenue.some(({ account }) => account === debit);
  const cells = columns.map(() => '');
  const put = (column: string, cell: string) => {
    const at = columns.indexOf(column);
    if (at < 0) throw new Error(`DATEV has no column ${column}`);
    cells[at] = cell;
  };
  put('Umsatz (ohne Soll/Haben-Kz)', decimalFromCents(asCents(cents), currency).replace('.', ','));
  put('Soll/Haben-Kennzeichen', quoted(isBack ? 'H' : 'S'));
  put('WKZ Umsatz', quoted(currency.code));
  put('Konto', isBack ? credit : debit);
  put('Gegenkonto (ohne BU-Schlüssel)', isBack ? debit : credit);
  put('BU-Schlüssel', taxKey === '' ? '' : quoted(taxKey));
  put('Belegdatum', `${day.slice(8, 10)}${day.slice(5, 7)}`);
  put('Belegfeld 1', quoted(number.replaceAll(/[^\w$&%*+/-]/g, '-').slice(0, 36)));
  put('Buchungstext', quoted(inWindows1252(`${number} ${words}`).slice(0, 60)));
  if (link !== '') {
    put('Zusatzinformation - Art 1', quoted('Link'));
    put('Zusatzinformation - Inhalt 1', quoted(link.slice(0, 210)));
  }
  const { costCentre } = bookkeeping;
  if (costCentre !== undefined) put('KOST1 - Kostenstelle', quoted(costCentre));
  put('Festschreibung', '0');
  return cells;
}

function line(cells: readonly string[]): Uint8Array {
  return windows1252Bytes(`${inWindows1252(cells.join(';'))}\r\n`);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => [
    `${name} - Art ${at + 1}`,
    `${name} - Inhalt ${at + 1}`,
  ]).flat();

/** The 125 columns of format version 13, in their order. */
const columns = [
  `Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto`,
  `Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext`,
  `Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink`,
  ...numbered(8, 'Beleginfo'),
  `KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)`,
  `EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L`,
  `BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung`,
  ...numbered(20, 'Zusatzinformation'),
  `Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp`,
  `Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen)`,
  `Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz`,
  `Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername`,
  `Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis`,
  `Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum`,
  `Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz;Land`,
  `Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung)`,
  `Abw. Skontokonto`,
].flatMap((names) => names.split(';'));
