import { expect, test } from 'vitest';
import { typedDecision } from './decide-offer.ts';

test('the form of a decision begins with the decision so far', () => {
  const comment = 'First.\nSecond.';
  expect(typedDecision({ outcome: 'REJECTED', room: 'Hall A', comment, toldAt: 'x' })).toEqual({
    outcome: 'REJECTED',
    presentation: '',
    commentForAuthor: comment,
    slot: '',
    day: '',
    starts: '',
    ends: '',
    room: 'Hall A',
    track: '',
    chair: '',
    number: '',
  });
});
