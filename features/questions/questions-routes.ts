import type { FastifyInstance } from 'fastify';
import { timestamp } from '#server/identity.ts';
import { answerQuestions, peopleOnPage } from './answer-questions.ts';
import { fieldOf, refusedAnswers } from './questions-section.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';

const NOTICES = {
  saved: 'answersSaved',
  partly: 'answersPartly',
  stale: 'answersStale',
  notAsked: 'changedMeanwhile',
} as const;

/** Saves the answers to the questions of the conference, for one person at a time. */
export function questionsRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db, clock } = context;

  ownPages(app, deps).post(
    '/registration/:token/answers',
    async (owner, { person: id, version = '', ...entries }) => {
      // The page of a member of a group answers for nobody else.
      const person = (await peopleOnPage(db, owner)).find((each) => each.id === id);
      if (!person) return undefined;
      const typed = typedIn(entries);
      const services = { payments: context, content };
      const answered = await answerQuestions(services, {
        page: owner.pageToken,
        personId: person.id,
        typed,
        version,
      });
      if (answered.is !== 'refused') return backToPage(owner, NOTICES[answered.is]);
      const { mistakes } = answered;
      const now = timestamp(clock());
      const main = refusedAnswers(content, owner.pageToken, person, now, { typed, mistakes });
      return { title: content.yourRegistration.questions.heading, main, status: 400 };
    },
  );
}

/** The typed answers by the ids of their questions; also of questions that are no longer asked. */
function typedIn(entries: Readonly<Record<string, string>>): Record<string, string> {
  const prefix = fieldOf({ id: '' });
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text] as const] : [],
    ),
  );
}
