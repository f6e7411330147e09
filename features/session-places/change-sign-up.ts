import { digestOf } from '#server/identity.ts';
import { type Deed, act } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { findPageOwner, type PageOwner } from '#server/orders/rows/page-owners.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { fillSession, lockSignUps } from './fill-sessions.ts';
import { clashesOf, isOpenAt, type Session, sessionsFor } from './sessions.ts';
import { addSignUp, removeSignUps, type SignUp, signUpsFor, signUpsOfPeople } from './sign-ups.ts';

/** A press on the page of the sessions, with what its reader saw. */
export type Press = {
  session: string;
  /** `wait`: the reader saw that the session is full. */
  wish: 'place' | 'wait' | 'give-back';
  /** The ids of the sessions that the button said it gives back. */
  instead: string;
  version: string;
};

/** `changed`: the page showed another state. `full`: somebody else got the last place. */
export type Pressed = 'placed' | 'waiting' | 'givenBack' | 'full' | 'changed' | 'closed';

/** Names the sign-ups of a person; a form that was made for others is refused. */
export function versionOf(signUps: readonly Pick<SignUp, 'session' | 'state'>[]): string {
  const known = Object.fromEntries(signUps.map(({ session, state }) => [session, state]));
  return digestOf('session sign-ups', known).slice(0, 16);
}

/** The sessions that somebody has signed up for and that run at the same time as another one. */
export function clashesWith(
  session: Session,
  sessions: readonly Session[],
  signUps: readonly Pick<SignUp, 'session'>[],
): Session[] {
  const own = new Set(signUps.map((signUp) => signUp.session));
  return clashesOf(session, sessions).filter(({ id }) => own.has(id));
}

/**
 * Does what a participant pressed: signs up, waits or gives back, and gives each place that becomes free to the next who
 * waits. A second press of the same button changes nothing.
 */
export async function changeSignUp(
  acting: Organising,
  { pageToken, order }: PageOwner,
  press: Press,
): Promise<Pressed> {
  if (!order) return 'changed';
  return act(acting, async (deed) => {
    const { tx } = deed;
    // The order comes first, as in a cancellation, which removes sign-ups while it has the order.
    await lockOrders(tx, [order.id]);
    const participant = (await findPageOwner(tx, pageToken))?.participant;
    const [person] = participant ? await readParticipants(tx, [participant.id]) : [];
    const sessions = person ? sessionsFor(acting.content, person) : [];
    const session = sessions.find(({ id }) => id === press.session);
    if (!person || !session) return 'changed';
    const known = clashesWith(session, sessions, await signUpsOfPeople(tx, [person.id]));
    await lockSignUps(tx, [session, ...known]);
    const signUps = await signUpsOfPeople(tx, [person.id]);
    const own = signUps.find((signUp) => signUp.session === session.id);
    const isSame = press.version === versionOf(signUps);
    if (press.wish === 'give-back') {
      if (!own) return 'givenBack';
      if (!isSame) return 'changed';
      if (deed.now >= session.start) return 'closed';
      await giveBack(deed, acting, session, own);
      return 'givenBack';
    }
    if (own) return own.state === 'WAITING' ? 'waiting' : 'placed';
    if (!isOpenAt(session, deed.now)) return 'closed';
    const clashes = clashesWith(session, sessions, signUps);
    if (!isSame || press.instead !== idsOf(clashes)) return 'changed';
    if (clashes.some(({ start }) => deed.now >= start)) return 'closed';
    const before = await signUpsFor(tx, session.id);
    // A place that became free belongs to the first who wait, also before the job gives it to them.
    const isFull =
      before.length >= session.places || before.some(({ state }) => state === 'WAITING');
    if (isFull && press.wish === 'place') return 'full';
    for (const clash of clashes) {
      const signUp = signUps.find((each) => each.session === clash.id);
      if (signUp) await giveBack(deed, acting, clash, signUp);
    }
    const id = acting.payments.newId();
    const turn = (before.at(-1)?.turn ?? 0) + 1;
    const state = isFull ? 'WAITING' : 'SIGNED_UP';
    const about = { id, session: session.id, participantId: person.id, turn, state } as const;
    await addSignUp(tx, about, deed.now);
    return isFull ? 'waiting' : 'placed';
  });
}

/** The ids of sessions, as a form has them. */
export function idsOf(sessions: readonly Pick<Session, 'id'>[]): string {
  return sessions.map(({ id }) => id).join(' ');
}

async function giveBack(
  deed: Deed,
  acting: Organising,
  session: Session,
  { id }: Pick<SignUp, 'id'>,
): Promise<void> {
  await removeSignUps(deed.tx, [id]);
  await fillSession(deed, acting, session);
}
