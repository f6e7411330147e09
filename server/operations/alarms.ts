import type { Db } from '#server/database/database.ts';
import { type Clock, digestOf, timestamp } from '#server/identity.ts';

/** Something that a person has to look at: what it is, its id or reference, and why. It names nobody. */
export type Concern = {
  about:
    | 'order'
    | 'payment'
    | 'refund'
    | 'dispute'
    | 'difference'
    | 'abstract'
    | 'files'
    | 'mails'
    | 'setting';
  id: string;
  words: string;
  /** Of the order that it is about, where the id is another one. */
  reference?: string | undefined;
  /** What a person can say is settled: the id that `organiser refund --settled` takes. */
  settles?: string;
};

type AlarmDeps = { db: Db; clock: Clock };

/** Notes what needs a person and is not noted yet. */
export async function noteAlarms(
  { db, clock }: AlarmDeps,
  concerns: readonly Concern[],
): Promise<void> {
  const noted_at = timestamp(clock());
  for (const concern of concerns) {
    const { about, id: subject, words } = concern;
    await db
      .insertInto('alarms')
      .values({ key: digestOf('alarm', concern), about, subject, words, noted_at, told_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Notes what a comparison with the providers found. One that was long enough, `isWhole`, forgets what it finds no more; the
 * others may not have looked.
 */
export async function noteDifferences(
  { db, clock }: AlarmDeps,
  differences: readonly { ref: string; words: string }[],
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const concerns = differences.map(({ ref, words }) => differenceOf(ref, words));
  await noteAlarms({ db, clock }, concerns);
  if (!isWhole) return;
  const keys = concerns.map((concern) => digestOf('alarm', concern));
  await db
    .deleteFrom('alarms')
    .where('about', '=', 'difference')
    .$if(keys.length > 0, (query) => query.where('key', 'not in', keys))
    .execute();
}

/** What the comparisons found. */
export async function listDifferences(db: Db): Promise<Concern[]> {
  const rows = await db
    .selectFrom('alarms')
    .select(['subject', 'words'])
    .where('about', '=', 'difference')
    .orderBy('noted_at')
    .execute();
  return rows.map(({ subject, words }) => differenceOf(subject, words));
}

function differenceOf(id: string, words: string): Concern {
  return { about: 'difference', id, words };
}
