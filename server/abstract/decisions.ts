import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { DecisionRow } from '#server/database/tables.ts';

/** The committee's decision; `presentation` and `slot` are undefined if the sheet has none. */
export type Decided = {
  outcome: 'ACCEPTED' | 'REJECTED';
  presentation: string | undefined;
  slot: string | undefined;
};

export type Decision = Decided & {
  abstractId: string;
  decidedAt: string;
  /** The time of the mail to the author about the decision. */
  toldAt: string | undefined;
  /** The token in the address of the author's page. */
  token: string;
  answer: 'CONFIRMED' | 'WITHDRAWN' | undefined;
  answeredAt: string | undefined;
};

/** All decisions, by the id of the abstract. */
export async function decisionsByAbstract(db: Db): Promise<ReadonlyMap<string, Decision>> {
  const rows = await db.selectFrom('decisions').selectAll().execute();
  return new Map(rows.map((row) => [row.abstract_id, read(row)]));
}

export async function findDecisionByToken(db: Db, token: string): Promise<Decision | undefined> {
  const row = await db
    .selectFrom('decisions')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  return row && read(row);
}

/** Inserts a decision or replaces an earlier one. The author's link stays the same. */
export async function putDecision(tx: Tx, decision: Decision): Promise<void> {
  const { abstractId, token, ...rest } = decision;
  const columns = {
    outcome: rest.outcome,
    presentation: rest.presentation ?? null,
    slot: rest.slot ?? null,
    decided_at: rest.decidedAt,
    told_at: rest.toldAt ?? null,
  };
  // The author may have answered meanwhile: only another outcome clears the answer.
  const kept = (column: 'answer' | 'answered_at') =>
    sql<
      string | null
    >`case when decisions.outcome = ${rest.outcome} then ${sql.ref(`decisions.${column}`)} end`;
  await tx
    .insertInto('decisions')
    .values({ abstract_id: abstractId, token, ...columns })
    .onConflict((conflict) =>
      conflict.column('abstract_id').doUpdateSet({
        ...columns,
        answer: kept('answer'),
        answered_at: kept('answered_at'),
      }),
    )
    .execute();
}

/** Records an author's answer to an accepted abstract, by compare-and-set; false if another answer came before. */
export async function putAnswer(
  tx: Tx,
  { token, answer: known }: Decision,
  answer: 'CONFIRMED' | 'WITHDRAWN',
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('decisions')
    .set({ answer, answered_at: now })
    .where('token', '=', token)
    .where('outcome', '=', 'ACCEPTED' satisfies Decided['outcome'])
    .where('answer', known === undefined ? 'is' : '=', known ?? null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function read(row: Selectable<DecisionRow>): Decision {
  return {
    abstractId: row.abstract_id,
    outcome: row.outcome as Decided['outcome'],
    presentation: row.presentation ?? undefined,
    slot: row.slot ?? undefined,
    decidedAt: row.decided_at,
    toldAt: row.told_at ?? undefined,
    token: row.token,
    answer: (row.answer ?? undefined) as Decision['answer'],
    answeredAt: row.answered_at ?? undefined,
  };
}
