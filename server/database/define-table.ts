import type { ColumnType, Generated } from 'kysely';

/**
 * A table in the words of both engines. Ids and times are text (times in ISO 8601 and UTC, so that they sort), money is whole
 * cents, flags are 0 or 1, and nested data is JSON text that its repository parses.
 */
export type Table = {
  /** Each with its SQL, such as `text not null unique`. */
  columns: Readonly<Record<string, string>>;
  /** The primary key, if it has several columns. */
  key?: readonly string[];
  /** Further SQL about several columns. */
  constraints?: readonly string[];
  /** Columns or expressions, perhaps with `where …`. A query that finds no index reads the whole table. */
  indexes?: readonly string[];
  /** As indexes; no two rows have the same. */
  unique?: readonly string[];
  /** Only running servers use it, so that no backup has it. */
  isPassing?: true;
  /** A word for the file of a row, where each row is about the participant or the abstract in its `participant_id` or `abstract_id`. */
  fileWord?: string;
  /** Says which rows are about a person; `nobody`: none is. */
  person: 'nobody' | OfPerson;
};

export type OfPerson = {
  /** The heading of these rows for the person. */
  heading: string;
  /**
   * The condition on the rows, and their order. `{email}` is the address in lower case, `{normalised}` as consents have it,
   * `{naming}` the pattern of a text that has it, `{digests}` the digests of it; `{orders}` are the ids of the rows of an
   * earlier table that are about the person.
   */
  rows: string;
  /** The words for their number before an erasure. */
  counted?: string;
  /** An erasure deletes them, without a further condition. */
  isErased?: true;
  /** Columns that the person may read only on a condition, such as the link of somebody else. */
  shown?: Readonly<Record<string, string>>;
};

/** The SQL of a column whose values TypeScript knows better than SQL. */
type Holding<Value> = string & { readonly holds: Value };

export function holding<Value>(sql: string): Holding<Value> {
  return sql as Holding<Value>;
}

/** The rows of tables by their names, as Kysely has them. */
export type RowsOf<All extends Record<string, Table>> = {
  -readonly [Name in keyof All]: ColumnsOf<All[Name]['columns']>;
};

type ColumnsOf<Columns> = { -readonly [Name in keyof Columns]: ValueOf<Columns[Name]> };

type ValueOf<Sql> =
  Sql extends Holding<infer Value>
    ? Value
    : Sql extends `bigint${string}`
      ? Sum
      : Sql extends `${string} default ${string}`
        ? Generated<Stored<Sql>>
        : Sql extends `${string} not null${string}` | `${string} primary key${string}`
          ? Stored<Sql>
          : Stored<Sql> | null;

type Stored<Sql> = Sql extends `text${string}` ? string : number;

/** A sum of money: PostgreSQL returns large integers as text. */
type Sum = ColumnType<number | string, number, number>;
