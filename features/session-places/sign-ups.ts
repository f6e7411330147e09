import type { Db, Tx } from '#server/database/database.ts';
import { allRows, wroteRows } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const { read, columns } = valuesOf('session_sign_ups');

export type SignUp = ReturnType<typeof read>;

/** The sign-ups of some people, by their sessions. */
export function signUpsOfPeople(db: Db, participantIds: readonly string[]): Promise<SignUp[]> {
  return db
    .selectFrom('session_sign_ups')
    .selectAll()
    .where('participant_id', 'in', participantIds)
    .orderBy('session')
    .$call(allRows(read));
}

/** All sign-ups, those of one session in their turn. */
export function listSignUps(db: Db): Promise<SignUp[]> {
  return db
    .selectFrom('session_sign_ups')
    .selectAll()
    .orderBy('session')
    .orderBy('turn')
    .$call(allRows(read));
}

/** The sign-ups for a session in their turn. */
export function signUpsFor(db: Db, session: string): Promise<SignUp[]> {
  return db
    .selectFrom('session_sign_ups')
    .selectAll()
    .where('session', '=', session)
    .orderBy('turn')
    .$call(allRows(read));
}

/** The numbers of places that are taken, and of people who wait, for each session that has some. */
export async function countSignUps(
  db: Db,
): Promise<ReadonlyMap<string, { taken: number; waiting: number }>> {
  const rows = await db
    .selectFrom('session_sign_ups')
    .select(['session', 'state'])
    .select(({ fn }) => fn.countAll().as('count'))
    .groupBy(['session', 'state'])
    .execute();
  const counts = new Map<string, { taken: number; waiting: number }>();
  for (const { session, state, count } of rows) {
    const before = counts.get(session) ?? { taken: 0, waiting: 0 };
    const key = state === 'WAITING' ? 'waiting' : 'taken';
    counts.set(session, { ...before, [key]: Number(count) });
  }
  return counts;
}

/** The number of people who wait for a session before this turn. */
export async function countBefore(
  db: Db,
  { session, turn }: Pick<SignUp, 'session' | 'turn'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('session_sign_ups')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('session', '=', session)
    .where('state', '=', 'WAITING')
    .where('turn', '<', turn)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a person behind all others. The session is locked. */
export async function addSignUp(
  tx: Tx,
  signUp: Pick<SignUp, 'id' | 'session' | 'participantId' | 'turn' | 'state'>,
  now: string,
): Promise<void> {
  const placedAt = signUp.state === 'SIGNED_UP' ? now : undefined;
  await tx
    .insertInto('session_sign_ups')
    .values(columns({ ...signUp, signedUpAt: now, placedAt }))
    .execute();
}

/** Gives the place to somebody who waited. */
export async function placeSignUp(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('session_sign_ups')
    .set({ state: 'SIGNED_UP', placed_at: now })
    .where('id', '=', id)
    .execute();
}

export async function removeSignUps(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('session_sign_ups').where('id', 'in', ids).execute();
}

/** Removes the sign-ups of people who do not come; the job gives their places to those who wait. */
export async function removeSignUpsOf(tx: Tx, participantIds: readonly string[]): Promise<number> {
  if (participantIds.length === 0) return 0;
  return tx
    .deleteFrom('session_sign_ups')
    .where('participant_id', 'in', participantIds)
    .$call(wroteRows);
}

/** Removes somebody's sign-ups for some sessions. */
export async function removeSignUpsFor(
  tx: Tx,
  participantId: string,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length === 0) return;
  await tx
    .deleteFrom('session_sign_ups')
    .where('participant_id', '=', participantId)
    .where('session', 'in', sessions)
    .execute();
}
