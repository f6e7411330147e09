import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { warningsIn } from '#server/content/content-warnings.ts';
import { readContent } from '#server/content/read-content.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function contentWith(opening: object, edits: Parameters<typeof editContent>[1] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-'));
  folders.push(folder);
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  editContent(join(folder, 'conference.yaml'), [[['opening'], opening], ...edits]);
  return folder;
}

/** The warnings without the lines of the file. */
function warnings(folder: string): string[] {
  return warningsIn(folder).map((warning) =>
    warning.replace(new RegExp(`^${basename(folder)}/conference\\.yaml:\\d+ `), ''),
  );
}

test('deadlines that differ from each other are no contradiction while the forms have no end', () => {
  expect(warningsIn(fixtureSettings.CONTENT_DIR)).toEqual([]);
});

test('a text that names another day than the end of its form is named with both days', () => {
  const folder = contentWith({
    abstracts: { until: '2026-02-02 18:00' },
    registration: { until: '2026-03-10 AoE' },
  });
  expect(warnings(folder)).toEqual([
    `deadlines.abstract_page: says "January 25, 2026", but opening.abstracts.until is February 2, 2026: '{abstracts_until}' in its place follows the opening`,
    `deadlines.registration_page: says "August 25, 2025", but opening.registration.until is March 10, 2026: '{registration_until}' in its place follows the opening`,
    `deadlines.landing[0].date: says "Jan 15", but opening.abstracts.until is February 2, 2026: '{abstracts_until}' in its place follows the opening`,
  ]);
});

test.each(['15 January', 'Jan. 15th', '2026-01-15', 'January 15, 2026', 'by 15. Jan 2026', 'soon'])(
  'a text with the same day, or with none, is no contradiction: %s',
  (text) => {
    const folder = contentWith({ abstracts: { until: '2026-01-15' } }, [
      [['deadlines', 'abstract_page'], text],
    ]);
    expect(warnings(folder)).toEqual([]);
  },
);

test('a day of the home page that differs from its text is named', () => {
  const folder = contentWith({}, [[['deadlines', 'landing', 0, 'day'], '2026-01-16']]);
  expect(warnings(folder)).toEqual([
    'deadlines.landing[0].date: says "Jan 15", but its day is 2026-01-16',
  ]);
});

test('texts that name the end of a form follow it, with hour and time zone, and have its day', () => {
  const followed: Parameters<typeof editContent>[1] = [
    [['deadlines', 'abstract_page'], '{abstracts_until}'],
    [['deadlines', 'registration_page'], 'until {registration_until}'],
    [['deadlines', 'landing', 0], { label: 'Abstracts', date: '{abstracts_until}' }],
    [['deadlines', 'abstract_decisions'], 'in spring'],
  ];
  const opening = {
    abstracts: { until: '2027-02-02 AoE' },
    registration: { until: '2027-03-10 18:00' },
  };
  const folder = contentWith(opening, followed);
  expect(warningsIn(folder)).toEqual([]);
  expect(readContent(folder).conference.deadlines).toMatchObject({
    abstractPage: 'February 2, 2027 (anywhere on Earth)',
    registrationPage: 'until March 10, 2027 at 18:00 (Europe/Berlin)',
    landing: [
      { label: 'Abstracts', date: 'February 2, 2027 (anywhere on Earth)', day: '2027-02-02' },
      {},
      {},
    ],
  });
  const open = readContent(contentWith({}, followed)).conference.deadlines;
  expect(open.abstractPage).toBe('to be announced');
  expect(open.landing[0]).toEqual({ label: 'Abstracts', date: 'to be announced' });
});

test('a day for decisions before the form closes, or after the answers are due, is named', () => {
  const until = '2026-01-25';
  const answers = { until: '2026-04-30' };
  const decisions = (text: string) =>
    warnings(
      contentWith({ abstracts: { until } }, [
        [['abstracts'], { answers }],
        [['deadlines', 'abstract_decisions'], text],
      ]),
    );
  expect(decisions('by January 20, 2026')).toContain(
    'deadlines.abstract_decisions: says "by January 20, 2026", which is before opening.abstracts.until, January 25, 2026',
  );
  expect(decisions('July 1, 2026')).toContain(
    'deadlines.abstract_decisions: says "July 1, 2026", which is after the answers of authors are due, April 30, 2026',
  );
  expect(decisions('in spring').join('\n')).not.toContain('abstract_decisions');
});

test.each([
  [
    ['opening'],
    { abstracts: { from: '2026-02-01', until: '2026-01-31' } },
    'opening.abstracts.until: must be after `from`',
  ],
  [
    ['abstracts'],
    { final: { from: '2026-04-01', until: '2026-03-31' } },
    'abstracts.final.until: must be after `from`',
  ],
  [
    ['abstracts'],
    { answers: { until: '2026-05-31' } },
    'abstracts.answers.until: must not be after the end of the conference, May 30, 2026',
  ],
  [
    ['abstracts'],
    { final: { until: '2026-06-30' } },
    'abstracts.final.until: must not be after the end',
  ],
  [
    ['abstracts'],
    { edits: { until: '2026-06-30' } },
    'abstracts.edits.until: must not be after the end of the conference',
  ],
  [
    ['abstracts'],
    { edits: { until: '2026-04-02' }, final: { until: '2026-04-01' } },
    'abstracts.edits.until: must not be after the end of final versions',
  ],
] as const)('deadlines that cannot be true together are a mistake: %j %j', (path, value, words) => {
  const folder = contentWith({}, [[path, value]]);
  expect(() => readContent(folder)).toThrow(words);
});

test('deadlines in their order are no mistake', () => {
  const folder = contentWith({ abstracts: { until: '2026-01-25 AoE' } }, [
    [
      ['abstracts'],
      {
        edits: { until: '2026-02-10' },
        answers: { until: '2026-03-31' },
        final: { from: '2026-03-01', until: '2026-04-30' },
      },
    ],
    [['deadlines', 'abstract_page'], '{abstracts_until}'],
    [['deadlines', 'landing', 0, 'date'], '{abstracts_until}'],
    [['deadlines', 'landing', 0, 'day'], '2026-01-25'],
  ]);
  expect(warningsIn(folder)).toEqual([]);
});
