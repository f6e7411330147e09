import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency } from '#contract/money.ts';
import type { Insertable, InsertType, Updateable } from 'kysely';
import { tableOf } from './all-rows.ts';
import type { RowOf, Tables } from './tables.ts';

/**
 * Reads and writes the rows of a table as values: names in camel case, undefined for null, a boolean for a flag whose name
 * begins with `is`, a currency with its decimals, and cents that are whole and not negative. `names` has the columns that
 * are called otherwise, `signed` those of money that may be negative, `apart` those that a value that was read does not have.
 */
export function valuesOf<
  Table extends keyof Tables,
  const Names extends Record<string, string> = Record<never, never>,
  const Signed extends string = never,
  const Apart extends string = never,
>(
  table: Table,
  about: { names?: Names; signed?: readonly Signed[]; apart?: readonly Apart[] } = {},
) {
  type Entries = Writable<EntriesOf<Table, Names, Signed>>;
  let read: Fact[] | undefined;
  const facts = () =>
    (read ??= Object.keys(tableOf(table).columns).map((column) => readFact(column, about)));

  /**
   * The columns of the entries that a value has: an absent one leaves its column as it is, or at its default. A value with
   * more entries than its type writes those, too, so a caller names the entries of a value from elsewhere one by one.
   */
  function columns(
    value: New<Entries, NameOf<Needed<Tables[Table]>, Names>>,
  ): Insertable<Tables[Table]>;
  function columns(value: Partial<Entries>): Updateable<Tables[Table]>;
  function columns(value: object): unknown {
    const row: Record<string, unknown> = {};
    for (const { column, name } of facts()) {
      if (!(name in value)) continue;
      const entry: unknown = Reflect.get(value, name);
      if (typeof entry === 'boolean') row[column] = Number(entry);
      else if (typeof entry !== 'object' || entry === null) row[column] = entry ?? null;
      else row[column] = Reflect.get(entry, column === DECIMALS ? 'decimals' : 'code');
    }
    return row;
  }

  return {
    columns,

    read(row: Omit<RowOf<Table>, Apart>): ValueOf<Table, Names, Signed, Apart> {
      const value: Record<string, unknown> = {};
      for (const { column, name, isApart, isMoney, isSum, isFlag } of facts()) {
        if (isApart || column === DECIMALS) continue;
        const cell: unknown = Reflect.get(row, column);
        if (cell === null) value[name] = undefined;
        else if (isMoney) value[name] = asCents(Number(cell));
        else if (isSum) value[name] = Number(cell);
        else if (isFlag) value[name] = cell === 1;
        else if (column === 'currency' && DECIMALS in row)
          value[name] = currencyOf(String(cell), Number(row[DECIMALS]));
        else value[name] = cell;
      }
      return value as ValueOf<Table, Names, Signed, Apart>;
    },
  };
}

const DECIMALS = 'currency_decimals';

type Fact = {
  column: string;
  name: string;
  isApart: boolean;
  isMoney: boolean;
  isSum: boolean;
  isFlag: boolean;
};

function readFact(
  column: string,
  about: { names?: Record<string, string>; signed?: readonly string[]; apart?: readonly string[] },
): Fact {
  const { names = {}, signed = [], apart = [] } = about;
  const camel = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = column === DECIMALS ? 'currency' : (names[column] ?? camel);
  return {
    column,
    name,
    isApart: apart.includes(column),
    isMoney: column.endsWith('_cents') && !signed.includes(column),
    isSum: signed.includes(column),
    isFlag: /^is[A-Z]/.test(name),
  };
}

/** A value with entries that TypeScript knows better. */
export type With<Value, More> = Omit<Value, keyof More> & More;

/** A value that may lack these entries: a new one has none. */
export type Without<Value, Names extends keyof Value> = Omit<Value, Names> &
  Partial<Pick<Value, Names>>;

/** Some entries of a row, to be written. */
export type EntriesIn<Values extends { columns: (entries: never) => unknown }> = Parameters<
  Values['columns']
>[0];

/** All entries of a row. */
type EntriesOf<Table extends keyof Tables, Names, Signed> = {
  [
    Column in keyof RowOf<Table> as Column extends typeof DECIMALS ? never : NameOf<Column, Names>
  ]: EntryOf<RowOf<Table>, Column, NameOf<Column, Names>, Signed>;
};

type ValueOf<Table extends keyof Tables, Names, Signed, Apart> = Omit<
  EntriesOf<Table, Names, Signed>,
  NameOf<Apart, Names>
>;

/** The entries of a new row. Columns that may be null or have a default need none. */
type New<Entries, Names> = Partial<Entries> & Pick<Entries, keyof Entries & Names>;

/** Only these parts of a currency are written. */
type Writable<Entries> = {
  [Name in keyof Entries]: Entries[Name] extends Currency
    ? Pick<Currency, 'code' | 'decimals'>
    : Entries[Name];
};

type Needed<Columns> = {
  [Column in keyof Columns]: Column extends typeof DECIMALS
    ? never
    : Extract<InsertType<Columns[Column]>, null | undefined> extends never
      ? Column
      : never;
}[keyof Columns];

type NameOf<Column, Names> = Column extends keyof Names ? Names[Column] & string : Camel<Column>;

type Camel<Column> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Column & string;

type EntryOf<Row, Column extends keyof Row, Name, Signed> = null extends Row[Column]
  ? Filled<Row, Column, Name, Signed> | undefined
  : Filled<Row, Column, Name, Signed>;

type Filled<Row, Column extends keyof Row, Name, Signed> = Column extends Signed
  ? number
  : Column extends `${string}_cents`
    ? Cents
    : Name extends `is${infer Rest}`
      ? Rest extends Capitalize<Rest>
        ? boolean
        : NonNullable<Row[Column]>
      : Column extends 'currency'
        ? typeof DECIMALS extends keyof Row
          ? Currency
          : string
        : NonNullable<Row[Column]>;
