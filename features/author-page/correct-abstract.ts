import type { Db } from '#server/database/database.ts';
import type { NewId } from '#server/identity.ts';
import type { Deed } from '#server/operations/act.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { type AbstractAuthor, authorsByAbstract } from '#server/abstract/abstract-authors.ts';
import {
  type AbstractEntries,
  changedMeanwhile,
  findAbstract,
  findSubmitted,
  type KeptAbstract,
} from '#server/abstract/abstracts.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import { saveEntries } from './save-entries.ts';

/** Everything that is entered about an abstract besides its file. */
export type EnteredAbstract = Omit<AbstractEntries, 'token'> & {
  /** Nobody: the submitter is the only author. */
  authors: readonly AbstractAuthor[];
};

export async function entriesOf(db: Db, abstract: KeptAbstract): Promise<EnteredAbstract> {
  const authors = (await authorsByAbstract(db, [abstract.id])).get(abstract.id) ?? [];
  return { ...abstract, authors };
}

/** Each entry in the words of the organisers' log, in this order. */
export const entryLabels: Record<keyof EnteredAbstract, string> = {
  titlePrefix: 'prefix',
  name: 'name',
  email: 'email',
  phone: 'phone',
  organizationName: 'institute',
  country: 'country',
  sessionId: 'session',
  interestedInId: 'interest area',
  title: 'title',
  authors: 'authors',
  keywords: 'keywords',
  wish: 'wish',
  publishAt: 'consent to publish',
};

/** The entries that differ, each as a sentence: “title: none becomes Slow waves”. */
export function changesBetween(before: EnteredAbstract, after: EnteredAbstract): string[] {
  const [was, becomes] = [wordsOf(before), wordsOf(after)];
  return Object.entries(entryLabels).flatMap(([entry, label]) => {
    const [from, to] = [was[entry] || 'none', becomes[entry] || 'none'];
    return from === to ? [] : [`${label}: ${from} becomes ${to}`];
  });
}

function wordsOf({ authors, ...entries }: EnteredAbstract): Record<string, string | undefined> {
  return { ...entries, authors: authorsInWords(authors) };
}

/**
 * Changes the entries of an abstract, in the transaction of the caller, who writes the mails. `seen` is the abstract as
 * the editor has seen it: a change by somebody else since then refuses this one. With another mail address the link to
 * the author's page changes. `words` are for the log. Returns the changed abstract.
 */
export async function correctAbstract(
  { tx, record }: Deed,
  seen: KeptAbstract,
  after: EnteredAbstract,
  { newId, words }: { newId: NewId; words: string },
): Promise<KeptAbstract> {
  const { id, reference } = seen;
  const current = await findAbstract(tx, id);
  if (!current) throw new ActionImpossible(`${reference} was erased.`, { reason: 'erased' });
  const before = await entriesOf(tx, current);
  const isReaddressed = before.email !== after.email;
  const isMoved = isReaddressed || before.sessionId !== after.sessionId;
  const same = isMoved ? await findSubmitted(tx, { ...after, sha256: current.sha256 }) : undefined;
  if (same && same.id !== id) {
    throw new ActionImpossible(
      `${same.reference} has the same file for the same session from ${after.email}.`,
    );
  }
  const token = isReaddressed ? newId() : current.token;
  if (!(await saveEntries(tx, seen, { ...after, token }))) throw changedMeanwhile(seen);
  await record({ action: 'correct', reference, words });
  return { ...current, ...(await findAbstract(tx, id)) };
}
