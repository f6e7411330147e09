import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

/** Rows are replaced, never changed in place, so that memory and file have the same rows. */
export type Table<Row> = {
  get(id: string): Row | undefined;
  put(id: string, row: Row): void;
  remove(id: string): void;
  /** Oldest first. */
  rows(): IterableIterator<Row>;
  entries(): IterableIterator<[string, Row]>;
};

export type State = {
  table<Row>(name: string, schema: z.ZodMiniType<Row>): Table<Row>;
  /** Resolves when everything added so far is in the file. */
  saved(): Promise<void>;
  close(): Promise<void>;
};

/** Fields of a row that have one type, for example `...fields(z.string(), 'id', 'currency')`. */
export function fields<Name extends string, Field>(field: Field, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, field])) as { [Each in Name]: Field };
}

/**
 * The file is a journal with one JSON line per change; each start rewrites it without history. Writing the whole file
 * at each change would write gigabytes for ten thousand sessions.
 */
export async function openState(file: string | undefined): Promise<State> {
  const stored = file === undefined ? new Map<string, Map<string, unknown>>() : await load(file);
  const journal = file === undefined ? undefined : await startJournal(file, stored);

  return {
    table<Row>(name: string, schema: z.ZodMiniType<Row>): Table<Row> {
      const rows = new Map<string, Row>();
      for (const [id, row] of stored.get(name) ?? []) rows.set(id, z.parse(schema, row));
      stored.delete(name);
      return {
        get: (id) => rows.get(id),
        rows: () => rows.values(),
        entries: () => rows.entries(),
        put(id, row) {
          rows.set(id, row);
          journal?.add({ table: name, id, row });
        },
        remove(id) {
          rows.delete(id);
          journal?.add({ table: name, id, row: null });
        },
      };
    },
    saved: async () => journal?.saved(),
    close: async () => journal?.close(),
  };
}

const line = z.object({ table: z.string(), id: z.string(), row: z.unknown() });

async function load(file: string): Promise<Map<string, Map<string, unknown>>> {
  const tables = new Map<string, Map<string, unknown>>();
  await mkdir(dirname(file), { recursive: true });
  const lines = (await readFile(file, { encoding: 'utf8', flag: 'a+' })).split('\n');
  // Every whole line ends with a newline: text after the last newline is the incomplete end of an interrupted write.
  lines.pop();
  for (const [index, text] of lines.entries()) {
    const { table, id, row } = parseLine(text, `${file}, line ${index + 1}`);
    const rows = tables.get(table) ?? new Map<string, unknown>();
    tables.set(table, rows);
    if (row === null) rows.delete(id);
    else rows.set(id, row);
  }
  return tables;
}

function parseLine(text: string, where: string): z.infer<typeof line> {
  try {
    return z.parse(line, JSON.parse(text));
  } catch (cause) {
    throw new Error(`Sandbox state is unreadable at ${where}: delete the file to start afresh.`, {
      cause,
    });
  }
}

async function startJournal(file: string, tables: Map<string, Map<string, unknown>>) {
  let whole = '';
  for (const [table, rows] of tables)
    for (const [id, row] of rows) whole += `${JSON.stringify({ table, id, row })}\n`;
  await writeFile(`${file}.new`, whole, { mode: 0o600 });
  await rename(`${file}.new`, file);
  const handle = await open(file, 'a');
  let waiting = '';
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const text = waiting;
    waiting = '';
    try {
      if (text !== '') await handle.appendFile(text);
    } catch (cause) {
      waiting = text + waiting;
      throw cause;
    }
  }

  /** One write contains everything that was added since the last write: concurrent calls share it. */
  function saved(): Promise<void> {
    if (waiting !== '') writing = writing.then(write, write);
    return writing;
  }

  return {
    add(entry: z.infer<typeof line>) {
      waiting += `${JSON.stringify(entry)}\n`;
    },
    saved,
    async close() {
      await saved();
      await handle.close();
    },
  };
}
