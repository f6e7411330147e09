import { describe, expect, test } from 'vitest';
import { readTranslated } from '#tests/support/conference-copy.ts';
import { sessionsIn } from './sessions.ts';

const agenda = (...lines: string[]) => `days:
  - label: Day 1
    items:
      - start: '14:00'
        end: '17:00'
        title: Spectra
${lines.map((line) => `        ${line}\n`).join('')}`;

const read = (lines: string[], german = '') =>
  readTranslated(german === '' ? {} : { 'agenda.yaml': german }, {
    'agenda.yaml': agenda(...lines),
  });

describe('an item of the agenda', () => {
  test.each([
    [['places: 30'], 'days[0].items[0].id: is missing: people sign up for an item with `places`'],
    [['id: spectra', 'places: 0'], 'days[0].items[0].places: must be at least 1'],
    [['id: spectra', 'places: many'], 'days[0].items[0].places: expected a whole number'],
    [['id: spectra', 'sign_up: { from: 2026-05-01 }'], 'days[0].items[0].sign_up: needs `places`'],
    [
      ['id: spectra', 'places: 30', 'sign_up: { from: 2026-05-02, until: 2026-05-01 }'],
      'days[0].items[0].sign_up.until: must be after `from`',
    ],
    [['id: spectra', 'places: 30', 'sign_up: { to: 2026-05-01 }'], 'days[0].items[0].sign_up'],
  ])('with %j is refused by its line', (lines, words) => {
    expect(() => read(lines)).toThrow(words);
  });

  test('has its places in a translation, which has its own title', () => {
    const german =
      'days:\n  - label: Tag 1\n    items:\n      - id: spectra\n        title: Spektren';
    const content = read(['id: spectra', 'places: 30', 'sign_up: { until: 2026-05-27 }'], german);
    const [one] = sessionsIn(content);
    expect([one?.places, one?.title]).toEqual([30, 'Spectra']);
    expect(content.agenda.days[0]?.items.map(({ isLimited }) => isLimited)).toEqual([true]);
    const translated = content.translations['de'];
    const [other] = translated ? sessionsIn(translated) : [];
    expect([other?.places, other?.title, other?.signUp.until?.at]).toEqual([
      30,
      'Spektren',
      '2026-05-27T22:00:00.000Z',
    ]);
  });
});
