import { isRevised } from '#features/programme/revisions.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { decisionsByAbstract } from '#features/programme/decisions.ts';
import {
  findAbstractByReference,
  findAbstracts,
  type KeptAbstract,
  listAbstracts,
} from '#server/abstract/abstracts.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { LONGEST_NOTE, listDiscussions, readNote, writeChairNote } from './discussion.ts';
import { DISCUSSION } from './site/discussion-offers.ts';
import type { FeatureSections } from '#server/features.ts';
import type { Db } from '#server/database/database.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { findCopy, keptCopy, releaseCopy } from './review-copies.ts';
import type { CopyReason } from './tables.ts';

/** Makes the copies of all files without a decision, also before they are assigned, and says which reviewers do not get as they are. */
export async function readCopies(context: CommandContext) {
  const { payments, content } = context;
  const { db, clock } = payments;
  const isBlind = content.conference.abstracts.review.blind;
  const decisions = await decisionsByAbstract(db);
  const abstracts = (await listAbstracts(db)).filter(
    ({ id, withdrawnAt }) => !decisions.has(id) && withdrawnAt === undefined,
  );
  const deps = { db, clock, content, store: await context.store(), hasScanner: false };
  const facts: { reference: string; gets: string; why: string }[] = [];
  for (const abstract of abstracts) {
    const copy = await keptCopy(deps, abstract);
    const { reference } = abstract;
    if (!copy)
      facts.push({
        reference,
        gets: 'nothing',
        why: 'the file is infected, damaged or waits for its scan',
      });
    else if (copy.reason === 'scanned' && copy.releasedBy === undefined)
      facts.push({ reference, gets: 'the file', why: SCANNED });
    else if (copy.gets !== 'FILE') {
      const gets = copy.releasedBy === undefined ? GETS[copy.gets] : 'the file';
      const found = copy.found === undefined ? '' : ` (${copy.found})`;
      const by = copy.releasedBy === undefined ? '' : `; released by ${copy.releasedBy}`;
      facts.push({ reference, gets, why: `${reasonWords(copy.reason)}${found}${by}` });
    }
  }
  return { facts, isBlind, looked: abstracts.length };
}

const SCANNED =
  'it has no text, as a scanned page, so it was not searched for names: look at it yourself';

const GETS = { TEXT: 'only the text', NONE: 'nothing' } as const;

function reasonWords(reason: CopyReason | undefined): string {
  if (reason === 'named') return 'its text has words that name an author';
  if (reason === 'word')
    return 'a Word file names its authors in many places; send a PDF in its place';
  return 'no program could read it; send a PDF in its place';
}

/** Lets reviewers have a file that was kept back. */
export async function planRelease(
  organising: Organising,
  { reference }: { reference: string },
): Promise<Plan> {
  const { db } = organising.payments;
  const { id } = await abstractOf(organising, reference);
  const copy = await findCopy(db, id);
  if (!copy)
    throw new ActionImpossible(
      `Nobody has asked for the file of ${reference} yet: organiser review --files looks at all.`,
    );
  const isSeen = copy.releasedBy !== undefined;
  if (isSeen || (copy.gets === 'FILE' && copy.reason !== 'scanned')) {
    throw new ActionImpossible(`The reviewers of ${reference} get its file already.`);
  }
  if (copy.reason === 'unread') {
    throw new ActionImpossible(
      `No program could take the authors out of the file of ${reference}: send a PDF in its place.`,
    );
  }
  const words =
    copy.reason === 'word'
      ? 'They get it as it is, with the names in its properties and comments.'
      : copy.reason === 'scanned'
        ? 'They get a copy without properties already; you have looked for names in its pictures.'
        : `They get a copy without properties, whose text has: ${copy.found}.`;
  return {
    words: [`The reviewers of ${reference} get its file. ${words}`],
    button: `Release the file of ${reference}`,
    async perform() {
      await act(organising, async ({ tx, record }) => {
        if (!(await releaseCopy(tx, copy, organising.actor))) {
          throw new ActionImpossible(`${reference} has another file meanwhile: look at it first.`);
        }
        await record({ action: 'review', reference, words: 'file released to reviewers' });
      });
      return [`The reviewers of ${reference} get its file.`];
    },
  };
}

/** Writes a note of the chair into the discussion of an abstract. */
export async function planChairNote(
  organising: Organising,
  { reference, note: typed }: { reference: string; note: string },
): Promise<Plan> {
  const { payments, content, actor } = organising;
  if (!content.conference.abstracts.reviewerPages?.discussion) {
    throw new ActionImpossible(
      'Reviewers do not discuss: `abstracts.reviewer_pages.discussion` in conference.yaml switches it on.',
    );
  }
  const abstract = await abstractOf(organising, reference);
  const { id: abstractId } = abstract;
  const note = readNote(typed);
  if ('mistake' in note) throw new ActionImpossible(`${NOTE_MISTAKES[note.mistake]}.`);
  const refuse = async (db: Db) => {
    const decision = (await decisionsByAbstract(db, [abstractId])).get(abstractId);
    if (decision && !isRevised(abstract, decision)) {
      throw new ActionImpossible(`${reference} is decided, which ended its discussion.`);
    }
  };
  await refuse(payments.db);
  return {
    words: [
      `The reviewers of ${reference} who have submitted read this as a note of the chair, and are told of it by mail:`,
      ...note.text.split('\n').map((line) => `  ${line}`),
    ],
    button: `Write to the reviewers of ${reference}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await refuse(tx);
        const about = { id: payments.newId(), abstractId, by: actor, text: note.text, now };
        if (!(await writeChairNote(tx, about))) {
          throw new ActionImpossible(`The discussion of ${reference} is closed.`);
        }
        await record({ action: 'review', reference, words: 'note of the chair to reviewers' });
      });
      return [`The note is in the discussion of ${reference}.`];
    },
  };
}

const NOTE_MISTAKES = {
  missing: 'The note is empty',
  tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  unusable: 'The note has characters that cannot be stored',
} as const;

/** The discussion on the page of an abstract in the dashboard, also before anybody has written. */
export const discussionSection: NonNullable<FeatureSections['abstract']> = async (context, id) => {
  const { db } = context.payments;
  const { abstracts, dates } = context.content.conference;
  if (!abstracts.reviewerPages?.discussion) return [];
  const found = (await findAbstracts(db, [id])).map(({ reference, title }) => {
    return { id, reference, title };
  });
  const [discussion] = await listDiscussions(db, found);
  const time = printTimes(dates.timezone);
  const facts = (discussion?.notes ?? []).map(({ name, text, at }) => {
    return { label: `${name}, ${time(at)}`, text };
  });
  const state = discussion?.isClosed ? 'Closed' : 'Open to reviewers who have submitted';
  return [
    {
      heading: DISCUSSION,
      subject: 'Reviews and decisions',
      facts: [...facts, { label: 'State', text: state }],
    },
  ];
};

/** Ends a discussion. */
export async function planClosing(
  organising: Organising,
  { reference }: { reference: string },
): Promise<Plan> {
  const { id } = await abstractOf(organising, reference);
  return {
    words: [`The reviewers of ${reference} can read their discussion, and write no more.`],
    button: `Close the discussion of ${reference}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await tx
          .insertInto('closed_discussions')
          .values({ abstract_id: id, closed_at: now, closed_by: organising.actor })
          .onConflict((conflict) => conflict.column('abstract_id').doNothing())
          .execute();
        await record({ action: 'review', reference, words: 'discussion of reviewers closed' });
      });
      return [`The discussion of ${reference} is closed.`];
    },
  };
}

async function abstractOf({ payments }: Organising, reference: string): Promise<KeptAbstract> {
  const abstract = await findAbstractByReference(payments.db, reference);
  if (abstract) return abstract;
  throw new ActionImpossible(`There is no abstract ${reference}.`);
}
