import type { ExportRecord, RecordedPerson } from '#organiser/records.ts';
import type { Db } from '#server/database/database.ts';
import { listAnswers } from './answers.ts';

/** The answers in an export. */
export async function* answerRecords(
  db: Db,
  people: ReadonlyMap<string, RecordedPerson>,
): AsyncGenerator<ExportRecord> {
  for (const answer of await listAnswers(db)) {
    const { name = '', email = '', reference } = people.get(answer.participantId) ?? {};
    yield { type: 'answer', name, email, state: 'ANSWERED', reference, ...answer };
  }
}
