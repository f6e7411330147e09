import { sql } from 'kysely';
import { HOUR } from '#contract/time-spans.ts';
import { counted } from '#server/counted.ts';
import { firstNames } from '#server/operations/first-names.ts';
import { timestamp } from '#server/identity.ts';
import type { ConcernKind } from '#server/operations/concern.ts';

/** Somebody pressed “This is not me”. */
export const wrongJudges: ConcernKind = {
  about: 'mails',
  title: 'The link of a judge reached somebody else',
  subject: 'Programme',
  find: async ({ db }) => {
    const rows = await db
      .selectFrom('poster_judges')
      .select(['id', 'refused_at'])
      .where('refused_at', 'is not', null)
      .orderBy('refused_at')
      .execute();
    return rows.map(({ id, refused_at: at }) => ({
      id: `judge-${id}`,
      words: `a judge's link was ended at ${at}, because it had reached the wrong person: correct the address in the sheet of judges, and make the pages again`,
      command:
        'organiser posters --judging names the judge, --judge-link "NAME" makes another link, and --forget-judge "NAME" does without this judge',
    }));
  },
};

/** The time within which judges of one hall give their first numbers. */
const HALL_MS = 12 * HOUR;

/** While others give numbers, the posters of these wait. */
export const idleJudges: ConcernKind = {
  about: 'abstract',
  title: 'Judges who have not begun',
  subject: 'Programme',
  isTold: false,
  find: async ({ db, clock }) => {
    const others = await db
      .selectFrom('activities')
      .select('id')
      .where('action', '=', 'posters')
      .where('who', '=', 'judge')
      .where('at', '>', timestamp(clock(), -HALL_MS))
      .limit(1)
      .executeTakeFirst();
    if (!others) return [];
    const rows = await db
      .selectFrom('poster_judges')
      .select('name')
      .where('refused_at', 'is', null)
      .where(
        sql<boolean>`exists (select 1 from judged_posters
          where judge_id = poster_judges.id and declined_for is null)`,
      )
      .where(
        sql<boolean>`not exists (select 1 from poster_scores where judge = poster_judges.name)`,
      )
      .orderBy('name')
      .execute();
    const names = rows.map(({ name }) => name);
    if (names.length === 0) return [];
    return [
      {
        id: 'idle-judges',
        words: `others give numbers, and ${counted(names.length, 'judge has', 'judges have')} given none yet: ${firstNames(names)}`,
        command: 'organiser posters --judging says how far each is',
      },
    ];
  },
};
