import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { type KeptAbstract, lockAbstracts } from '#server/abstract/abstracts.ts';
import { type ActDeps, recordAuthorAct } from '#server/abstract/author-activity.ts';
import { findOwnAbstract, type OwnAbstract } from './own-abstract.ts';
import { saveEntries } from './save-entries.ts';

/** The entries about an abstract that are printed. */
export type Contribution = {
  title: string;
  authors: AbstractAuthor[];
  keywords: string | undefined;
  wish: string | undefined;
  isPublished: boolean;
};

/** `changed`: somebody else has changed the abstract since the form was made, so nothing is saved. */
export type Saved = 'saved' | 'unchanged' | 'changed';

/** Saves title, authors, keywords, wish and consent of an abstract whose form was made at `version`. */
export function saveContribution(
  deps: Omit<ActDeps, 'mailLayout'>,
  { id, token, version }: Pick<KeptAbstract, 'id' | 'token' | 'version'>,
  wanted: Contribution,
): Promise<Saved> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    await lockAbstracts(tx, [id]);
    const own = await findOwnAbstract(tx, token);
    if (!own) return 'changed';
    // The second press of a button finds its entries saved.
    if (isSaved(own, wanted)) return own.abstract.version === version ? 'unchanged' : 'saved';
    const { isPublished, ...printed } = wanted;
    const publishAt = isPublished ? (own.abstract.publishAt ?? timestamp(clock())) : undefined;
    const after = { ...own.abstract, ...printed, publishAt };
    if (!(await saveEntries(tx, { ...own.abstract, version }, after))) return 'changed';
    await recordAuthorAct(tx, deps, own.abstract, {
      act: 'contribution',
      words: 'changes title and authors',
    });
    return 'saved';
  });
}

/** Whether the saved entries are these. */
function isSaved({ abstract, authors }: OwnAbstract, wanted: Contribution): boolean {
  return (
    abstract.title === wanted.title &&
    abstract.keywords === wanted.keywords &&
    abstract.wish === wanted.wish &&
    (abstract.publishAt !== undefined) === wanted.isPublished &&
    authors.length === wanted.authors.length &&
    authors.every((author, at) => isSameAuthor(author, wanted.authors[at]))
  );
}

function isSameAuthor(a: AbstractAuthor, b: AbstractAuthor | undefined): boolean {
  return (
    a.name === b?.name &&
    a.isGroup === b.isGroup &&
    a.affiliation === b.affiliation &&
    a.orcid === b.orcid &&
    a.presents === b.presents
  );
}
