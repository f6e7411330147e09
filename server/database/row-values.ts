import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency } from '#contract/money.ts';
import { tableOf } from './all-rows.ts';
import type { RowOf, Tables } from './tables.ts';

/**
 * Reads and writes the rows of a table as values: names in camel case, undefined for null, a boolean for a flag whose name
 * begins with `is`, a currency with its decimals, and cents that are whole and not negative. `names` has the columns that
 * are called otherwise, `signed` those of money that may be negative, `apart` those that the value does not have.
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
  type Value = ValueOf<Table, Names, Signed, Apart>;
  let read: Fact[] | undefined;
  const facts = () =>
    (read ??= Object.keys(tableOf(table).columns)
      .map((column) => readFact(column, about))
      .filter(({ isApart }) => !isApart));

  return {
    read(row: RowOf<Table>): Value {
      const value: Record<string, unknown> = {};
      for (const { column, name, isMoney, isFlag } of facts()) {
        if (column === DECIMALS) continue;
        const cell: unknown = Reflect.get(row, column);
        if (cell === null) value[name] = undefined;
        else if (isMoney) value[name] = asCents(Number(cell));
        else if (isFlag) value[name] = cell === 1;
        else if (column === 'currency' && DECIMALS in row)
          value[name] = currencyOf(String(cell), Number(row[DECIMALS]));
        else value[name] = cell;
      }
      return value as Value;
    },

    /** All columns but those apart, whatever else the value has. */
    columns(value: Value): Omit<RowOf<Table>, Apart> {
      const row: Record<string, unknown> = {};
      for (const { column, name } of facts()) {
        const entry: unknown = Reflect.get(value, name);
        if (typeof entry === 'boolean') row[column] = Number(entry);
        else if (typeof entry !== 'object' || entry === null) row[column] = entry ?? null;
        else row[column] = Reflect.get(entry, column === DECIMALS ? 'decimals' : 'code');
      }
      return row as Omit<RowOf<Table>, Apart>;
    },
  };
}

const DECIMALS = 'currency_decimals';

type Fact = { column: string; name: string; isApart: boolean; isMoney: boolean; isFlag: boolean };

function readFact(
  column: string,
  {
    names = {},
    signed = [],
    apart = [],
  }: { names?: Record<string, string>; signed?: readonly string[]; apart?: readonly string[] },
): Fact {
  const camel = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = column === DECIMALS ? 'currency' : (names[column] ?? camel);
  return {
    column,
    name,
    isApart: apart.includes(column),
    isMoney: column.endsWith('_cents') && !signed.includes(column),
    isFlag: /^is[A-Z]/.test(name),
  };
}

/** A value with entries that TypeScript knows better. */
export type With<Value, More> = Omit<Value, keyof More> & More;

/** A value that may lack these entries: a new one has none. */
export type Without<Value, Names extends keyof Value> = Omit<Value, Names> &
  Partial<Pick<Value, Names>>;

type ValueOf<Table extends keyof Tables, Names, Signed, Apart> = {
  [
    Column in keyof RowOf<Table> as Column extends Apart | typeof DECIMALS
      ? never
      : NameOf<Column, Names>
  ]: EntryOf<RowOf<Table>, Column, NameOf<Column, Names>, Signed>;
};

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
