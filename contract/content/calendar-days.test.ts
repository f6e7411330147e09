import { expect, test } from 'vitest';
import { countDays, dayAfter, daysText, dayText, weekdayText } from './calendar-days.ts';

test.each([
  ['2026-05-29', '2026-05-30', 'May 29-30, 2026', 2],
  ['2026-05-09', '2026-05-09', 'May 9, 2026', 1],
  ['2026-05-30', '2026-06-01', 'May 30 - June 1, 2026', 3],
  ['2027-12-31', '2028-01-02', 'December 31, 2027 - January 2, 2028', 3],
  // The clocks change on the last Sunday of March.
  ['2026-03-28', '2026-03-30', 'March 28-30, 2026', 3],
])('%s to %s is written %s and takes %i days', (start, end, text, days) => {
  expect(daysText(start, end, 'en')).toBe(text);
  expect(countDays(start, end)).toBe(days);
  expect(dayAfter(start, days - 1)).toBe(end);
});

test.each([
  ['de', '29.–30. Mai 2026', 'Freitag, 29. Mai 2026'],
  ['fr', '29–30 mai 2026', 'vendredi 29 mai 2026'],
])('in %s the days are %s', (language, days, weekday) => {
  expect(daysText('2026-05-29', '2026-05-30', language)).toBe(days);
  expect(weekdayText('2026-05-29', language)).toBe(weekday);
});

test('in French the first of a month is 1er, alone and in a range', () => {
  expect(dayText('2026-05-01', 'fr')).toBe('1er mai 2026');
  expect(dayText('2026-05-11', 'fr')).toBe('11 mai 2026');
  expect(weekdayText('2026-05-01', 'fr-BE')).toBe('vendredi 1er mai 2026');
  expect(daysText('2026-05-01', '2026-05-03', 'fr')).toBe('1er–3 mai 2026');
  expect(daysText('2026-05-30', '2026-06-01', 'fr')).toMatch(/^30 mai.–.1er juin 2026$/);
  expect(dayText('2026-05-01', 'es')).toBe('1 de mayo de 2026');
});

test.each([
  ['ja', '2027-05-28', '2027-05-29', '2027年5月28日～29日'],
  ['ja', '2027-05-30', '2027-06-01', '2027年5月30日～6月1日'],
  ['ja', '2027-12-31', '2028-01-02', '2027年12月31日～2028年1月2日'],
  ['zh', '2027-05-28', '2027-05-29', '2027年5月28日至29日'],
  ['zh', '2027-05-28', '2027-05-28', '2027年5月28日'],
])('in %s %s to %s has a year and no slashes', (language, start, end, text) => {
  expect(daysText(start, end, language)).toBe(text);
});
