import type { Db } from '#server/database/database.ts';
import { type Clock, digestOf, timestamp } from '#server/identity.ts';

/** The part of a concern that tells it from others. */
export type Alarm = { about: string; id: string; words: string };

type AlarmDeps = { db: Db; clock: Clock };

/** Records what needs a person and is not recorded yet. */
export async function recordAlarms(
  { db, clock }: AlarmDeps,
  alarms: readonly Alarm[],
): Promise<void> {
  const noted_at = timestamp(clock());
  for (const { about, id: subject, words } of alarms) {
    await db
      .insertInto('alarms')
      .values({
        key: keyOf({ about, id: subject, words }),
        about,
        subject,
        words,
        noted_at,
        told_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The key by which a concern is told once. */
export function keyOf({ about, id, words }: Alarm): string {
  return digestOf('alarm', { about, id, words });
}

/**
 * Records what a comparison with the providers found. Only a comparison that was long enough, `isWhole`, forgets what it no
 * longer finds.
 */
export async function recordDifferences(
  { db, clock }: AlarmDeps,
  differences: readonly { ref: string; words: string }[],
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const alarms = differences.map(({ ref, words }) => ({
    about: 'difference',
    id: ref,
    words: `${ref}: ${words}`,
  }));
  await recordAlarms({ db, clock }, alarms);
  if (!isWhole) return;
  const keys = alarms.map(keyOf);
  await db
    .deleteFrom('alarms')
    .where('about', '=', 'difference')
    .$if(keys.length > 0, (query) => query.where('key', 'not in', keys))
    .execute();
}

/** The differences that the comparisons found, oldest first. */
export function listDifferences(db: Db): Promise<{ id: string; words: string }[]> {
  return db
    .selectFrom('alarms')
    .select(['subject as id', 'words'])
    .where('about', '=', 'difference')
    .orderBy('noted_at')
    .execute();
}
