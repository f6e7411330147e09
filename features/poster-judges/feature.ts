import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { idleJudges, wrongJudges } from './concerns.ts';
import { judgeRoutes } from './judge-routes.ts';
import { forgetJudges } from './judges.ts';
import { judgeMailKinds } from './mails.ts';
import { posterJudgesTexts } from './shape.ts';
import { posterJudgeTables } from './tables.ts';

export const posterJudges: Feature = {
  name: 'poster-judges',
  needs: ['posters', 'programme'],
  texts: posterJudgesTexts,
  commands: () => import('./commands.ts'),
  data: {
    // Rows of posters end with their abstract.
    tables: posterJudgeTables,
    demo: () => import('./demo.ts'),
    forgets: (tx, { poster_judges: judges }) => forgetJudges(tx, judges),
    keeps: ({ abstract, rows }) => [
      {
        what: 'judges of posters',
        before: abstract,
        ...rows(
          'poster_judges',
          (before) => sql`made_at <= ${before} and not exists (
            select 1 from judged_posters join abstracts on abstracts.id = judged_posters.abstract_id
            where judged_posters.judge_id = poster_judges.id and abstracts.created_at > ${before})`,
        ),
      },
    ],
  },
  mails: { kinds: judgeMailKinds },
  watch: { concerns: [wrongJudges, idleJudges] },
  pages: {
    behindLinks: judgeRoutes,
    tokens: { judge: [['poster_judges', 'token']] },
  },
};
