import { listAbstracts } from '#server/abstract/abstracts.ts';
import { lockKey } from '#server/database/database.ts';
import { type Cell, passedOverWords } from '#server/files/sheet-table.ts';
import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, firstOf, type Organising, type Plan } from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';
import { type Assignment, assignReviewers } from './assign-reviewers.ts';
import {
  entriesOf,
  type FindOrganisation,
  organisationsIn,
} from '#server/abstract/organisations.ts';
import { type Hindrance, hindranceOf, isNamed } from './conflicts.ts';
import {
  deleteAssignments,
  insertAssignments,
  listPeerReviews,
  type PeerReview,
} from './peer-reviews.ts';
import { type ReviewedAbstract, readReviewedAbstracts } from './reviewed-abstracts.ts';
import { readReviewers } from './reviewer-sheet.ts';
import { listReviewers, putReviewer, type Reviewer } from './reviewers.ts';

type Wanted = {
  rows: readonly (readonly Cell[])[];
  /** Gives the outstanding reviews of reviewers who are not in the sheet to others. */
  isTaken: boolean;
};

/**
 * Assigns the abstracts without a decision to the reviewers in a sheet. Assignments that exist stay. Only the reviewers
 * in the sheet get new ones.
 */
export async function planAssignment(
  organising: Organising,
  { rows, isTaken }: Wanted,
): Promise<Plan> {
  const { payments, content } = organising;
  const { db } = payments;
  const { reviews: wanted } = content.conference.abstracts.review;
  const entered = readReviewers(rows, content);
  const now = timestamp(payments.clock());
  const known = await listReviewers(db);
  const byEmail = new Map(known.map((reviewer) => [reviewer.email, reviewer]));
  const leaving = known.filter(({ answer }) => answer === 'NO');
  const willing = entered.reviewers.filter((one) => !isAmong(leaving, one));
  const reviewers = willing.map((reviewer): Reviewer => {
    const before = byEmail.get(reviewer.email);
    return {
      ...before,
      ...reviewer,
      id: before?.id ?? payments.newId(),
      createdAt: before?.createdAt ?? now,
      // A reviewer may have ticked topics since the sheet was written.
      topics: before?.topics || reviewer.topics,
    };
  });
  const inSheet = new Set(reviewers.map(({ id }) => id));
  const before = await listPeerReviews(db);
  const outstanding = before.filter(
    ({ reviewerId, collectedAt }) => !inSheet.has(reviewerId) && collectedAt === undefined,
  );
  // Nobody waits for somebody who has said no.
  const taken = outstanding.filter(
    ({ reviewerId }) => isTaken || leaving.some(({ id }) => id === reviewerId),
  );
  const staying = before.filter((one) => !taken.includes(one));

  const all = await readReviewedAbstracts(db, content);
  const open = all.filter(
    ({ abstract, isDecided }) => abstract.withdrawnAt === undefined && !isDecided,
  );
  const infected = open.filter(({ abstract }) => abstract.scan === 'INFECTED');
  const abstracts = open.filter((one) => !infected.includes(one));
  const find = await organisationsIn(db);
  const hindrances = hindrancesOf({ reviewers, abstracts, reviews: staying, find });
  const assigned = staying.filter(({ isDeclined }) => !isDeclined);
  const added = assignReviewers({
    reviews: wanted,
    abstracts: abstracts.map(({ id }) => id),
    reviewers,
    assigned,
    isAllowed: (abstractId, reviewerId) => !hindrances.has(`${abstractId} ${reviewerId}`),
  });
  const isNew = reviewers.filter(({ id }) => !known.some((one) => one.id === id)).length;
  const words = [
    `Reviewers: ${reviewers.length}, ${isNew} of them new. Abstracts to review: ${abstracts.length}, each ${counted(wanted, 'time')}. New assignments: ${added.length}.`,
    ...reviewers.map((reviewer) => reviewerWords(reviewer, { assigned, added, hindrances })),
    ...leavingWords(leaving, entered.reviewers),
    ...leftOutWords('Infected, so they are not assigned', infected),
    ...leftOutWords(
      'Decided already, so they get no more reviewers',
      all.filter(({ isDecided, abstract }) => isDecided && abstract.withdrawnAt === undefined),
    ),
    ...tooFewWords(abstracts, [...assigned, ...added], wanted),
    ...conflictWords({ reviewers, abstracts, reviews: assigned, find }),
    ...unknownConflictWords(all, reviewers),
    ...absentWords(
      known.filter((one) => !leaving.includes(one)),
      outstanding,
      isTaken,
    ),
    ...passedOverWords(entered.notRead),
  ];
  return {
    words,
    button: `Assign ${counted(added.length, 'review')} to ${counted(reviewers.length, 'reviewer')}`,
    perform: () =>
      assign(organising, { reviewers, taken, added, now, was: stateOf(known, before) }),
  };
}

type Assigning = {
  reviewers: readonly Reviewer[];
  taken: readonly PeerReview[];
  added: readonly Assignment[];
  now: string;
  /** The state that the plan has seen. */
  was: string;
};

async function assign(
  organising: Organising,
  { reviewers, taken, added, now, was }: Assigning,
): Promise<string[]> {
  await act(organising, async ({ tx, record }) => {
    await lockKey(tx, 'peer-reviews');
    if (stateOf(await listReviewers(tx), await listPeerReviews(tx)) !== was) {
      throw new ActionImpossible(
        'Reviewers or reviews have changed meanwhile. Please check it and try again.',
      );
    }
    for (const reviewer of reviewers) await putReviewer(tx, reviewer);
    await deleteAssignments(tx, taken);
    // Abstracts may be erased while somebody reads the plan.
    const alive = new Set((await listAbstracts(tx)).map(({ id }) => id));
    await insertAssignments(
      tx,
      added.filter(({ abstractId }) => alive.has(abstractId)),
      now,
    );
    const words = `${counted(added.length, 'review')} assigned to ${counted(reviewers.length, 'reviewer')}`;
    await record({ action: 'review', words });
  });
  return [`Reviews assigned: ${added.length}.`];
}

/** A text that differs if reviewers or assignments have changed since the plan. */
function stateOf(reviewers: readonly Reviewer[], reviews: readonly PeerReview[]): string {
  return JSON.stringify([
    reviewers,
    reviews.map(({ abstractId, reviewerId, isDeclined, collectedAt }) => {
      return [abstractId, reviewerId, isDeclined, collectedAt];
    }),
  ]);
}

type Hindrances = ReadonlyMap<string, Hindrance | 'declined'>;

type Deciding = {
  reviewers: readonly Reviewer[];
  abstracts: readonly ReviewedAbstract[];
  reviews: readonly PeerReview[];
  find: FindOrganisation;
};

/** Why a reviewer does not get an abstract, by the ids of both. */
function hindrancesOf({ reviewers, abstracts, reviews, find }: Deciding): Hindrances {
  const hindrances = new Map<string, Hindrance | 'declined'>();
  for (const reviewer of reviewers) {
    for (const abstract of abstracts) {
      const hindrance = hindranceOf(reviewer, abstract, find);
      if (hindrance) hindrances.set(`${abstract.id} ${reviewer.id}`, hindrance);
    }
  }
  for (const { abstractId, reviewerId, isDeclined } of reviews) {
    if (isDeclined) hindrances.set(`${abstractId} ${reviewerId}`, 'declined');
  }
  return hindrances;
}

const HINDRANCES = {
  author: 'the reviewer’s own',
  institute: 'of the same institute',
  domain: 'with the same mail domain',
  named: 'with a named conflict',
  declined: 'with a conflict that the reviewer stated',
  session: 'of other sessions',
} as const;

/** "  Anna Kowalska (anna@uni.example): 50 abstracts, 3 of them new; not given: 2 of the same institute" */
function reviewerWords(
  { id, name, email }: Reviewer,
  {
    assigned,
    added,
    hindrances,
  }: { assigned: readonly Assignment[]; added: readonly Assignment[]; hindrances: Hindrances },
): string {
  const countOf = (all: readonly Assignment[]) =>
    all.filter(({ reviewerId }) => reviewerId === id).length;
  const [was, is] = [countOf(assigned), countOf(added)];
  const reasons = Map.groupBy(
    [...hindrances].filter(([key]) => key.endsWith(` ${id}`)),
    ([, why]) => why,
  );
  const left = Object.entries(HINDRANCES).flatMap(([why, words]) => {
    const count = [...reasons].find(([each]) => each === why)?.[1].length ?? 0;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const notGiven = left.length === 0 ? '' : `; not given: ${left.join(', ')}`;
  return `  ${name} (${email}): ${counted(was + is, 'abstract')}${was > 0 ? `, ${is} of them new` : ''}${notGiven}`;
}

function leftOutWords(why: string, abstracts: readonly ReviewedAbstract[]): string[] {
  return abstracts.length === 0 ? [] : [`${why}: ${referencesOf(abstracts)}.`];
}

function referencesOf(all: readonly { reference: string }[]): string {
  return firstOf(all.map(({ reference }) => reference)).join(', ');
}

/** Every abstract that does not get the wanted number of reviews is named. */
function tooFewWords(
  abstracts: readonly ReviewedAbstract[],
  all: readonly Assignment[],
  wanted: number,
): string[] {
  const counts = Map.groupBy(all, ({ abstractId }) => abstractId);
  return abstracts.flatMap(({ id, reference }) => {
    const count = counts.get(id)?.length ?? 0;
    if (count >= wanted) return [];
    return [
      `Too few reviewers for ${reference}: ${count} of ${wanted}; all others have a conflict or other sessions.`,
    ];
  });
}

/** Assignments that came before the conflict was known. */
function conflictWords({ reviewers, abstracts, reviews, find }: Deciding): string[] {
  const abstractOf = new Map(abstracts.map((each) => [each.id, each]));
  const reviewerOf = new Map(reviewers.map((each) => [each.id, each]));
  return reviews.flatMap(({ abstractId, reviewerId, collectedAt }) => {
    const [abstract, reviewer] = [abstractOf.get(abstractId), reviewerOf.get(reviewerId)];
    const why = abstract && reviewer && hindranceOf(reviewer, abstract, find);
    if (!why || why === 'session' || collectedAt !== undefined) return [];
    return [
      `${abstract.reference} was assigned to ${reviewer.name} before, and is ${HINDRANCES[why]}: ask for a yes in the column Conflict.`,
    ];
  });
}

/** A conflict with a typing error would have no effect. */
function unknownConflictWords(
  all: readonly ReviewedAbstract[],
  reviewers: readonly Reviewer[],
): string[] {
  const subjects = all.map(({ reference, emails, authors }) => {
    return { reference, emails, names: authors.map(({ name }) => name) };
  });
  const unknown = reviewers.flatMap(({ name, conflicts }) =>
    entriesOf(conflicts)
      .filter((entry) => !subjects.some((subject) => isNamed(entry, subject)))
      .map((entry) => `${JSON.stringify(entry)} (${name})`),
  );
  if (unknown.length === 0) return [];
  return [`Conflicts that name no abstract and no author: ${unknown.join(', ')}.`];
}

function isAmong(leaving: readonly Reviewer[], { email }: { email: string }): boolean {
  return leaving.some((one) => one.email === email);
}

/** Reviewers in the sheet who have said no on their page. */
function leavingWords(
  leaving: readonly Reviewer[],
  entered: readonly { name: string; email: string }[],
): string[] {
  const names = entered.filter((one) => isAmong(leaving, one)).map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    `Said no, so they get no abstracts: ${firstOf(names).join(', ')}. Others get what is open.`,
  ];
}

function absentWords(
  known: readonly Reviewer[],
  outstanding: readonly PeerReview[],
  isTaken: boolean,
): string[] {
  const counts = Map.groupBy(outstanding, ({ reviewerId }) => reviewerId);
  return [...counts].flatMap(([id, reviews]) => {
    const reviewer = known.find((one) => one.id === id);
    if (!reviewer) return [];
    const { name } = reviewer;
    const fate = isTaken
      ? 'others get them'
      : 'they stay assigned; add --take-over to give them to others';
    return [
      `Not in the sheet: ${name}, with ${counted(reviews.length, 'outstanding review')}; ${fate}.`,
    ];
  });
}
