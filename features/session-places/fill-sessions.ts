import { inLanguage } from '#contract/content.ts';
import { inTransaction, lockKey, type Tx } from '#server/database/database.ts';
import { inParts } from '#server/database/queries.ts';
import { type Deed, deedIn } from '#server/operations/act.ts';
import type { JobDeps } from '#server/operations/watch.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { sessionPlace } from './mails.ts';
import { isOpenAt, type Session, sessionsFor, sessionsIn } from './sessions.ts';
import {
  listSignUps,
  placeSignUp,
  removeSignUpsFor,
  removeSignUpsOf,
  signUpsFor,
} from './sign-ups.ts';

/**
 * Waits until nobody else changes the sign-ups for these sessions, so that their places are counted right and given in
 * turn. The locks are always taken in the same order.
 */
export async function lockSignUps(tx: Tx, sessions: readonly Pick<Session, 'id'>[]): Promise<void> {
  for (const id of sessions.map((session) => session.id).toSorted()) {
    await lockKey(tx, `session-places:${id}`);
  }
}

/**
 * Gives the free places of a session to the first who wait, each with a mail. The session is locked. After the end of
 * sign-up nobody moves up, because nobody would read the mail.
 */
export async function fillSession(
  { tx, now, post }: Pick<Deed, 'tx' | 'now' | 'post'>,
  { content, mailLayout, origin }: Pick<JobDeps, 'content' | 'mailLayout' | 'origin'>,
  session: Session,
): Promise<void> {
  if (!isOpenAt(session, now)) return;
  const all = await signUpsFor(tx, session.id);
  const waiting = all.filter(({ state }) => state === 'WAITING');
  let free = session.places - (all.length - waiting.length);
  for (const signUp of waiting) {
    if (free <= 0) return;
    const [person] = await readParticipants(tx, [signUp.participantId]);
    // Somebody whose money went back is removed by the job.
    if (person?.placeSince === undefined) continue;
    free -= 1;
    await placeSignUp(tx, signUp.id, now);
    const [participant] = await findParticipants(tx, [person.id]);
    if (!participant) continue;
    const own = sessionsIn(inLanguage(content, person.language));
    await post(
      sessionPlace(mailLayout, person, {
        session: own.find(({ id }) => id === session.id) ?? session,
        event: signUp.id,
        page: `${origin}${registrationPath(participant)}`,
      }),
    );
  }
}

/** Gives places that became free because somebody left, or because agenda.yaml has more places. */
export async function fillSessions({ context, ...deps }: JobDeps): Promise<void> {
  const sessions = sessionsIn(deps.content);
  if (sessions.length === 0) return;
  await inTransaction(context.db, async (tx) => {
    const waited = await tx
      .selectFrom('session_sign_ups')
      .select('session')
      .distinct()
      .where('state', '=', 'WAITING')
      .execute();
    const ids = new Set(waited.map(({ session }) => session));
    const wanted = sessions.filter(({ id }) => ids.has(id));
    if (wanted.length === 0) return;
    await lockSignUps(tx, wanted);
    const deed = deedIn(tx, { payments: context, actor: '' });
    for (const session of wanted) await fillSession(deed, deps, session);
  });
}

/**
 * Removes the sign-ups of people who have no sure place any more, such as after a refund, and those for days that a
 * ticket does not cover any more. An item that agenda.yaml has no longer keeps its sign-ups: it may come back.
 */
export async function removeUnplaced({ context: { db }, content }: JobDeps): Promise<void> {
  const sessions = sessionsIn(content);
  const ids = [...new Set((await listSignUps(db)).map(({ participantId }) => participantId))];
  for (const some of inParts(ids)) {
    await inTransaction(db, async (tx) => {
      const people = await readParticipants(tx, some);
      const gone = people.filter(({ placeSince }) => placeSince === undefined);
      await removeSignUpsOf(
        tx,
        gone.map(({ id }) => id),
      );
      for (const person of people) {
        const open = new Set(sessionsFor(content, person).map(({ id }) => id));
        const closed = sessions.filter(({ id }) => !open.has(id));
        await removeSignUpsFor(
          tx,
          person.id,
          closed.map(({ id }) => id),
        );
      }
    });
  }
}
