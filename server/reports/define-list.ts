import type { Currency } from '#contract/money.ts';
import { countRows, type TableName } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import { placed } from '#contract/placed.ts';
import type { CellKind, Value } from './list-cells.ts';
import type { Paging } from './pages.ts';

export type Column = {
  id: string;
  label: string;
  kind: CellKind;
  /** The width in characters. */
  width: number;
  /** Whether the dashboard can filter by the column's values. */
  filters: boolean;
  /** Whether the dashboard shows the column at first. */
  isShown: boolean;
  /** Whether the dashboard shows the column on a phone. */
  isNarrow: boolean;
};

type Row = { key: string; currency: Currency | undefined; values: Value[] };

export type List = {
  heading: string;
  leadsTo: 'people' | 'abstracts' | undefined;
  columns: Column[];
  /** The id of the column with the moment by which a range of time selects rows. */
  date: string;
  /** The indexes of the columns in the order of the dashboard. */
  order: number[];
  count: (db: Db) => Promise<number>;
  rows: (db: Db, paging: Paging) => AsyncGenerator<Row[], void>;
};

/** A list from its rows and its columns. */
export function defineList<R>(parts: ListParts<R>): List {
  const { heading, leadsTo, count, pages, date, key, currency, shown, added = [] } = parts;
  const { narrow = 3 } = parts;
  const fields = placed<AddedField<R>>(parts.fields(column), added, ({ id }, name) => id === name);
  const filters = new Set(parts.filters);
  const rank = ({ id }: Field<R>) => (shown.includes(id) ? shown.indexOf(id) : shown.length);
  return {
    heading,
    leadsTo,
    date,
    columns: fields.map(({ id, label, kind, width, filters: isFilter = filters.has(id) }) => {
      const at = shown.indexOf(id);
      return {
        id,
        label,
        kind,
        width,
        filters: isFilter,
        isShown: at >= 0,
        isNarrow: at >= 0 && at < narrow,
      };
    }),
    order: [...fields.entries()].toSorted(([, a], [, b]) => rank(a) - rank(b)).map(([at]) => at),
    count,
    async *rows(db, paging) {
      for await (const page of pages(db, paging)) {
        yield page.map((row) => ({
          key: key(row),
          currency: currency?.(row),
          values: fields.map(({ value }) => value(row) ?? null),
        }));
      }
    },
  };
}

type Add<R> = (
  id: string,
  label: string,
  value: (row: R) => Value | undefined,
  width?: number,
) => Field<R>;

/** Creates a column of a kind. */
export const column = {
  text: field('text', 30),
  state: field('state', 20),
  money: field('money', 12),
  time: field('time', 17),
  number: field('number', 9),
  yes: field('yes', 9),
};

function field(kind: CellKind, usual: number) {
  return <R>(...[id, label, value, width = usual]: Parameters<Add<R>>): Field<R> => {
    return { id, label, kind, width, value };
  };
}

export type Field<R> = Pick<Column, 'id' | 'label' | 'kind' | 'width'> & {
  value: (row: R) => Value | undefined;
};

/** A column that a feature adds to a list: in front of the column that it names, or else behind the one before it. */
export type AddedField<R> = Field<R> & { before?: string; filters?: true };

type ListParts<R> = Pick<List, 'heading' | 'date'> & {
  leadsTo?: List['leadsTo'];
  /** The number of all rows. */
  count: (db: Db) => Promise<number>;
  pages: (db: Db, paging: Paging) => AsyncGenerator<R[], void>;
  key: (row: R) => string;
  /** Only of a list with amounts. */
  currency?: (row: R) => Currency | undefined;
  fields: (add: Record<CellKind, Add<R>>) => Field<R>[];
  /**
   * The ids of the columns that the dashboard shows at first, in their order; a phone shows the first `narrow` ones, or
   * three.
   */
  shown: string[];
  narrow?: number;
  filters: string[];
  /** The columns of each feature. */
  added?: readonly (readonly AddedField<R>[])[];
};

/** Counts the rows of a table. */
export function rowsOf(table: TableName) {
  return (db: Db) => countRows(db, table);
}

type Ordered = { reference: string | null | undefined };

/** The column with the reference of an order or abstract. */
export const reference = column.text('reference', 'Reference', (row: Ordered) => row.reference, 16);
