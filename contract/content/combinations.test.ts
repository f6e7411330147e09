import { describe, expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withCombinations } from '#tests/support/fixture-prices.ts';
import {
  conflictsIn,
  conflictsOfChange,
  hasRules,
  possibleCombination,
  withIncluded,
} from './combinations.ts';

const prices = withCombinations(fixtureContent.prices);
const wordsOf = (presentation: string, extras: Record<string, number>) =>
  conflictsIn(prices, { presentation, extras }).map(({ words }) => words);

test('prices without rules have no conflicts and need no code for them', () => {
  expect(hasRules(fixtureContent.prices)).toBe(false);
  expect(hasRules(prices)).toBe(true);
});

test.each([
  ['student', { 'dinner:meat': 1, 'dinner:vegan': 1 }, []],
  [
    'student',
    { 'dinner:meat': 2, 'dinner:vegan': 1 },
    ['One person can have at most 2 of Conference dinner.'],
  ],
  ['student', { gels: 1, films: 1 }, ['Workshops: one person can have at most 1.']],
  ['delegate', { films: 1 }, ['Workshop on films is not offered with Delegate.']],
  ['student', { tour: 1, dance: 1 }, ['Boat tour and Dance cannot be combined.']],
  ['poster', { dance: 1 }, ['Dance is on Sat May 30, and Poster is not for this time.']],
  ['speaker', {}, ['Speaker includes Conference dinner. Please choose: Meat, Vegan.']],
  ['speaker', { 'dinner:vegan': 1 }, []],
  [
    'speaker',
    { 'dinner:vegan': 1, 'dinner:meat': 1 },
    ['Speaker includes Conference dinner once, and no more can be bought with it.'],
  ],
  ['student', { unknown: 5 }, []],
])('%s with %j: %j', (type, extras, words) => {
  expect(wordsOf(type, extras)).toEqual(words);
});

describe('a change', () => {
  const change = (from: [string, Record<string, number>], to: [string, Record<string, number>]) =>
    conflictsOfChange(prices, {
      from: { presentation: from[0], extras: from[1] },
      to: { presentation: to[0], extras: to[1] },
    }).map(({ rule }) => rule);

  test('keeps what was booked before the rules were made, and makes it no worse', () => {
    const both = { gels: 1, films: 1 };
    expect(change(['student', both], ['student', { ...both, tour: 1 }])).toEqual([]);
    expect(change(['student', both], ['student', { ...both, gels: 2 }])).toEqual([
      'most gels',
      'group workshops',
    ]);
  });

  test('may give up the part of a ticket, but another ticket needs its choice', () => {
    expect(change(['speaker', { 'dinner:meat': 1 }], ['speaker', {}])).toEqual([]);
    expect(change(['student', {}], ['speaker', {}])).toEqual(['choose dinner']);
  });

  test('to a type that cannot have what is booked is a conflict', () => {
    expect(change(['student', { films: 1 }], ['delegate', { films: 1 }])).toEqual(['for films']);
  });
});

test('what a type includes is added, unless the person has to choose', () => {
  const including = {
    ...prices,
    presentationTypes: [{ id: 'student', label: 'Student', includes: ['tour', 'dinner'] }],
  };
  const choice = { presentation: 'student', extras: { gels: 1 } };
  expect(withIncluded(including, choice).extras).toEqual({ gels: 1, tour: 1 });
  expect(withIncluded(prices, choice)).toBe(choice);
});

test('a wish that is not possible becomes one that is', () => {
  const extras = { 'dinner:meat': 2, gels: 1, films: 1, tour: 1, dance: 1 };
  const possible = possibleCombination(prices, { presentation: 'poster', extras });
  expect(conflictsIn(prices, possible)).toEqual([]);
  expect(possibleCombination(prices, { presentation: 'speaker', extras: {} }).extras).toEqual({
    'dinner:meat': 1,
  });
});
