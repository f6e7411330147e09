import type { Db, Tx } from '#server/database/database.ts';
import { digestOf } from '#server/identity.ts';
import { type CsvColumns, columnsOf } from './csv-columns.ts';

/** The columns that a treasurer has named, for the headings of a file; undefined for files of another bank. */
export async function readBankColumns(db: Db): Promise<(heads: string) => CsvColumns | undefined> {
  const rows = await db.selectFrom('bank_columns').selectAll().execute();
  const byHeads = Map.groupBy(rows, ({ heads }) => heads);
  return (heads) => {
    const named = byHeads.get(keyOf(heads));
    return named && columnsOf(named.map(({ role, heading }) => [role, heading]));
  };
}

/** Remembers the columns of all files with these headings. */
export async function keepBankColumns(
  tx: Tx,
  heads: string,
  { headings, order, outAndIn }: CsvColumns,
): Promise<void> {
  const key = keyOf(heads);
  await tx.deleteFrom('bank_columns').where('heads', '=', key).execute();
  const named = Object.entries({
    ...headings,
    ...(order && { order }),
    ...(outAndIn && { outAndIn }),
  });
  await tx
    .insertInto('bank_columns')
    .values(named.map(([role, heading]) => ({ heads: key, role, heading })))
    .execute();
}

function keyOf(heads: string): string {
  return digestOf('bank columns', { heads });
}
