import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { textOf, writeText } from './folder-texts.ts';

let before: number;
beforeEach(() => {
  before = process.umask(0o077);
});
afterEach(() => void process.umask(before));

test('a new file can be read by others, with its new folders, and an empty text removes it', async () => {
  const folder = testFolder();
  const [file, edited] = [join(folder, 'public/portraits/zoe.txt'), join(folder, 'public/a.txt')];
  for (const path of [file, edited]) await writeText(path, 'words');
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([join(folder, 'public'), join(folder, 'public/portraits'), file].map(modeOf)).toEqual([
    '755',
    '755',
    '644',
  ]);
  await writeText(file, 'others');
  expect([textOf(file), modeOf(file)]).toEqual(['others', '644']);
  await writeText(file, '');
  expect([textOf(file), textOf(edited)]).toEqual(['', 'words']);
});
