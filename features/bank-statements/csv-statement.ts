import { isDay } from '#contract/content/calendar-days.ts';
import { isValidIBAN } from 'ibantools';
import { compact } from '#contract/content/bank-account.ts';
import { findCurrency } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import { folded, passedOverWords } from '#server/files/sheet-table.ts';
import { readAmounts, type RowAmounts } from './csv-amounts.ts';
import { balanceNotes, type Step } from './csv-balances.ts';
import { type CsvColumns, columnsText, type Order } from './csv-columns.ts';
import {
  columnsIn,
  type CsvRow,
  type CsvTable,
  kindOf,
  readCsvTable,
  type RowKind,
  unknownStatesIn,
  unreadable,
} from './csv-table.ts';
import { accountOf } from './account-cells.ts';
import { currencyIn } from './money-cell.ts';
import { given, type Statement, type StatementEntry, StatementRefused } from './statement.ts';

export type CsvStatement = Statement & {
  columns: CsvColumns;
  /** The headings of the file: files of one bank have the same. */
  heads: string;
  /** Sentences about columns that nobody has named for these headings before. */
  columnNotes: string[];
  /** The way out if the account of the file is none; empty if the file names it. */
  accountDoubt: string;
};

export type Expected = {
  /** The IBAN of the conference's account. */
  iban: string;
  currency: Currency;
  /** The columns that a treasurer has named for a CSV file with these headings. */
  known?: (heads: string) => CsvColumns | undefined;
};

/**
 * Reads a bank's CSV file. `known` returns the columns that a treasurer has named for a file with these headings. A day,
 * an amount or a direction that can be read in two ways is refused, unless other rows or a balance decide it.
 */
export function readCsvStatement(
  text: string,
  { iban, currency, known }: Required<Expected>,
): CsvStatement {
  const table = readCsvTable(text, known, compact(iban));
  const { heads, places } = table;
  const kinds = Map.groupBy(table.rows, (row) => kindOf(row, table.others));
  const booked = kinds.get('booked') ?? [];
  const unknownStates = unknownStatesIn(booked, table);
  const order = table.named?.order ?? orderOf(booked, heads);
  const amounts = readAmounts(table, booked, currency);
  const codeIn = codeReader(table, amounts, currency);
  const feeAt = table.others.find((at) => FEE.test(table.head[at] ?? ''));
  const left = new Set<string>();
  const fees: string[] = [];
  const steps: Step[] = [];
  const wordsOf = wordsReader(table, kinds.get('detail') ?? []);
  const entries = booked.flatMap((row): StatementEntry[] => {
    const code = codeIn(row);
    const own = findCurrency(code);
    if (!own) {
      left.add(code.slice(0, 10));
      return [];
    }
    const bookedOn = dayIn(row.cell('date'), order);
    if (bookedOn === undefined) throw unreadable(row, 'day', row.cell('date'));
    const amountCents = amounts.amountIn(row, own);
    const feeCents = Math.abs(amounts.centsAt(row, feeAt, own) ?? 0);
    if (feeCents > 0) fees.push(row.cells[feeAt ?? 0] ?? '');
    steps.push({
      row: row.row,
      bookedOn,
      currency: code,
      cents: amountCents,
      feeCents,
      balanceCents: amounts.centsAt(row, places.get('balance'), own),
    });
    const money = { bookedOn, amountCents, currency: own };
    return [{ ...money, ...partyOf(row, table, { amountCents, code }), words: wordsOf(row) }];
  });
  const columns = withDirection({ ...columnsIn(table), order }, amounts);
  return {
    format: 'CSV',
    entries,
    columns,
    heads,
    columnNotes: columnNotes(table, columns),
    accountDoubt: accountDoubt(table, columns),
    notes: [
      ...balanceNotes(steps),
      ...leftOutNotes(kinds),
      ...amounts.notes,
      ...stateNotes(table.head[places.get('bookingState') ?? 0], unknownStates),
      ...feeNotes(table.head[feeAt ?? 0], fees),
      ...[...left].map(
        (code) => `Entries in ${code} are left out: the site has no prices in this currency.`,
      ),
    ],
  };
}

/** An entry besides its day, its money and its words: who paid, from which account, and how the bank calls it. */
function partyOf(
  row: CsvRow,
  table: CsvTable,
  { amountCents, code }: { amountCents: number; code: string },
): Omit<StatementEntry, 'bookedOn' | 'amountCents' | 'currency' | 'words'> {
  const { cell, cells } = row;
  const kinds = [cell('bookingText'), ...table.others.map((at) => cells[at] ?? '')];
  return {
    account: accountOf(cell('ownAccount')) ?? table.account,
    valuedOn: undefined,
    isReversal: kinds.some((words) => RETURNED.test(words)),
    name: cell('name') || cell(amountCents < 0 ? 'payee' : 'payer'),
    iban: accountOf(cell('iban')),
    bic: undefined,
    endToEnd: given(cell('endToEnd')),
    bankReference: given(cell('bankReference')),
    sentAs: sentAsOf(row, table, code),
  };
}

/**
 * The words of an entry, with those of the rows below it that have neither day nor amount. An entry without them
 * may have them in any column that is not read.
 */
function wordsReader(
  { others, rows }: CsvTable,
  details: readonly CsvRow[],
): (row: CsvRow) => string {
  const isDetail = new Set(details);
  const below = new Map<CsvRow, string[]>();
  let last: string[] = [];
  for (const row of rows) {
    if (isDetail.has(row)) last.push(...row.cells.filter((cell) => isText(cell)));
    else below.set(row, (last = []));
  }
  return (row) => {
    const words = [
      row.cell('words') || row.cell('bookingText'),
      ...(row.cell('words') === '' ? others : [])
        .map((at) => row.cells[at] ?? '')
        // A bank may cut the words, so that a column begins with the end of a reference.
        .filter((cell, at, all) => isText(cell) || (/^\d{1,8}$/.test(cell) && isText(all[at - 1]))),
      ...(below.get(row) ?? []),
    ];
    return [...new Set(words)].join(' ').trim();
  };
}

/** Whether a cell may be words of the payer: no amount, currency, day or account. */
function isText(cell = ''): boolean {
  return /\p{L}{2}/u.test(cell) && currencyIn(cell) === undefined && !isValidIBAN(compact(cell));
}

/** A whole cell of the bank about money that comes back, or is taken back; a payer's words have a reference. */
const RETURNED =
  /^\D{0,20}(?:rücküberw|retour|rückgabe|rücklast|return|storno|revers|devolu|rechaz|zwrot|återb|tilbagef)\D{0,30}$/iu;

const FEE = /\b(?:fees?|charges?|commission|frais|commissioni|kosten)\b|gebühr|entgelt|provision/i;

function stateNotes(heading: string | undefined, unknown: readonly string[]): string[] {
  return unknown.map(
    (state) =>
      `The column “${heading}” has a word that is not known (“${state}”): its entries are read as booked.`,
  );
}

function feeNotes(heading: string | undefined, fees: readonly string[]): string[] {
  if (fees.length === 0) return [];
  const some = `${fees.slice(0, 3).join(', ')}${fees.length > 3 ? ' …' : ''}`;
  return [
    `The column “${heading}” has fees (${some}): they are not booked here, so post them in your accounting program.`,
  ];
}

function leftOutNotes(kinds: ReadonlyMap<RowKind, readonly CsvRow[]>): string[] {
  return [
    ...linesOf(
      kinds.get('pending'),
      'Entries that the bank has not booked, or has taken back, and that are left out',
    ),
    ...linesOf(kinds.get('balance'), 'Lines with a balance or a sum, which are no entries'),
    ...linesOf(kinds.get('dayless'), 'Lines with an amount and no day, which are left out'),
  ];
}

function linesOf(rows: readonly CsvRow[] = [], words: string): string[] {
  if (rows.length === 0) return [];
  const numbers = rows.slice(0, 5).map(({ row }) => row);
  return [`${words}: ${rows.length} (row ${numbers.join(', ')}${rows.length > 5 ? ' …' : ''}).`];
}

/** Names the direction among the columns if the file shows both of its words. */
function withDirection(columns: CsvColumns, { direction }: RowAmounts): CsvColumns {
  if (direction?.outAndIn === undefined) return columns;
  return {
    ...columns,
    headings: { ...columns.headings, direction: direction.heading },
    outAndIn: direction.outAndIn,
  };
}

/** Sentences about the columns: those that were guessed, those that were not found, and those that are not read. */
function columnNotes({ named, places, head, others }: CsvTable, columns: CsvColumns): string[] {
  const missing = [
    ...(places.has('name') || places.has('payer') ? [] : ['name']),
    ...(places.has('iban') ? [] : ['iban']),
  ];
  const unread = others
    .map((at) => head[at] ?? '')
    .filter((each) => each !== '' && each !== columns.headings.direction);
  return [
    ...(named
      ? []
      : [
          `These columns were guessed by their headings, and are remembered: ${columnsText(columns)}. If they are wrong, name them with --columns.`,
        ]),
    ...(missing.length > 0 ? [`No column was found for: ${missing.join(', ')}.`] : []),
    ...(places.has('words') || unread.length === 0
      ? passedOverWords(unread)
      : [
          `No column was found for words, so texts of all others are read as words: ${unread.map((each) => `“${each}”`).join(', ')}.`,
        ]),
  ];
}

/** Says how to read a column as another one than that of the own account, if nobody has named it so. */
function accountDoubt({ foundAccountAt, head }: CsvTable, columns: CsvColumns): string {
  if (foundAccountAt === undefined) return '';
  const heading = head[foundAccountAt] ?? '';
  const { ownAccount: _, ...others } = columns.headings;
  const isPayers = others.iban === undefined && heading !== '';
  const way = isPayers ? { iban: heading } : { ownAccount: '' };
  const named = { ...columns, headings: { ...others, ...way } };
  return `. The column “${heading}” has it in each row: if it is the account of a payer, and not of the file, add --columns "${columnsText(named)}"`;
}

/** The code of the currency of a row: in the cell of its amount, in a column, in the heading, above the table. */
function codeReader(
  { head, named, places, rows, others, currency: above }: CsvTable,
  amounts: RowAmounts,
  currency: Currency,
): (row: CsvRow) => string {
  const amountAt = places.get('amount') ?? places.get('credit') ?? 0;
  const namedAt = places.get('currency');
  const isCodes = (at: number) => {
    const cells = rows.map(({ cells: all }) => all[at] ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => currencyIn(cell) !== undefined);
  };
  const isSame = (at: number) => folded(head[at] ?? '') === folded(head[namedAt ?? -1] ?? '');
  // Some files have the currency of the balance, too, with the same heading.
  const beside = [amountAt + 1, amountAt - 1].filter(
    (at) => others.includes(at) && isCodes(at) && (namedAt === undefined || isSame(at)),
  );
  const at = named?.headings.currency === undefined ? (beside[0] ?? namedAt) : namedAt;
  const [heading] = (head[amountAt] ?? '').split(/\s+/).flatMap((word) => currencyIn(word) ?? []);
  return (row) => {
    const cell = row.cells[at ?? -1] ?? '';
    const code =
      amounts.currencyIn(row) ??
      currencyIn(cell) ??
      (cell.toUpperCase() || (heading ?? above ?? currency.code));
    // The dollar of the conference is meant, if it has one.
    return code === '$' ? (currency.sign.includes('$') ? currency.code : 'USD') : code;
  };
}

/** The payer's currency: a column that is not read has another one than the amount, with an amount beside it. */
function sentAsOf({ cells }: CsvRow, { head, others }: CsvTable, code: string): string | undefined {
  const at = others.find((each) => {
    const cell = cells[each] ?? '';
    return (
      /^[A-Z]{3}$/.test(cell) &&
      currencyIn(cell) !== undefined &&
      cell !== code &&
      !OWN.test(head[each] ?? '')
    );
  });
  if (at === undefined) return undefined;
  const sent = [cells[at - 1], cells[at + 1]].find((cell) => /^[-+]?\d[\d.,]*$/.test(cell ?? ''));
  return sent === undefined ? `money in ${cells[at]}` : `${sent.replace(/^[-+]/, '')} ${cells[at]}`;
}

/** Headings of currencies that are not the payer's. */
const OWN = /fee|charge|gebühr|entgelt|konto|account|saldo|balance/i;

const DAY = /^(\d{1,4})([.\-/])(\d{1,2})\2(\d{1,4})\.?(?:[ T,].*)?$/;

/** A day in figures with separators: Dutch banks write 20260302, and British ones 02 Mar 2026. */
function separated(day: string): string {
  const [, date = '', name = '', year = ''] =
    /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](20\d\d)$/i.exec(day) ?? [];
  const month = 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(name.toLowerCase()) / 3 + 1;
  if (name !== '' && Number.isInteger(month) && month > 0) return `${year}-${month}-${date}`;
  return day.replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
}

/** The order of the parts of all days: a day such as 31/01 decides it for 01/02. */
function orderOf(booked: readonly CsvRow[], heads: string): Order {
  const days = booked.map(({ cell }) => cell('date'));
  const parts = days.flatMap((day) => {
    const [, first = '', sign = '', second = ''] = DAY.exec(separated(day)) ?? [];
    return first === '' ? [] : [{ first, sign, second }];
  });
  const isAny = (test: (part: (typeof parts)[number]) => boolean) => parts.some(test);
  if (isAny(({ first }) => first.length === 4)) return 'YMD';
  // With dots the day is first everywhere, and Wise writes 31-01-2026.
  if (isAny(({ sign }) => sign === '.') || /^(?:"?TransferWise )?ID;Date/i.test(heads)) {
    return 'DMY';
  }
  const isDayFirst = isAny(({ first }) => Number(first) > 12);
  const isMonthFirst = isAny(({ second }) => Number(second) > 12);
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'DMY' : 'MDY';
  const [example] = days;
  throw new StatementRefused(
    `has days such as ${example}, of which nobody can tell day and month: add --columns "date=HEADING (DMY),…" for day first, or (MDY) for month first`,
  );
}

function dayIn(text: string, order: Order): string | undefined {
  const match = DAY.exec(separated(text));
  if (!match) return undefined;
  const [, first = '', , second = '', third = ''] = match;
  const [year = '', month = '', day = ''] =
    order === 'YMD'
      ? [first, second, third]
      : order === 'DMY'
        ? [third, second, first]
        : [third, first, second];
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(full) ? full : undefined;
}
