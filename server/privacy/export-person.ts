import * as z from 'zod/mini';
import { allTables, tableOf, tablesWithFiles } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { timestamp } from '#server/identity.ts';
import { type MailKind, secretKinds } from '#server/mail/mail-kinds.ts';
import { isPayer, type PersonRows, rowsOfPerson } from './person-rows.ts';

/** The answer to a person who asks for their data: every row by its table, with JSON parsed, and the files in the store. */
export type PersonExport = {
  email: string;
  writtenAt: string;
  kept: Record<string, Record<string, unknown>[]>;
  files: { reference: string; name: string; bytes: number; sha256: string; isThere: boolean }[];
};

export async function exportPerson(
  db: Db,
  store: FileStore,
  email: string,
  now: Date,
): Promise<PersonExport> {
  const rows = withoutHolderBefore(await rowsOfPerson(db, email), email);
  const files: PersonExport['files'] = [];
  const references = new Map(rows.abstracts.map(({ id, reference }) => [id, reference]));
  for (const {
    abstract_id,
    file_name: name,
    bytes,
    sha256,
    file_key: key,
  } of rows.abstract_files) {
    const reference = references.get(abstract_id) ?? '';
    files.push({ reference, name, bytes, sha256, isThere: await isThere(store, key) });
  }
  for (const table of tablesWithFiles()) {
    const { fileWord: reference } = tableOf(table);
    if (reference === undefined) continue;
    for (const row of rows[table]) {
      const { data } = z.safeParse(StoredFile, row);
      if (!data) continue;
      const { file_name: name, file_key: key, bytes, sha256 } = data;
      files.push({ reference, name, bytes, sha256, isThere: await isThere(store, key) });
    }
  }
  const named = [...allTables()].filter(([, { person }]) => person !== 'nobody');
  const kept = Object.fromEntries(named.map(([table]) => [table, readable(rows[table])]));
  return { email, writtenAt: timestamp(now), kept, files };
}

/** A row whose file still exists. */
const StoredFile = z.object({
  file_name: z.string(),
  file_key: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});

/**
 * The rows without the entries of whoever had a place before it came to this address: the log of the correction, the
 * secretary's mail about it, and the address that the provider was given.
 */
function withoutHolderBefore(rows: PersonRows, email: string): PersonRows {
  const saysWho = (text: string) => text.toLowerCase().includes(` becomes ${email}`);
  return {
    ...rows,
    activities: rows.activities.map((row) => (saysWho(row.words) ? { ...row, words: '' } : row)),
    outbox: rows.outbox.filter(
      ({ kind, payload }) =>
        !secretKinds().includes(kind) && (kind !== OWN_ACT || !saysWho(payload)),
    ),
    payments: rows.payments.map((row) =>
      isPayer(row.request, email) ? row : { ...row, request: '{}' },
    ),
  };
}

const OWN_ACT: MailKind = 'own-act-for-secretary';

/** Columns with JSON, which the export parses, so that readers need not. */
const JSON_COLUMNS = ['request', 'payload', 'content'];

function readable(rows: readonly object[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]: [string, unknown]) => [
        column,
        JSON_COLUMNS.includes(column) && typeof value === 'string' ? JSON.parse(value) : value,
      ]),
    ),
  );
}

async function isThere(store: FileStore, key: string): Promise<boolean> {
  try {
    for await (const _ of await store.read(key)) return true;
    return false;
  } catch {
    // The store does not tell why it failed, so the export says that the file is not there.
    return false;
  }
}
