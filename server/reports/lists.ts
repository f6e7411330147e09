import type { Env } from '#server/config/env.ts';
import type { Db } from '#server/database/database.ts';
import type { Organising } from '#server/operations/plan.ts';
import type { Subject } from '#server/operations/subjects.ts';
import type { Sheet } from '#documents/spreadsheet.ts';
import type { Content } from '#contract/content.ts';
import { placed } from '#contract/placed.ts';
import { features } from '#server/features.ts';
import type { DateRange } from './date-range.ts';
import type { List } from './define-list.ts';
import { cellOf, type Value } from './list-cells.ts';
import { moneyLists } from './money-lists.ts';
import { peopleLists } from './people-lists.ts';
import { clockAt } from './wall-clock.ts';

declare module '#server/features.ts' {
  interface FeatureWatch {
    lists?: readonly ListOfFeature[];
  }
}

/** A list of a feature, which stands in front of the list that it names in `before`, or else at the end. */
export type ListOfFeature = NamedList &
  (
    | { list: (context: ListContext) => List }
    /** A sheet that is only in spreadsheets, and has no dates. */
    | { heading: string; sheet: (db: Db, content: Content, now: Date) => Sheet }
  );
type NamedList = {
  name: string;
  /** Colleagues with a right to this read it. */
  subject: Subject;
  before?: string;
  /** The rows in words, if they are not called as the list: "contributions". */
  rows?: string;
  /** Whether this conference can have rows; absent: each can. An empty list without is not in the dashboard's menu. */
  isUsed?: (by: Conference) => boolean;
};
type Conference = { content: Content; env: Env };

/**
 * The lists of organisers. Each is defined once with its rows and its columns: those of the trunk in money-lists.ts and
 * people-lists.ts. The spreadsheets of `table` have all columns in this order. The dashboard shows some columns at first,
 * and others if an organiser chooses them. `export` writes the records themselves, and not these columns.
 */
const own: readonly NamedList[] = [
  { name: 'participants', subject: 'People' },
  { name: 'payments', subject: 'Money' },
  { name: 'refunds', subject: 'Money' },
  {
    name: 'transfers',
    subject: 'Money',
    isUsed: ({ content }) => content.conference.bankTransfer !== undefined,
  },
  { name: 'payouts', subject: 'Money' },
  { name: 'payout-entries', subject: 'Money', rows: 'payout entries' },
  { name: 'documents', subject: 'Money' },
  { name: 'asked', subject: 'Money', rows: 'amounts asked for' },
  { name: 'agreements', subject: 'Money', rows: 'agreed amounts' },
  {
    name: 'abstracts',
    subject: 'Abstracts',
    isUsed: ({ content }) => content.sessions.sessions.length > 0,
  },
];

/** The sheets of spreadsheets. */
export function sheets(): (NamedList | ListOfFeature)[] {
  const added = features().map(({ watch }) => watch?.lists ?? []);
  return placed<NamedList | ListOfFeature>(own, added, (each, name) => each.name === name);
}

/** The lists of the dashboard. That of mails is only there. */
export function listNames(): string[] {
  return [...sheets().flatMap((each) => ('sheet' in each ? [] : each.name)), 'mails'];
}

type Heading = { name: string; heading: string; subject: Subject };

/** The lists that a conference uses, or has rows of from before, with their headings and subjects. */
export async function listHeadings(context: ListContext & { env: Env }): Promise<Heading[]> {
  const all = listsOf(context);
  const headings: Heading[] = [];
  for (const name of listNames()) {
    const { heading, count } = listIn(all, name);
    const isUsed =
      sheets()
        .find((each) => each.name === name)
        ?.isUsed?.(context) ?? true;
    if (isUsed || (await count(context.payments.db)) > 0) {
      headings.push({ name, heading, subject: subjectOfList(name) });
    }
  }
  return headings;
}

export function subjectOfList(name: string): Subject {
  if (name === 'mails') return 'Mails';
  return sheets().find((each) => each.name === name)?.subject ?? 'Server';
}

/** The dependencies of lists. */
export type ListContext = Pick<Organising, 'content' | 'origin' | 'payments'>;

/** The tables of spreadsheets and of the dashboard, in the words of this conference. */
export function listsOf(context: ListContext) {
  const { content, origin, payments } = context;
  const added = sheets().flatMap((each) =>
    'list' in each ? [[each.name, each.list(context)] as const] : [],
  );
  return {
    ...moneyLists(content, payments.currency),
    ...peopleLists(content, origin),
    ...Object.fromEntries(added),
  };
}

function listCalled(context: ListContext, name: string): List {
  return listIn(listsOf(context), name);
}

function listIn(all: Record<string, List>, name: string): List {
  const found = all[name];
  if (!found) throw new Error(`there is no list ${name}`);
  return found;
}

/**
 * A list as a sheet of a spreadsheet, oldest first, whose rows are read while the file is written. A range of time is in
 * the heading of the column that it is about. `only`: the keys of the rows that are wanted, instead of all.
 */
export async function sheetOf(
  context: ListContext,
  name: string,
  range?: DateRange,
  only?: ReadonlySet<string>,
): Promise<Sheet> {
  const {
    payments: { db },
    content,
  } = context;
  const sheet = sheets().find((each) => each.name === name);
  if (sheet && 'sheet' in sheet) return sheet.sheet(db, content, context.payments.clock());
  const { heading, columns, date, count, rows } = listCalled(context, name);
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

/**
 * A list for the dashboard, latest row first: each row has its key and then a value for each column, or for `only` some
 * of them.
 */
export function listingOf(context: ListContext, name: string, only?: readonly string[]) {
  const { order: all, ...list } = listCalled(context, name);
  const { heading, leadsTo, columns, rows } = list;
  const order = all.filter((at) => only?.includes(columns[at]?.id ?? '') ?? true);
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
