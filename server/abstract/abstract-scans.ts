import type { Db } from '#server/database/database.ts';
import { hasRow, wroteOne } from '#server/database/queries.ts';
import { timestamp } from '#server/identity.ts';
import type { Finding } from '#server/files/clamd.ts';

/** A file that has to be scanned for viruses, with the reference of its abstract. */
export type DueScan = {
  id: string;
  reference: string;
  fileKey: string;
  /** The number of tries, with the present one. */
  tries: number;
  /** False: the author has sent another version since. */
  isNewest: boolean;
};

/** For this time no other server scans the file; afterwards the first server counts as dead. No scan takes so long. */
const LEASE_MS = 2 * 60_000;

/** Leases the scan of this store that has waited longest, by compare-and-set; undefined if no scan is due. */
export async function leaseScan(db: Db, store: string, now: Date): Promise<DueScan | undefined> {
  const due = await db
    .selectFrom('abstract_files')
    .innerJoin('abstracts', 'abstracts.id', 'abstract_files.abstract_id')
    .select(['abstract_files.id', 'reference', 'file_key', 'scan_due_at', 'scan_tries', 'file_id'])
    .where('scan_due_at', '<=', timestamp(now))
    .where('file_store', '=', store)
    .orderBy('scan_due_at')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  const isLeased = await db
    .updateTable('abstract_files')
    .set({ scan_due_at: timestamp(now, LEASE_MS), scan_tries: due.scan_tries + 1 })
    .where('id', '=', due.id)
    .where('scan_due_at', '=', due.scan_due_at)
    .$call(wroteOne);
  if (!isLeased) return leaseScan(db, store, now);
  const { id, reference, file_key: fileKey } = due;
  return { id, reference, fileKey, tries: due.scan_tries + 1, isNewest: due.file_id === id };
}

/** A finding is final: the same bytes are not scanned twice. */
export async function recordFinding(db: Db, id: string, finding: Finding): Promise<void> {
  await db
    .updateTable('abstract_files')
    .set({
      scan: finding.isInfected ? 'INFECTED' : 'CLEAN',
      scan_finding: finding.isInfected ? finding.name : null,
      scan_due_at: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Records that no scanner can complete this file: no server tries again. */
export async function giveUpScan(db: Db, id: string): Promise<void> {
  await db
    .updateTable('abstract_files')
    .set({ scan: 'GIVEN_UP', scan_due_at: null })
    .where('id', '=', id)
    .execute();
}

/** Sets the time of the next try, and the number of tries that count. */
export async function scanLater(
  db: Db,
  id: string,
  { at, tries }: { at: Date; tries: number },
): Promise<void> {
  await db
    .updateTable('abstract_files')
    .set({ scan_due_at: timestamp(at), scan_tries: tries })
    .where('id', '=', id)
    .execute();
}

/** Whether a file has waited for its scan since before a moment. */
export function hasUnscanned(db: Db, before: Date): Promise<boolean> {
  return (
    db
      .selectFrom('abstract_files')
      .select('id')
      // This form of "is not null" lets SQLite use the index.
      .where('scan_due_at', '>', '')
      .where('created_at', '<', timestamp(before))
      .limit(1)
      .$call(hasRow)
  );
}
