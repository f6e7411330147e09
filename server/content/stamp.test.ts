import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { stampOf } from './stamp.ts';

let root: string;
const stamp = () => stampOf(root, ['site', 'vite.config.ts']);
const write = (path: string, text: string) => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = testFolder();
  mkdirSync(join(root, 'site/home'), { recursive: true });
  write('site/home/hero.tsx', 'one');
  write('vite.config.ts', 'two');
});

test('the stamp does not change with tests, hidden files or other folders', () => {
  const before = stamp();
  write('elsewhere.ts', 'new');
  write('site/home/hero.test.ts', 'new');
  write('site/.DS_Store', 'new');
  write('site/home/hero.tsx', 'one');
  expect(stamp()).toBe(before);
});

test.each<[string, () => void]>([
  ['an edit', () => write('site/home/hero.tsx', 'other')],
  ['a new file', () => write('site/new.css', '')],
  ['a move', () => renameSync(join(root, 'site/home/hero.tsx'), join(root, 'site/hero.tsx'))],
  ['a removal', () => rmSync(join(root, 'vite.config.ts'))],
])('%s changes the stamp', (_, change) => {
  const before = stamp();
  change();
  expect(stamp()).not.toBe(before);
});
