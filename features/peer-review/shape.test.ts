import { expect, test } from 'vitest';
import { PeerReview } from './shape.ts';

test('without the key there are three blind reviews by three criteria', () => {
  const { reviews, blind, criteria } = PeerReview.parse(undefined);
  expect({ reviews, blind }).toEqual({ reviews: 3, blind: true });
  expect(criteria.map(({ name, best, weight }) => [name, best, weight])).toEqual([
    ['Novelty', 5, 1],
    ['Quality', 5, 1],
    ['Relevance', 5, 1],
  ]);
});

test.each([
  [{ reviews: 0 }, 'expected a whole number from 1 to 9'],
  [{ reviews: '3' }, 'expected a whole number from 1 to 9'],
  [{ criteria: [] }, 'needs at least one criterion'],
  [{ criteria: [{ id: 'a', name: 'A', best: 1 }] }, 'expected a whole number from 2 to 10'],
  [{ criteria: [{ id: 'a', name: 'Conflict' }] }, '"Conflict" is another column of the workbook'],
  [
    {
      criteria: [
        { id: 'a', name: 'Over-all' },
        { id: 'b', name: 'overall' },
      ],
    },
    '"overall" appears twice',
  ],
])('%o is a mistake', (written, message) => {
  const { error } = PeerReview.safeParse(written);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
