import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { judgeKey } from './judge-sheets.ts';
import { listScores, renameJudge } from './poster-scores.ts';

const { read, columns } = valuesOf('poster_judges');

/** A judge with a page behind a link. */
export type PosterJudge = ReturnType<typeof read>;

export function judgePath({ token }: Pick<PosterJudge, 'token'>): string {
  return `/judge/${token}`;
}

export function listJudges(db: Db): Promise<PosterJudge[]> {
  return db.selectFrom('poster_judges').selectAll().orderBy('id').$call(allRows(read));
}

export function findJudge(db: Db, token: string): Promise<PosterJudge | undefined> {
  return db
    .selectFrom('poster_judges')
    .selectAll()
    .where('token', '=', token)
    .$call(firstRow(read));
}

export async function findJudgeCalled(db: Db, typed: string): Promise<PosterJudge | undefined> {
  return (await listJudges(db)).find(({ name }) => judgeKey(name) === judgeKey(typed));
}

/** The names of all judges, with pages or scores, as they are written here, by their keys. */
export async function judgeNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const names = [
    ...(await listScores(db)).map(({ judge }) => judge),
    ...(await listJudges(db)).map(({ name }) => name),
  ];
  return new Map(names.map((name) => [judgeKey(name), name]));
}

export async function putJudge(tx: Tx, judge: PosterJudge): Promise<void> {
  const row = columns(judge);
  await tx
    .insertInto('poster_judges')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** The ids of the abstracts that each judge looks at, by the id of the judge. */
export async function judgedPosters(db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.selectFrom('judged_posters').selectAll().execute();
  return new Map(
    [...Map.groupBy(rows, ({ judge_id: id }) => id)].map(([id, own]) => [
      id,
      new Set(own.map(({ abstract_id: abstractId }) => abstractId)),
    ]),
  );
}

/** Gives a judge these posters in place of those before. */
export async function putJudgedPosters(
  tx: Tx,
  { id }: PosterJudge,
  { abstractIds, now }: { abstractIds: readonly string[]; now: string },
): Promise<void> {
  await tx.deleteFrom('judged_posters').where('judge_id', '=', id).execute();
  const rows = abstractIds.map((abstractId) => {
    return { judge_id: id, abstract_id: abstractId, assigned_at: now };
  });
  if (rows.length > 0) await tx.insertInto('judged_posters').values(rows).execute();
}

/** Deletes judges with their pages, and replaces their names beside the scores by numbers that nobody has. */
export async function forgetJudges(
  tx: Tx,
  judges: readonly { id?: string | undefined; name: string }[],
): Promise<void> {
  for (const { id, name } of judges) {
    const names = new Set((await listScores(tx)).map(({ judge }) => judge));
    let count = 1;
    while (names.has(`Judge ${count}`)) count += 1;
    await renameJudge(tx, name, `Judge ${count}`);
    if (id !== undefined) await tx.deleteFrom('poster_judges').where('id', '=', id).execute();
  }
}
