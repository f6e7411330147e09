import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ifThere } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { parse } from 'yaml';
import { untranslatedIn } from '#server/content/untranslated.ts';
import { checkFolder } from '#server/content/content-warnings.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { mails } from '#contract/content/sentences/mails.ts';
import { en as ofLetters } from '#features/letters/texts/en.ts';
import { updateFolderCommand } from './update-folder.ts';

let folder: string;
beforeEach(() => {
  folder = join(testFolder(), 'summit');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
});

const file = (name: string) => join(folder, name);
const valueOf = (name: string) => parse(readFileSync(file(name), 'utf8'));

async function update(isReal: boolean): Promise<string> {
  let printed = '';
  await updateFolderCommand(folder, { isReal }, async (text) => {
    printed += text;
  });
  return printed;
}

/** A folder of an earlier version with comments of its organiser. */
function makeOlder(): void {
  const { subject } = mails.quotaReached;
  editContent(file('mails.yaml'), [
    [['ceiling_reached'], { subject }],
    [['news'], undefined],
  ]);
  editContent(file('pages.yaml'), [
    [['documents', 'book'], undefined],
    [['footer', 'our_own_key'], 'ours'],
  ]);
  editContent(file('privacy.yaml'), [[['periods', 'answers'], undefined]]);
  writeFileSync(file('de/mails.yaml'), 'labels:\n  total: Summe\n');
  rmSync(file('legal.yaml'));
  rmSync(file('de/legal.yaml'), { force: true });
  appendFileSync(file('mails.yaml'), '# A note of ours.\n');
}

test('an older folder gets its missing texts, files and new names, and keeps its own lines', async () => {
  makeOlder();
  const before = readFileSync(file('mails.yaml'), 'utf8');
  const plan = await update(false);
  for (const words of [
    'mails.yaml: ceiling_reached becomes quota_reached',
    'legal.yaml: writes the file of the sample',
    ...ifThere('book', 'pages.yaml: adds documents.book'),
    'privacy.yaml: adds periods.answers',
    'footer.our_own_key: unknown key',
    'Nothing was written. Add --yes to do it.',
  ])
    expect(plan).toContain(words);
  expect(readFileSync(file('mails.yaml'), 'utf8')).toBe(before);
  expect(existsSync(file('legal.yaml'))).toBe(false);

  const done = await update(true);
  expect(done.split('\n').filter((line) => line.includes(': '))).toEqual(
    expect.arrayContaining(plan.split('\n').filter((line) => line.includes('adds'))),
  );
  const { mistakes } = checkFolder(folder);
  expect(mistakes).toEqual([expect.stringContaining('footer.our_own_key: unknown key')]);
  expect(valueOf('mails.yaml')).not.toHaveProperty('news');
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

test('words that the product lacks in the language of the folder are English, and counted', async () => {
  rmSync(file('de'), { recursive: true });
  editContent(file('conference.yaml'), [[['language'], 'nl']]);
  rmSync(file('your-abstract.yaml'), { force: true });
  expect(await update(false)).not.toContain('mails.yaml');
  await update(true);
  expect(checkFolder(folder).mistakes).toEqual([]);
  const left = untranslatedIn(folder)
    .get('nl')
    ?.map((each) => `${each.file}: ${each.text}`);
  expect(left).toContain(`mails.yaml: ${ofLetters.mails.news.unsubscribe}`);
  expect(left).toContain('labels.yaml: forms.other_country: Other');
});

test('a folder in German needs no sentences of its own', async () => {
  rmSync(file('de'), { recursive: true });
  editContent(file('conference.yaml'), [[['language'], 'de']]);
  expect(await update(false)).not.toContain('mails.yaml');
});

test('a day, a price or a name of the sample is never written', async () => {
  editContent(file('conference.yaml'), [[['dates', 'start'], undefined]]);
  expect(await update(true)).toContain('dates.start: is missing');
  expect(valueOf('conference.yaml').dates.start).toBeUndefined();
});
