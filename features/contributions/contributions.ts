import type { Db, Tx } from '#server/database/database.ts';
import { firstRow, inParts, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const values = valuesOf('contributions', { names: { has_file: 'isFileShown' } });

/** The part of a contribution that belongs to its page on the site. */
export type KeptContribution = ReturnType<typeof values.read>;

/** A contribution about which nobody said anything yet. */
export function noContribution(abstractId: string): KeptContribution {
  return {
    abstractId,
    consentedAt: undefined,
    endedAt: undefined,
    source: undefined,
    html: undefined,
    plain: undefined,
    confirmedAt: undefined,
    licence: undefined,
    isFileShown: false,
    shownAt: undefined,
    takenDownAt: undefined,
    takedownReason: undefined,
    version: 0,
  };
}

export async function findContribution(db: Db, abstractId: string): Promise<KeptContribution> {
  const found = await db
    .selectFrom('contributions')
    .selectAll()
    .where('abstract_id', '=', abstractId)
    .$call(firstRow(values.read));
  return found ?? noContribution(abstractId);
}

/** All of them by the id of their abstract. */
export async function contributionsByAbstract(
  db: Db,
): Promise<ReadonlyMap<string, KeptContribution>> {
  const rows = await db.selectFrom('contributions').selectAll().execute();
  return new Map(rows.map((row) => [row.abstract_id, values.read(row)]));
}

/** The abstract as its author wrote it, as HTML, which only abstract-markup.ts makes, and without markup. */
export type ContributionText = { source: string; html: string; plain: string };

export async function findText(db: Db, abstractId: string): Promise<ContributionText> {
  const { source = '', html = '', plain = '' } = await findContribution(db, abstractId);
  return { source, html, plain };
}

/** The texts without markup by the id of their abstract: of all contributions, or of these. */
export async function plainTexts(
  db: Db,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const all = db.selectFrom('contributions').select(['abstract_id', 'plain']);
  const some = ids ? inParts(ids).map((part) => all.where('abstract_id', 'in', part)) : [all];
  const rows = await Promise.all(some.map((query) => query.execute()));
  return new Map(rows.flat().map(({ abstract_id: id, plain }) => [id, plain ?? '']));
}

type Changes = Partial<Omit<KeptContribution, 'abstractId' | 'version'>>;

/** Changes a contribution; false if somebody else has changed it since it had this version. */
export async function changeContribution(
  tx: Tx,
  { abstractId, version }: Pick<KeptContribution, 'abstractId' | 'version'>,
  changes: Changes,
): Promise<boolean> {
  if (version === 0) {
    return tx
      .insertInto('contributions')
      .values(values.columns({ abstractId, ...changes }))
      .onConflict((conflict) => conflict.column('abstract_id').doNothing())
      .$call(wroteOne);
  }
  return tx
    .updateTable('contributions')
    .set(({ eb }) => ({ ...values.columns(changes), version: eb('version', '+', 1) }))
    .where('abstract_id', '=', abstractId)
    .where('version', '=', version)
    .$call(wroteOne);
}

/** Notes when pages were public for the first time: they never answer again as if they had not existed. */
export async function noteShown(db: Db, ids: readonly string[], now: string): Promise<void> {
  for (const part of inParts(ids)) {
    await db
      .updateTable('contributions')
      .set({ shown_at: now })
      .where('abstract_id', 'in', part)
      .where('shown_at', 'is', null)
      .execute();
  }
}
