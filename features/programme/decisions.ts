import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { isRevised } from './revisions.ts';
import type { Slot } from './slots.ts';

/** The committee's decision; what the sheet does not say is undefined. */
export type Decided = {
  outcome: 'ACCEPTED' | 'REJECTED' | 'REVISE';
  /** The moment until which the author may send a better version; only of REVISE. */
  reviseUntil?: string | undefined;
  presentation: string | undefined;
  /** A text to the author. */
  comment?: string | undefined;
} & Slot;

export type Decision = Decided & {
  abstractId: string;
  decidedAt: string;
  /** The time of the mail to the author about the decision. */
  toldAt: string | undefined;
  /** Undefined if the comment is not what the reviewers wrote. */
  commentFrom?: 'REVIEWERS' | undefined;
  /** The outcome in the last letter to the author. */
  toldOutcome?: Decided['outcome'] | undefined;
  /** When the author confirmed to present. */
  confirmedAt: string | undefined;
};

const read = valuesOf('decisions').read as (row: RowOf<'decisions'>) => Decision;

/** `REVISED`: the version that the committee asked for has come. */
export type AbstractState =
  | 'RECEIVED'
  | 'ACCEPTED'
  | 'REJECTED'
  | 'REVISE'
  | 'REVISED'
  | 'CONFIRMED'
  | 'WITHDRAWN';

/** A withdrawal comes before any decision. */
export function abstractState(
  { withdrawnAt, fileAt }: Pick<KeptAbstract, 'withdrawnAt' | 'fileAt'>,
  decision: Pick<Decision, 'outcome' | 'decidedAt' | 'confirmedAt'> | undefined,
): AbstractState {
  if (withdrawnAt !== undefined) return 'WITHDRAWN';
  if (!decision) return 'RECEIVED';
  if (decision.outcome === 'REJECTED') return 'REJECTED';
  if (decision.outcome === 'REVISE') return isRevised({ fileAt }, decision) ? 'REVISED' : 'REVISE';
  return decision.confirmedAt === undefined ? 'ACCEPTED' : 'CONFIRMED';
}

/** The author's answer to an accepted abstract. */
export function answerOf(
  abstract: Pick<KeptAbstract, 'withdrawnAt' | 'fileAt'>,
  decision: Pick<Decision, 'outcome' | 'decidedAt' | 'confirmedAt'> | undefined,
): 'CONFIRMED' | 'WITHDRAWN' | undefined {
  const state = abstractState(abstract, decision);
  return state === 'CONFIRMED' || state === 'WITHDRAWN' ? state : undefined;
}

/**
 * The part of a decision that the author knows by a letter. After a change of which no letter tells yet, that is only its
 * outcome, and until when a revision is taken: slot and comment may be drafts of the committee.
 */
export function toldPart(decision: Decision): Decision | undefined {
  const { abstractId, outcome, toldOutcome, toldAt, decidedAt, confirmedAt, reviseUntil } =
    decision;
  if (toldOutcome !== outcome) return undefined;
  if (toldAt !== undefined) return decision;
  const presentation = undefined;
  return {
    abstractId,
    outcome,
    toldOutcome,
    toldAt,
    decidedAt,
    confirmedAt,
    reviseUntil,
    presentation,
  };
}

/** The decisions by the id of the abstract: about these abstracts, or all. */
export async function decisionsByAbstract(
  db: Db,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, Decision>> {
  const rows = await db
    .selectFrom('decisions')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('abstract_id', 'in', ['', ...(ids ?? [])]))
    .execute();
  return new Map(rows.map((row) => [row.abstract_id, read(row)]));
}

/** The decisions to revise an abstract whose day has passed. */
export async function overdueRevisions(db: Db, now: string): Promise<Decision[]> {
  const rows = await db
    .selectFrom('decisions')
    .selectAll()
    // As text, because the index has only these rows.
    .where(sql<boolean>`outcome = 'REVISE'`)
    .where('revise_until', '<=', now)
    .execute();
  return rows.map(read);
}

export function findDecision(db: Db, abstractId: string): Promise<Decision | undefined> {
  return db
    .selectFrom('decisions')
    .selectAll()
    .where('abstract_id', '=', abstractId)
    .$call(firstRow(read));
}

/** The part of the decision about an abstract that its author knows. */
export async function findToldDecision(db: Db, id: string): Promise<Decision | undefined> {
  const decision = await findDecision(db, id);
  return decision && toldPart(decision);
}

/** Inserts a decision or replaces an earlier one. */
export async function putDecision(
  tx: Tx,
  { abstractId, ...decision }: Omit<Decision, 'confirmedAt'>,
): Promise<void> {
  const columns = {
    outcome: decision.outcome,
    revise_until: decision.outcome === 'REVISE' ? (decision.reviseUntil ?? null) : null,
    presentation: decision.presentation ?? null,
    ...slotColumns(decision),
    comment: decision.comment ?? null,
    comment_from: decision.commentFrom ?? null,
    decided_at: decision.decidedAt,
    told_at: decision.toldAt ?? null,
    ...(decision.toldAt !== undefined && { told_outcome: decision.outcome }),
  };
  await tx
    .insertInto('decisions')
    .values({ abstract_id: abstractId, ...columns })
    .onConflict((conflict) =>
      conflict.column('abstract_id').doUpdateSet({
        ...columns,
        // The author may have confirmed meanwhile: only another outcome clears the confirmation.
        confirmed_at: sql<
          string | null
        >`case when decisions.outcome = ${columns.outcome} then decisions.confirmed_at end`,
      }),
    )
    .execute();
}

/** Records that the author of an accepted abstract presents; false if that is recorded already. */
export function putConfirmation(tx: Tx, abstractId: string, now: string): Promise<boolean> {
  return tx
    .updateTable('decisions')
    .set({ confirmed_at: now })
    .where('abstract_id', '=', abstractId)
    .where('outcome', '=', 'ACCEPTED' satisfies Decided['outcome'])
    .where('confirmed_at', 'is', null)
    .$call(wroteOne);
}

/** Records that the author still has to get a letter about the decision. */
export async function putUntold(tx: Tx, abstractId: string): Promise<void> {
  await tx
    .updateTable('decisions')
    .set({ told_at: null })
    .where('abstract_id', '=', abstractId)
    .execute();
}

function slotColumns(slot: Slot): Record<keyof Slot, string | null> {
  const { day = null, starts = null, ends = null, room = null } = slot;
  const { track = null, chair = null, number = null } = slot;
  return { slot: slot.slot ?? null, day, starts, ends, room, track, chair, number };
}
