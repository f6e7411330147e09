import type { FastifyInstance } from 'fastify';
import { formEntries } from '#server/http/form-body.ts';
import { timestamp } from '#server/identity.ts';
import { answerQuestions, peopleOnPage } from './answer-questions.ts';
import { fieldOf, refusedAnswers } from './questions-section.ts';
import {
  findOwner,
  returnToPage,
  type SelfServiceRoutes,
  sendNotFound,
  sendOwnPage,
} from '#server/self-service/own-pages.ts';

type Link = { token: string };

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

  app.post<{ Params: Link }>(
    '/registration/:token/answers',
    { config: { limit: 'write' } },
    async ({ params, body }, reply) => {
      const owner = await findOwner(db, params);
      const { person: id, version = '', ...entries } = formEntries(body);
      // The page of a member of a group answers for nobody else.
      const people = owner ? await peopleOnPage(db, owner) : [];
      const person = people.find((each) => each.id === id);
      if (!owner || !person) return sendNotFound(reply, deps);
      const typed = typedIn(entries);
      const services = { payments: context, content };
      const answered = await answerQuestions(services, {
        page: owner.pageToken,
        personId: person.id,
        typed,
        version,
      });
      if (answered.is !== 'refused') return returnToPage(reply, owner, NOTICES[answered.is]);
      const { mistakes } = answered;
      const now = timestamp(clock());
      const main = refusedAnswers(content, owner.pageToken, person, now, { typed, mistakes });
      const title = content.yourRegistration.questions.heading;
      return sendOwnPage(reply, deps, { title, main, status: 400 });
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
