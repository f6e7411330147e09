import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { writeNewFile } from './new-file.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

test('of two commands that write a file with one name at once, one refuses and the file is whole', async () => {
  const path = join(folder, 'list.csv');
  const contents = ['a'.repeat(200_000), 'b'.repeat(200_000)];
  const ends = await Promise.allSettled(contents.map((content) => writeNewFile(path, content)));
  const refused = ends.filter((end) => end.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    `Error: ${path} exists already: choose another name.`,
  ]);
  expect(contents).toContain(readFileSync(path, 'utf8'));
  expect(readdirSync(folder)).toEqual(['list.csv']);
});
