import type { Db } from '#server/database/database.ts';
import type { Organising } from '#server/operations/plan.ts';
import type { Sheet } from '#documents/spreadsheet.ts';
import { answersSheet } from '#features/questions/answers-sheet.ts';
import type { DateRange } from './date-range.ts';
import type { List } from './define-list.ts';
import { cellOf, type Value } from './list-cells.ts';
import { moneyLists } from './money-lists.ts';
import { peopleLists } from './people-lists.ts';
import { programmeList } from '#features/programme/programme-list.ts';
import { clockAt } from './wall-clock.ts';

/**
 * The lists of organisers. Each is defined once with its rows and its columns, in money-lists.ts, people-lists.ts or
 * programme-list.ts. The spreadsheets of `table` have all columns in this order. The dashboard shows some columns at
 * first, and others if an organiser chooses them. `export` writes the records themselves, and not these columns.
 */
const sharedNames = [
  'participants',
  'payments',
  'refunds',
  'transfers',
  'payouts',
  'payout-entries',
  'documents',
  'asked',
  'abstracts',
  'programme',
  'waiting-list',
] as const;

/** The sheet of answers is only in spreadsheets: its first rows are sums. */
export const sheetNames = [...sharedNames, 'answers'] as const;
export type SheetName = (typeof sheetNames)[number];

/** The list of mails is only in the dashboard. */
export const listNames = [...sharedNames, 'mails'] as const;
export type ListName = (typeof listNames)[number];

type ListContext = Pick<Organising, 'content' | 'origin'>;

/** The tables of spreadsheets and of the dashboard, in the words of this conference. */
export function listsOf({ content, origin }: ListContext): Record<ListName, List> {
  return { ...moneyLists(content), ...peopleLists(content, origin), ...programmeList(content) };
}

/**
 * A list as a sheet of a spreadsheet, oldest first, whose rows are read while the file is written. A range of time is in
 * the heading of the column that it is about. `only`: the keys of the rows that are wanted, instead of all.
 */
export async function sheetOf(
  { payments: { db }, content, origin }: Organising,
  name: SheetName,
  range?: DateRange,
  only?: ReadonlySet<string>,
): Promise<Sheet> {
  if (name === 'answers') return answersSheet(db, content);
  const { heading, columns, date, count, rows } = listsOf({ content, origin })[name];
  const clock = clockAt(content.conference.dates.timezone);
  async function* cells() {
    for await (const page of rows(db, { range })) {
      for (const { key, currency, values } of page) {
        if (only && !only.has(key)) continue;
        yield columns.map(({ id, kind }, at) => {
          // Other programs read this column: it has the state as in the database.
          const isCode = name === 'participants' && id === 'state';
          return cellOf(isCode ? 'text' : kind, values[at], { currency, clock });
        });
      }
    }
  }
  return {
    name: heading,
    // Nobody knows how many rows a range has before they are read.
    total: only ? only.size : range ? 0 : await count(db),
    columns: columns.map(({ id, label, width }) =>
      range && id === date
        ? { title: `${label}, ${range.words}`, width: Math.max(width, 34) }
        : { title: label, width },
    ),
    rows: cells(),
  };
}

/** The first line of a list for the dashboard, with the columns that it shows at first in front. */
export type ListHead = Pick<List, 'heading' | 'leadsTo' | 'columns'>;

/** A list for the dashboard, latest row first: each row has its key and then a value for each column. */
export function listingOf(told: ListContext, name: ListName) {
  const { heading, leadsTo, columns, order, rows } = listsOf(told)[name];
  const head: ListHead = { heading, leadsTo, columns: order.flatMap((at) => columns[at] ?? []) };
  return {
    head,
    async *rows(db: Db): AsyncGenerator<Value[][], void> {
      for await (const page of rows(db, { direction: 'desc' })) {
        yield page.map(({ key, values }) => [key, ...order.map((at) => values[at] ?? null)]);
      }
    },
  };
}
