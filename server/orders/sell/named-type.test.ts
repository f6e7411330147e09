import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withCombinations } from '#tests/support/fixture-prices.ts';
import { findNamedType } from './named-type.ts';

const { presentationTypes } = withCombinations(fixtureContent.prices);
const [oneDay] = presentationTypes.filter(({ id }) => id === 'poster');
if (!oneDay) throw new Error('the sample has posters');
const friday = { ...oneDay, label: 'One day (Fri May 29)', nameWithoutDays: 'One day' };
const saturday = { ...friday, id: 'saturday', label: 'One day (Sat May 30)' };

test.each(['poster', 'One day (Fri May 29)', 'one day', ' One  Day '])(
  'a ticket for a day is found by %j',
  (typed) => {
    expect(findNamedType({ presentationTypes: [friday] }, typed)).toBe(friday);
  },
);

test('the name that tickets for different days share finds neither, and the one with the day does', () => {
  const both = { presentationTypes: [friday, saturday] };
  expect(findNamedType(both, 'One day')).toBeUndefined();
  expect(findNamedType(both, 'One day (Sat May 30)')).toBe(saturday);
});

test('nothing is found by an empty cell, or by the name of another ticket', () => {
  expect(findNamedType({ presentationTypes: [friday] }, '')).toBeUndefined();
  expect(findNamedType({ presentationTypes: [friday] }, 'Two days')).toBeUndefined();
});
