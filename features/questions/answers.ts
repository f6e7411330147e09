import { type Db, hasOneWriter, type Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { allRows } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { Answers } from './questions.ts';

const { read, columns } = valuesOf('answers', { names: { question_id: 'question' } });

const ofPeople = compiledOnce((db, participantIds: readonly string[]) =>
  db
    .selectFrom('answers')
    .select(['participant_id', 'question_id', 'answer'])
    .where('participant_id', 'in', participantIds)
    .orderBy('question_id'),
);

/** The answers of some people, by the ids of the people. Somebody without an answer is absent. */
export async function findAnswers(
  db: Db,
  participantIds: readonly string[],
): Promise<ReadonlyMap<string, Answers>> {
  if (participantIds.length === 0) return new Map();
  const rows = await ofPeople(db, participantIds);
  const found = new Map<string, Record<string, string>>();
  for (const { participant_id: id, question_id, answer } of rows) {
    found.set(id, { ...found.get(id), [question_id]: answer });
  }
  return found;
}

/** The answers that the page of a participant may show: none from before somebody else gave the person this address. */
export async function shownAnswers(
  db: Db,
  { id, privateFrom = '' }: { id: string; privateFrom?: string | undefined },
): Promise<Answers> {
  const rows = await db
    .selectFrom('answers')
    .select(['question_id', 'answer'])
    .where('participant_id', '=', id)
    .where('answered_at', '>=', privateFrom)
    .orderBy('question_id')
    .execute();
  return Object.fromEntries(rows.map(({ question_id, answer }) => [question_id, answer]));
}

/** One answer of an export. */
export type KeptAnswer = ReturnType<typeof read>;

/** All answers, oldest first, also to questions that the conference has removed. */
export function listAnswers(db: Db): Promise<KeptAnswer[]> {
  return db
    .selectFrom('answers')
    .selectAll()
    .orderBy('answered_at')
    .orderBy('participant_id')
    .orderBy('question_id')
    .$call(allRows(read));
}

/** Writes an answer in place of an earlier one; undefined removes the earlier one. */
export async function saveAnswer(
  tx: Tx,
  { participantId, question }: Pick<KeptAnswer, 'participantId' | 'question'>,
  answer: string | undefined,
  answeredAt: string,
): Promise<void> {
  if (answer === undefined) {
    await tx
      .deleteFrom('answers')
      .where('participant_id', '=', participantId)
      .where('question_id', '=', question)
      .execute();
    return;
  }
  await tx
    .insertInto('answers')
    .values(columns({ participantId, question, answer, answeredAt }))
    .onConflict((conflict) =>
      conflict
        .columns(['participant_id', 'question_id'])
        .doUpdateSet({ answer, answered_at: answeredAt }),
    )
    .execute();
}

/** Removes the answers of people: all of them, or those given by a moment. */
export async function eraseAnswers(
  tx: Tx,
  participantIds: readonly string[],
  before?: string,
): Promise<void> {
  if (participantIds.length === 0) return;
  const query = tx.deleteFrom('answers').where('participant_id', 'in', participantIds);
  await (before === undefined ? query : query.where('answered_at', '<=', before)).execute();
}

/** The ids of people with answers given by a moment. */
export async function peopleWithAnswers(db: Db, before: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('answers')
    .select('participant_id')
    .distinct()
    .where('answered_at', '<=', before)
    .orderBy('participant_id')
    .limit(most)
    .execute();
  return rows.map(({ participant_id: id }) => id);
}

/** Locks a participant's row until the transaction ends, so that nobody else saves the person's answers meanwhile. */
export async function lockAnswersOf(tx: Tx, participantId: string): Promise<void> {
  if (hasOneWriter(tx)) return;
  await tx
    .selectFrom('participants')
    .select('id')
    .where('id', '=', participantId)
    .forUpdate()
    .execute();
}
