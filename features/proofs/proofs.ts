import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { allRows, firstRow, wroteOne, wroteRows } from '#server/database/queries.ts';
import { type EntriesIn, valuesOf } from '#server/database/row-values.ts';
import { recordStoredFiles } from '#server/files/recorded-removals.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { AbstractFile, FileFacts } from '#server/abstract/abstract-files.ts';
import type { ProofState } from './tables.ts';

const values = valuesOf('proofs', { apart: ['scan_due_at', 'scan_tries', 'decided_by'] });
type Value = ReturnType<typeof values.read>;

/** The proof of a participant for the price of the type, with its file if there is one. */
export type Proof = Pick<
  Value,
  'participantId' | 'state' | 'sentAt' | 'decidedAt' | 'reason' | 'claimedAt' | 'changeId'
> & { file: ProofFile | undefined };

export type ProofFile = FileFacts & Pick<AbstractFile, 'scan' | 'scanFinding'>;

export function findProof(db: Db, participantId: string): Promise<Proof | undefined> {
  return db
    .selectFrom('proofs')
    .selectAll()
    .where('participant_id', '=', participantId)
    .$call(firstRow(read));
}

const statesOf = compiledOnce((db, ids: readonly string[]) =>
  db.selectFrom('proofs').select(['participant_id', 'state']).where('participant_id', 'in', ids),
);

/** The states of the proofs of these participants. */
export async function proofStates(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProofState>> {
  if (ids.length === 0) return new Map();
  const rows = await statesOf(db, ids);
  return new Map(rows.map(({ participant_id, state }) => [participant_id, state]));
}

export function listProofs(db: Db): Promise<Proof[]> {
  return db.selectFrom('proofs').selectAll().orderBy('participant_id').$call(allRows(read));
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
        is('proofs.state', '=', 'SENT'),
        is.and([
          is('proofs.state', 'in', ['ASKED', 'REFUSED']),
          is('order_changes.state', 'in', ['proposed', 'lapsed']),
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

/** Saves a new file, about which an organiser has to decide. It is due for a scan at once. */
export async function saveProofFile(
  tx: Tx,
  participantId: string,
  file: FileFacts,
  now: string,
): Promise<void> {
  await put(tx, participantId, {
    ...file,
    ...UNDECIDED,
    state: 'SENT',
    sentAt: now,
    scan: undefined,
    scanFinding: undefined,
    scanDueAt: now,
    scanTries: 0,
  });
}

/** Records the decision about a proof, also about one that an organiser saw elsewhere. */
export async function decideProof(
  tx: Tx,
  participantId: string,
  decision: { state: 'ACCEPTED' | 'REFUSED'; by: string; at: string; reason?: string | undefined },
): Promise<void> {
  const { state, by: decidedBy, at: decidedAt, reason } = decision;
  await put(tx, participantId, { state, decidedBy, decidedAt, reason });
}

async function put(
  tx: Tx,
  participantId: string,
  proof: EntriesIn<typeof values> & { state: ProofState },
): Promise<void> {
  await tx
    .insertInto('proofs')
    .values(values.columns({ ...proof, participantId }))
    .onConflict((conflict) => conflict.column('participant_id').doUpdateSet(values.columns(proof)))
    .execute();
}

const UNDECIDED = { decidedAt: undefined, decidedBy: undefined, reason: undefined };

/** Records that the difference was claimed, instead of a claim that has ended; false if it was claimed meanwhile. */
export function claimDifference(
  tx: Tx,
  participantId: string,
  { now, changeId, insteadOf }: { now: string; changeId: string; insteadOf: string | undefined },
): Promise<boolean> {
  const claimed = { claimed_at: now, change_id: changeId };
  return tx
    .insertInto('proofs')
    .values({ participant_id: participantId, state: 'ASKED', ...claimed })
    .onConflict((conflict) =>
      conflict
        .column('participant_id')
        .doUpdateSet(claimed)
        .where((is) =>
          is.or([
            is('proofs.claimed_at', 'is', null),
            is('proofs.change_id', '=', insteadOf ?? ''),
          ]),
        ),
    )
    .$call(wroteOne);
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
  await recordStoredFiles(tx, stored);
  return tx
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
    .$call(wroteRows);
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
    .set(values.columns({ ...UNDECIDED, state: 'ASKED', sentAt: undefined }))
    .where('participant_id', '=', participantId)
    .execute();
}

function read(row: RowOf<'proofs'>): Proof {
  const { fileName, bytes, sha256, fileKey, fileStore, ...proof } = values.read(row);
  const { activeContent, scan = 'NOT_SCANNED', scanFinding, ...rest } = proof;
  const hasFile = fileName !== undefined && bytes !== undefined && sha256 !== undefined;
  return {
    ...rest,
    file:
      hasFile && fileKey !== undefined && fileStore !== undefined
        ? { fileName, bytes, sha256, fileKey, fileStore, activeContent, scan, scanFinding }
        : undefined,
  };
}
