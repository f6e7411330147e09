import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** A query with more values is compiled each time: a report asks for hundreds, and each number would be kept for ever. */
const MOST_KEPT = 20;

type Compilable<Row> = { compile(db: Db): CompiledQuery<Row> };

/**
 * A query that is asked often. Building and compiling a query takes longer than SQLite takes for its rows, so it is done
 * once for each engine, and for each length of a short list. `make` may only put the values into the query: it gets other
 * things in their place.
 */
export function compiledOnce<Values extends readonly (string | readonly string[])[], Row>(
  make: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>();

  function compiledFor(db: Db, values: Values): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    compiled.set(adapter, known);
    const lengths = values.map((value) => (typeof value === 'string' ? '' : value.length)).join();
    const found = known.get(lengths);
    if (found) return found;
    const slots = values.map((value, at) =>
      typeof value === 'string' ? new Slot(at) : value.map((_, inList) => new Slot(at, inList)),
    );
    const query = make(db, ...(slots as unknown as Values)).compile(db);
    if (slots.flat().length <= MOST_KEPT) known.set(lengths, query);
    return query;
  }

  return async (db, ...values) => {
    const query = compiledFor(db, values);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? parameter.in(values) : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** The place of a value in a query without its values. */
class Slot {
  readonly #at: number;
  readonly #inList: number | undefined;

  constructor(at: number, inList?: number) {
    this.#at = at;
    this.#inList = inList;
  }

  in(values: readonly (string | readonly string[])[]): string | undefined {
    const value = values[this.#at];
    return typeof value === 'string' ? value : value?.[this.#inList ?? 0];
  }

  /** A query that reads a value would be made for one value only. */
  toString(): never {
    throw new TypeError('a query that is compiled once can only put its values into the query');
  }
}
