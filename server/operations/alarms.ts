import type { Db } from '#server/database/database.ts';
import { type Clock, digestOf, timestamp } from '#server/identity.ts';

/** The part of a concern that distinguishes it from others. */
export type Alarm = { about: string; id: string; words: string };

type AlarmDeps = { db: Db; clock: Clock };

/** Records the concerns that are not recorded yet. */
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

/** The key of a concern, which is posted once. */
export function keyOf({ about, id, words }: Alarm): string {
  return digestOf('alarm', { about, id, words });
}

/**
 * Records the differences that a comparison with the providers found. A complete comparison (`isWhole`) also deletes earlier
 * differences that it no longer finds.
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

/** The recorded differences, oldest first. */
export function listDifferences(db: Db): Promise<{ id: string; words: string }[]> {
  return db
    .selectFrom('alarms')
    .select(['subject as id', 'words'])
    .where('about', '=', 'difference')
    .orderBy('noted_at')
    .execute();
}
