import { wroteOne } from '#server/database/queries.ts';
import type { Db } from '#server/database/database.ts';
import { type Finding, NotScanned } from '#server/files/clamd.ts';
import { timestamp } from '#server/identity.ts';
import type { ScanRoom } from '#server/operations/watch.ts';

/** The lease of a scan ends after two minutes, so these tries take an hour at least. */
const MOST_TRIES = 30;

/**
 * Scans the due proofs one after the other. An infected file is never handed out, and the list of proofs says so. A
 * failed scan ends the round; the file is due again when its lease is over.
 */
export async function scanDueProofs(
  { db, store, scan, clock, log }: ScanRoom,
  stopped: AbortSignal = new AbortController().signal,
): Promise<number> {
  let scanned = 0;
  while (!stopped.aborted) {
    const due = await leaseScan(db, store.id, clock());
    if (!due) return scanned;
    let finding: Finding | undefined;
    try {
      finding = await scan(await store.read(due.key), stopped);
    } catch (error) {
      const why = error instanceof NotScanned ? error.message : 'the store has no such file';
      log('a proof could not be scanned and waits', { why });
      const isOfFile = error instanceof NotScanned && error.isOfFile;
      if (!isOfFile || due.tries < MOST_TRIES) return scanned;
    }
    await recordFinding(db, due, finding);
    scanned += 1;
  }
  return scanned;
}

/** A file to scan. While it is scanned, no other server takes it. */
type DueScan = { participantId: string; key: string; tries: number };

const LEASE_MS = 2 * 60_000;

async function leaseScan(db: Db, store: string, now: Date): Promise<DueScan | undefined> {
  const due = await db
    .selectFrom('proofs')
    .selectAll()
    .where('scan_due_at', '<=', timestamp(now))
    .where('file_store', '=', store)
    .orderBy('scan_due_at')
    .limit(1)
    .executeTakeFirst();
  if (!due || due.file_key === null) return undefined;
  const isLeased = await db
    .updateTable('proofs')
    .set({ scan_due_at: timestamp(now, LEASE_MS), scan_tries: due.scan_tries + 1 })
    .where('participant_id', '=', due.participant_id)
    .where('scan_due_at', '=', due.scan_due_at)
    .$call(wroteOne);
  if (!isLeased) return leaseScan(db, store, now);
  return { participantId: due.participant_id, key: due.file_key, tries: due.scan_tries + 1 };
}

/** Records the finding about a file; another file that came meanwhile is scanned itself. */
async function recordFinding(
  db: Db,
  { participantId, key }: DueScan,
  finding: Finding | undefined,
): Promise<void> {
  await db
    .updateTable('proofs')
    .set({
      scan: finding === undefined ? 'GIVEN_UP' : finding.isInfected ? 'INFECTED' : 'CLEAN',
      scan_finding: finding?.isInfected ? finding.name : null,
      scan_due_at: null,
    })
    .where('participant_id', '=', participantId)
    .where('file_key', '=', key)
    .execute();
}
