import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkFolder } from '#server/content/content-warnings.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { updateFolderCommand } from './update-folder.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'plenary-')), 'summit');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const file = (name: string) => join(folder, name);
const valueOf = (name: string) => parse(readFileSync(file(name), 'utf8'));
const sampleOf = (name: string) => parse(readFileSync(`content/${name}`, 'utf8'));

async function update(isReal: boolean): Promise<string> {
  let printed = '';
  await updateFolderCommand(folder, { isReal }, async (text) => {
    printed += text;
  });
  return printed;
}

/** A folder of an earlier version with comments of its organiser. */
function makeOlder(): void {
  const { quota_reached: quota } = valueOf('mails.yaml');
  editContent(file('mails.yaml'), [
    [['quota_reached'], undefined],
    [['ceiling_reached'], quota],
    [['news'], undefined],
    [['labels', 'participant'], undefined],
  ]);
  editContent(file('pages.yaml'), [
    [['documents', 'book'], undefined],
    [['footer', 'our_own_key'], 'ours'],
  ]);
  editContent(file('privacy.yaml'), [[['periods', 'answers'], undefined]]);
  writeFileSync(file('de/mails.yaml'), 'labels:\n  total: Summe\n');
  rmSync(file('your-abstract.yaml'));
  rmSync(file('de/your-abstract.yaml'), { force: true });
  appendFileSync(file('mails.yaml'), '# A note of ours.\n');
}

test('an older folder gets its missing texts, files and new names, and keeps its own lines', async () => {
  makeOlder();
  const before = readFileSync(file('mails.yaml'), 'utf8');
  const plan = await update(false);
  for (const words of [
    'mails.yaml: ceiling_reached becomes quota_reached',
    'your-abstract.yaml: writes the file of the sample',
    'mails.yaml: adds ',
    'news',
    'labels.participant',
    'pages.yaml: adds documents.book',
    'privacy.yaml: adds periods.answers',
    'footer.our_own_key: unknown key',
    'Nothing was written. Add --yes to do it.',
  ])
    expect(plan).toContain(words);
  expect(readFileSync(file('mails.yaml'), 'utf8')).toBe(before);
  expect(existsSync(file('your-abstract.yaml'))).toBe(false);

  const done = await update(true);
  expect(done.split('\n').filter((line) => line.includes(': '))).toEqual(
    expect.arrayContaining(plan.split('\n').filter((line) => line.includes('adds'))),
  );
  const { mistakes } = checkFolder(folder);
  expect(mistakes).toEqual([expect.stringContaining('footer.our_own_key: unknown key')]);
  expect(valueOf('mails.yaml').news).toEqual(sampleOf('mails.yaml').news);
  expect(valueOf('de/mails.yaml').news).toEqual(sampleOf('de/mails.yaml').news);
  expect(readFileSync(file('privacy.yaml'), 'utf8')).toMatch(
    /# This is the value of the sample: check it\.\n +answers:/,
  );
  // Each line of the organiser is still there, in its order.
  const after = readFileSync(file('mails.yaml'), 'utf8').split('\n');
  const own = before.replace('ceiling_reached', 'quota_reached').split('\n');
  let at = -1;
  for (const line of own) {
    at = after.indexOf(line, at + 1);
    expect(at, line).not.toBe(-1);
  }
  expect(readdirSync(file('schemas'))).toContain('mails.schema.json');
  expect(await update(false)).toContain('No text is missing');
});

test.each([
  ['de', 'de/mails.yaml', ''],
  ['fr', 'mails.yaml', '# In English: translate it.\n'],
])(
  'a text is in the language %s of the folder, or in English with a note',
  async (tag, from, note) => {
    rmSync(file('de'), { recursive: true });
    editContent(file('conference.yaml'), [[['language'], tag]]);
    editContent(file('mails.yaml'), [[['news'], undefined]]);
    await update(true);
    expect(valueOf('mails.yaml').news).toEqual(sampleOf(from).news);
    expect(readFileSync(file('mails.yaml'), 'utf8')).toContain(`${note}news:`);
  },
);

test('a day, a price or a name of the sample is never written', async () => {
  editContent(file('conference.yaml'), [[['dates', 'start'], undefined]]);
  expect(await update(true)).toContain('dates.start: is missing');
  expect(valueOf('conference.yaml').dates.start).toBeUndefined();
});
