import { isValidIBAN } from 'ibantools';
import { isDay } from '#contract/content/calendar-days.ts';
import { findCurrency } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import { csvRows } from '#server/files/csv-rows.ts';
import { readTable, type SheetRow } from '#server/files/sheet-table.ts';
import { type CsvColumns, headings, type Order, type Role } from './csv-columns.ts';
import {
  centsOf,
  given,
  MOST_ENTRIES,
  oneLine,
  type Statement,
  type StatementEntry,
  StatementRefused,
  TOO_MANY,
} from './statement.ts';

export type CsvStatement = Statement & {
  columns: CsvColumns;
  /** The headings of the file: files of one bank have the same. */
  heads: string;
  /** Whether nobody has named these columns yet. */
  isGuessed: boolean;
};

/**
 * Reads a bank's CSV file. `known` returns the columns that a treasurer has named for a file with these headings. A day
 * or an amount that can be read in two ways is refused, unless other rows decide it.
 */
export function readCsvStatement(
  text: string,
  { currency, known }: { currency: Currency; known: (heads: string) => CsvColumns | undefined },
): CsvStatement {
  const rows = csvRows(text);
  if (!rows) throw new StatementRefused('is damaged: it has characters that no text has');
  const named = findHeads(rows, known);
  const names = named
    ? headings.flatMap(([role]): [Role, string][] => {
        const heading = named.columns.headings[role];
        return heading === undefined ? [] : [[role, heading]];
      })
    : headings;
  const table = readTable<Role>(rows, names, () => {});
  const heads = headsOf(rows[table.headRow - 1] ?? []);
  const has = (role: Role) => table.columns.has(role);
  if (!has('date') || !(has('amount') || (has('debit') && has('credit')))) {
    throw new StatementRefused(
      `has columns that are not known: name them with --columns "date=…,amount=…,name=…,iban=…,words=…" and the headings of the file (${heads.slice(0, 200)})`,
    );
  }
  if (table.rows.length > MOST_ENTRIES) {
    throw new StatementRefused(TOO_MANY);
  }
  const own = accountAbove(rows.slice(0, table.headRow - 1));
  const isPending = ({ cell }: SheetRow<Role>) => PENDING.test(cell('bookingState'));
  const withDay = table.rows.filter(({ cell }) => /\d/.test(cell('date')));
  const booked = withDay.filter((row) => !isPending(row));
  const order =
    named?.columns.order ??
    orderOf(
      booked.map(({ cell }) => cell('date')),
      heads,
    );
  const amounts = booked.flatMap(({ cell }) => [cell('amount'), cell('debit'), cell('credit')]);
  const point = decimalSignOf(amounts.map(bareAmount), currency);
  const left = new Set<string>();
  const entries = booked.flatMap(({ row, cell }): StatementEntry[] => {
    const code = cell('currency').toUpperCase() || currency.code;
    const entryCurrency = findCurrency(code);
    if (!entryCurrency) {
      left.add(code.slice(0, 10));
      return [];
    }
    const bookedOn = dayIn(cell('date'), order);
    const amountCents = centsIn(cell, point, entryCurrency);
    if (bookedOn === undefined) throw unreadable(row, 'day', cell('date'));
    if (amountCents === undefined) throw unreadable(row, 'amount', cell('amount'));
    const party = amountCents < 0 ? cell('payee') : cell('payer');
    return [
      {
        account: given(cell('ownAccount'))?.replaceAll(' ', '') ?? own,
        bookedOn,
        valuedOn: undefined,
        amountCents,
        currency: entryCurrency,
        isReversal: false,
        name: oneLine(cell('name') || party),
        iban: given(cell('iban'))?.replaceAll(' ', ''),
        bic: undefined,
        endToEnd: given(cell('endToEnd')),
        words: oneLine(cell('words') || cell('bookingText')),
        bankReference: given(cell('bankReference')),
        sentAs: undefined,
      },
    ];
  });
  const pending = withDay.length - booked.length;
  const columns = named?.columns ?? { headings: Object.fromEntries(table.columns) };
  return {
    format: 'CSV',
    entries,
    columns: { ...columns, order },
    heads,
    isGuessed: !named,
    notes: [
      ...(pending > 0
        ? [`Entries that the bank has not booked yet, and that are left out: ${pending}.`]
        : []),
      ...[...left].map(
        (code) => `Entries in ${code} are left out: the site has no prices in this currency.`,
      ),
    ],
  };
}

const PENDING = /vorgemerkt|pending|nicht gebucht|cancelled|declined/i;

function unreadable(row: number, part: string, text: string): StatementRefused {
  return new StatementRefused(
    `has in row ${row} the ${part} “${text.slice(0, 30)}”, which cannot be read: check the columns, or download it again`,
  );
}

/** The first row whose headings a treasurer has named. */
function findHeads(
  rows: readonly string[][],
  known: (heads: string) => CsvColumns | undefined,
): { columns: CsvColumns } | undefined {
  for (const row of rows.slice(0, 20)) {
    const columns = known(headsOf(row));
    if (columns) return { columns };
  }
  return undefined;
}

function headsOf(row: readonly string[]): string {
  return row.map(oneLine).join(';');
}

/** The account of the lines above the table: "IBAN;DE12 5001 …". */
function accountAbove(rows: readonly string[][]): string | undefined {
  const cells = rows.flat().map((cell) => cell.replaceAll(/\s/g, '').toUpperCase());
  return cells
    .flatMap((cell) => cell.match(/[A-Z]{2}\d{2}[A-Z0-9]{11,30}/g) ?? [])
    .find((iban) => isValidIBAN(iban));
}

const DAY = /^(\d{1,4})([.\-/])(\d{1,2})\2(\d{1,4})\.?(?:[ T,].*)?$/;

/** The order of the parts of all days: a day such as 31/01 decides it for 01/02. */
function orderOf(days: readonly string[], heads: string): Order {
  const parts = days.flatMap((day) => {
    const [, first = '', sign = '', second = ''] = DAY.exec(day) ?? [];
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
  const match = DAY.exec(text);
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

/** Without currency, blanks and apostrophes: "-1.234,56". A minus may be behind the amount. */
function bareAmount(text: string): string {
  const bare = text
    .normalize('NFKC')
    .replaceAll(/[\s'’]|[A-Z]{3}|[€$£]/g, '')
    .replaceAll(/[−–]/g, '-');
  return bare.endsWith('-') ? `-${bare.slice(0, -1)}` : bare;
}

/** The sign before the decimals in all amounts: "1.234,56" and "12,50" say comma, "1,234" alone says nothing. */
function decimalSignOf(amounts: readonly string[], { decimals }: Currency): ',' | '.' {
  const signs = new Set<string>();
  let unclear: string | undefined;
  for (const amount of amounts) {
    const separators = amount.replaceAll(/[^.,]/g, '');
    const last = separators.at(-1);
    if (last === undefined) continue;
    const behind = amount.length - amount.lastIndexOf(last) - 1;
    if (new Set(separators).size === 2) signs.add(last);
    else if (separators.length > 1) signs.add(last === ',' ? '.' : ',');
    else if (behind !== 3) signs.add(last);
    else unclear ??= amount;
  }
  if (signs.size > 1) {
    throw new StatementRefused('has amounts with a decimal comma and others with a decimal point');
  }
  const [sign] = signs;
  // A bank writes all decimals of the currency.
  if (
    sign === undefined &&
    decimals === 3 &&
    amounts.every((amount) => /^$|[.,]\d{3}$/.test(amount))
  ) {
    return unclear?.includes(',') ? ',' : '.';
  }
  if (sign === undefined && unclear !== undefined && decimals > 0) {
    throw new StatementRefused(
      `has amounts such as ${unclear}, of which nobody can tell whether they are thousands: download it with two decimals`,
    );
  }
  if (sign === undefined) return unclear?.includes(',') ? '.' : ',';
  return sign === ',' ? ',' : '.';
}

function centsIn(
  cell: (role: Role) => string,
  point: ',' | '.',
  currency: Currency,
): number | undefined {
  const read = (text: string) => {
    const [, sign, amount = ''] = /^([+-]?)([\d.,]+)$/.exec(bareAmount(text)) ?? [];
    const group = point === ',' ? '.' : ',';
    const [whole = '', fraction = '', ...more] = amount.split(point);
    const isGrouped = !whole.includes(group) || /^\d{1,3}(?:[.,]\d{3})+$/.test(whole);
    if (more.length > 0 || !isGrouped || fraction.includes(group)) return undefined;
    const cents = centsOf(`${whole.replaceAll(group, '')}.${fraction}`, currency);
    return cents === undefined ? undefined : sign === '-' ? 0 - cents : cents;
  };
  if (cell('amount') !== '') return read(cell('amount'));
  const [debit, credit] = [cell('debit'), cell('credit')];
  if (credit !== '') return read(credit);
  const cents = debit === '' ? undefined : read(debit);
  return cents === undefined ? undefined : 0 - Math.abs(cents);
}
