import type { Db } from '#server/database/database.ts';
import {
  type AbstractAuthor,
  authorsByAbstract,
  authorsOf,
} from '#server/abstract/abstract-authors.ts';
import { type AbstractFile, filesByAbstract } from '#server/abstract/abstract-files.ts';
import { findAbstractByToken, type KeptAbstract } from '#server/abstract/abstracts.ts';
import { type Decision, findToldDecision } from '#features/programme/decisions.ts';

/** An abstract as its author sees it behind the link. */
export type OwnAbstract = {
  abstract: KeptAbstract;
  /** The part of the decision that the author knows. */
  decision: Decision | undefined;
  authors: AbstractAuthor[];
  /** All versions of the file, the oldest first. */
  files: AbstractFile[];
};

/** The abstract behind an author's link; undefined for an unknown link. */
export async function findOwnAbstract(db: Db, token: string): Promise<OwnAbstract | undefined> {
  const abstract = await findAbstractByToken(db, token);
  if (!abstract) return undefined;
  const { id } = abstract;
  const decision = await findToldDecision(db, id);
  const entered = await authorsByAbstract(db, [id]);
  const files = await filesByAbstract(db, [id]);
  return {
    abstract,
    decision,
    authors: authorsOf(abstract, entered),
    files: files.get(id) ?? [],
  };
}
