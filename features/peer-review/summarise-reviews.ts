import type { Criterion } from './shape.ts';
import type { PeerReview } from './peer-reviews.ts';

/** The reviews of one abstract together. */
export type ReviewSummary = {
  /** Reviewers who have the abstract and did not decline it. */
  assigned: number;
  declined: number;
  /** Reviews with a score for each criterion. Only they count in `mean` and `spread`. */
  complete: number;
  mean: number | undefined;
  /** The highest review minus the lowest; undefined with fewer than two. */
  spread: number | undefined;
  /** The means of the criteria by their ids, of all scores. */
  means: ReadonlyMap<string, number>;
  forCommittee: string;
  forAuthor: string;
};

/**
 * Summarises the reviews of one abstract. `nameOf` returns a reviewer's name, or an empty text after an erasure. The author
 * does not get the comments of `withheld`, but the committee does.
 */
export function summarise(
  reviews: readonly PeerReview[],
  criteria: readonly Criterion[],
  nameOf: (reviewerId: string) => string,
  withheld?: string,
): ReviewSummary {
  const valid = reviews.filter(({ isDeclined }) => !isDeclined);
  const scores = valid.flatMap((review) => scoreOf(review, criteria) ?? []);
  const comments = valid.flatMap(({ reviewerId, commentForAuthor }) =>
    reviewerId === withheld ? [] : (commentForAuthor ?? []),
  );
  return {
    assigned: valid.length,
    declined: reviews.length - valid.length,
    complete: scores.length,
    mean: meanOf(scores),
    spread: scores.length < 2 ? undefined : rounded(Math.max(...scores) - Math.min(...scores)),
    means: new Map(
      criteria.flatMap(({ id }) => {
        const mean = meanOf(valid.flatMap((review) => review.scores.get(id) ?? []));
        return mean === undefined ? [] : [[id, mean] as const];
      }),
    ),
    forCommittee: reviews
      .flatMap((review) => wordsOf(review, nameOf(review.reviewerId) || 'A reviewer'))
      .join('\n'),
    forAuthor:
      comments.length < 2
        ? comments.join('')
        : comments.map((comment, at) => `Reviewer ${at + 1}: ${comment}`).join('\n'),
  };
}

export function isComplete({ scores }: PeerReview, criteria: readonly Criterion[]): boolean {
  return criteria.every(({ id }) => scores.has(id));
}

/**
 * The weighted mean of one review; undefined if a criterion has no score. If the criteria have different best scores,
 * each one is stretched to the greatest of them, so that its weight alone decides how much it counts.
 */
export function scoreOf(
  { scores }: PeerReview,
  criteria: readonly Criterion[],
): number | undefined {
  const greatest = Math.max(...criteria.map(({ best }) => best));
  let [sum, weights] = [0, 0];
  for (const { id, best, weight } of criteria) {
    const score = scores.get(id);
    if (score === undefined) return undefined;
    sum += weight * (1 + ((Math.min(score, best) - 1) * (greatest - 1)) / (best - 1));
    weights += weight;
  }
  return sum / weights;
}

function meanOf(numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined;
  return rounded(numbers.reduce((sum, each) => sum + each, 0) / numbers.length);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

function wordsOf(review: PeerReview, name: string): string[] {
  const { commentForCommittee, commentForAuthor, notes, isDeclined, declinedFor } = review;
  const parts = [
    ...(isDeclined ? [declinedFor === 'FIELD' ? 'works in another field' : 'has a conflict'] : []),
    ...(commentForCommittee === undefined ? [] : [commentForCommittee]),
    ...(commentForAuthor === undefined ? [] : [`For the author: ${commentForAuthor}`]),
    ...[...notes].map(([heading, text]) => `${heading}: ${text}`),
  ];
  return parts.length === 0 ? [] : [`${name}: ${parts.join('\n')}`];
}

type Ranked = { id: string; group: string; mean: number | undefined };

/**
 * The ranks of abstracts by their mean in their groups, the best first: "3", or "3 =" for each of those that share it.
 * An abstract without a mean has none.
 */
export function ranksIn(all: readonly Ranked[]): ReadonlyMap<string, string> {
  const ranks = new Map<string, string>();
  for (const group of Map.groupBy(all, (each) => each.group).values()) {
    const means = group.flatMap(({ mean }) => mean ?? []);
    for (const { id, mean } of group) {
      if (mean === undefined) continue;
      const better = means.filter((other) => other > mean).length;
      const same = means.filter((other) => other === mean).length;
      ranks.set(id, `${better + 1}${same > 1 ? ' =' : ''}`);
    }
  }
  return ranks;
}
