import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { keepAssets } from './kept-assets.ts';

test('the scripts of an open page stay for a day after each newer build', () => {
  const folder = testFolder();
  const start = Date.parse('2026-05-01T08:00:00Z');
  let before = join(folder, 'none');
  /** A build in a folder of its own. */
  const buildAt = (hours: number, names: string[]) => {
    const made = join(folder, String(hours));
    const assets = join(made, 'client/assets');
    mkdirSync(assets, { recursive: true });
    for (const name of names) writeFileSync(join(assets, name), name);
    keepAssets(before, made, new Date(start + hours * 3_600_000));
    before = made;
    return readdirSync(assets).toSorted();
  };
  expect(buildAt(0, ['home-1.js', 'shared.js'])).toEqual(['home-1.js', 'shared.js']);
  // The day of an asset begins when it is replaced, here a month later.
  expect(buildAt(700, ['home-2.js', 'shared.js'])).toEqual(['home-1.js', 'home-2.js', 'shared.js']);
  expect(buildAt(712, ['home-3.js', 'shared.js'])).toEqual([
    'home-1.js',
    'home-2.js',
    'home-3.js',
    'shared.js',
  ]);
  expect(buildAt(730, ['home-4.js', 'shared.js'])).toEqual([
    'home-2.js',
    'home-3.js',
    'home-4.js',
    'shared.js',
  ]);
});
