import type { Db, Tx } from '#server/database/database.ts';

/** The scores of one judge for one poster, by the ids of the criteria. */
export type JudgedScores = {
  abstractId: string;
  judge: string;
  scores: ReadonlyMap<string, number>;
};

export async function listScores(db: Db): Promise<JudgedScores[]> {
  const rows = await db
    .selectFrom('poster_scores')
    .selectAll()
    .orderBy('abstract_id')
    .orderBy('judge')
    .orderBy('criterion')
    .execute();
  const byJudge = Map.groupBy(rows, ({ abstract_id: id, judge }) => `${id}\n${judge}`);
  return [...byJudge.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const scores = new Map(own.map(({ criterion, score }) => [criterion, score]));
    return [{ abstractId: first.abstract_id, judge: first.judge, scores }];
  });
}

/** Keeps the scores of a judge for a poster in place of those before. */
export async function putScores(
  tx: Tx,
  { abstractId, judge, scores }: JudgedScores,
): Promise<void> {
  await tx
    .deleteFrom('poster_scores')
    .where('abstract_id', '=', abstractId)
    .where('judge', '=', judge)
    .execute();
  if (scores.size === 0) return;
  const rows = [...scores].map(([criterion, score]) => {
    return { abstract_id: abstractId, judge, criterion, score };
  });
  await tx.insertInto('poster_scores').values(rows).execute();
}

export async function renameJudge(tx: Tx, name: string, next: string): Promise<void> {
  await tx.updateTable('poster_scores').set({ judge: next }).where('judge', '=', name).execute();
}

/** A poster with what its judges gave: the sum of all criteria of all judges, and their number. */
export type Judged<Poster> = { poster: Poster; sum: number; judges: number };
export type Ranked<Poster> = Judged<Poster> & { place: number; isTied: boolean };

/** The posters by the mean of their judges, the best first. The same mean is the same place, whatever the number of judges. */
export function rank<Poster>(judged: readonly Judged<Poster>[]): Ranked<Poster>[] {
  // Whole numbers are compared, because a mean of three is no exact number.
  const difference = (one: Judged<Poster>, other: Judged<Poster>) =>
    other.sum * one.judges - one.sum * other.judges;
  return judged
    .filter(({ judges }) => judges > 0)
    .map((each) => {
      const better = judged.filter((other) => other.judges > 0 && difference(each, other) > 0);
      const same = judged.filter((other) => other.judges > 0 && difference(each, other) === 0);
      return { ...each, place: better.length + 1, isTied: same.length > 1 };
    })
    .toSorted((one, other) => one.place - other.place);
}
