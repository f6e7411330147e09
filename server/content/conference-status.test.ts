import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { closedWords } from '#contract/content/opening.ts';
import { readContent } from '#server/content/read-content.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { checkFolder } from './content-warnings.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
});

const text = 'The conference takes place on {dates}. All registrations stay valid.';
const former = { start: '2026-05-29', end: '2026-05-30' };
const edit = (...edits: Parameters<typeof editContent>[1]) =>
  editContent(join(folder, 'conference.yaml'), edits);

test('a cancelled conference has no open form, and says why', () => {
  edit([['status'], { is: 'cancelled', text: 'The conference is cancelled.' }]);
  const { opening, dates } = readContent(folder).conference;
  expect(closedWords(dates.phrases, 'Registration', opening.registration, '2026-01-01')).toBe(
    'Registration closed because the conference is cancelled.',
  );
  expect(checkFolder(folder).warnings).toEqual([]);
});

test('closing days that still lie before a postponed conference are named', () => {
  edit(
    [['status'], { is: 'postponed', from: former, text }],
    [['dates'], { start: '2026-11-05', end: '2026-11-06', timezone: 'Europe/Berlin' }],
    [['opening'], { registration: { until: '2026-05-20' } }],
    [['cancellation'], [{ until: '2026-10-05', refund_percent: 50 }]],
    [['self_service'], { cancel: { until: '2026-05-28' } }],
  );
  const { conference } = readContent(folder);
  expect(conference.status?.text).toContain('November 5-6, 2026');
  const said = checkFolder(folder).warnings.join('\n');
  for (const path of ['opening.registration.until', 'self_service.cancel.until']) {
    expect(said).toMatch(
      new RegExp(
        `${path}: is May \\d+, 2026, before the days from which the conference was postponed`,
      ),
    );
  }
  expect(said).not.toContain('cancellation[0]');
});

test.each([
  [{ is: 'postponed', from: former, text }, 'has the days before the conference was postponed'],
  [{ is: 'cancelled', from: former, text }, 'status.from: is for a postponed conference'],
  [{ is: 'moved', text }, 'status.is: expected one of: postponed, cancelled'],
  [{ is: 'cancelled' }, 'status.text: is missing'],
])('a status that cannot be is a mistake: %j', (status, words) => {
  edit([['status'], status]);
  expect(() => readContent(folder)).toThrow(words);
});
