import { describe, expect, test } from 'vitest';
import { withSessions } from '#tests/support/with-sessions.ts';
import { clashesOf, hoursIn, sessionsIn } from './sessions.ts';

const morning = { start: '2099-05-29T09:00:00.000Z', end: '2099-05-29T12:00:00.000Z' };
const at = (time: string, way: 'in' | 'out') => ({ way, at: `2099-05-29T${time}:00.000Z` });

test.each([
  ['nobody was scanned', [], 0],
  ['the scan in is before the beginning, and nobody was scanned out', [at('08:40', 'in')], 3],
  ['the scan in is three minutes late', [at('09:03', 'in')], 3],
  ['the scan in is twenty minutes late', [at('09:20', 'in')], 2.75],
  ['both scans are within', [at('09:30', 'in'), at('11:00', 'out')], 1.5],
  [
    'somebody leaves and comes back',
    [at('09:00', 'in'), at('10:00', 'out'), at('11:00', 'in'), at('12:40', 'out')],
    2,
  ],
  [
    'two laptops scan in, and the first counts',
    [at('09:00', 'in'), at('10:00', 'in'), at('10:30', 'out')],
    1.5,
  ],
  ['a scan out without one in counts nothing', [at('10:00', 'out')], 0],
  ['both scans are after the end', [at('12:10', 'in'), at('12:30', 'out')], 0],
])('where %s', (_, scans, hours) => {
  expect(hoursIn(morning, scans)).toBe(hours);
});

describe('the sessions of the agenda', () => {
  test('are those with places, in their order, and sign-up ends when they begin', () => {
    const sessions = sessionsIn(withSessions({ glues: { start: '08:00', end: '09:00' } }));
    expect(sessions.map(({ id }) => id)).toEqual(['glues', 'spectra', 'castle']);
    expect(sessions[0]?.signUp.until?.at).toBe('2099-05-29T06:00:00.000Z');
    const noPlaces = sessionsIn(withSessions({ castle: { places: undefined as never } }));
    expect(noPlaces.map(({ id }) => id)).toEqual(['spectra', 'glues']);
  });

  test('clash if they share a minute, also after midnight', () => {
    const times = (other: { start: string; end: string }) => {
      const [first, ...rest] = sessionsIn(withSessions({ castle: other }));
      return first ? clashesOf(first, rest).map(({ id }) => id) : [];
    };
    expect(times({ start: '11:59', end: '13:00' })).toEqual(['glues', 'castle']);
    expect(times({ start: '12:00', end: '13:00' })).toEqual(['glues']);
    expect(times({ start: '22:00', end: '01:00' })).toEqual(['glues']);
  });
});
