import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Db, inTransaction } from '#server/database/database.ts';
import { type Finding, NotScanned, type Scanner } from '#server/files/clamd.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { MINUTE } from '#contract/time-spans.ts';
import type { Clock, NewId } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { abstractInfected } from './mails.ts';
import { type DueScan, giveUpScan, leaseScan, recordFinding, scanLater } from './abstract-scans.ts';

export type ScanRoom = {
  db: Db;
  store: FileStore;
  scan: Scanner;
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  log: (message: string, details: Record<string, unknown>) => void;
  /** Alarms the organisers about an infected file, or about a file that was given up. */
  alarm: (message: string, details: Record<string, string>) => void;
};

/**
 * The pauses before the second to the tenth try, more than six hours in all. After the tenth try the file is given up.
 */
const PAUSES = [1, 5, 15, 60, 60, 60, 60, 60, 60].map((minutes) => minutes * MINUTE);
/** While the scanner or the store does not answer, no more than this many tries count: an outage gives no file up. */
const MOST_WHILE_AWAY = 4;

/**
 * Scans the due files one after the other, after their authors got an answer. An abstract stays in the database
 * whatever the finding, and after any error. An infected file that the author has replaced already is only logged. A
 * failed scan ends the round, so that a broken scanner is not asked about every file. A file that a working scanner
 * cannot complete is given up after ten tries. Returns the number of scanned files.
 */
export async function scanDueAbstracts(
  room: ScanRoom,
  stopped = new AbortController().signal,
): Promise<number> {
  let scanned = 0;
  while (!stopped.aborted) {
    const due = await leaseScan(room.db, room.store.id, room.clock());
    if (!due) return scanned;
    const finding = await findingOf(room, due, stopped);
    if (!finding) return scanned;
    if (finding.isInfected && !due.isNewest) {
      room.log('an earlier version of a file is infected', { finding: finding.name });
    } else if (finding.isInfected) {
      const details = { abstract: due.id, finding: finding.name };
      room.alarm('the file of an abstract is infected; the command line does not save it', details);
      // The alarm may come twice after a crash, but never be missing: it is logged in the next turn, before the finding
      // is stored.
      await nextTurn();
      const mail = abstractInfected(room.mailLayout, due, finding.name);
      await inTransaction(room.db, (tx) => postMessages(tx, room, mail));
    }
    await recordFinding(room.db, due.id, finding);
    scanned += 1;
  }
  return scanned;
}

/** The finding; undefined if the scan failed. Then the file is due again later, or is given up. */
async function findingOf(
  room: ScanRoom,
  due: DueScan,
  stopped: AbortSignal,
): Promise<Finding | undefined> {
  const { db, store, clock, log, alarm } = room;
  try {
    return await room.scan(await store.read(due.fileKey), stopped);
  } catch (error) {
    const isOfFile = error instanceof NotScanned && error.isOfFile;
    const why = error instanceof NotScanned ? error.message : 'the store has no such file';
    const details = { abstract: due.id, why };
    const tries = isOfFile ? due.tries : Math.min(due.tries, MOST_WHILE_AWAY);
    const pause = PAUSES[tries - 1];
    if (pause === undefined) {
      alarm('a file was given up, because the scanner could not finish it', details);
      await nextTurn();
      await giveUpScan(db, due.id);
      return undefined;
    }
    await scanLater(db, due.id, { at: new Date(clock().getTime() + pause), tries });
    log('a file could not be scanned and waits', details);
    return undefined;
  }
}
