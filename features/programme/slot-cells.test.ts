import { expect, test } from 'vitest';
import { readDay, readMinutes, readTime, timeAfter } from './slot-cells.ts';

/** Friday to Sunday. */
const days = ['2026-05-29', '2026-05-30', '2026-05-31'];

test.each([
  ['2026-05-29', '2026-05-29'],
  ['2026-5-30', '2026-05-30'],
  ['2026-05-30 00:00', '2026-05-30'],
  ['29.05.2026', '2026-05-29'],
  ['29.5.', '2026-05-29'],
  ['29.05.26', '2026-05-29'],
  ['29/05/2026', '2026-05-29'],
  ['5/29/2026', '2026-05-29'],
  ['05-29-26', '2026-05-29'],
  ['29-May', '2026-05-29'],
  ['29 May', '2026-05-29'],
  ['5月30日', '2026-05-30'],
  ['2026年5月31日', '2026-05-31'],
  ['2026년 5월 29일', '2026-05-29'],
  ['30. Mai 2026', '2026-05-30'],
  ['May 31st, 2026', '2026-05-31'],
  ['Fri', '2026-05-29'],
  ['fr', '2026-05-29'],
  ['Samstag', '2026-05-30'],
  ['Saturday, May 30, 2026', '2026-05-30'],
  ['Sun 31', '2026-05-31'],
  ['Day 1', '2026-05-29'],
  ['day 3', '2026-05-31'],
  ['Tag 2', '2026-05-30'],
  ['2', '2026-05-30'],
  ['31', '2026-05-31'],
  ['46171', '2026-05-29'],
])('the day %s is %s', (typed, value) => {
  expect(readDay(typed, days)).toEqual({ value });
});

test.each([
  ['2026-05-28', '"2026-05-28" is no day of the conference, May 29-31, 2026'],
  ['2025-05-29', 'is no day of the conference'],
  ['29.05.2025', 'is no day of the conference'],
  ['05.29.2026', 'is no day of the conference'],
  ['Monday', 'is no day of the conference'],
  ['Sat 29', 'is no day of the conference'],
  ['Day 4', 'is no day of the conference'],
  ['May', 'is no day of the conference'],
  ['Friday morning', 'is no day of the conference'],
  ['46175', 'is no day of the conference'],
  ['2026-05-29 09:00', 'is no day of the conference'],
  ['?', 'is no day of the conference'],
])('the day %s is refused', (typed, words) => {
  expect(readDay(typed, days).mistake).toContain(words);
});

test('a day that may be two days is refused with both', () => {
  const twoWeeks = Array.from({ length: 9 }, (_, at) => `2026-06-0${at + 1}`).slice(1);
  expect(readDay('Tue', twoWeeks)).toEqual({
    mistake: '"Tue" may be 2026-06-02 or 2026-06-09: please write one of them',
  });
  // Day 3 is June 4, and the third is June 3.
  expect(readDay('3', twoWeeks).mistake).toContain('may be 2026-06-03 or 2026-06-04');
});

test.each([
  ['9:00', '09:00'],
  ['09:00', '09:00'],
  ['09.30', '09:30'],
  ['9.30', '09:30'],
  ['9h30', '09:30'],
  ['9', '09:00'],
  ['14', '14:00'],
  ['09:30:00', '09:30'],
  ['9:30 AM', '09:30'],
  ['2:15 pm', '14:15'],
  ['12:05 a.m.', '00:05'],
  ['12 PM', '12:00'],
  ['9 Uhr', '09:00'],
  ['14:15 Uhr', '14:15'],
  ['0.375', '09:00'],
  ['0,395833333333333', '09:30'],
  ['0.5', '12:00'],
])('the time %s is %s', (typed, value) => {
  expect(readTime(typed)).toEqual({ value });
});

// Excel makes 9.3 of 9.30, and nobody can tell it from 09:03.
test.each([
  '9.3',
  '25:00',
  '24:00',
  '9:60',
  '13 pm',
  '0 am',
  '09:30-10:00',
  'morning',
  '-1',
  '46171.375',
])('the time %s is refused', (typed) => {
  expect(readTime(typed)).toEqual({ mistake: `"${typed}" is no time such as 09:30` });
});

test('minutes give the end', () => {
  expect(['20', '20 min', "15'", '0:20', '1:30', '90 minutes'].map(readMinutes)).toEqual([
    20, 20, 15, 20, 90, 90,
  ]);
  expect(['0', 'long', '-5', '20 h', '0.0138'].map(readMinutes)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  expect(timeAfter('09:50', 20)).toBe('10:10');
  expect(timeAfter('23:50', 20)).toBeUndefined();
});
