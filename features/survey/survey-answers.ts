import type { Db, Tx } from '#server/database/database.ts';
import { allRows } from '#server/database/queries.ts';
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
