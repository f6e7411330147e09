import { sql } from 'kysely';
import { lockAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { inTransaction } from '#server/database/database.ts';
import type { JobDeps } from '#server/operations/watch.ts';
import { removeFiles } from './change-poster.ts';
import { removePoster } from './posters.ts';

/**
 * Deletes the posters whose abstract was withdrawn or rejected, whose page was taken down, or whose author takes the
 * consent back, with their files. Pages show none of them before, because their contribution is not public.
 */
export async function removeGonePosters({
  context: { db },
  files: { store },
}: Pick<JobDeps, 'files'> & { context: { db: Db } }): Promise<number> {
  const gone = await gonePosters(db);
  for (const id of gone) {
    await inTransaction(db, async (tx) => {
      await lockAbstracts(tx, [id]);
      if ((await gonePosters(tx, id)).length > 0) await removePoster(tx, id);
    });
  }
  if (gone.length > 0) await removeFiles(db, store);
  return gone.length;
}

/** A decision of which no letter tells yet takes nothing away from its author. */
async function gonePosters(db: Db, only?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('posters')
    .innerJoin('abstracts', 'abstracts.id', 'posters.abstract_id')
    .leftJoin('decisions', 'decisions.abstract_id', 'posters.abstract_id')
    .leftJoin('contributions', 'contributions.abstract_id', 'posters.abstract_id')
    .select('posters.abstract_id')
    .where(
      sql<boolean>`(abstracts.withdrawn_at is not null or contributions.ended_at is not null
        or contributions.taken_down_at is not null or decisions.abstract_id is null
        or decisions.told_outcome = 'REJECTED')`,
    )
    .$if(only !== undefined, (query) => query.where('posters.abstract_id', '=', only ?? ''))
    .execute();
  return rows.map(({ abstract_id: id }) => id);
}
