import type { ExportRecord, RecordedPerson } from '#organiser/records.ts';
import type { Db } from '#server/database/database.ts';
import { listSurveyAnswers } from './survey-answers.ts';

/** The answers with names in an export. It has no anonymous ones, because a file has no rule about when it is read. */
export async function* surveyRecords(
  db: Db,
  people: ReadonlyMap<string, RecordedPerson>,
): AsyncGenerator<ExportRecord> {
  for (const { participantId, question, answer } of await listSurveyAnswers(db)) {
    if (participantId === undefined) continue;
    const { name = '', email = '', reference } = people.get(participantId) ?? {};
    const about = { name, email, reference, participantId };
    yield { type: 'survey-answer', state: 'ANSWERED', ...about, question, answer };
  }
}
