import { expect, test } from 'vitest';
import { readTranslated } from '#tests/support/conference-copy.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { posterRanges, posterSessionsOf, withPosterSession } from './poster-sessions.ts';

const [day] = fixtureContent.agenda.days;
const [topic = { id: '' }, other = { id: '' }] = fixtureContent.sessions.sessions;

function conferenceWith(...posters: string[]) {
  const items = posters.map((each, at) => {
    const hours = { start: `1${at}:00`, end: `1${at}:50` };
    return { ...hours, title: `Posters ${at + 1}`, room: 'Foyer', posters: each };
  });
  const date = '2026-05-29';
  const days = day ? [{ ...day, date, items }] : [];
  return { agenda: { days }, sessions: fixtureContent.sessions };
}

test.each([
  ['all', 'P7', true],
  ['P1–P40', 'P07', true],
  ['P01 - P40', 'p40', true],
  ['P1-40', 'P41', false],
  ['P1–P40', 'Q7', false],
  ['P1–P40', undefined, false],
  ['P1–P3, P7', 'P7', true],
  ['A-1–A-9', 'A-7', true],
  ['7', 'P7', false],
  [topic.id, 'P7', true],
  [other.id, 'P7', false],
  [`${other.id}, P5–P9`, 'P7', true],
])('a session for %s presents the poster %s: %s', (posters, number, isThere) => {
  const decision = { presentation: 'Poster', number };
  const found = posterSessionsOf(conferenceWith(posters), decision, topic.id);
  expect(found.length > 0).toBe(isThere);
});

test.each(['every', 'P40–P1', 'P1–Q9', '', 'P1–'])('%j names no posters', (text) => {
  expect(posterRanges(text, [topic.id])[0]?.range).toBeUndefined();
});

test('a poster has the hours of its first session, unless the committee gave it others', () => {
  const content = conferenceWith('P1–P9', 'all');
  const poster = { presentation: 'Poster', number: 'P12' };
  const slot = { day: '2026-05-29', starts: '11:00', ends: '11:50', room: 'Foyer' };
  expect(withPosterSession(content, poster, topic.id)).toEqual({ ...poster, ...slot });
  expect(posterSessionsOf(content, { ...poster, number: 'P2' }, topic.id)).toHaveLength(2);
  const own = { ...poster, day: '2026-05-28', starts: '09:00', ends: '10:00' };
  expect(withPosterSession(content, own, topic.id)).toEqual(own);
  const talk = { presentation: 'Talk', number: undefined };
  expect(withPosterSession(content, talk, topic.id)).toEqual(talk);
});

test.each(['every', 'P40–P1', 'P1-P9, gelly'])('posters: %s is refused by its line', (posters) => {
  const agenda = `days:
  - label: Day 1
    items:
      - { start: '14:00', end: '17:00', title: Posters, posters: '${posters}' }
`;
  expect(() => readTranslated({}, { 'agenda.yaml': agenda })).toThrow(
    'days[0].items[0].posters: "',
  );
});
