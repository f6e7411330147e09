import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { demoPerson } from '#organiser/demo/demo-people.ts';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { putJudge, putJudgedPosters } from './judges.ts';
import { assignJudges } from './judging.ts';
import { putScores } from './poster-scores.ts';
import { postersToJudge } from './posters-to-judge.ts';

const JUDGES = 5;
/** The number of the first judge among the invented people, behind the reviewers. */
const FIRST_JUDGE = 1100;

/** Judges with pages have the posters with numbers; most have begun to judge them. */
export async function abstractsSent({ context, content, now }: DemoDeps): Promise<void> {
  const { db, newId } = context;
  const { judging } = content.conference.abstracts.posters ?? {};
  if (!judging) return;
  const madeAt = timestamp(now.at);
  const judges = Array.from({ length: JUDGES }, (_, at) => {
    const { name, email, institute } = demoPerson(FIRST_JUDGE + at);
    const page = { id: newId(), token: newId(), language: content.language, madeAt };
    return { name, email, institute, ...page, refusedAt: undefined };
  });
  const { assigned } = assignJudges(judges, await postersToJudge(db, content), judging.judges);
  for (const [at, judge] of judges.entries()) {
    const abstractIds = (assigned.get(judge) ?? []).map(({ abstractId }) => abstractId);
    await inTransaction(db, async (tx) => {
      await putJudge(tx, judge);
      await putJudgedPosters(tx, judge, { abstractIds, now: madeAt });
      for (const [nth, abstractId] of abstractIds.entries()) {
        if (nth % JUDGES >= at) continue;
        const scores = judging.criteria.map(({ id, best }, which): [string, number] => {
          return [id, 1 + ((nth * 3 + at + which * 2) % best)];
        });
        await putScores(tx, { abstractId, judge: judge.name, scores: new Map(scores) });
      }
    });
  }
}
