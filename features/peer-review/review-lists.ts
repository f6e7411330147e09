import { isMomentIn } from '#server/reports/date-range.ts';
import type { Content } from '#contract/content.ts';
import {
  type AbstractState,
  abstractState,
  decisionsByAbstract,
} from '#features/programme/decisions.ts';
import type { Db } from '#server/database/database.ts';
import { defineList } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import type { Paging } from '#server/reports/pages.ts';
import { listPeerReviews, type PeerReview } from './peer-reviews.ts';
import { type ReviewedAbstract, readReviewedAbstracts } from './reviewed-abstracts.ts';
import { answerOf, listLost, type ReviewerAnswer } from './reviewer-addresses.ts';
import { listReviewers, type Reviewer } from './reviewers.ts';
import { awaitsSecondLook } from './second-look.ts';
import type { PeerReview as ReviewRules } from './shape.ts';
import {
  isComplete,
  ranksIn,
  type ReviewSummary,
  scoreOf,
  summarise,
} from './summarise-reviews.ts';

type ReviewedRow = ReviewedAbstract & {
  state: AbstractState;
  summary: ReviewSummary;
  /** Reviews that the committee waits for: not back, without a score, or without the second look. */
  missing: number;
  /** "3", or "3 =" if others of the session have the same mean. */
  rank: string | undefined;
};

/** The reviews of each abstract for the chair, who decides on the page of the abstract. */
export const reviewsList: ListOfFeature = {
  name: 'reviews',
  isUsed: ({ content }) => content.sessions.sessions.length > 0,
  subject: 'Reviews and decisions',
  before: 'waiting-list',
  rows: 'abstracts',
  list: ({ content }) =>
    defineList<ReviewedRow>({
      heading: 'Reviews',
      leadsTo: 'abstracts',
      count: async (db) => (await reviewedIn(db, content)).length,
      pages: inOnePage(
        (db) => reviewedIn(db, content),
        ({ abstract }) => abstract.createdAt,
      ),
      date: 'received',
      key: ({ reference }) => reference,
      fields: (add) => [
        add.text('reference', 'Reference', ({ reference }) => reference, 16),
        add.text(
          'contribution',
          'Contribution',
          ({ abstract, reference }) => abstract.title ?? reference,
          50,
        ),
        add.text('session', 'Session', ({ titles }) => titles.session),
        add.state('state', 'State', ({ state }) => state, 11),
        add.number('mean', 'Mean', ({ summary }) => summary.mean),
        add.text('rank', 'Rank', ({ rank }) => rank, 8),
        add.number('spread', 'Spread', ({ summary }) => summary.spread),
        add.number('complete', 'Reviews', ({ summary }) => summary.complete),
        add.number('assigned', 'Assigned', ({ summary }) => summary.assigned),
        add.number('missing', 'Missing', ({ missing }) => missing),
        add.number('declined', 'Declined', ({ summary }) => summary.declined),
        add.text('wish', 'Wish', ({ abstract }) => abstract.wish, 12),
        add.text(
          'comments',
          'Comment for the committee',
          ({ summary }) => summary.forCommittee,
          60,
        ),
        add.text(
          'author-comments',
          'Comment for the author',
          ({ summary }) => summary.forAuthor,
          50,
        ),
        add.time('received', 'Received', ({ abstract }) => abstract.createdAt),
      ],
      shown: [
        'contribution',
        'mean',
        'rank',
        'spread',
        'missing',
        'state',
        'session',
        'complete',
        'reference',
      ],
      narrow: 3,
      filters: ['session', 'state', 'missing', 'wish'],
    }),
};

type ReviewerRow = Reviewer & {
  said: ReviewerAnswer;
  assigned: number;
  complete: number;
  missing: number;
  declined: number;
  mean: number | undefined;
  /** The mean of the others who reviewed the same abstracts. */
  others: number | undefined;
};

/** The progress of each reviewer, and whether a reviewer is kinder or sterner than the others. */
export const reviewersList: ListOfFeature = {
  name: 'reviewers',
  isUsed: ({ content }) => content.sessions.sessions.length > 0,
  subject: 'Reviews and decisions',
  before: 'waiting-list',
  list: ({ content }) =>
    defineList<ReviewerRow>({
      heading: 'Reviewers',
      leadsTo: undefined,
      count: async (db) => (await listReviewers(db)).length,
      pages: inOnePage(
        (db) => calibratedIn(db, content),
        ({ createdAt }) => createdAt,
      ),
      date: 'added',
      key: ({ id }) => id,
      fields: (add) => [
        add.text('name', 'Name', ({ name }) => name || 'Erased', 28),
        add.text('email', 'Email', ({ email }) => email || undefined),
        add.text('institute', 'Institute', ({ institute }) => institute || undefined),
        add.text('topics', 'Topics', ({ topics }) => topics || undefined),
        add.text('said', 'Answer', ({ said }) => said, 12),
        add.number('assigned', 'Assigned', ({ assigned }) => assigned, 10),
        add.number('complete', 'Reviews', ({ complete }) => complete),
        add.number('missing', 'Missing', ({ missing }) => missing),
        add.number('declined', 'Declined', ({ declined }) => declined),
        add.number('mean', 'Mean', ({ mean }) => mean),
        add.number('others', 'Of the others', ({ others }) => others, 14),
        add.number(
          'difference',
          'Difference',
          ({ mean, others }) =>
            mean === undefined || others === undefined ? undefined : rounded(mean - others),
          12,
        ),
        add.time('added', 'Added', ({ createdAt }) => createdAt),
      ],
      shown: ['name', 'missing', 'complete', 'assigned', 'mean', 'others', 'difference', 'said'],
      filters: ['missing', 'said'],
    }),
};

/** A list of at most a few thousand rows is one page, also in the dashboard. */
function inOnePage<R>(rowsIn: (db: Db) => Promise<R[]>, dateOf: (row: R) => string) {
  return async function* pages(db: Db, { range }: Paging): AsyncGenerator<R[], void> {
    const all = await rowsIn(db);
    yield all.filter((row) => isMomentIn(range, dateOf(row)));
  };
}

async function reviewedIn(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
): Promise<ReviewedRow[]> {
  const { criteria } = content.conference.abstracts.review;
  const names = new Map((await listReviewers(db)).map(({ id, name }) => [id, name]));
  const decisions = await decisionsByAbstract(db);
  const byAbstract = Map.groupBy(await listPeerReviews(db), ({ abstractId }) => abstractId);
  const rows = (await readReviewedAbstracts(db, content)).flatMap((each) => {
    const own = byAbstract.get(each.id) ?? [];
    const summary = summarise(own, criteria, (id) => names.get(id) ?? '');
    const state = abstractState(each.abstract, decisions.get(each.id));
    const missing = own.filter((review) => isMissing(review, each, criteria)).length;
    return [{ ...each, summary, state, missing }];
  });
  const ranks = ranksIn(
    rows.map(({ id, abstract, summary: { mean } }) => ({ id, group: abstract.sessionId, mean })),
  );
  return rows.map((row) => ({ ...row, rank: ranks.get(row.id) }));
}

function isMissing(
  review: PeerReview,
  { abstract, isDecided, revisedAt }: ReviewedAbstract,
  criteria: ReviewRules['criteria'],
): boolean {
  if (review.isDeclined || isDecided || abstract.withdrawnAt !== undefined) return false;
  return !isComplete(review, criteria) || awaitsSecondLook(review, revisedAt);
}

async function calibratedIn(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
): Promise<ReviewerRow[]> {
  const { criteria } = content.conference.abstracts.review;
  const open = new Map(
    (await readReviewedAbstracts(db, content))
      .filter(({ abstract }) => abstract.withdrawnAt === undefined)
      .map((each) => [each.id, each]),
  );
  const reviews = (await listPeerReviews(db)).filter(({ abstractId }) => open.has(abstractId));
  const scored = reviews.flatMap((review) => {
    const score = review.isDeclined ? undefined : scoreOf(review, criteria);
    return score === undefined ? [] : [{ ...review, score }];
  });
  const lost = await listLost(db);
  const byReviewer = Map.groupBy(reviews, ({ reviewerId }) => reviewerId);
  const scoresOf = Map.groupBy(scored, ({ abstractId }) => abstractId);
  return (await listReviewers(db)).map((reviewer) => {
    const own = byReviewer.get(reviewer.id) ?? [];
    const valid = own.filter(({ isDeclined }) => !isDeclined);
    const mine = scored.filter(({ reviewerId }) => reviewerId === reviewer.id);
    const said = answerOf(reviewer, lost, mine.length > 0);
    // Each abstract counts once for the others, however many they are.
    const pairs = mine.flatMap(({ abstractId, score }) => {
      const theirs = (scoresOf.get(abstractId) ?? []).filter(
        ({ reviewerId }) => reviewerId !== reviewer.id,
      );
      const others = meanOf(theirs.map((each) => each.score));
      return others === undefined ? [] : [{ score, others }];
    });
    return {
      ...reviewer,
      said,
      assigned: valid.length,
      complete: mine.length,
      missing: valid.filter((review) => {
        const abstract = open.get(review.abstractId);
        return said !== 'no' && abstract !== undefined && isMissing(review, abstract, criteria);
      }).length,
      declined: own.length - valid.length,
      mean: inHundredths(meanOf((pairs.length > 0 ? pairs : mine).map(({ score }) => score))),
      others: inHundredths(meanOf(pairs.map(({ others }) => others))),
    };
  });
}

function meanOf(numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined;
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function inHundredths(number: number | undefined): number | undefined {
  return number === undefined ? undefined : rounded(number);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
