import { type AnyRow, keptTables, pagesOf } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';

/** All rows of all tables. Tests use them to check that nothing is left or that nothing has changed. */
export async function everyRow(db: Db): Promise<Record<string, AnyRow[]>> {
  const tables: Record<string, AnyRow[]> = {};
  for (const table of keptTables()) {
    tables[table] = (await Array.fromAsync(pagesOf(db, table))).flat();
  }
  return tables;
}
