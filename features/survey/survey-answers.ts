import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { allRows, inParts } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const { read, columns } = valuesOf('survey_answers', { names: { question_id: 'question' } });

export type SurveyAnswer = ReturnType<typeof read>;

export async function insertSurveyAnswers(tx: Tx, answers: readonly SurveyAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map((answer) => columns(answer));
  await tx.insertInto('survey_answers').values(rows).execute();
}

/** All answers in the order of their random ids, which says nothing about the time. */
export function listSurveyAnswers(db: Db): Promise<SurveyAnswer[]> {
  return db.selectFrom('survey_answers').selectAll().orderBy('id').$call(allRows(read));
}

/**
 * Writes the anonymous answers again, in the order of their random ids. An engine knows of a row in which transaction and
 * beside which other rows it was written, and a link is marked as used in the transaction of its answers.
 */
export async function mixSurveyAnswers(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await tx
      .deleteFrom('survey_answers')
      .where('participant_id', 'is', null)
      .returningAll()
      .execute();
    const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    for (const some of inParts(sorted)) {
      await tx
        .insertInto('survey_answers')
        .values([...some])
        .execute();
    }
  });
}
