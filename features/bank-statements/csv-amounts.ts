import type { Currency } from '#contract/money.ts';
import { columnsText, isAmountHeading } from './csv-columns.ts';
import {
  type Direction,
  directionOf,
  doubtfulColumn,
  findDirection,
  type OtherColumn,
  pairOf,
  type Side,
  sideIn,
  sidesOf,
  wordOf,
} from './csv-directions.ts';
import { columnsIn, type CsvRow, type CsvTable, unreadable } from './csv-table.ts';
import {
  centsIn,
  decimalSignOf,
  type MoneyCell,
  readMoneyCell,
  wordsInMoney,
} from './money-cell.ts';
import { StatementRefused } from './statement.ts';

/** How the amounts of a file are written: found once, from all of its booked rows. */
type Writing = {
  read: (text: string) => MoneyCell | undefined;
  point: ',' | '.';
  /** Whether some amount has a sign. */
  isSigned: boolean;
  /** The side of an amount without a sign: it comes in if others have a minus. Undefined if nobody can tell. */
  bare: Side | undefined;
  direction: Direction | undefined;
};

/** Reads the money of the rows of a file. */
export type RowAmounts = Pick<Writing, 'direction'> & {
  /** Negative for money that goes out. Throws StatementRefused if nobody can tell. */
  amountIn: (row: CsvRow, currency: Currency) => number;
  /** The cents of a cell beside the amount, such as the balance; undefined if it has none. */
  centsAt: (row: CsvRow, at: number | undefined, currency: Currency) => number | undefined;
  /** The currency that the cell of the amount names. */
  currencyIn: (row: CsvRow) => string | undefined;
  notes: string[];
};

const ROLES = ['amount', 'debit', 'credit'] as const;

export function readAmounts(
  table: CsvTable,
  booked: readonly CsvRow[],
  currency: Currency,
): RowAmounts {
  const cells = booked.flatMap(({ cell }) => ROLES.map(cell));
  const words = sidesOf(wordsInMoney(cells)) ?? new Map<string, Side>();
  const read = (text: string) => (text === '' ? undefined : readMoneyCell(text, words));
  const signs = new Set(table.rows.map(({ cell }) => read(cell('amount'))?.side));
  const isSigned = signs.has(-1) || signs.has(1);
  const writing: Writing = {
    read,
    point: decimalSignOf(
      cells.flatMap((cell) => read(cell)?.digits ?? []),
      currency,
    ),
    isSigned,
    bare: isSigned && !signs.has(-1) ? undefined : 1,
    direction: directionIn(table, booked, isSigned),
  };
  checkAmountColumns(table, booked, writing);
  const isWithoutSign = table.places.has('amount') && !isSigned && !writing.direction;
  const hasSides = table.places.has('debit') && table.places.has('credit');
  return {
    direction: writing.direction,
    amountIn: (row, own) => amountIn(row, own, writing),
    centsAt: (row, at, own) => centsAt(row, at, { ...writing, currency: own }),
    currencyIn: ({ cell }) => ROLES.flatMap((role) => read(cell(role))?.currency ?? [])[0],
    notes:
      isWithoutSign && !hasSides
        ? ['No amount has a minus, so all entries are read as money that came in.']
        : [],
  };
}

/** The column that says which amounts go out. Refuses the file if a column may say so in words that nobody knows. */
function directionIn(
  table: CsvTable,
  booked: readonly CsvRow[],
  isSigned: boolean,
): Direction | undefined {
  const { places, named, head, others } = table;
  const amountAt = places.get('amount');
  if (amountAt === undefined) return undefined;
  const columnAt = (at: number): OtherColumn => {
    const filled = booked.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '');
    const words = new Map<string, string>();
    for (const cell of filled) {
      if (!words.has(wordOf(cell))) words.set(wordOf(cell), cell);
      if (words.size > MOST_WORDS) break;
    }
    return { at, heading: head[at] ?? '', words, isFull: filled.length === booked.length };
  };
  const directionAt = places.get('direction');
  // Without another column of words, the kind of the booking is a text that the payer has written.
  const kindAt = places.has('words') ? places.get('bookingText') : undefined;
  const columns = [...others, ...(kindAt === undefined ? [] : [kindAt])].map(columnAt);
  if (named?.outAndIn !== undefined) {
    const pair = pairOf(named.outAndIn);
    const sides = new Map(pair.flatMap((word) => [[word, sideIn(pair, word) ?? 1] as const]));
    const isMeant = ({ words }: OtherColumn) =>
      words.size > 0 && [...words.keys()].every((word) => sides.has(word));
    const column = directionAt === undefined ? columns.find(isMeant) : columnAt(directionAt);
    if (column) return { ...column, sides, outAndIn: named.outAndIn, isStrict: true };
  }
  if (directionAt !== undefined) {
    const column = columnAt(directionAt);
    const known = directionOf(column);
    if (!known && column.words.size > 0) throw untold(table, column);
    return known && { ...known, isStrict: true };
  }
  if (places.has('debit') && places.has('credit')) return undefined;
  const found = findDirection(columns, { amountAt, balanceAt: places.get('balance') });
  // If amounts have signs, a kind of booking such as “Lastschrift” is no direction: it may have come back.
  if (isSigned) return found?.isStrict ? found : undefined;
  const doubtful = found ? undefined : doubtfulColumn(columns, amountAt);
  if (doubtful) throw untold(table, doubtful);
  return found;
}

/** More words are not looked at. */
const MOST_WORDS = 100;

function untold(table: CsvTable, { heading, words }: OtherColumn): StatementRefused {
  const listed = [...words.values()].slice(0, 3).map((word) => `“${word}”`);
  const columns = columnsText(columnsIn(table));
  return new StatementRefused(
    `has amounts without a minus, and the column “${heading}” with ${listed.join(' and ')}, of which nobody can tell whether money goes out or comes in: add --columns "${columns},direction=${heading} (OUT/IN)" with the word for money that goes out in the place of OUT, and the other in the place of IN`,
  );
}

/** Two columns with amounts have to say the same, and one for debits has either signs or none. */
function checkAmountColumns(
  { head, named, places, others }: CsvTable,
  booked: readonly CsvRow[],
  { read }: Writing,
): void {
  const amountAt = places.get('amount');
  const same = others.find(
    (at) => amountAt !== undefined && at !== amountAt && isAmountHeading(head[at] ?? ''),
  );
  const differs = booked.find(({ cell, cells }) => {
    const [one, other] = [read(cell('amount')), read(cells[same ?? -1] ?? '')];
    return one && other && (one.digits !== other.digits || one.side !== other.side);
  });
  if (same !== undefined && differs && named?.headings.amount === undefined) {
    throw new StatementRefused(
      `has two columns of amounts, “${head[amountAt ?? 0]}” and “${head[same]}”, that differ in row ${differs.row}: name the right one with --columns "date=…,amount=…"`,
    );
  }
  const debits = booked.flatMap(({ cell }) => read(cell('debit')) ?? []);
  const signed = debits.filter(({ side }) => side === -1);
  const plain = debits.filter(({ side, digits }) => side !== -1 && /[1-9]/.test(digits));
  if (signed.length > 0 && plain.length > 0) {
    throw new StatementRefused(
      `has amounts with and without a minus in the column “${head[places.get('debit') ?? 0]}”: take CAMT.053 or MT940`,
    );
  }
}

function amountIn(row: CsvRow, currency: Currency, writing: Writing): number {
  const { cell } = row;
  const centsOf = (role: (typeof ROLES)[number]) => {
    const text = cell(role);
    const money = writing.read(text);
    const cents = money && centsIn(money.digits, writing.point, currency);
    if (!money || cents === undefined) throw unreadable(row, 'amount', text);
    return { cents, side: money.side, text };
  };
  const [debit, credit] = (['debit', 'credit'] as const).map((role) =>
    cell(role) === '' ? undefined : centsOf(role),
  );
  const amount = cell('amount') === '' && (debit || credit) ? undefined : centsOf('amount');
  if (debit?.cents && credit?.cents) {
    throw contradictory(
      row,
      `“${debit.text}” as money that goes out and “${credit.text}” as money that comes in`,
    );
  }
  const sum = (credit?.side ?? 1) * (credit?.cents ?? 0) - (debit?.cents ?? 0);
  if (!amount || amount.cents === 0) return sum;
  const told =
    writing.direction && writing.direction.sides.get(wordOf(row.cells[writing.direction.at] ?? ''));
  const own = amount.side ?? (writing.isSigned ? writing.bare : undefined);
  if (sum !== 0) {
    const isSame = Math.abs(sum) === amount.cents && (!writing.isSigned || own === Math.sign(sum));
    if (isSame) return sum;
    throw contradictory(
      row,
      `the amounts “${amount.text}” and “${(debit?.cents ? debit : credit)?.text}”`,
    );
  }
  if (!writing.direction) {
    const bare = own ?? writing.bare;
    if (bare !== undefined) return bare * amount.cents;
    throw contradictory(
      row,
      `the amount “${amount.text}” without a sign, and others are marked as money that comes in`,
    );
  }
  const { at, heading } = writing.direction;
  const side = told ?? own;
  if (side !== undefined && (own === undefined || own === side)) return side * amount.cents;
  throw contradictory(
    row,
    `the amount “${amount.text}” and “${row.cells[at] ?? ''}” in the column “${heading}”`,
  );
}

function contradictory({ row }: CsvRow, words: string): StatementRefused {
  return new StatementRefused(
    `has in row ${row} ${words}, of which nobody can tell whether money goes out or comes in: name the columns with --columns, or take CAMT.053`,
  );
}

/** A balance may have its sign in the column behind it. */
function centsAt(
  { cells }: CsvRow,
  at: number | undefined,
  { read, point, currency }: Writing & { currency: Currency },
): number | undefined {
  if (at === undefined) return undefined;
  const money = read(cells[at] ?? '');
  const cents = money && centsIn(money.digits, point, currency);
  const word = wordOf(cells[at + 1] ?? '');
  const side = money?.side ?? sidesOf(new Set([word]))?.get(word) ?? 1;
  return cents === undefined ? undefined : side * cents;
}
