import { expect, test } from 'vitest';
import type { Criterion } from './shape.ts';
import type { PeerReview } from './peer-reviews.ts';
import { ranksIn, summarise } from './summarise-reviews.ts';

const criteria: Criterion[] = [
  { id: 'novelty', name: 'Novelty', best: 5, weight: 1 },
  { id: 'quality', name: 'Quality', best: 3, weight: 1 },
];

function review(reviewerId: string, traits: Partial<PeerReview> = {}): PeerReview {
  return {
    abstractId: 'a',
    reviewerId,
    assignedAt: '',
    savedAt: undefined,
    version: 1,
    collectedAt: '',
    scores: new Map(),
    notes: new Map(),
    commentForCommittee: undefined,
    commentForAuthor: undefined,
    isDeclined: false,
    ...traits,
  };
}
const scored = (reviewer: string, novelty: number, quality: number) =>
  review(reviewer, { scores: new Map(Object.entries({ novelty, quality })) });
const summary = (...reviews: PeerReview[]) => summarise(reviews, criteria, (id) => id);

test('a criterion with a lower best score counts as much as the others', () => {
  // 3 of 3 is as good as 5 of 5, and 2 of 3 lies in the middle.
  expect(summary(scored('Bo', 5, 3))).toMatchObject({ mean: 5, spread: undefined, complete: 1 });
  expect(summary(scored('Bo', 1, 2), scored('Cy', 5, 3))).toMatchObject({
    mean: 3.5,
    spread: 3,
    means: new Map(Object.entries({ novelty: 3, quality: 2.5 })),
  });
});

test('only complete reviews count in the mean, and a stated conflict is no review', () => {
  const half = review('Bo', { scores: new Map([['novelty', 1]]) });
  const declined = { ...scored('Cy', 1, 1), isDeclined: true };
  expect(summary(half, declined, scored('Di', 4, 3))).toMatchObject({
    assigned: 2,
    complete: 1,
    mean: 4.5,
    means: new Map(Object.entries({ novelty: 2.5, quality: 3 })),
    forCommittee: 'Cy: has a conflict',
  });
  expect(summary(half)).toMatchObject({ mean: undefined, spread: undefined });
});

test('an author does not learn who wrote a comment', () => {
  const [bo, cy] = ['Clear.', 'Long.'].map((words, at) =>
    review(['Bo', 'Cy'][at] ?? '', { commentForAuthor: words }),
  );
  expect(bo && summary(bo).forAuthor).toBe('Clear.');
  expect(bo && cy && summary(bo, cy).forAuthor).toBe('Reviewer 1: Clear.\nReviewer 2: Long.');
  const withheld = bo && cy && summarise([bo, cy], criteria, (id) => id, 'Bo');
  expect(withheld).toMatchObject({
    forAuthor: 'Long.',
    forCommittee: 'Bo: For the author: Clear.\nCy: For the author: Long.',
  });
});

test('abstracts of a session with the same mean share a rank', () => {
  const ranks = ranksIn([
    { id: 'a', group: 'x', mean: 4 },
    { id: 'b', group: 'x', mean: 3.5 },
    { id: 'c', group: 'x', mean: 3.5 },
    { id: 'd', group: 'x', mean: 2 },
    { id: 'e', group: 'x', mean: undefined },
    { id: 'f', group: 'y', mean: 3.5 },
  ]);
  expect([...ranks].map(([id, rank]) => `${id} ${rank}`)).toEqual([
    'a 1',
    'b 2 =',
    'c 2 =',
    'd 4',
    'f 1',
  ]);
});
