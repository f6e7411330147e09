import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { keepRights } from './kept-rights.ts';

const isRoot = process.getuid?.() === 0;
const PLENARY = 4321;

/** The folders of two versions: the user of the service may write into that of the first. */
function versions() {
  const folder = testFolder();
  const before = join(folder, 'old/build/conference');
  const build = join(folder, 'new/build/conference');
  const made = `${build}.new-1`;
  mkdirSync(before, { recursive: true });
  mkdirSync(join(made, 'client/assets'), { recursive: true });
  writeFileSync(join(made, 'client/assets/home.js'), '');
  return { before, made, build };
}

function rights(path: string): string {
  const { uid, gid, mode } = statSync(path);
  return `${uid}:${gid} ${(mode & 0o1777).toString(8)}`;
}

test.runIf(isRoot)('pages that root builds can be built again by the user who built them', () => {
  const { before, made, build } = versions();
  chownSync(before, PLENARY, PLENARY);
  chownSync(join(before, '..'), 0, PLENARY);
  chmodSync(join(before, '..'), 0o1775);
  keepRights(before, made, build);
  expect(rights(join(made, '..'))).toBe(`0:${PLENARY} 1775`);
  expect(rights(made)).toBe(`${PLENARY}:${PLENARY} 755`);
  expect(rights(join(made, 'client/assets/home.js'))).toBe(`${PLENARY}:${PLENARY} 644`);
});

test.runIf(isRoot)('a group that may write into the pages may write into the next ones', () => {
  const { before, made } = versions();
  chownSync(before, 0, PLENARY);
  chmodSync(before, 0o775);
  keepRights(before, made, before);
  expect(rights(join(made, 'client/assets'))).toBe(`0:${PLENARY} 775`);
  expect(rights(join(made, 'client/assets/home.js'))).toBe(`0:${PLENARY} 644`);
});

test('the first build, and pages of root, stay as they are', () => {
  const { before, made, build } = versions();
  const now = rights(made);
  keepRights(join(before, 'none'), made, build);
  keepRights(before, made, build);
  expect(rights(made)).toBe(now);
});
