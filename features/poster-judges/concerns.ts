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
