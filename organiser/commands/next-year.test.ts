import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { checkFolder } from '#server/content/content-warnings.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { leftoversCommand } from './leftovers.ts';
import { nextYearCommand } from './next-year.ts';

let root: string;
let current: string;
let folder: string;
beforeEach(() => {
  root = testFolder();
  [current, folder] = [join(root, 'days-2026'), join(root, 'days-2027')];
  cpSync(fixtureSettings.CONTENT_DIR, current, { recursive: true });
});

async function next(start?: string): Promise<void> {
  await nextYearCommand(current, { folder, start }, async () => undefined);
}
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const toFolder = (file: string, content: string) => writeFileSync(join(current, file), content);

test('the next edition is on the same weekdays, with its facts counted up and without speakers', async () => {
  editContent(join(current, 'conference.yaml'), [
    [['full_title'], 'The 22nd Conference on Chains'],
    [['brand_line'], 'Since 1998, and in 2026 again: the 3. Treffen'],
    [['documents'], { series: '2026-{n}' }],
    [['opening'], { registration: { from: '2025-11-02', until: '2026-05-10 18:00' } }],
    [['cancellation'], [{ until: '2026-04-29', refund_percent: 50 }]],
  ]);
  editContent(join(current, 'prices.yaml'), [
    [['phases'], [{ name: 'Early', until: '2026-01-15 AoE' }, { name: 'Late' }]],
  ]);
  mkdirSync(join(current, 'de'), { recursive: true });
  toFolder(
    'de/speakers.yaml',
    'speakers:\n  - id: jonas-ekelov\n    title: Professor für Fasern\n',
  );
  const before = readdirSync(current, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => readFileSync(join(current, path), 'utf8'));

  await next();

  const conference = text('conference.yaml');
  for (const line of [
    '  start: 2027-05-28',
    '  end: 2027-05-29',
    'copyright_year: 2027',
    'reference_prefix: PS27',
    'full_title: The 23rd Conference on Chains',
    '  series: 2027-{n}',
    'from: 2026-11-01',
    'until: 2027-05-09 18:00',
    'until: 2027-04-28',
    'date: Jan 14, day: 2027-01-14',
    'abstract_page: January 24, 2027',
  ]) {
    expect(conference).toContain(line);
  }
  expect(text('prices.yaml')).toContain('until: 2027-01-14 AoE');
  expect(text('speakers.yaml')).toMatch(/^# A speaker of each type.*\n[^]*\nspeakers: \[\]\n$/);
  expect(text('agenda.yaml').match(/items: \[\]/g)).toHaveLength(2);
  expect(text('agenda.yaml')).toContain('placeholder: Agenda coming soon.');
  expect(text('de/speakers.yaml')).not.toContain('jonas');
  const { mistakes, warnings } = checkFolder(folder);
  expect(mistakes).toEqual([]);
  expect(warnings.join('\n')).not.toMatch(/months before| is PS| is 2026/);
  const after = readdirSync(current, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => readFileSync(join(current, path), 'utf8'));
  expect(after).toEqual(before);
});

test('leftovers names all that is to be confirmed, until its line is deleted', async () => {
  const unconfirmed = async () => {
    const lines: string[] = [];
    await leftoversCommand(folder, async (line) => void lines.push(line));
    return lines.filter((line) => line.includes('to be confirmed'));
  };
  await next();
  const lines = await unconfirmed();
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^days-2027\/conference.yaml:\d+: to be confirmed: these days are those of 2026, moved to 2027\n$/,
    ),
  );
  for (const part of [
    'prices and places',
    'this text names 2026',
    'the partners',
    'the speakers',
  ]) {
    expect(lines.join('')).toContain(part);
  }
  expect(lines.join('')).not.toContain('abstract_page');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    const confirmed = text(file).replaceAll(/^ *# To be confirmed: .*\n/gm, '');
    writeFileSync(join(folder, file), confirmed);
  }
  expect(await unconfirmed()).toEqual([]);
});

test('another first day moves the deadlines by whole weeks', async () => {
  editContent(join(current, 'conference.yaml'), [
    [['opening'], { registration: { until: '2026-05-10' } }],
  ]);
  await next('2027-09-15');
  expect(text('conference.yaml')).toContain('start: 2027-09-15\n  end: 2027-09-16');
  expect(text('conference.yaml')).toContain('until: 2027-08-29');
});

test.each([
  ['2026-05-29', 'is not after 2026-05-29'],
  ['2027-6-1', 'is not a day such as 2027-05-28'],
])('a first day that cannot be is refused: %s', async (start, words) => {
  await expect(next(start)).rejects.toThrow(words);
});

test('a folder with a mistake, and one that exists, are refused', async () => {
  await next();
  await expect(next()).rejects.toThrow('is not empty');
  folder = join(root, 'other');
  writeFileSync(join(current, 'topics.yaml'), 'topics: []\ncity Berlin\n');
  await expect(next()).rejects.toThrow('there is no colon in this line');
});

test('the printed line sets the whole path, also of a folder whose name a shell would read', async () => {
  folder = join(root, "Tagung 2027 (Köln) d'été");
  let printed = '';
  await nextYearCommand(current, { folder, start: undefined }, async (words) => {
    printed += words;
  });
  const line = /export CONTENT_DIR=.*/.exec(printed)?.[0] ?? '';
  const said = execFileSync('sh', ['-c', `${line}; printf %s "$CONTENT_DIR"`], {
    encoding: 'utf8',
  });
  expect(said).toBe(folder);
});
