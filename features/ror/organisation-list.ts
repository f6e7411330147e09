import { existsSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { searchable, searchWords } from '#contract/person-name.ts';
import type { Organisation } from '#server/abstract/organisations.ts';
import type { RegistryEntry } from './read-registry.ts';

/** An organisation of the list, with the place where it is. */
export type Listed = Organisation & {
  town: string;
  /** Two letters of ISO 3166; empty if the registry does not say. */
  country: string;
};

export type OrganisationList = {
  /** The day of the registry's file. */
  date: string;
  count: number;
  /** The organisations whose names and places have all these words, the last of them perhaps not finished. */
  search: (typed: string, most: number) => Listed[];
  /** The organisations with this name. */
  named: (name: string) => Listed[];
  find: (ror: string) => Listed | undefined;
};

/** The list is a file of its own, because it is public, large and the same for every conference. */
function listPath(dataDir: string): string {
  return join(dataDir, 'ror.sqlite');
}

const TABLES = `
  create table about (date text not null, count integer not null);
  create table organisations (
    id integer primary key, ror text not null unique, name text not null, town text not null, country text not null,
    parents text not null);
  create table keys (key text not null, organisation integer not null, primary key (key, organisation)) without rowid;
  create virtual table words using fts5(
    text, content='', columnsize=0, detail=none, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2')`;

type Reading = {
  entries: AsyncIterable<RegistryEntry>;
  date: string;
};

/** How much of the registry the list has. */
export type ListSize = {
  count: number;
  /** The organisations of the registry that have ended, or were withdrawn. */
  ended: number;
  bytes: number;
};

/** Writes the list. Servers use a new one from then on. */
export async function writeList(dataDir: string, { entries, date }: Reading): Promise<ListSize> {
  const path = listPath(dataDir);
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, '', { mode: 0o600 });
  const database = new DatabaseSync(draft);
  try {
    database.exec(
      `pragma journal_mode = off; pragma synchronous = off; begin; ${TABLES}; ${DRAFT}`,
    );
    const { count, ended } = await readInto(database, entries);
    fillTables(database);
    database.prepare('insert into about (date, count) values (?, ?)').run(date, count);
    database.exec(`drop table read; commit; insert into words (words) values ('optimize'); vacuum`);
    database.close();
    await rename(draft, path);
    return { count, ended, bytes: statSync(path).size };
  } finally {
    if (database.isOpen) database.close();
    await rm(draft, { force: true });
  }
}

/** The entries wait on the disk until all are read, because their order and those above them are known only then. */
const DRAFT =
  'create table read (ror text not null, rank integer not null, name text not null, entry text not null)';

async function readInto(
  database: DatabaseSync,
  entries: AsyncIterable<RegistryEntry>,
): Promise<Omit<ListSize, 'bytes'>> {
  const keep = database.prepare('insert into read (ror, rank, name, entry) values (?, ?, ?, ?)');
  let [count, ended] = [0, 0];
  for await (const entry of entries) {
    if (entry.status !== 'active') {
      ended += 1;
      continue;
    }
    count += 1;
    keep.run(rorOf(entry.id), rankOf(entry), nameOf(entry), JSON.stringify(entry));
  }
  return { count, ended };
}

/** A search stops at the first hits, so those that most people look for get the first rows. */
function fillTables(database: DatabaseSync): void {
  const ancestors = ancestorsIn(database);
  const organisation = database.prepare(
    'insert into organisations (id, ror, name, town, country, parents) values (?, ?, ?, ?, ?, ?)',
  );
  const key = database.prepare('insert or ignore into keys (key, organisation) values (?, ?)');
  const words = database.prepare('insert into words (rowid, text) values (?, ?)');
  let at = 0;
  for (const { ror, name, entry: text } of readRows(database, 'order by rank, name, ror')) {
    const { names, locations } = JSON.parse(text) as RegistryEntry;
    const { name: town, country_code, country_name } = locations[0]?.geonames_details ?? {};
    const parents = ancestors(ror).join(' ');
    organisation.run(at, ror, name, town ?? '', country_code ?? '', parents);
    const values = names.map(({ value }) => value);
    for (const each of new Set(values.flatMap(keysOf))) key.run(each, at);
    words.run(at, [...values, town ?? '', country_name ?? ''].map(searchable).join('\n'));
    at += 1;
  }
}

function* readRows(database: DatabaseSync, order: string) {
  const rows = database.prepare(`select ror, name, entry from read ${order}`).iterate();
  for (const { ror, name, entry } of rows) {
    yield { ror: String(ror), name: String(name), entry: String(entry) };
  }
}

/** Finds all organisations above another one that are in the list. */
function ancestorsIn(database: DatabaseSync): (ror: string) => string[] {
  const parents = new Map<string, string[]>();
  for (const { ror, entry } of readRows(database, '')) {
    const { relationships } = JSON.parse(entry) as RegistryEntry;
    const above = relationships.flatMap(({ type, id }) => (type === 'parent' ? [rorOf(id)] : []));
    parents.set(ror, above);
  }
  return (ror) => {
    const found = new Set<string>();
    const next = [...(parents.get(ror) ?? [])];
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (one === ror || found.has(one) || !parents.has(one)) continue;
      found.add(one);
      next.push(...(parents.get(one) ?? []));
    }
    return [...found];
  };
}

/** Universities and institutes have far more authors than companies; a short name is more often meant than a long one. */
function rankOf(entry: RegistryEntry): number {
  const kind = entry.types.includes('education') ? 0 : entry.types.includes('facility') ? 40 : 80;
  return kind + nameOf(entry).length;
}

function nameOf({ names }: RegistryEntry): string {
  return (names.find(({ types }) => types.includes('ror_display')) ?? names[0])?.value ?? '';
}

function rorOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** The ways in which a name is typed, with single blanks instead of punctuation. */
function keysOf(name: string): string[] {
  const keys = searchWords(name).map((each) => each.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim());
  return [...new Set(keys)].filter((each) => each !== '');
}

type Opened = { list: OrganisationList; database: DatabaseSync; inode: number };
const opened = new Map<string, Opened>();

/** The list of this data folder, or the one that has replaced it; undefined without one. It reads from the disk. */
export function openList(dataDir: string): OrganisationList | undefined {
  const path = listPath(dataDir);
  const known = opened.get(path);
  const inode = existsSync(path) ? statSync(path).ino : undefined;
  if (known && known.inode === inode) return known.list;
  known?.database.close();
  opened.delete(path);
  if (inode === undefined) return undefined;
  const database = new DatabaseSync(path, { readOnly: true });
  const list = listIn(database);
  opened.set(path, { list, database, inode });
  return list;
}

function listIn(database: DatabaseSync): OrganisationList {
  const { date, count } = database.prepare('select date, count from about').get() ?? {};
  const matching = database.prepare('select rowid from words where words match ? limit ?');
  const byId = database.prepare('select * from organisations where id = ?');
  const byRor = database.prepare('select * from organisations where ror = ?');
  const byKey = database.prepare(
    'select organisations.* from keys join organisations on id = organisation where key = ? order by id limit 20',
  );
  const named = (name: string) => {
    const found = keysOf(name).flatMap((key) => byKey.all(key).map(listedIn));
    return [...new Map(found.map((each) => [each.ror, each])).values()];
  };
  return {
    date: String(date),
    count: Number(count),
    named,
    find(ror) {
      const row = byRor.get(ror);
      return row && listedIn(row);
    },
    search(typed, most) {
      // The tokens of the list have no accents, and neither may have a letter with a name of its own, such as ß.
      const [plain = '', folded = plain] = searchWords(typed);
      const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (words.join('').length < FEWEST_LETTERS) return [];
      const query = `${words.map((word) => `"${word}"`).join(' ')}*`;
      const hits = matching.all(query, LOOKED_AT).flatMap(({ rowid }) => {
        const row = byId.get(Number(rowid));
        return row ? [listedIn(row)] : [];
      });
      const [start = ''] = keysOf(folded);
      const begins = ({ name }: Listed) => keysOf(name).some((key) => key.startsWith(start));
      const all = [...named(typed), ...hits.filter(begins), ...hits];
      return [...new Map(all.map((each) => [each.ror, each])).values()].slice(0, most);
    },
  };
}

/** The hits among which those that begin as typed come first. */
const LOOKED_AT = 100;
const FEWEST_LETTERS = 2;

function listedIn(row: Readonly<Record<string, unknown>>): Listed {
  const parents = String(row['parents']);
  return {
    ror: String(row['ror']),
    name: String(row['name']),
    town: String(row['town']),
    country: String(row['country']),
    parents: parents === '' ? [] : parents.split(' '),
  };
}
