import type { Content } from '#contract/content.ts';
import { organisationsIn } from '#server/abstract/organisations.ts';
import type { Db } from '#server/database/database.ts';
import type { Assignment } from './assign-reviewers.ts';
import { listBids } from './bids.ts';
import { compareWithAuthors, type Hindrance as OfAuthors } from './conflicts.ts';
import { listPeerReviews, type PeerReview } from './peer-reviews.ts';
import { type ReviewedAbstract, readReviewedAbstracts } from './reviewed-abstracts.ts';
import type { Reviewer } from './reviewers.ts';
import { isAbout } from './topics.ts';

/** The reason why a reviewer does not get an abstract; `stated` and `field` are the reviewer's own. */
export type Hindrance = OfAuthors | { why: 'stated' | 'field'; what: '' };

/** How well a reviewer fits an abstract. */
export type Fit = 'wanted' | 'topic' | 'neutral' | 'other topics' | 'avoided';

/** One abstract that a reviewer would rather not read is worse than several that are only of another topic. */
const COSTS: Record<Fit, number> = {
  wanted: 0,
  topic: 1,
  neutral: 2,
  'other topics': 3,
  avoided: 12,
};

export type AssignmentFacts = {
  abstracts: ReviewedAbstract[];
  /** The abstracts that can get reviewers, without those that are infected. */
  open: ReviewedAbstract[];
  infected: ReviewedAbstract[];
  reviews: PeerReview[];
  hindranceOf: (reviewer: Reviewer, abstract: ReviewedAbstract) => Hindrance | undefined;
  fitOf: (reviewer: Reviewer, abstract: ReviewedAbstract) => Fit;
  costOf: (reviewer: Reviewer, abstract: ReviewedAbstract) => number;
  /** Whether an entry of a reviewer's conflicts names an abstract or an author. */
  isKnown: (entry: string) => boolean;
};

/** All that decides who may review an abstract, and who had better. */
export async function readAssignmentFacts(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
): Promise<AssignmentFacts> {
  const abstracts = await readReviewedAbstracts(db, content);
  const reviews = await listPeerReviews(db);
  const bids = new Map((await listBids(db)).map((each) => [pairOf(each), each.bid]));
  const declined = new Map(
    reviews
      .filter(({ isDeclined }) => isDeclined)
      .map((each) => [pairOf(each), each.declinedFor === 'FIELD' ? 'field' : 'stated'] as const),
  );
  const authors = compareWithAuthors({ find: await organisationsIn(db), all: abstracts });
  const waiting = abstracts.filter(
    ({ abstract, isDecided }) => abstract.withdrawnAt === undefined && !isDecided,
  );
  const infected = waiting.filter(({ abstract }) => abstract.scan === 'INFECTED');
  const fitOf = (reviewer: Reviewer, { id, abstract }: ReviewedAbstract): Fit => {
    const bid = bids.get(pairOf({ abstractId: id, reviewerId: reviewer.id }));
    if (bid === 'WANT') return 'wanted';
    if (bid === 'AVOID') return 'avoided';
    if (reviewer.topics === '') return 'neutral';
    return isAbout(abstract, reviewer.topics) ? 'topic' : 'other topics';
  };
  return {
    abstracts,
    reviews,
    infected,
    open: waiting.filter((one) => !infected.includes(one)),
    hindranceOf(reviewer, abstract) {
      const pair = pairOf({ abstractId: abstract.id, reviewerId: reviewer.id });
      const stated = bids.get(pair) === 'CONFLICT' ? 'stated' : declined.get(pair);
      return stated ? { why: stated, what: '' } : authors.hindranceOf(reviewer, abstract);
    },
    fitOf,
    costOf: (reviewer, abstract) => COSTS[fitOf(reviewer, abstract)],
    isKnown: (entry) => abstracts.some((abstract) => authors.isNamed(entry, abstract)),
  };
}

export function pairOf({ abstractId, reviewerId }: Assignment): string {
  return `${abstractId} ${reviewerId}`;
}

/** The abstracts that each reviewer has and has not declined. */
export function loadsIn(reviews: readonly PeerReview[]): ReadonlyMap<string, number> {
  const own = Map.groupBy(
    reviews.filter(({ isDeclined }) => !isDeclined),
    ({ reviewerId }) => reviewerId,
  );
  return new Map([...own].map(([id, assigned]) => [id, assigned.length]));
}

const WORDS: Record<Hindrance['why'], string> = {
  author: 'the reviewer’s own',
  institute: 'of the same institute',
  domain: 'with the same mail domain',
  named: 'with a named conflict',
  coauthor: 'of a co-author',
  stated: 'with a conflict that the reviewer stated',
  field: 'outside the reviewer’s field',
  session: 'of other sessions',
};

/** The reasons in the order in which they are listed. */
export const REASONS = Object.keys(WORDS) as readonly Hindrance['why'][];

export function reasonWords(why: Hindrance['why']): string {
  return WORDS[why];
}

/** "of the same institute (TU Berlin)" */
export function hindranceWords({ why, what }: Hindrance): string {
  return what === '' ? WORDS[why] : `${WORDS[why]} (${what})`;
}
