import { listAbstracts } from '#server/abstract/abstracts.ts';
import { lockKey } from '#server/database/database.ts';
import { type Cell, passedOverWords } from '#server/files/sheet-table.ts';
import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, firstOf, type Organising, type Plan } from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';
import { type Assignment, assignReviewers } from './assign-reviewers.ts';
import { assignmentWords, type Exclusions } from './assignment-words.ts';
import {
  type AssignmentFacts,
  type Hindrance,
  pairOf,
  readAssignmentFacts,
} from './assignment-facts.ts';
import {
  deleteAssignments,
  insertAssignments,
  listPeerReviews,
  type PeerReview,
} from './peer-reviews.ts';
import { readReviewers } from './reviewer-sheet.ts';
import {
  listLost,
  lostWords,
  type Matched,
  matchReviewers,
  movedWords,
  putMatched,
} from './reviewer-addresses.ts';
import { listReviewers, mostOf, type Reviewer } from './reviewers.ts';
import { summarise } from './summarise-reviews.ts';

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
  const entered = readReviewers(rows, content);
  const now = timestamp(payments.clock());
  const known = await listReviewers(payments.db);
  const matched = matchReviewers(known, entered.reviewers, { now, newId: payments.newId });
  const reviewers = matched.map(({ reviewer }) => reviewer);
  const keptTopics = matched.filter(({ before }, at) => {
    const typed = entered.reviewers[at]?.topics ?? '';
    const ticked = before?.topics ?? '';
    return typed !== '' && ticked !== '' && ticked !== typed;
  });
  return plan(organising, {
    reviewers,
    known,
    isTaken,
    matched,
    notes: [
      ...movedWords(matched),
      ...keptTopics.map(({ reviewer: { name } }) => `${name} has ticked other topics, which stay.`),
      ...passedOverWords(entered.notRead),
    ],
  });
}

/**
 * Gives each abstract that lacks reviewers more of those that are known, for example after a decline. With a spread, an
 * abstract whose reviews are all there and differ by at least so much gets one more, too.
 */
export async function planMoreReviewers(
  organising: Organising,
  { spread }: { spread: number | undefined },
): Promise<Plan> {
  const known = await listReviewers(organising.payments.db);
  const reviewers = known.filter(({ email }) => email !== '');
  if (reviewers.length === 0) {
    throw new ActionImpossible(
      'There are no reviewers yet: review --template writes the sheet, and review --assign reads it.',
    );
  }
  return plan(organising, {
    reviewers,
    known,
    spread,
    isTaken: false,
    notes: [],
  });
}

type Planned = {
  reviewers: readonly Reviewer[];
  known: readonly Reviewer[];
  isTaken: boolean;
  /** The reviewers of a sheet; undefined without one. */
  matched?: readonly Matched[];
  spread?: number | undefined;
  notes: readonly string[];
};

async function plan(organising: Organising, planned: Planned): Promise<Plan> {
  const { payments, content } = organising;
  const { known, isTaken, matched, spread, notes } = planned;
  const corrected = new Set(
    matched?.flatMap(({ reviewer: { id, email }, before }) =>
      email === before?.email ? [] : [id],
    ),
  );
  const found = await listLost(payments.db);
  // With another address nothing is lost any more, and nobody has answered there.
  const lost = new Set([...found].filter((id) => !corrected.has(id)));
  const answers = new Map(
    [...known, ...planned.reviewers].map(({ id, answer }) => [id, answer] as const),
  );
  const leaving = new Set([...answers].flatMap(([id, answer]) => (answer === 'NO' ? [id] : [])));
  const reviewers = planned.reviewers.filter(({ id }) => !leaving.has(id) && !lost.has(id));
  const rules = content.conference.abstracts.review;
  const facts = await readAssignmentFacts(payments.db, content);
  const { open, reviews: before } = facts;
  const isInSheet = new Set(reviewers.map(({ id }) => id));
  const outstanding = before.filter(
    ({ reviewerId, collectedAt, isDeclined }) =>
      !isInSheet.has(reviewerId) && collectedAt === undefined && !isDeclined,
  );
  // Nobody waits for somebody who has said no.
  const taken = outstanding.filter(({ reviewerId }) => isTaken || leaving.has(reviewerId));
  const assigned = before.filter((one) => !taken.includes(one) && !one.isDeclined);
  const exclusions = exclusionsIn(facts, reviewers);
  const disputed = spread === undefined ? new Map() : disputedIn(facts, rules, spread);
  const reviewsOf = (id: string) => disputed.get(id)?.reviews ?? rules.reviews;
  const reviewerOf = new Map(reviewers.map((each) => [each.id, each]));
  const abstractOf = new Map(open.map((each) => [each.id, each]));
  const added = assignReviewers({
    reviewsOf,
    abstracts: open.map(({ id }) => id),
    reviewers,
    assigned,
    mostOf: (id) => mostOf(reviewerOf.get(id), rules),
    isAllowed: (abstractId, reviewerId) => !exclusions.has(pairOf({ abstractId, reviewerId })),
    costOf(abstractId, reviewerId) {
      const [reviewer, abstract] = [reviewerOf.get(reviewerId), abstractOf.get(abstractId)];
      return reviewer && abstract ? facts.costOf(reviewer, abstract) : 0;
    },
  });
  const isNew = reviewers.filter(({ id }) => !known.some((one) => one.id === id)).length;
  const words = [
    `Reviewers: ${reviewers.length}, ${isNew} of them new. Abstracts to review: ${open.length}, each ${counted(rules.reviews, 'time')}. New assignments: ${added.length}.`,
    ...assignmentWords({ facts, rules, reviewers, assigned, added, exclusions, reviewsOf }),
    ...(disputed.size === 0
      ? []
      : [
          `One more reviewer, because opinions differ by ${spread} or more: ${firstOf([...disputed.values()].map(({ words: each }) => each)).join(', ')}.`,
        ]),
    ...leavingWords(known, leaving),
    ...absentWords(
      known,
      outstanding.filter(({ reviewerId }) => !leaving.has(reviewerId) && !lost.has(reviewerId)),
      isTaken,
    ),
    ...lostWords(known, lost),
    ...draftWords(known, taken),
    ...notes,
  ];
  const was = stateOf(known, before);
  return {
    words,
    button:
      added.length === 0 && !matched
        ? undefined
        : `Assign ${counted(added.length, 'review')} to ${counted(reviewers.length, 'reviewer')}`,
    perform: () => {
      const entered = matched?.filter(({ reviewer: { id } }) =>
        reviewers.some((one) => one.id === id),
      );
      return assign(organising, { entered: entered ?? [], taken, added, was });
    },
  };
}

type Assigning = {
  /** The reviewers whose entries are new. */
  entered: readonly Matched[];
  taken: readonly PeerReview[];
  added: readonly Assignment[];
  /** The state that the plan has seen. */
  was: string;
};

async function assign(
  organising: Organising,
  { entered, taken, added, was }: Assigning,
): Promise<string[]> {
  await act(organising, async ({ tx, now, record }) => {
    await lockKey(tx, 'peer-reviews');
    const current = await listPeerReviews(tx);
    const began = taken.some(
      (each) =>
        current.find(
          ({ abstractId, reviewerId }) =>
            abstractId === each.abstractId && reviewerId === each.reviewerId,
        )?.version !== each.version,
    );
    if (began || stateOf(await listReviewers(tx), current) !== was) {
      throw new ActionImpossible(
        'Reviewers or reviews have changed meanwhile. Please check it and try again.',
      );
    }
    for (const each of entered) await putMatched({ tx, now }, each, organising.payments.newId);
    await deleteAssignments(tx, taken);
    // Abstracts may be erased while somebody reads the plan.
    const alive = new Set((await listAbstracts(tx)).map(({ id }) => id));
    await insertAssignments(
      tx,
      added.filter(({ abstractId }) => alive.has(abstractId)),
      now,
    );
    const among = new Set(added.map(({ reviewerId }) => reviewerId)).size;
    const words = `${counted(added.length, 'review')} assigned to ${counted(entered.length || among, 'reviewer')}`;
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

/** Why reviewers do not get abstracts, by the ids of both. */
function exclusionsIn(
  { open, hindranceOf }: AssignmentFacts,
  reviewers: readonly Reviewer[],
): Exclusions {
  const exclusions = new Map<string, Hindrance>();
  for (const reviewer of reviewers) {
    for (const abstract of open) {
      const hindrance = hindranceOf(reviewer, abstract);
      if (!hindrance) continue;
      exclusions.set(pairOf({ abstractId: abstract.id, reviewerId: reviewer.id }), hindrance);
    }
  }
  return exclusions;
}

/** The abstracts whose reviews are all there and differ much, with one review more than they have. */
function disputedIn(
  { open, reviews }: AssignmentFacts,
  { criteria }: Parameters<typeof readAssignmentFacts>[1]['conference']['abstracts']['review'],
  least: number,
): ReadonlyMap<string, { reviews: number; words: string }> {
  const byAbstract = Map.groupBy(reviews, ({ abstractId }) => abstractId);
  return new Map(
    open.flatMap(({ id, reference }) => {
      const own = byAbstract.get(id) ?? [];
      const { assigned, complete, spread = 0 } = summarise(own, criteria, () => '');
      if (complete < assigned || complete < 2 || spread < least) return [];
      return [[id, { reviews: assigned + 1, words: `${reference} (${spread})` }] as const];
    }),
  );
}

function leavingWords(known: readonly Reviewer[], leaving: ReadonlySet<string>): string[] {
  const names = known.filter(({ id }) => leaving.has(id)).map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    `Said no, so they get no abstracts: ${firstOf(names).join(', ')}. Others get what is open.`,
  ];
}

/** Drafts on the pages of reviewers whose abstracts others get. */
function draftWords(known: readonly Reviewer[], taken: readonly PeerReview[]): string[] {
  const drafts = taken.filter(({ savedAt }) => savedAt !== undefined);
  return [...Map.groupBy(drafts, ({ reviewerId }) => reviewerId)].map(([id, own]) => {
    const { name = '' } = known.find((one) => one.id === id) ?? {};
    return `${name} has ${counted(own.length, 'draft')} on the page, which nobody would see any more.`;
  });
}

function absentWords(
  known: readonly Reviewer[],
  outstanding: readonly PeerReview[],
  isTaken: boolean,
): string[] {
  const counts = Map.groupBy(outstanding, ({ reviewerId }) => reviewerId);
  return [...counts].map(([id, reviews]) => {
    const { name = '' } = known.find((one) => one.id === id) ?? {};
    const fate = isTaken
      ? 'others get them'
      : 'they stay assigned; add --take-over to give them to others';
    return `Not in the sheet: ${name}, with ${counted(reviews.length, 'outstanding review')}; ${fate}.`;
  });
}
