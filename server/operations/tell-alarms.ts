import { type Concern, noteAlarms } from './alarms.ts';
import { listConcerns } from './concerns.ts';
import type { Db } from '#server/database/database.ts';
import { type Clock, digestOf, timestamp } from '#server/identity.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';

export type AlarmDeps = {
  db: Db;
  clock: Clock;
  /** Where alarms go. It may have a secret in its path, so it is in no error and no log. */
  url: string;
  /** The address of the site, for whoever watches several. */
  site: string | undefined;
  mode: PaymentMode;
  /** How long an answer may take. */
  answerMs?: number;
};

const DAY = 24 * 60 * 60_000;
/** A difference that is still there after as long is told again. */
const TOLD_MS = 30 * DAY;
const MOST_AT_ONCE = 100;

/**
 * Posts, as JSON, what needs a person and was not told yet: each thing once, and again only if it was over in between. What
 * is not taken stays for the next round. Throws where it was not taken.
 */
export async function tellAlarms(deps: AlarmDeps): Promise<void> {
  const { db, clock } = deps;
  const concerns = await listConcerns(deps);
  await noteAlarms(deps, concerns);
  await forgetOver(deps, concerns);
  const alarms = await db
    .selectFrom('alarms')
    .select(['key', 'about', 'subject', 'words', 'noted_at'])
    .where('told_at', 'is', null)
    .orderBy('noted_at')
    .limit(MOST_AT_ONCE)
    .execute();
  if (alarms.length === 0) return;
  await post(
    deps,
    alarms.map(({ key, about, subject: id, words, noted_at: since }) => ({
      key,
      about,
      id,
      words,
      since,
    })),
  );
  await db
    .updateTable('alarms')
    .set({ told_at: timestamp(clock()) })
    .where(
      'key',
      'in',
      alarms.map(({ key }) => key),
    )
    .execute();
}

async function forgetOver({ db, clock }: AlarmDeps, concerns: readonly Concern[]): Promise<void> {
  const keys = concerns.map((concern) => digestOf('alarm', concern));
  await db
    .deleteFrom('alarms')
    .$if(keys.length > 0, (query) => query.where('key', 'not in', keys))
    .execute();
  await db.deleteFrom('alarms').where('told_at', '<', timestamp(clock(), -TOLD_MS)).execute();
}

type Alarm = { key: string; about: string; id: string; words: string; since: string };

async function post(
  { url, site, mode, answerMs = 10_000 }: AlarmDeps,
  alarms: readonly Alarm[],
): Promise<void> {
  // Chat programs show `text`.
  const text = alarms.map(({ about, id, words }) => `${about} ${id}: ${words}`).join('\n');
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ site, mode, text, alarms }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`ALARM_URL answered ${answer.status}`);
}
