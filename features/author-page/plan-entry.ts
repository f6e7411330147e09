import { deedIn } from '#server/operations/act.ts';
import {
  ActionImpossible,
  type Organising,
  organisingIn,
  type Plan,
} from '#server/operations/plan.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { findSubmitted, listAbstracts } from '#server/abstract/abstracts.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import type { EnteredAbstract } from './correct-abstract.ts';
import { duplicatesAmong, duplicateWords } from '#server/abstract/duplicates.ts';
import { type FilePlaces, type GivenFile, withGivenFile } from '#server/abstract/given-file.ts';
import { fileWords } from './plan-version.ts';
import { readEntries, type TypedEntries } from './read-entries.ts';
import { saveEntries } from './save-entries.ts';
import { submitAbstract } from '#server/abstract/submit-abstract.ts';

/** The entries that every abstract has. */
type Required = 'name' | 'email' | 'institute' | 'country' | 'session' | 'interestArea';
type EntryRequest = TypedEntries &
  Record<Required, string> & { file: GivenFile; language?: string | undefined };

/**
 * Enters an abstract for its author, also after the deadline. The file is inspected as in the form, and the author gets
 * the same mail. The same file for the same session from the same person is no second abstract.
 */
export async function planEntry(
  organising: Organising,
  places: FilePlaces,
  { file: given, language, ...typed }: EntryRequest,
): Promise<Plan> {
  const entering = organisingIn(organising, language);
  const { payments, content, mailLayout, origin, actor } = entering;
  const { db, newId, clock } = payments;
  const entries = { ...EMPTY, ...readEntries(organising.content, typed) };
  const { name, email, sessionId, title, authors } = entries;
  const titles = titlesOf(content, entries);
  const inPlace = { ...places, newId };
  const words = await withGivenFile(inPlace, given, async (file) => {
    const { sha256 } = file.upload;
    const same = await findSubmitted(db, { email, sessionId, sha256 });
    if (same) throw new ActionImpossible(`${same.reference} is this abstract already.`);
    const entry = { id: '', reference: '', name, email, sessionId, title, sha256 };
    const all = [...(await listAbstracts(db)), { ...entry, withdrawnAt: undefined }];
    const duplicates = duplicateWords(duplicatesAmong(all).get(''));
    return [
      `A new abstract of ${name}, ${email}, for ${titles.session}: ${[title, fileWords(file)].filter(Boolean).join(', ')}.`,
      ...(authors.length === 0 ? [] : [`Authors: ${authorsInWords(authors)}.`]),
      ...(duplicates === '' ? [] : [`It may be a duplicate of ${duplicates}.`]),
      `${email} gets the usual mail with the link to the page of the abstract.`,
    ];
  });
  return {
    words,
    button: `Enter the abstract of ${name}`,
    perform: () =>
      withGivenFile(inPlace, given, async (file) => {
        const deps = { ...places, db, clock, newId, mailLayout };
        const submission = { ...file, ...titles, submitter: entries };
        const { reference } = await submitAbstract(deps, submission, {
          origin,
          actor,
          async also(tx, abstract) {
            await saveEntries(tx, abstract, { ...abstract, ...entries });
            const its = abstract.reference;
            const entry = { action: 'enter', reference: its, words: fileWords(file) };
            await deedIn(tx, entering).record(entry);
          },
        });
        return [`Entered as ${reference}.`];
      }),
  };
}

const EMPTY: EnteredAbstract = {
  titlePrefix: '',
  name: '',
  email: '',
  phone: '',
  organizationName: '',
  country: '',
  sessionId: '',
  interestedInId: '',
  title: undefined,
  keywords: undefined,
  wish: undefined,
  publishAt: undefined,
  authors: [],
};
