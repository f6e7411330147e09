import { inTransaction } from '#server/database/database.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { abstractChanged } from './abstract-mails.ts';
import { findAbstract, type KeptAbstract, lockAbstracts, type Submitter } from './abstracts.ts';
import { titlesOf } from './abstract-titles.ts';
import { type ActDeps, recordAuthorAct } from './author-activity.ts';
import { entryLabels } from './correct-abstract.ts';
import type { Saved } from './save-contribution.ts';
import { saveEntries } from './save-entries.ts';
import { mailReaddressing } from './withdraw-mails.ts';

/** The entries of the form. */
const FIELDS = [
  'titlePrefix',
  'name',
  'email',
  'phone',
  'organizationName',
  'country',
  'sessionId',
  'interestedInId',
] as const satisfies readonly (keyof Submitter)[];

/**
 * Corrects the person who sent an abstract, and its session. A new address gets the link, which stays the same, and the
 * old one is told. The secretary gets a routine mail.
 */
export function saveDetails(
  deps: ActDeps,
  { id, version, origin }: Pick<KeptAbstract, 'id' | 'version'> & { origin: string },
  wanted: Submitter,
): Promise<Saved | 'addressChanged'> {
  const { db, clock, newId, mailLayout, content } = deps;
  return inTransaction(db, async (tx) => {
    await lockAbstracts(tx, [id]);
    const before = await findAbstract(tx, id);
    if (!before) return 'changed';
    const changed = FIELDS.filter((field) => before[field] !== wanted[field]);
    if (changed.length === 0) return before.version === version ? 'unchanged' : 'saved';
    const after = { ...before, ...wanted };
    if (!(await saveEntries(tx, { ...before, version }, after))) return 'changed';
    const isMoved = before.email.toLowerCase() !== after.email.toLowerCase();
    const act = isMoved ? 'address' : 'details';
    const words = `corrects ${changed.map((field) => entryLabels[field]).join(', ')}`;
    await recordAuthorAct(tx, deps, before, { act, words });
    const titles = [titlesOf(content, before), titlesOf(content, after)] as const;
    const mail = abstractChanged(mailLayout, { before, after, titles, event: newId() });
    await postMessages(tx, [mail], newId, clock());
    if (isMoved) await mailReaddressing(tx, deps, { before, after, origin });
    return isMoved ? 'addressChanged' : 'saved';
  });
}
