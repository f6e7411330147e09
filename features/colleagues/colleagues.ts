import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { Clock, NewId } from '#server/identity.ts';
import { isJob, type Job } from '#organiser/dashboard/rights.ts';

export type Deps = { db: Db; clock: Clock; newId: NewId };

export type Colleague = {
  id: string;
  name: string;
  email: string;
  jobs: Job[];
  /** The ids of the sessions of a track chair. */
  sessions: string[];
  invitedAt: string;
  endedAt: string | undefined;
};

/** The name in the log: the address makes two people of one name different, and from a participant. */
export function actorOf({ name, email }: Pick<Colleague, 'name' | 'email'>): string {
  return `${name} (${email})`;
}

export function listColleagues(db: Db): Promise<Colleague[]> {
  return db.selectFrom('colleagues').selectAll().orderBy('invited_at').$call(allRows(asColleague));
}

export function findColleague(db: Db, email: string): Promise<Colleague | undefined> {
  return db
    .selectFrom('colleagues')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .$call(firstRow(asColleague));
}

/** A colleague who has not been ended. */
export function presentColleague(db: Db, id: string): Promise<Colleague | undefined> {
  return db
    .selectFrom('colleagues')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$call(firstRow(asColleague));
}

/** A new colleague, or one who had been ended and comes back. */
export async function writeColleague(
  tx: Tx,
  { id, name, email, jobs, sessions, at, by }: Omit<Colleague, 'invitedAt' | 'endedAt'> & Deed,
): Promise<void> {
  const about = { name, ...rowOf({ jobs, sessions }), invited_at: at, invited_by: by };
  await tx
    .insertInto('colleagues')
    .values({ id, email: email.toLowerCase(), ...about })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ ...about, ended_at: null, ended_by: null, house_subject: null }),
    )
    .execute();
}

type Deed = { at: string; by: string };

type Work = Pick<Colleague, 'jobs' | 'sessions'>;

export async function writeJobs(tx: Tx, id: string, work: Work): Promise<void> {
  await tx.updateTable('colleagues').set(rowOf(work)).where('id', '=', id).execute();
}

function rowOf({ jobs, sessions }: Work) {
  return { jobs: jobs.join(','), sessions: sessions.join(',') || null };
}

export function writeEnd(tx: Tx, id: string, { at, by }: Deed): Promise<boolean> {
  return tx
    .updateTable('colleagues')
    .set({ ended_at: at, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$call(wroteOne);
}

/** Opening a way in and ending all of them wait for each other: none opens after the end by a proof of before. */
export function lockWaysIn(tx: Tx, id: string): Promise<void> {
  return lockKey(tx, `colleague:${id}`);
}

/** Ends every way in, so that only a new link or the house's own login opens the dashboard. */
export async function forgetWaysIn(tx: Tx, id: string): Promise<void> {
  await lockWaysIn(tx, id);
  for (const table of ['colleague_sessions', 'colleague_links', 'colleague_passkeys'] as const) {
    await tx.deleteFrom(table).where('colleague_id', '=', id).execute();
  }
}

export function asColleague(row: RowOf<'colleagues'>): Colleague {
  const { id, name, email, jobs, invited_at: invitedAt, ended_at: endedAt } = row;
  const known = jobs.split(',').filter(isJob);
  const sessions = (row.sessions ?? '').split(',').filter(Boolean);
  return { id, name, email, jobs: known, sessions, invitedAt, endedAt: endedAt ?? undefined };
}
