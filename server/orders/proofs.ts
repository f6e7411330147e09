import type { Selectable } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { ProofRow, ProofState } from '#server/database/tables.ts';
import type { Finding } from '#server/files/clamd.ts';
import { timestamp } from '#server/identity.ts';

/** The proof of a participant for the price of the type. */
export type Proof = {
  participantId: string;
  state: ProofState;
  file: ProofFile | undefined;
  sentAt: string | undefined;
  decidedAt: string | undefined;
  reason: string | undefined;
  /** When the difference was claimed, and the change that asks for it. */
  claimedAt: string | undefined;
  changeId: string | undefined;
};

export type ProofFile = {
  name: string;
  bytes: number;
  sha256: string;
  key: string;
  store: string;
  activeContent: string | undefined;
  scan: 'CLEAN' | 'INFECTED' | 'NOT_SCANNED' | 'GIVEN_UP';
};

export async function findProof(db: Db, participantId: string): Promise<Proof | undefined> {
  const row = await db
    .selectFrom('proofs')
    .selectAll()
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row && read(row);
}

export async function listProofs(db: Db): Promise<Proof[]> {
  const rows = await db.selectFrom('proofs').selectAll().orderBy('participant_id').execute();
  return rows.map(read);
}

export async function hasProofFile(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('proofs')
    .select('participant_id')
    .where('file_key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Saves a new file, about which an organiser has to decide. It is due for a scan at once. */
export async function saveProofFile(
  tx: Tx,
  participantId: string,
  file: Omit<ProofFile, 'scan'>,
  now: string,
): Promise<void> {
  const columns = {
    state: 'SENT' as const,
    file_name: file.name,
    bytes: file.bytes,
    sha256: file.sha256,
    file_key: file.key,
    file_store: file.store,
    active_content: file.activeContent ?? null,
    sent_at: now,
    scan: null,
    scan_finding: null,
    scan_due_at: now,
    scan_tries: 0,
    decided_at: null,
    decided_by: null,
    reason: null,
  };
  await tx
    .insertInto('proofs')
    .values({ participant_id: participantId, ...columns, claimed_at: null, change_id: null })
    .onConflict((conflict) => conflict.column('participant_id').doUpdateSet(columns))
    .execute();
}

/** Records the decision about a proof, also about one that an organiser saw elsewhere. */
export async function decideProof(
  tx: Tx,
  participantId: string,
  decision: { state: 'ACCEPTED' | 'REFUSED'; by: string; at: string; reason?: string | undefined },
): Promise<void> {
  const columns = {
    state: decision.state,
    decided_at: decision.at,
    decided_by: decision.by,
    reason: decision.reason ?? null,
  };
  await tx
    .insertInto('proofs')
    .values({ ...emptyRow(participantId), ...columns })
    .onConflict((conflict) => conflict.column('participant_id').doUpdateSet(columns))
    .execute();
}

/** Records that the difference was claimed; false if it was before. */
export async function claimDifference(
  tx: Tx,
  participantId: string,
  { now, changeId }: { now: string; changeId: string | undefined },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('proofs')
    .values({ ...emptyRow(participantId), claimed_at: now, change_id: changeId ?? null })
    .onConflict((conflict) =>
      conflict
        .column('participant_id')
        .doUpdateSet({ claimed_at: now, change_id: changeId ?? null })
        .where('proofs.claimed_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets the files of these proofs, whose removal is recorded. */
export async function forgetProofFiles(tx: Tx, participantIds: readonly string[]): Promise<number> {
  if (participantIds.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('proofs')
    .set({
      file_name: null,
      bytes: null,
      sha256: null,
      file_key: null,
      file_store: null,
      active_content: null,
      scan_due_at: null,
    })
    .where('participant_id', 'in', participantIds)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A file to scan. While it is scanned, no other server takes it. */
export type DueProofScan = { participantId: string; key: string; tries: number };

const LEASE_MS = 2 * 60_000;

export async function leaseProofScan(
  db: Db,
  store: string,
  now: Date,
): Promise<DueProofScan | undefined> {
  const due = await db
    .selectFrom('proofs')
    .selectAll()
    .where('scan_due_at', '<=', timestamp(now))
    .where('file_store', '=', store)
    .orderBy('scan_due_at')
    .limit(1)
    .executeTakeFirst();
  if (!due || due.file_key === null) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('proofs')
    .set({ scan_due_at: timestamp(now, LEASE_MS), scan_tries: due.scan_tries + 1 })
    .where('participant_id', '=', due.participant_id)
    .where('scan_due_at', '=', due.scan_due_at)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return leaseProofScan(db, store, now);
  return { participantId: due.participant_id, key: due.file_key, tries: due.scan_tries + 1 };
}

/** Records the finding about a file; another file that came meanwhile is scanned itself. */
export async function recordProofFinding(
  db: Db,
  { participantId, key }: DueProofScan,
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

function emptyRow(participantId: string) {
  return {
    participant_id: participantId,
    state: 'ASKED' as const,
    file_name: null,
    bytes: null,
    sha256: null,
    file_key: null,
    file_store: null,
    active_content: null,
    sent_at: null,
    scan: null,
    scan_finding: null,
    scan_due_at: null,
    scan_tries: 0,
    decided_at: null,
    decided_by: null,
    reason: null,
    claimed_at: null,
    change_id: null,
  };
}

function read(row: Selectable<ProofRow>): Proof {
  const { file_name: name, bytes, sha256, file_key: key, file_store: store } = row;
  const hasFile =
    name !== null && bytes !== null && sha256 !== null && key !== null && store !== null;
  return {
    participantId: row.participant_id,
    state: row.state,
    file: hasFile
      ? {
          name,
          bytes,
          sha256,
          key,
          store,
          activeContent: row.active_content ?? undefined,
          scan: (row.scan ?? 'NOT_SCANNED') as ProofFile['scan'],
        }
      : undefined,
    sentAt: row.sent_at ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    reason: row.reason ?? undefined,
    claimedAt: row.claimed_at ?? undefined,
    changeId: row.change_id ?? undefined,
  };
}
