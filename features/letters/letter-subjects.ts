import type { Db } from '#server/database/database.ts';

export async function letterSubjects(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('letters')
    .select(['id', 'subject'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}
