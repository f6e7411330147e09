import { counted } from '#server/counted.ts';
import { entriesOf } from '#server/abstract/organisations.ts';
import { firstOf } from '#server/operations/plan.ts';
import type { Assignment } from './assign-reviewers.ts';
import {
  type AssignmentFacts,
  type Fit,
  type Hindrance,
  hindranceWords,
  pairOf,
  REASONS,
  reasonWords,
} from './assignment-facts.ts';
import type { PeerReview as Review } from './peer-reviews.ts';
import type { ReviewedAbstract } from './reviewed-abstracts.ts';
import { mostOf, type Reviewer } from './reviewers.ts';
import type { PeerReview } from './shape.ts';

/** Why reviewers do not get abstracts, by the ids of both. */
export type Exclusions = ReadonlyMap<string, Hindrance>;

type Assigned = {
  facts: AssignmentFacts;
  rules: PeerReview;
  reviewers: readonly Reviewer[];
  assigned: readonly Review[];
  added: readonly Assignment[];
  exclusions: Exclusions;
  reviewsOf: (abstractId: string) => number;
};

/** The sentences of a plan about the assignments, and about all that keeps reviewers from abstracts. */
export function assignmentWords(all: Assigned): string[] {
  const { facts, reviewers, assigned, added, reviewsOf } = all;
  const { abstracts, open, infected } = facts;
  const hindrances = hindrancesByReviewer(all);
  return [
    ...reviewers.map((reviewer) =>
      reviewerWords(reviewer, { ...all, hindrances: hindrances.get(reviewer.id) ?? [] }),
    ),
    ...exclusionWords(reviewers, hindrances),
    ...fitWords(all),
    ...leftOutWords('Infected, so they are not assigned', infected),
    ...leftOutWords(
      'Decided already, so they get no more reviewers',
      abstracts.filter(
        ({ isDecided, abstract }) => isDecided && abstract.withdrawnAt === undefined,
      ),
    ),
    ...tooFewWords(open, [...assigned, ...added], reviewsOf),
    ...lateConflictWords(all),
    ...unknownConflictWords(facts, reviewers),
  ];
}

type Excluded = { abstract: ReviewedAbstract; hindrance: Hindrance };

function hindrancesByReviewer({ facts, reviewers, exclusions }: Assigned) {
  return new Map(
    reviewers.map(({ id: reviewerId }) => [
      reviewerId,
      facts.open.flatMap((abstract): Excluded[] => {
        const hindrance = exclusions.get(pairOf({ abstractId: abstract.id, reviewerId }));
        return hindrance ? [{ abstract, hindrance }] : [];
      }),
    ]),
  );
}

/** "  Anna Kowalska (anna@uni.example): 50 abstracts, 3 of them new; not given: 2 of the same institute" */
function reviewerWords(
  reviewer: Reviewer,
  {
    rules,
    assigned,
    added,
    hindrances,
  }: Pick<Assigned, 'rules' | 'assigned' | 'added'> & { hindrances: readonly Excluded[] },
): string {
  const { id, name, email } = reviewer;
  const most = mostOf(reviewer, rules);
  const countOf = (all: readonly Assignment[]) =>
    all.filter(({ reviewerId }) => reviewerId === id).length;
  const [was, is] = [countOf(assigned), countOf(added)];
  const left = REASONS.flatMap((why) => {
    const { length } = hindrances.filter(({ hindrance }) => hindrance.why === why);
    return length === 0 ? [] : [`${length} ${reasonWords(why)}`];
  });
  const notGiven = left.length === 0 ? '' : `; not given: ${left.join(', ')}`;
  const limit = was + is >= most ? `, the limit of ${most}` : '';
  return `  ${name} (${email}): ${counted(was + is, 'abstract')}${was > 0 ? `, ${is} of them new` : ''}${limit}${notGiven}`;
}

/** Each exclusion with its reason. Other sessions are no conflict, and only counted. */
function exclusionWords(
  reviewers: readonly Reviewer[],
  hindrances: ReadonlyMap<string, readonly Excluded[]>,
): string[] {
  const lines = reviewers.flatMap(({ id, name }) =>
    (hindrances.get(id) ?? [])
      .filter(({ hindrance }) => hindrance.why !== 'session')
      .map(
        ({ abstract, hindrance }) =>
          `  ${abstract.reference} not to ${name}: ${hindranceWords(hindrance)}`,
      ),
  );
  if (lines.length === 0) return [];
  const shown = firstOf(lines).map(String);
  return [
    `Exclusions: ${lines.length}.${shown.length < lines.length ? ' review --exclusions lists all of them after the assignment.' : ''}`,
    ...shown,
  ];
}

/** How many assignments are as the reviewers wish, and each that is not. */
function fitWords({ facts, reviewers, added }: Assigned): string[] {
  const reviewerOf = new Map(reviewers.map((each) => [each.id, each]));
  const abstractOf = new Map(facts.open.map((each) => [each.id, each]));
  const fits = added.flatMap(({ abstractId, reviewerId }) => {
    const [abstract, reviewer] = [abstractOf.get(abstractId), reviewerOf.get(reviewerId)];
    return abstract && reviewer
      ? [{ abstract, reviewer, fit: facts.fitOf(reviewer, abstract) }]
      : [];
  });
  if (fits.every(({ fit }) => fit === 'neutral')) return [];
  const countOf = (wanted: Fit) => fits.filter(({ fit }) => fit === wanted).length;
  const avoided = fits.filter(({ fit }) => fit === 'avoided');
  return [
    `Of the new assignments ${countOf('wanted')} are wishes, ${countOf('topic')} are of a topic of the reviewer, ${countOf('other topics')} of other topics.`,
    ...firstOf(
      avoided.map(
        ({ abstract, reviewer }) =>
          `${abstract.reference} goes to ${reviewer.name}, who would rather not review it: the load would be uneven otherwise.`,
      ),
    ).map(String),
  ];
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
  reviewsOf: (abstractId: string) => number,
): string[] {
  const counts = Map.groupBy(all, ({ abstractId }) => abstractId);
  return abstracts.flatMap(({ id, reference }) => {
    const [count, wanted] = [counts.get(id)?.length ?? 0, reviewsOf(id)];
    if (count >= wanted) return [];
    return [
      `Too few reviewers for ${reference}: ${count} of ${wanted}; all others have a conflict, other sessions or as many as their limit.`,
    ];
  });
}

/** Assignments that came before the conflict was known. */
function lateConflictWords({ facts, reviewers, assigned, exclusions }: Assigned): string[] {
  const abstractOf = new Map(facts.open.map((each) => [each.id, each]));
  const reviewerOf = new Map(reviewers.map((each) => [each.id, each]));
  return assigned.flatMap((review) => {
    const abstract = abstractOf.get(review.abstractId);
    const reviewer = reviewerOf.get(review.reviewerId);
    const hindrance = exclusions.get(pairOf(review));
    if (!abstract || !reviewer || !hindrance || review.collectedAt !== undefined) return [];
    if (hindrance.why === 'session') return [];
    return [
      `${abstract.reference} was assigned to ${reviewer.name} before, and is ${hindranceWords(hindrance)}: ask for a yes in the column Conflict.`,
    ];
  });
}

/** A conflict with a typing error would have no effect. */
function unknownConflictWords(
  { isKnown }: AssignmentFacts,
  reviewers: readonly Reviewer[],
): string[] {
  const unknown = reviewers.flatMap(({ name, conflicts }) =>
    entriesOf(conflicts)
      .filter((entry) => !isKnown(entry))
      .map((entry) => `${JSON.stringify(entry)} (${name})`),
  );
  if (unknown.length === 0) return [];
  return [`Conflicts that name no abstract and no author: ${unknown.join(', ')}.`];
}
