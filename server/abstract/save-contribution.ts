import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { type KeptAbstract, lockAbstracts } from './abstracts.ts';
import { recordAuthorAct } from './author-activity.ts';
import { type Contribution, isSaved } from './contribution.ts';
import type { AuthorDeps } from './author-deps.ts';
import { findOwnAbstract } from './own-abstract.ts';
import { saveEntries } from './save-entries.ts';

/** `changed`: somebody else has changed the abstract since the form was made, so nothing is saved. */
export type Saved = 'saved' | 'unchanged' | 'changed';

/** Saves title, authors, keywords, wish and consent of an abstract whose form was made at `version`. */
export function saveContribution(
  deps: Pick<AuthorDeps, 'db' | 'clock' | 'newId' | 'content'>,
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
