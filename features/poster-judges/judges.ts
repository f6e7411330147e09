import { type RawBuilder, sql } from 'kysely';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { judgeKey } from './judge-sheets.ts';
import { listScores, renameJudge } from './poster-scores.ts';
import type { GivenBackFor } from './tables.ts';

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
    .where('refused_at', 'is', null)
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

type Divided = ReadonlyMap<string, ReadonlySet<string>>;

/** The ids of the abstracts that each judge looks at, by the id of the judge. */
export function judgedPosters(db: Db): Promise<Divided> {
  return divided(db, sql<boolean>`declined_for is null`);
}

/** The ids of the abstracts that each judge has given back. */
export function postersGivenBack(db: Db): Promise<Divided> {
  return divided(db, sql<boolean>`declined_for is not null`);
}

async function divided(db: Db, are: RawBuilder<boolean>): Promise<Divided> {
  const rows = await db
    .selectFrom('judged_posters')
    .select(['judge_id', 'abstract_id'])
    .where(are)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ judge_id: id }) => id)].map(([id, own]) => [
      id,
      new Set(own.map(({ abstract_id: abstractId }) => abstractId)),
    ]),
  );
}

/** Gives a judge these posters in place of those before. The posters that the judge gave back stay so. */
export async function putJudgedPosters(
  tx: Tx,
  { id }: PosterJudge,
  { abstractIds, now }: { abstractIds: readonly string[]; now: string },
): Promise<void> {
  const before = (await judgedPosters(tx)).get(id) ?? new Set();
  for (const gone of before) {
    if (abstractIds.includes(gone)) continue;
    await tx
      .deleteFrom('judged_posters')
      .where('judge_id', '=', id)
      .where('abstract_id', '=', gone)
      .execute();
  }
  const rows = abstractIds
    .filter((abstractId) => !before.has(abstractId))
    .map((abstractId) => ({ judge_id: id, abstract_id: abstractId, assigned_at: now }));
  if (rows.length > 0) await tx.insertInto('judged_posters').values(rows).execute();
}

/** Gives a poster back with a reason, or takes that back; false if the judge never had it. */
export function putGivenBack(
  tx: Tx,
  { id }: PosterJudge,
  { abstractId, reason }: { abstractId: string; reason: GivenBackFor | null },
): Promise<boolean> {
  return tx
    .updateTable('judged_posters')
    .set({ declined_for: reason })
    .where('judge_id', '=', id)
    .where('abstract_id', '=', abstractId)
    .$call(wroteOne);
}

/** The language of the page of a judge, and of the mails from now on. */
export async function putJudgeLanguage(
  tx: Tx,
  { id }: PosterJudge,
  language: string,
): Promise<void> {
  await tx.updateTable('poster_judges').set({ language }).where('id', '=', id).execute();
}

/** Ends the link of a judge, because it reached somebody else; false if it had ended before. */
export function endJudgeLink(tx: Tx, { id, token }: PosterJudge, now: string): Promise<boolean> {
  return tx
    .updateTable('poster_judges')
    .set({ refused_at: now })
    .where('id', '=', id)
    .where('token', '=', token)
    .where('refused_at', 'is', null)
    .$call(wroteOne);
}

/** Nobody gives posters or saves numbers until this transaction ends, so no name comes back with them. */
export async function lockJudges(tx: Tx): Promise<void> {
  await lockKey(tx, 'poster-judges');
  await lockKey(tx, 'poster-scores');
}

/** Deletes judges with their pages, and replaces their names beside the scores by numbers that nobody has. */
export async function forgetJudges(
  tx: Tx,
  judges: readonly { id?: string | undefined; name: string }[],
): Promise<void> {
  if (judges.length > 0) await lockJudges(tx);
  for (const { id, name } of judges) {
    const names = new Set((await listScores(tx)).map(({ judge }) => judge));
    let count = 1;
    while (names.has(`Judge ${count}`)) count += 1;
    await renameJudge(tx, name, `Judge ${count}`);
    if (id !== undefined) await tx.deleteFrom('poster_judges').where('id', '=', id).execute();
  }
}
