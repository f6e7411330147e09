import { lockKey, type Db } from '#server/database/database.ts';
import type { Content } from '#contract/content.ts';
import { counted } from '#server/counted.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import {
  type AssignmentFacts,
  type Fit,
  hindranceWords,
  loadsIn,
  readAssignmentFacts,
} from './assignment-facts.ts';
import { insertAssignments, listPeerReviews } from './peer-reviews.ts';
import type { ReviewedAbstract } from './reviewed-abstracts.ts';
import { listLost, listReachable } from './reviewer-addresses.ts';
import { listReviewers, mostOf, putAnswer, type Reviewer, reviewerCalled } from './reviewers.ts';

/** A reviewer who could get an abstract, with the number of abstracts so far. */
export type NextReviewer = { reviewer: Reviewer; load: number; fit: Fit };

/** Proposes reviewers for abstracts, the best first: who has the fewest abstracts, and among those who fits best. */
export async function nextReviewers(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
): Promise<(abstractId: string) => NextReviewer[]> {
  const facts = await readAssignmentFacts(db, content);
  const reviewers = await listReachable(db);
  return (abstractId) => {
    const abstract = facts.open.find(({ id }) => id === abstractId);
    return abstract ? nextIn(facts, reviewers, abstract, content) : [];
  };
}

function nextIn(
  facts: AssignmentFacts,
  reviewers: readonly Reviewer[],
  abstract: ReviewedAbstract,
  { conference: { abstracts } }: Pick<Content, 'conference'>,
): NextReviewer[] {
  const { reviews, hindranceOf, fitOf, costOf } = facts;
  const loads = loadsIn(reviews);
  const busy = new Set(
    reviews.flatMap((each) => (each.abstractId === abstract.id ? [each.reviewerId] : [])),
  );
  return reviewers
    .filter(({ id, answer }) => answer !== 'NO' && !busy.has(id))
    .filter((reviewer) => (loads.get(reviewer.id) ?? 0) < mostOf(reviewer, abstracts.review))
    .filter((reviewer) => hindranceOf(reviewer, abstract) === undefined)
    .map((reviewer) => {
      return { reviewer, load: loads.get(reviewer.id) ?? 0, fit: fitOf(reviewer, abstract) };
    })
    .toSorted(
      (a, b) => a.load - b.load || costOf(a.reviewer, abstract) - costOf(b.reviewer, abstract),
    );
}

const FITS: Partial<Record<Fit, string>> = {
  wanted: 'would like to review it',
  topic: 'knows its topic',
  avoided: 'would rather not',
};

/** "Bo Fibre (4 abstracts, knows its topic)" */
export function nextReviewerWords({ reviewer, load, fit }: NextReviewer): string {
  const wish = FITS[fit];
  return `${reviewer.name} (${counted(load, 'abstract')}${wish ? `, ${wish}` : ''})`;
}

/** Gives one more abstract to a reviewer whom the chair names. */
export async function planGivenAbstract(
  organising: Organising,
  { reference, who }: { reference: string; who: string },
): Promise<Plan> {
  const { payments, content } = organising;
  const { db } = payments;
  const facts = await readAssignmentFacts(db, content);
  const abstract = facts.abstracts.find((each) => each.reference === reference);
  if (!abstract) throw new ActionImpossible(`There is no abstract ${reference}.`);
  if (!facts.open.includes(abstract)) {
    throw new ActionImpossible(
      `${reference} gets no more reviewers: it is decided, withdrawn or infected.`,
    );
  }
  const reviewers = await listReviewers(db);
  const reviewer = reviewerCalled(reviewers, who);
  const pair = { abstractId: abstract.id, reviewerId: reviewer.id };
  const isAssigned = (reviews: AssignmentFacts['reviews']) =>
    reviews.some(
      ({ abstractId, reviewerId }) => abstractId === abstract.id && reviewerId === reviewer.id,
    );
  const hindrance = facts.hindranceOf(reviewer, abstract);
  if (hindrance && hindrance.why !== 'session') {
    throw new ActionImpossible(
      `${reviewer.name} cannot review ${reference}, which is ${hindranceWords(hindrance)}.`,
    );
  }
  if (reviewer.answer === 'NO') {
    throw new ActionImpossible(`${reviewer.name} has answered not to review for this conference.`);
  }
  if ((await listLost(db)).has(reviewer.id)) {
    throw new ActionImpossible(
      `The link of ${reviewer.name} (${reviewer.email}) reached somebody else: correct the address in the sheet of reviewers, or send another link with review --link.`,
    );
  }
  if (isAssigned(facts.reviews)) {
    throw new ActionImpossible(`${reviewer.name} has ${reference} already.`);
  }
  const load = (loadsIn(facts.reviews).get(reviewer.id) ?? 0) + 1;
  const most = mostOf(reviewer, content.conference.abstracts.review);
  return {
    words: [
      `${reviewer.name} (${reviewer.email}) gets ${reference}, and then has ${counted(load, 'abstract')}${load > most ? `, more than the limit of ${most}` : ''}.`,
    ],
    button: `Give ${reference} to ${reviewer.name}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockKey(tx, 'peer-reviews');
        if (isAssigned(await listPeerReviews(tx))) {
          throw new ActionImpossible(`${reviewer.name} has got ${reference} meanwhile.`);
        }
        await insertAssignments(tx, [pair], now);
        // Authors get what the log says about their abstract, and colleagues without a right to reviews read it.
        await record({ action: 'review', reference, words: 'assigned to one more reviewer' });
      });
      return [`${reviewer.name} has ${reference} now.`];
    },
  };
}

/** Records that somebody does not review, as the reviewer can on the own page. What came back stays. */
export async function planLeave(organising: Organising, { who }: { who: string }): Promise<Plan> {
  const { db } = organising.payments;
  const { id, name, email, answer } = reviewerCalled(await listReviewers(db), who);
  if (answer === 'NO') throw new ActionImpossible(`${name} (${email}) has said no already.`);
  const open = (await listPeerReviews(db)).filter(
    (each) => each.reviewerId === id && each.collectedAt === undefined && !each.isDeclined,
  );
  return {
    words: [
      `${name} (${email}) gets no abstracts and no mails about reviews any more. Open reviews: ${open.length}, which review --more gives to others.`,
    ],
    button: `End the reviews of ${name}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await putAnswer(tx, id, 'NO', now);
        await record({ action: 'review', words: `${name} leaves` });
      });
      return [`${name} does not review.`];
    },
  };
}
