import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { tableOf, tablesWithFiles } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';

/** The versions of abstracts, and proofs, whose file a folder lacks: "AB26-7K3M-9QXW, version 1". */
export async function missingFiles(
  db: Db,
  { id, folder }: { id: string; folder: string },
): Promise<string[]> {
  const versions = (await listVersions(db)).filter(({ fileStore }) => fileStore === id);
  // A file is stored before its row, so a file that arrives meanwhile is not missing.
  const files = new Set(await readdir(folder).catch(() => []));
  return versions.filter(({ fileKey }) => !files.has(fileKey)).map(({ words }) => words);
}

/** The versions of abstracts, and proofs, by the keys of their files. */
export async function versionWords(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await listVersions(db)).map(({ fileKey, words }) => [fileKey, words]));
}

type Version = { fileKey: string; fileStore: string; words: string };

async function listVersions(db: Db): Promise<Version[]> {
  const rows = await db
    .selectFrom('abstract_files')
    .innerJoin('abstracts', 'abstracts.id', 'abstract_files.abstract_id')
    .select(['reference', 'file_key', 'file_store'])
    .orderBy('abstract_files.created_at')
    .orderBy('abstract_files.id')
    .execute();
  const ofAbstracts = [...Map.groupBy(rows, ({ reference }) => reference)].flatMap(
    ([reference, versions]) =>
      versions.map(({ file_key: fileKey, file_store: fileStore }, at) => ({
        fileKey,
        fileStore,
        words: `${reference}, version ${at + 1}`,
      })),
  );
  return [...ofAbstracts, ...(await filesOfPeople(db))];
}

async function filesOfPeople(db: Db): Promise<Version[]> {
  const files: Version[] = [];
  for (const table of tablesWithFiles()) {
    const { fileWord, columns } = tableOf(table);
    if (fileWord === undefined) continue;
    const [owner, column] =
      'participant_id' in columns ? ['participant', 'participant_id'] : ['abstract', 'abstract_id'];
    const words = sql.lit(`the ${fileWord} of the ${owner} `);
    const { rows } = await sql<Version>`
      select file_key as "fileKey", coalesce(file_store, '') as "fileStore", ${words} || ${sql.ref(column)} as words
      from ${sql.table(table)} where file_key is not null`.execute(db);
    files.push(...rows);
  }
  return files;
}
