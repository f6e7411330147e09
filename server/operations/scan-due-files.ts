import { sql } from 'kysely';
import type { TableName } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import type { ScanState } from '#server/database/abstract-tables.ts';
import { timestamp } from '#server/identity.ts';
import type { ScanRoom } from './watch.ts';
import { type Finding, NotScanned } from '#server/files/clamd.ts';

/** The lease of a scan ends after two minutes, so these tries take an hour at least. */
const MOST_TRIES = 30;
const LEASE_MS = 2 * 60_000;

/**
 * Scans the due files of a table one after the other. A file is known by its key, so another one that comes meanwhile is
 * scanned itself. A failed scan ends the round; the file is due again when its lease is over.
 */
export async function scanDueFiles(
  table: TableName,
  what: string,
  { db, store, scan, clock, log }: ScanRoom,
  stopped: AbortSignal,
): Promise<number> {
  let scanned = 0;
  while (!stopped.aborted) {
    const due = await leaseScan(db, table, store.id, clock());
    if (!due) return scanned;
    let finding: Finding | undefined;
    try {
      finding = await scan(await store.read(due.key), stopped);
    } catch (error) {
      const why = error instanceof NotScanned ? error.message : 'the store has no such file';
      log(`${what} could not be scanned and waits`, { why });
      const isOfFile = error instanceof NotScanned && error.isOfFile;
      if (!isOfFile || due.tries < MOST_TRIES) return scanned;
    }
    await recordFinding(db, table, due.key, finding);
    scanned += 1;
  }
  return scanned;
}

/** A file to scan. While it is scanned, no other server takes it. */
async function leaseScan(
  db: Db,
  table: TableName,
  store: string,
  now: Date,
): Promise<{ key: string; tries: number } | undefined> {
  const { rows } = await sql<{ key: string; due: string; tries: number }>`
    select file_key as key, scan_due_at as due, scan_tries as tries from ${sql.table(table)}
    where scan_due_at <= ${timestamp(now)} and file_store = ${store} and file_key is not null
    order by scan_due_at limit 1`.execute(db);
  const [due] = rows;
  if (!due) return undefined;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)}
    set scan_due_at = ${timestamp(now, LEASE_MS)}, scan_tries = ${due.tries + 1}
    where file_key = ${due.key} and scan_due_at = ${due.due}`.execute(db);
  if (Number(numAffectedRows) !== 1) return leaseScan(db, table, store, now);
  return { key: due.key, tries: due.tries + 1 };
}

async function recordFinding(
  db: Db,
  table: TableName,
  key: string,
  finding: Finding | undefined,
): Promise<void> {
  const scan: ScanState =
    finding === undefined ? 'GIVEN_UP' : finding.isInfected ? 'INFECTED' : 'CLEAN';
  const found = finding?.isInfected ? finding.name : null;
  await sql`
    update ${sql.table(table)} set scan = ${scan}, scan_finding = ${found}, scan_due_at = null
    where file_key = ${key}`.execute(db);
}
