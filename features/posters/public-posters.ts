import type { PublicPageDeps } from '#server/feature-pages.ts';
import { keptPublication } from '#features/contributions/kept-publication.ts';
import type { Publication } from '#features/contributions/published-contributions.ts';
import { isPoster } from '#features/programme/slots.ts';
import type { AboutContribution } from '#server/abstract/contribution-part.ts';
import { findPicture, findPoster, findPosterOfFile, type Poster } from './posters.ts';

/** Why everybody may read a file, or not. */
export type FileState = 'shown' | 'scanning' | 'refused';

export function stateOfFile(
  { scan, fileStore }: Pick<NonNullable<Poster['file']>, 'scan' | 'fileStore'>,
  { hasScanner, storeId }: AboutContribution['files'],
): FileState {
  if (scan === 'INFECTED' || scan === 'GIVEN_UP') return 'refused';
  if (scan === 'NOT_SCANNED' && hasScanner) return 'scanning';
  // A file of another store waits until this server has it.
  return fileStore === storeId ? 'shown' : 'scanning';
}

/** The address of a file for everybody: another file has another one. */
export function pathOfFile({ id }: { id: string }): string {
  return `/posters/${id}.pdf`;
}

export function pathOfPicture({ id }: { id: string }): string {
  return `/posters/${id}.webp`;
}

/** The file of a poster in the store. */
export type StoredFile = { fileKey: string; bytes: number };

type Deps = Pick<PublicPageDeps, 'context' | 'first' | 'files' | 'hasScanner'>;

/** A file that everybody may read now: its contribution has a page, and no scanner has anything against it. */
export async function findPublicFile(deps: Deps, id: string): Promise<StoredFile | undefined> {
  const poster = await findPosterOfFile(deps.context.db, id);
  return poster && (await isPublic(deps, poster)) ? poster.file : undefined;
}

/** A picture of such a file. */
export async function findPublicPicture(deps: Deps, id: string): Promise<StoredFile | undefined> {
  const { db } = deps.context;
  const picture = await findPicture(db, id);
  if (picture?.fileStore !== deps.files.store.id) return undefined;
  const poster = await findPoster(db, picture.abstractId);
  return poster && (await isPublic(deps, poster)) ? picture : undefined;
}

async function isPublic(deps: Deps, { file, abstractId }: Poster): Promise<boolean> {
  const files = { hasScanner: deps.hasScanner, storeId: deps.files.store.id };
  if (!file || stateOfFile(file, files) !== 'shown') return false;
  const publication = await keptPublication(deps).current();
  return postersIn(publication).some((each) => each.abstractId === abstractId);
}

/** The contributions of a publication that are posters. */
export function postersIn({ list }: Publication): Publication['list'] {
  return list.filter(({ decision }) => isPoster(decision));
}
