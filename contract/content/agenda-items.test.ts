import { expect, test } from 'vitest';
import { keyedItems, keyOf } from './agenda-items.ts';

const day = { label: 'Day 1' };

test('the key of an item is its id, or a digest of its day, its title and its place among twins', () => {
  expect(keyOf(day, { id: 'films', title: 'Films' }, 0)).toBe('films');
  expect(keyOf(day, { title: 'Coffee' }, 0)).toBe('_2h5mzm404aptq');
  expect(keyOf({ label: 'Tag 2' }, { title: 'Überraschung 高分子' }, 3)).toMatch(
    /^_[0-9a-z]{1,13}$/,
  );
  const keys = [
    keyOf(day, { title: 'Coffee' }, 0),
    keyOf(day, { title: 'Coffee' }, 1),
    keyOf({ label: 'Day 2' }, { title: 'Coffee' }, 0),
    keyOf(day, { title: 'Tea' }, 0),
  ];
  expect(new Set(keys).size).toBe(4);
});

test('the items of a day with one title have different keys, which their hours do not change', () => {
  const items = [{ title: 'Coffee' }, { title: 'Films', id: 'films' }, { title: 'Coffee' }];
  const keys = keyedItems({ ...day, items }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
  const later = items.map((item) => ({ ...item, start: '18:00' }));
  expect(keyedItems({ ...day, items: later }).map(({ key }) => key)).toEqual(keys);
});
