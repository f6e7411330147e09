import type { Db } from '#server/database/database.ts';
import { claimIdempotencyKey, findClaim } from '#server/database/idempotency-keys.ts';
import { digestOf } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { abstractChanged } from './mails.ts';
import {
  findAbstract,
  type KeptAbstract,
  lockAbstracts,
  type Submitter,
} from '#server/abstract/abstracts.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { type ActDeps, byAuthor, recordAuthorAct } from '#server/abstract/author-activity.ts';
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

/** The result, and the token of the page on which the author goes on. */
export type SavedDetails = { done: Exclude<Saved, 'changed'> | 'addressChanged'; token: string };

/**
 * Corrects the person who sent an abstract, and its session. With a new address the page gets another link: the old one
 * may be with a stranger. The new address gets it, and the old one is told. The secretary gets a routine mail. `key` is
 * that of the form, by which its second press finds the new link.
 */
export function saveDetails(
  deps: ActDeps,
  { id, version, origin, key }: Shown & { origin: string; key: string },
  wanted: Submitter,
): Promise<SavedDetails | 'changed'> {
  const { newId, mailLayout, content } = deps;
  return act(byAuthor(deps), async (deed) => {
    const { tx } = deed;
    await lockAbstracts(tx, [id]);
    const before = await findAbstract(tx, id);
    if (!before) return 'changed';
    const { token } = before;
    const changed = FIELDS.filter((field) => before[field] !== wanted[field]);
    if (changed.length === 0) {
      return { done: before.version === version ? 'unchanged' : 'saved', token };
    }
    const isMoved = before.email.toLowerCase() !== wanted.email.toLowerCase();
    const after = { ...before, ...wanted, token: isMoved ? newId() : token };
    if (!(await saveEntries(tx, { ...before, version }, after))) return 'changed';
    const recorded = isMoved ? 'address' : 'details';
    const words = `corrects ${changed.map((field) => entryLabels[field]).join(', ')}`;
    await recordAuthorAct(deed, deps, before, { act: recorded, words });
    const titles = [titlesOf(content, before), titlesOf(content, after)] as const;
    await deed.post(abstractChanged(mailLayout, { before, after, titles, event: newId() }));
    if (!isMoved) return { done: 'saved', token };
    await claimIdempotencyKey(tx, key, id, deed.moment);
    await mailReaddressing(deed, deps, { before, after, origin });
    return { done: 'addressChanged', token: after.token };
  });
}

type Shown = Pick<KeptAbstract, 'id' | 'version'>;

/** The key of a form behind a link: the same form has the same one. */
export function keyOfForm(token: string, entries: Readonly<Record<string, string>>): string {
  return digestOf('abstract-details', { token, entries: Object.entries(entries).toSorted() });
}

/** The abstract whose link has changed by the first press of this form, as long as it has the typed address. */
export async function findReaddressed(
  db: Db,
  token: string,
  entries: Readonly<Record<string, string>>,
  now: Date,
): Promise<KeptAbstract | undefined> {
  const id = await findClaim(db, keyOfForm(token, entries), now);
  const abstract = id === undefined ? undefined : await findAbstract(db, id);
  return abstract?.email === entries['email']?.trim() ? abstract : undefined;
}
