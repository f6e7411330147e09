import type { FastifyInstance } from 'fastify';
import { findAgendaPlaces } from '#contract/agenda-places.ts';
import type { PublicPageDeps } from '#server/feature-pages.ts';
import { answer } from '#server/http/answer.ts';
import { timestamp } from '#server/identity.ts';
import { isOpenAt, sessionsIn } from './sessions.ts';
import { countSignUps } from './sign-ups.ts';

/** The call with which the page of the agenda says how many places are left. It names nobody. */
export function placesRoute(
  app: FastifyInstance,
  { content, context: { db, clock } }: Pick<PublicPageDeps, 'content' | 'context'>,
): void {
  // The call is the same in all languages.
  if (content.base !== '') return;
  const sessions = sessionsIn(content);
  answer(app, findAgendaPlaces, 'read', async () => {
    const now = timestamp(clock());
    const open = sessions.filter((session) => isOpenAt(session, now));
    const counts = open.length === 0 ? undefined : await countSignUps(db);
    return {
      items: open.map(({ id, places }) => {
        const { taken = 0, waiting = 0 } = counts?.get(id) ?? {};
        // A place that is free for a moment belongs to those who wait.
        return { id, left: waiting > 0 ? 0 : Math.max(0, places - taken), waiting };
      }),
    };
  });
}
