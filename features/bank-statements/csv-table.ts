import { type ColumnNames, folded } from '#server/files/sheet-table.ts';
import { csvRows } from '#server/files/csv-rows.ts';
import { ibansIn, ownAccountAt } from './account-cells.ts';
import { currencyIn } from './money-cell.ts';
import { type CsvColumns, headingsIn, MEANINGFUL, type Role, ROLES } from './csv-columns.ts';
import { MOST_ENTRIES, oneLine, StatementRefused, TOO_MANY } from './statement.ts';

/** The cells of a file, with the place of each column that is read. */
export type CsvTable = {
  head: readonly string[];
  /** The headings of the file: files of one bank have the same. */
  heads: string;
  /** The columns that a treasurer has named. */
  named: CsvColumns | undefined;
  places: ReadonlyMap<Role, number>;
  rows: readonly CsvRow[];
  /** The places of the columns that have no role. */
  others: readonly number[];
  /** The own account and its currency, as far as the lines above the table name them. */
  account: string | undefined;
  /** The column of the own account if its cells told it, and not its heading. */
  foundAccountAt: number | undefined;
  currency: string | undefined;
};

export type CsvRow = {
  /** Counted from 1, as in spreadsheet programs. */
  row: number;
  cells: readonly string[];
  /** Empty if the column is missing. */
  cell: (role: Role) => string;
};

/** The headings have to be in one of the first rows; a title, or facts about the account, may be above them. */
const LAST_HEAD = 100;

/** How much of the headings a refusal shows: a heading that is cut is none in the next run. */
const MOST_SHOWN = 2000;

/** Finds the row with most of the headings, and reads the rows below it. */
export function readCsvTable(
  text: string,
  known: (heads: string) => CsvColumns | undefined,
  own: string,
): CsvTable {
  const sheet = csvRows(text)?.map((cells) => cells.map(oneLine));
  if (!sheet) throw new StatementRefused('is damaged: it has characters that no text has');
  const { named, head, headAt, places } = headOf(sheet, known);
  const heads = headsOf(head);
  checkColumns(places, heads, named);
  const rows = rowsBelow(sheet, { headAt, heads, places });
  const above = sheet
    .slice(0, headAt)
    .flat()
    .filter((cell) => cell !== '');
  const account = accountIn(above, own);
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), head.length);
  const isToldBefore =
    account === own || places.has('ownAccount') || named?.headings.ownAccount !== undefined;
  const foundAccountAt = isToldBefore ? undefined : findAccountAt();
  if (foundAccountAt !== undefined) {
    if (foundAccountAt === places.get('iban')) places.delete('iban');
    places.set('ownAccount', foundAccountAt);
  }
  return {
    head,
    heads,
    named,
    places,
    rows,
    others: others(),
    account,
    foundAccountAt,
    currency: currencyAbove(above),
  };

  function others(): number[] {
    const read = new Set(places.values());
    return Array.from({ length: width }, (_, at) => at).filter((at) => !read.has(at));
  }

  function findAccountAt(): number | undefined {
    const unread = others();
    const ibanAt = places.get('iban');
    return ownAccountAt({
      rows: rows.filter((row) => kindOf(row, unread) === 'booked'),
      others: unread,
      iban:
        ibanAt === undefined
          ? undefined
          : { at: ibanAt, heading: head[ibanAt] ?? '', isNamed: named !== undefined },
      namesAt: (['name', 'payer', 'payee'] as const).flatMap((role) => places.get(role) ?? []),
      own,
    });
  }
}

function rowsBelow(
  sheet: readonly string[][],
  { headAt, heads, places }: { headAt: number; heads: string; places: ReadonlyMap<Role, number> },
): CsvRow[] {
  const rows = sheet.slice(headAt + 1).flatMap((cells, at): CsvRow[] => {
    const cell = (role: Role) => cells[places.get(role) ?? -1] ?? '';
    if (headsOf(cells) === heads) {
      throw new StatementRefused(
        `has a second table in row ${headAt + 2 + at}: export one account, and booked entries alone, into a file`,
      );
    }
    return cells.every((each) => each === '') ? [] : [{ row: headAt + 2 + at, cells, cell }];
  });
  if (rows.length > MOST_ENTRIES) throw new StatementRefused(TOO_MANY);
  return rows;
}

/** The row with most of the headings; of those with as many, the widest one. */
function headOf(sheet: readonly string[][], known: (heads: string) => CsvColumns | undefined) {
  const begin = sheet.slice(0, LAST_HEAD);
  const named = begin.map((cells) => known(headsOf(cells))).find((columns) => columns);
  const names = namesOf(begin.flat().join(' '), named);
  const [best] = begin
    .map((cells, at) => ({ head: cells, headAt: at, places: placesIn(cells, names) }))
    .toSorted(
      (one, other) => other.places.size - one.places.size || filledIn(other) - filledIn(one),
    );
  return { named, ...(best ?? { head: [], headAt: 0, places: new Map<Role, number>() }) };
}

function filledIn({ head }: { head: readonly string[] }): number {
  return head.filter((cell) => cell !== '').length;
}

/** How well the headings of a text are known: best if a treasurer has named them. */
export function knownHeadings(
  text: string,
  known: (heads: string) => CsvColumns | undefined,
): number {
  const sheet = csvRows(text)?.map((cells) => cells.map(oneLine)) ?? [];
  const { named, places } = headOf(sheet, known);
  const isNamed = named && ROLES.every((role) => !named.headings[role] || places.has(role));
  return places.size + (isNamed ? sheet.length : 0);
}

function headsOf(row: readonly string[]): string {
  return row.join(';');
}

/** The headings to look for: those that a treasurer has named, and always those of columns that change a meaning. */
function namesOf(begin: string, named: CsvColumns | undefined): ColumnNames<Role> {
  const usual = headingsIn(begin);
  if (!named) return usual;
  return usual.flatMap((names): (readonly [Role, ...string[]])[] => {
    const [role] = names;
    const heading = named.headings[role];
    if (heading === undefined) return MEANINGFUL.includes(role) ? [names] : [];
    const detail =
      role === 'date' ? named.order : role === 'direction' ? named.outAndIn : undefined;
    return heading === '' ? [] : [[role, heading, `${heading} (${detail})`]];
  });
}

/** The place of each role in a row of headings. The role itself is a heading only if nobody has named another. */
function placesIn(cells: readonly string[], names: ColumnNames<Role>): Map<Role, number> {
  const found = cells.map(folded);
  const places = new Map<Role, number>();
  for (const [role, ...headings] of names) {
    const at = headings.map((name) => found.indexOf(folded(name))).find((index) => index !== -1);
    if (at !== undefined) places.set(role, at);
  }
  return places;
}

function checkColumns(
  places: ReadonlyMap<Role, number>,
  heads: string,
  named: CsvColumns | undefined,
): void {
  const missing = ROLES.filter((role) => !places.has(role))
    .map((role) => named?.headings[role] ?? '')
    .find((heading) => heading !== '');
  if (missing !== undefined) {
    throw new StatementRefused(
      `has no column “${missing}”: its columns are ${heads.slice(0, MOST_SHOWN)}`,
    );
  }
  const hasAmount = places.has('amount') || (places.has('debit') && places.has('credit'));
  if (places.has('date') && hasAmount) return;
  throw new StatementRefused(
    `has columns that are not known: name them with --columns "date=…,amount=…,name=…,iban=…,words=…" and the headings of the file (${heads.slice(0, MOST_SHOWN)}). If these are no headings, ask the bank for CAMT.053 or MT940`,
  );
}

/** The account of the lines above the table: "IBAN;DE12 5001 …". */
function accountIn(above: readonly string[], own: string): string | undefined {
  const accounts = above.flatMap(ibansIn);
  return accounts.includes(own) ? own : accounts[0];
}

const CURRENCY =
  /^#?(?:account )?(?:währung|waehrung|currency|devise|divisa|moneda|munt|valuta|waluta|měna|mena|bewertet in)\b[ :]*/i;

/** The currency of the lines above the table: "Währung:;CHF" or "Currency: CHF". */
function currencyAbove(above: readonly string[]): string | undefined {
  const at = above.findIndex((cell) => CURRENCY.test(cell));
  const behind = above[at]?.replace(CURRENCY, '');
  return currencyIn(behind || (above[at + 1] ?? ''));
}

/**
 * A row may be an entry; an entry that the bank has not booked, or has taken back; a line with a balance or a sum; more
 * words of the entry above it; or another line, such as a remark at the end.
 */
export type RowKind = 'booked' | 'pending' | 'balance' | 'dayless' | 'detail' | 'other';

export function kindOf({ cell, cells }: CsvRow, others: readonly number[]): RowKind {
  const hasMoney = (['amount', 'debit', 'credit'] as const).some((role) => /\d/.test(cell(role)));
  const hasDay = /\d/.test(cell('date'));
  const isBalance = cells.some((each) =>
    BALANCE.test(each.replaceAll(SPACED, '').replace(/^#/, '')),
  );
  if (!hasMoney && !hasDay) return cell('date') === '' && !isBalance ? 'detail' : 'other';
  const hasParty = (['name', 'payer', 'payee', 'iban'] as const).some((role) => cell(role) !== '');
  if (!hasParty && isBalance) return 'balance';
  const states = [
    cell('bookingState'),
    cell('date'),
    cell('bookingText'),
    ...others.map((at) => cells[at] ?? ''),
  ];
  if (states.some((state) => PENDING.test(state)) || VERBOSE_PENDING.test(cell('bookingState'))) {
    return 'pending';
  }
  return hasDay ? 'booked' : hasMoney ? 'dayless' : 'other';
}

/** A whole cell that says so: "Anfangssaldo", "Closing balance", "Solde au 31.01.2026", "Balance brought forward". */
const BALANCE = new RegExp(
  String.raw`^(?:\p{L}+[ -]){0,2}\p{L}*(?:saldo|kontostand|solde|balance|zůstatek|egyenleg|summen?|totals?|totaal|käive|apgrozījums|apyvarta|obraty?|obroty|rulaj|promet|forgalom|yhteensä|razem|ukupno|skupaj|celkem|összesen|toplam|bakiye|υπόλοιπο|σύνολο|итого|оборот)(?:[ ,:]+(?:brought|carried|forward|b/f|c/f|am|per|vom|zum|au|du|le|al|del|op|as|at|of|on|initial|final|finale|iniziale|inicial|anterior|précédent|końcowe|początkowe|EUR|CHF|USD|GBP|[\d./:-]+))*$`,
  'iu',
);

/** The blanks of “S A L D O”. */
const SPACED = /(?<=^\p{L}|\s\p{L}) (?=\p{L}(?:\s|$))/gu;

/** A whole cell, in the words of banks. */
const PENDING =
  /^(?:(?:noch )?nicht gebucht|vorgemerkt|offen|in bearbeitung|reserviert|storniert|abgelehnt|zurückgewiesen|fehlgeschlagen|rückgängig|pending|processing|authori[sz]ed|unbooked|cancell?ed|declined|reverted|reversed|failed|refused|rejected|expired|blocked|en attente|refusée?|annulée?|pendiente|rechazado|anulado|in attesa|rifiutato|in behandeling|geweigerd|oczekując[aey]|odrzucon[aey]|venter|slettet|avvist|avbrutt|afvist|väntar|makulerad|hylätty|odottaa|ootel|recusad[ao]|pendente|cancelad[ao]|annullato|čekající|zamítnut[aáo]|beklemede|iptal(?: edildi)?|reddedildi|отклон[её]н[ао]?)$/iu;

/** The same within the words of a column that is about the state: "Umsatz vorgemerkt". */
const VERBOSE_PENDING =
  /vorgemerkt|nicht gebucht|storniert|abgelehnt|zurückgewiesen|fehlgeschlagen|pending|cancell?ed|declined|reverted|reversed|failed|refused|rejected/i;

/** The words about the state of entries that are not known. Beside other words nobody can tell what they mean. */
export function unknownStatesIn(booked: readonly CsvRow[], { head, places }: CsvTable): string[] {
  const states = new Set(booked.map(({ cell }) => cell('bookingState'))).difference(new Set(['']));
  const unknown = [...states].filter((state) => !BOOKED.test(state));
  if (unknown.length === 0 || states.size === 1) return unknown;
  throw new StatementRefused(
    `has in the column “${head[places.get('bookingState') ?? 0]}” the word “${unknown[0]}”, of which nobody can tell whether the bank has booked the entry: choose booked entries alone at the bank, or take CAMT.053 or MT940`,
  );
}

const BOOKED =
  /^sent$|accept|udført|utført|bokförd|bokført|toteut|gebucht|booked|complete|done|settled|cleared|posted|executed|success|ausgeführt|abgeschlossen|erledigt|^ok$|comptabilis|exécut|effectu|contabiliz|realiz|eseguit|księg|wykonan|geboekt|verwerkt|final/i;

/** The columns that are read, as a treasurer would name them. */
export function columnsIn({ named, places, head }: CsvTable): CsvColumns {
  return (
    named ?? {
      headings: Object.fromEntries(
        [...places].flatMap(([role, at]) => (head[at] ? [[role, head[at]]] : [])),
      ),
    }
  );
}

export function unreadable({ row }: CsvRow, part: string, text: string): StatementRefused {
  if (text === '') {
    return new StatementRefused(
      `has in row ${row} no ${part}: check the columns, or take CAMT.053 or MT940`,
    );
  }
  return new StatementRefused(
    `has in row ${row} the ${part} “${text.slice(0, 30)}”, which cannot be read: check the columns, or download it again`,
  );
}
