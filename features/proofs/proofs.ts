import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import type { ChangeState } from '#server/database/order-tables.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { ProofState } from './tables.ts';

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
  /** The infection, in the scanner's words. */
  scanFinding: string | undefined;
};

export async function findProof(db: Db, participantId: string): Promise<Proof | undefined> {
  const row = await db
    .selectFrom('proofs')
    .selectAll()
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row && read(row);
}

/** The states of the proofs of these participants. */
export async function proofStates(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProofState>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('proofs')
    .select(['participant_id', 'state'])
    .where('participant_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ participant_id, state }) => [participant_id, state]));
}

export async function listProofs(db: Db): Promise<Proof[]> {
  const rows = await db.selectFrom('proofs').selectAll().orderBy('participant_id').execute();
  return rows.map(read);
}

/**
 * The proofs about which somebody has to decide, and those whose price is neither proved nor paid although the difference
 * was claimed. Whoever has another price since the claim has nothing to prove.
 */
export async function listOpenProofs(
  db: Db,
): Promise<{ participantId: string; isSent: boolean; at: string }[]> {
  const rows = await db
    .selectFrom('proofs')
    .leftJoin('order_changes', 'order_changes.id', 'proofs.change_id')
    .select(['proofs.participant_id', 'proofs.state', 'proofs.sent_at', 'proofs.claimed_at'])
    .where((is) =>
      is.or([
        is('proofs.state', '=', 'SENT' satisfies ProofState),
        is.and([
          is('proofs.state', 'in', ['ASKED', 'REFUSED'] satisfies ProofState[]),
          is('order_changes.state', 'in', ['proposed', 'lapsed'] satisfies ChangeState[]),
          is.exists(
            is
              .selectFrom('order_items')
              .select('order_items.id')
              .whereRef('order_items.participant_id', '=', 'proofs.participant_id')
              .where('order_items.kind', '=', 'registration')
              .where('order_items.state', '=', 'booked')
              .whereRef('order_items.created_at', '<', 'proofs.claimed_at'),
          ),
        ]),
      ]),
    )
    .orderBy('proofs.participant_id')
    .execute();
  return rows.map(({ participant_id: participantId, state, sent_at, claimed_at }) => ({
    participantId,
    isSent: state === 'SENT',
    at: (state === 'SENT' ? sent_at : claimed_at) ?? '',
  }));
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
  file: Omit<ProofFile, 'scan' | 'scanFinding'>,
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

/** Records that the difference was claimed, instead of a claim that has ended; false if it was claimed meanwhile. */
export async function claimDifference(
  tx: Tx,
  participantId: string,
  { now, changeId, insteadOf }: { now: string; changeId: string; insteadOf: string | undefined },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('proofs')
    .values({ ...emptyRow(participantId), claimed_at: now, change_id: changeId })
    .onConflict((conflict) =>
      conflict
        .column('participant_id')
        .doUpdateSet({ claimed_at: now, change_id: changeId })
        .where((is) =>
          is.or([
            is('proofs.claimed_at', 'is', null),
            is('proofs.change_id', '=', insteadOf ?? ''),
          ]),
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Records the file of a proof for removal, and forgets it. A server that uses its store removes the file. */
export async function forgetProofFile(tx: Tx, participantId: string): Promise<void> {
  await forgetProofFiles(tx, [participantId]);
}

/** The same for several proofs; returns their number. */
export async function forgetProofFiles(tx: Tx, participantIds: readonly string[]): Promise<number> {
  if (participantIds.length === 0) return 0;
  const stored = await tx
    .selectFrom('proofs')
    .select(['file_key', 'file_store'])
    .where('participant_id', 'in', participantIds)
    .where('file_key', 'is not', null)
    .execute();
  for (const { file_key: name, file_store } of stored) {
    if (name === null) continue;
    await tx
      .insertInto('removals')
      .values({ place: 'files', name, file_store })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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

/** Deletes the proofs of people who are erased, and records their files for removal. */
export async function eraseProofs(tx: Tx, participantIds: readonly string[]): Promise<void> {
  if (participantIds.length === 0) return;
  await forgetProofFiles(tx, participantIds);
  await tx.deleteFrom('proofs').where('participant_id', 'in', participantIds).execute();
}

/** Forgets the files whose retention period is over: a server does so every hour, and purge as well. */
export async function forgetOldProofFiles(db: Db, before: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await tx
      .selectFrom('proofs')
      .select('participant_id')
      .where('file_key', 'is not', null)
      .where(({ fn }) => fn.coalesce('decided_at', 'sent_at'), '<=', before)
      .limit(500)
      .execute();
    await forgetProofFiles(
      tx,
      rows.map(({ participant_id }) => participant_id),
    );
  });
}

/** Another person takes the place, and has to prove the price, too; a claim stays. */
export async function askForProofAgain(tx: Tx, participantId: string): Promise<void> {
  await forgetProofFile(tx, participantId);
  await tx
    .updateTable('proofs')
    .set({ state: 'ASKED', decided_at: null, decided_by: null, reason: null, sent_at: null })
    .where('participant_id', '=', participantId)
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

function read(row: RowOf<'proofs'>): Proof {
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
          scanFinding: row.scan_finding ?? undefined,
        }
      : undefined,
    sentAt: row.sent_at ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    reason: row.reason ?? undefined,
    claimedAt: row.claimed_at ?? undefined,
    changeId: row.change_id ?? undefined,
  };
}
