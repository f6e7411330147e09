import { lines } from '#contract/text.ts';
import type { PeerReview, Review } from '#features/peer-review/peer-reviews.ts';
import { LONGEST_COMMENT } from '#features/peer-review/review-workbook.ts';
import type { Criterion } from '#features/peer-review/shape.ts';

export type ReviewMistake = 'missing' | 'score' | 'tooLong' | 'unusable';
export type Typed = Readonly<Record<string, string>>;
type Read =
  | { review: Review; unscored: readonly string[] }
  | { mistakes: Readonly<Record<string, ReviewMistake>> };

export const COMMENTS = {
  committee: 'comment-for-committee',
  author: 'comment-for-author',
} as const;

export function fieldOf({ id }: Pick<Criterion, 'id'>): string {
  return `score-${id}`;
}

/** Reads the form of a review. A draft may lack scores; `before` has what the form does not show. */
export function readReview(
  typed: Typed,
  criteria: readonly Criterion[],
  { before, isDraft }: { before: Pick<PeerReview, 'notes'>; isDraft: boolean },
): Read {
  const mistakes: Record<string, ReviewMistake> = {};
  const scores = new Map<string, number>();
  for (const criterion of criteria) {
    const field = fieldOf(criterion);
    const entry = (typed[field] ?? '').trim();
    const score = Number(entry);
    if (entry === '') {
      if (!isDraft) mistakes[field] = 'missing';
    } else if (/^\d{1,3}$/.test(entry) && score >= 1 && score <= criterion.best) {
      scores.set(criterion.id, score);
    } else mistakes[field] = 'score';
  }
  const comment = (field: string) => {
    const written = (typed[field] ?? '').replaceAll(/\r\n?/g, '\n').trim();
    if (written === '') return undefined;
    const { data } = lines(LONGEST_COMMENT).safeParse(written);
    if (data === undefined) {
      mistakes[field] = written.length > LONGEST_COMMENT ? 'tooLong' : 'unusable';
    }
    return data;
  };
  const review: Review = {
    scores,
    commentForCommittee: comment(COMMENTS.committee),
    commentForAuthor: comment(COMMENTS.author),
    isDeclined: false,
    notes: before.notes,
  };
  if (Object.keys(mistakes).length > 0) return { mistakes };
  return { review, unscored: criteria.flatMap(({ id }) => (scores.has(id) ? [] : [id])) };
}

/** The form of a review as it is stored. */
export function typedOf(review: PeerReview, criteria: readonly Criterion[]): Typed {
  const scores = criteria.map((each) => [fieldOf(each), String(review.scores.get(each.id) ?? '')]);
  return {
    ...Object.fromEntries(scores),
    [COMMENTS.committee]: review.commentForCommittee ?? '',
    [COMMENTS.author]: review.commentForAuthor ?? '',
  };
}
