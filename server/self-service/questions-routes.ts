import type { FastifyInstance } from 'fastify';
import { timestamp } from '#server/identity.ts';
import { formEntries } from '#server/http/form-body.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { answerQuestions } from '#server/orders/answer-questions.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { fieldOf, refusedAnswers } from './questions-section.ts';
import { withNotice } from './notices.ts';
import { noRegistration } from './registration-page.ts';
import { findOwner, type SelfServiceRoutes } from './registration-page-routes.ts';

type Link = { token: string };

const NOTICES = {
  saved: 'answersSaved',
  partly: 'answersPartly',
  stale: 'answersStale',
  notAsked: 'changedMeanwhile',
} as const;

/** Saves the answers to the questions of the conference, for one person at a time. */
export function questionsRoutes(
  app: FastifyInstance,
  { context, content, frame }: SelfServiceRoutes,
): void {
  const { db, clock } = context;
  const { yourRegistration: said } = content;

  app.post<{ Params: Link }>(
    '/registration/:token/answers',
    { config: { limit: 'write' } },
    async ({ params, body }, reply) => {
      const owner = await findOwner(db, params);
      const { person: id, version = '', ...entries } = formEntries(body);
      // The page of a member of a group answers for nobody else.
      const [person] = await readParticipants(
        db,
        (owner?.people ?? []).flatMap((each) => (each.id === id ? [each.id] : [])),
      );
      if (!owner || !person) {
        const main = noRegistration(content);
        return sendPrivatePage(reply, frame, { title: said.title, main, status: 404 });
      }
      const typed = typedIn(entries);
      const services = { payments: context, content };
      const answered = await answerQuestions(services, {
        page: owner.token,
        personId: person.id,
        typed,
        version,
      });
      if (answered.is !== 'refused') {
        const notice = NOTICES[answered.is];
        return keptPrivate(reply).redirect(withNotice(`/registration/${owner.token}`, notice), 303);
      }
      const { mistakes } = answered;
      const now = timestamp(clock());
      const main = refusedAnswers(content, owner.token, person, now, { typed, mistakes });
      return sendPrivatePage(reply, frame, {
        title: said.questions.heading,
        main,
        status: 400,
        formEndsAt: [],
      });
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
