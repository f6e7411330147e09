import { keyOf, recordAlarms } from './alarms.ts';
import { listToldConcerns, sentenceOf } from './concerns.ts';
import type { Db } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';

export type AlarmDeps = {
  db: Db;
  clock: Clock;
  /** The receiver of alarms. Its path may contain a secret, so errors and logs never contain it. */
  url: string;
  /** Prints a moment for people. */
  at: (moment: string) => string;
  /** The address of the site, for a receiver of several sites. */
  site: string | undefined;
  mode: PaymentMode;
  /** The time limit of an answer. */
  answerMs?: number;
};

/** A concern that still exists after this time is posted again. */
const TOLD_MS = 30 * DAY;
const MOST_AT_ONCE = 100;

/**
 * Posts new concerns as JSON. A concern is posted again only if it ended in between, or after TOLD_MS. Throws if the
 * receiver does not accept them; the next round posts them again.
 */
export async function tellAlarms(deps: AlarmDeps): Promise<void> {
  const { db, clock } = deps;
  const concerns = new Map(
    (await listToldConcerns(deps)).map((concern) => [keyOf(concern), concern] as const),
  );
  await recordAlarms(deps, [...concerns.values()]);
  await forgetOver(deps, [...concerns.keys()]);
  const rows = await db
    .selectFrom('alarms')
    .select(['key', 'noted_at'])
    .where('told_at', 'is', null)
    .orderBy('noted_at')
    .limit(MOST_AT_ONCE)
    .execute();
  const alarms = rows.flatMap(({ key, noted_at: since }) => {
    const concern = concerns.get(key);
    if (!concern) return [];
    const { about, id, reference } = concern;
    return [{ key, about, id, reference, words: sentenceOf(concern, deps.at), since }];
  });
  if (alarms.length === 0) return;
  await post(deps, alarms);
  const told = alarms.map(({ key }) => key);
  await db
    .updateTable('alarms')
    .set({ told_at: timestamp(clock()) })
    .where('key', 'in', told)
    .execute();
}

async function forgetOver({ db, clock }: AlarmDeps, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('alarms')
    .$if(keys.length > 0, (query) => query.where('key', 'not in', keys))
    .execute();
  await db.deleteFrom('alarms').where('told_at', '<', timestamp(clock(), -TOLD_MS)).execute();
}

async function post(
  { url, site, mode, answerMs = 10_000 }: AlarmDeps,
  alarms: readonly { key: string; words: string }[],
): Promise<void> {
  // Chat programs show `text`.
  const text = alarms.map(({ words }) => words).join('\n');
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
