import type { FastifyInstance } from 'fastify';
import { timestamp } from '#server/identity.ts';
import type { Db } from '#server/database/database.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { type ListedParticipant, readParticipants } from '#server/reports/list-participants.ts';
import { organisingFor } from '#server/self-service/organising-for.ts';
import { ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';
import { changeSignUp } from './change-sign-up.ts';
import { sessionsFor } from './sessions.ts';
import { sessionsPage, type Shown } from './sessions-page.ts';
import { countBefore, countSignUps, signUpsOfPeople } from './sign-ups.ts';

const WISHES = ['place', 'wait', 'give-back'] as const;

/** The page on which a participant signs up for sessions. The payer of a group has none, because each member has a page. */
export function sessionsRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db, clock } = context;
  const { get, post } = ownPages(app, deps);
  const address = '/registration/:token/sessions';

  get(address, async (owner, _, { query }) => {
    const [person] = owner.participant ? await readParticipants(db, [owner.participant.id]) : [];
    if (!person) return undefined;
    const shown = await shownTo(db, content, { owner, person, now: timestamp(clock()) });
    if (shown.sessions.length === 0) return undefined;
    const { heading } = content.yourRegistration.sessions;
    const main = sessionsPage(content, { ...shown, counts: await countSignUps(db) }, query);
    return { title: heading, main };
  });

  post(address, async (owner, { session = '', wish = '', instead = '', version = '' }, request) => {
    const known = WISHES.find((each) => each === wish);
    if (!owner.participant || !known) return undefined;
    const press = { session, wish: known, instead, version };
    const done = await changeSignUp(organisingFor(deps, request), owner, press);
    const about = new URLSearchParams({ done, session });
    return {
      location: `${registrationPath(owner)}/sessions?${about}#${encodeURIComponent(session)}`,
    };
  });
}

/** The sessions as a reader sees them. */
export async function shownTo(
  db: Db,
  content: SelfServiceRoutes['content'],
  { owner, person, now }: { owner: PageOwner; person: ListedParticipant; now: string },
): Promise<Omit<Shown, 'counts'>> {
  const sessions = sessionsFor(content, person);
  const signUps = sessions.length === 0 ? [] : await signUpsOfPeople(db, [person.id]);
  const before = new Map<string, number>();
  for (const signUp of signUps) {
    if (signUp.state === 'WAITING') before.set(signUp.session, await countBefore(db, signUp));
  }
  return { path: registrationPath(owner), sessions, signUps, before, now };
}
