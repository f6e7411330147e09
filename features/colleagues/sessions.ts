import type { Tx } from '#server/database/database.ts';
import { firstRow } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { HOUR, MINUTE } from '#contract/time-spans.ts';
import { actorOf, asColleague, type Colleague, type Deps, lockWaysIn } from './colleagues.ts';
import { digestOfToken } from './links.ts';
import { passkeysOf } from './passkeys.ts';

/** Nobody at the keyboard. */
const IDLE_MS = 30 * MINUTE;
/** A day of work, whoever sits there. */
const LONGEST_MS = 12 * HOUR;
/** A session that is older adds no passkey: whoever finds an open laptop gets no lasting way in. */
const FRESH_MS = 10 * MINUTE;
/** Not each call of a page writes a row. */
const SEEN_EVERY_MS = MINUTE;

type Way = Tables['colleague_sessions']['way'];
export type Session = { digest: string; colleague: Colleague; begunAt: string };

/**
 * Begins a session, and ends the one that the browser had: a cookie from before the log-in opens nothing after it.
 * Undefined if the passkey of the log-in was removed meanwhile, as by a recovery.
 */
export async function beginSession(
  tx: Tx,
  { clock, newId }: Omit<Deps, 'db'>,
  {
    colleague,
    way,
    former,
    words,
    passkeyId,
  }: {
    colleague: Colleague;
    way: Way;
    former: string;
    words: string;
    passkeyId: string | undefined;
  },
): Promise<string | undefined> {
  await lockWaysIn(tx, colleague.id);
  if (passkeyId !== undefined) {
    const passkeys = await passkeysOf({ db: tx }, colleague.id);
    if (!passkeys.some(({ id }) => id === passkeyId)) return undefined;
  }
  const token = newId();
  const now = timestamp(clock());
  await tx.deleteFrom('colleague_sessions').where('digest', '=', digestOfToken(former)).execute();
  await tx
    .deleteFrom('colleague_sessions')
    .where('begun_at', '<=', timestamp(clock(), -LONGEST_MS))
    .execute();
  await tx
    .insertInto('colleague_sessions')
    .values({
      digest: digestOfToken(token),
      colleague_id: colleague.id,
      way,
      begun_at: now,
      seen_at: now,
    })
    .execute();
  const actor = actorOf(colleague);
  await recordActivity(
    tx,
    { clock, newId, actor },
    { action: 'log-in', reference: undefined, words },
  );
  return token;
}

/** The session of a cookie, if neither its time nor the access of its colleague has ended. */
export async function findSession(
  { db, clock }: Deps,
  token: string,
): Promise<Session | undefined> {
  const digest = digestOfToken(token);
  const now = clock();
  const found = await db
    .selectFrom('colleague_sessions')
    .innerJoin('colleagues', 'colleagues.id', 'colleague_sessions.colleague_id')
    .selectAll('colleagues')
    .select(['begun_at', 'seen_at'])
    .where('digest', '=', digest)
    .where('ended_at', 'is', null)
    .where('begun_at', '>', timestamp(now, -LONGEST_MS))
    .where('seen_at', '>', timestamp(now, -IDLE_MS))
    .$call(
      firstRow(({ begun_at: begunAt, seen_at: seenAt, ...row }) => ({ begunAt, seenAt, row })),
    );
  if (!found) return undefined;
  if (found.seenAt <= timestamp(now, -SEEN_EVERY_MS)) {
    await db
      .updateTable('colleague_sessions')
      .set({ seen_at: timestamp(now) })
      .where('digest', '=', digest)
      .execute();
  }
  return { digest, colleague: asColleague(found.row), begunAt: found.begunAt };
}

/** Whether a session has not been ended since the request began; others cannot end it before the transaction does. */
export async function isStillOpen(tx: Tx, { digest, colleague }: Session): Promise<boolean> {
  await lockWaysIn(tx, colleague.id);
  const query = tx.selectFrom('colleague_sessions').select('digest').where('digest', '=', digest);
  return (await query.executeTakeFirst()) !== undefined;
}

export function isFresh({ begunAt }: Session, clock: Clock): boolean {
  return begunAt > timestamp(clock(), -FRESH_MS);
}

/** Ends one session, or all sessions of its colleague. */
export async function endSessions(
  { db }: Deps,
  { digest, colleague }: Session,
  { all }: { all: boolean },
): Promise<void> {
  const query = db.deleteFrom('colleague_sessions');
  await (
    all ? query.where('colleague_id', '=', colleague.id) : query.where('digest', '=', digest)
  ).execute();
}
