import prices from 'content:prices';
import { describe, expect, test } from 'vitest';
import { withCombinations, withExtras } from '#tests/support/fixture-prices.ts';
import { extraFields } from './extras-choices.ts';
import { offerOf } from './offer.ts';

const offer = offerOf(withCombinations(prices));
const one = offerOf({
  ...withCombinations(prices),
  extras: withCombinations(prices).extras.map((extra) => ({ ...extra, most: 1 })),
});
/** The number of each extra: dinner with meat, vegan dinner, gels, films, tour, dance. */
const fields = (type: string, counts: number[], of = offer) => extraFields(of, { type, counts });
const fieldOf = (label: string, ...given: Parameters<typeof fields>) =>
  fields(...given).find((field) => field.label === label);

test('without rules each extra is a number, and the page has no rules', () => {
  const plain = offerOf(withExtras(prices));
  expect(plain.rules).toBeUndefined();
  expect(
    extraFields(plain, { type: 'poster', counts: [] }).map(({ label, options, reason }) => [
      label,
      options.map((option) => option.label).join(' '),
      reason,
    ]),
  ).toEqual([
    ['Conference dinner', 'None 1 2 3', undefined],
    ['Boat tour', 'None 1', undefined],
  ]);
});

describe('an extra with choices', () => {
  test('is one field where a person has one of it', () => {
    const dinner = fieldOf('Conference dinner', 'student', [0, 1], one);
    expect(dinner?.options.map(({ label }) => label)).toEqual(['None', 'Meat', 'Vegan']);
    expect(dinner).toMatchObject({
      chosen: 'dinner:vegan',
      hint: 'Meat: €65.00 each, Vegan: €60.00 each',
    });
    expect(dinner?.options[1]?.counts.slice(0, 2)).toEqual([1, 0]);
  });

  test('is a field for each choice where a person has more', () => {
    const vegan = fieldOf('Conference dinner (Vegan)', 'student', [1, 0]);
    expect(vegan?.options.map(({ isPossible }) => isPossible)).toEqual([true, true, false]);
    expect(vegan?.reason).toBe('One person can have at most 2 of Conference dinner.');
  });

  test('that the type includes costs nothing, and needs a choice', () => {
    const dinner = fieldOf('Conference dinner, included', 'speaker', []);
    expect(dinner).toMatchObject({
      hint: '',
      error: 'Speaker includes Conference dinner. Please choose: Meat, Vegan.',
    });
  });
});

test('an option that does not go with the others says why, and a chosen one is an error', () => {
  const films = fieldOf('Workshop on films', 'student', [0, 0, 1]);
  expect(films).toMatchObject({
    reason: 'Workshops: one person can have at most 1.',
    error: undefined,
  });
  const offered = offer.types.find(({ label }) => label === 'Delegate')?.form ?? '';
  expect(fieldOf('Workshop on films', offered, [0, 0, 0, 1])?.error).toBe(
    'Workshop on films is not offered with Delegate.',
  );
});
