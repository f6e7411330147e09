import { moments } from '#contract/content/labels/moments.ts';
import { expect, test } from 'vitest';
import { dayOf } from '#contract/content/calendar-days.ts';
import { account } from '#tests/support/with-transfers.ts';
import { lastDayOf, transferEnd } from './transfer-end.ts';

const dates = {
  start: '2026-05-29',
  end: '2026-05-30',
  timezone: 'Europe/Berlin',
  text: '',
  year: 2026,
  language: 'en',
  phrases: moments,
};
const conference = { bankTransfer: account, dates };

test.each([
  ['fourteen days later, at the end of the day', '2026-03-01T10:00:00Z', '2026-03-15'],
  ['counted where the conference is', '2026-03-01T23:30:00Z', '2026-03-16'],
  ['through the change of the clock', '2026-03-20T10:00:00Z', '2026-04-03'],
  ['on the day before the conference at the latest', '2026-05-27T10:00:00Z', '2026-05-28'],
])('the last day is %s', (_, now, day) => {
  const end = transferEnd(conference, new Date(now));
  expect(dayOf(new Date(Date.parse(end?.at ?? '') - 1), dates.timezone)).toBe(day);
  expect(lastDayOf(end?.at ?? '', conference)).toBe(end?.day);
});

test.each([
  ['without an account', { dates }, '2026-03-01T10:00:00Z'],
  ['on the day before the conference', conference, '2026-05-28T10:00:00Z'],
  ['after the conference', conference, '2026-06-28T10:00:00Z'],
])('%s nobody can choose the transfer', (_, of, now) => {
  expect(transferEnd(of, new Date(now))).toBeUndefined();
});
