import type { Content } from '#contract/content.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { findContribution } from '#features/contributions/contributions.ts';
import type { Db } from '#server/database/database.ts';
import { boardOf } from './poster-boards.ts';
import type { OwnPoster } from './poster-page.ts';
import { findPoster, picturesByAbstract } from './posters.ts';

type Deps = { db: Db; content: Content; store: { id: string }; hasScanner: boolean };

/** Reads all that the author's page says about a poster. */
export async function readOwnPoster(
  { db, content, store, hasScanner }: Deps,
  { abstract, decision }: OwnAbstract,
  now: string,
): Promise<OwnPoster> {
  const { id } = abstract;
  return {
    now,
    files: { hasScanner, storeId: store.id },
    poster: await findPoster(db, id),
    pictures: (await picturesByAbstract(db, id)).get(id),
    board: await boardOf(db, content, decision?.number),
    page: await findContribution(db, id),
  };
}
