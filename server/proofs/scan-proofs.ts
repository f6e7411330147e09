import type { Db } from '#server/database/database.ts';
import { type Finding, NotScanned, type Scanner } from '#server/files/clamd.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Clock } from '#server/identity.ts';
import { leaseProofScan, recordProofFinding } from '#server/orders/proofs.ts';

type ScanRoom = {
  db: Db;
  store: FileStore;
  scan: Scanner;
  clock: Clock;
  log: (message: string, details: Record<string, unknown>) => void;
};

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
    const due = await leaseProofScan(db, store.id, clock());
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
    await recordProofFinding(db, due, finding);
    scanned += 1;
  }
  return scanned;
}
