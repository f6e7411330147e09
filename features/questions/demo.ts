import { seeded } from '#documents/seeded.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { listParticipants } from '#server/orders/rows/participants.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { answerQuestions, questionsOf, versionOf } from './answer-questions.ts';
import { offeredAnswers } from './questions.ts';

/** Two thirds of the people with a place answer the questions of the conference. */
export async function peopleRegistered({ context, content }: DemoDeps): Promise<void> {
  const chance = seeded(27);
  const pages = new Map(
    (await listParticipants(context.db)).map(({ id, pageToken }) => [id, pageToken]),
  );
  for (const person of await allParticipants(context.db)) {
    const questions = questionsOf(content, person).filter(() => chance() < 0.66);
    const typed = Object.fromEntries(
      questions.map((question) => {
        const offered = offeredAnswers(question);
        const answer = offered[Math.floor(chance() ** 2 * offered.length)];
        return [question.id, answer ?? (chance() < 0.1 ? 'Without steps, please' : '')];
      }),
    );
    const version = versionOf(person.answers);
    const answering = { payments: context, content };
    const page = pages.get(person.id) ?? '';
    await answerQuestions(answering, { page, personId: person.id, typed, version });
  }
}
