import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { putAssetsAside } from './kept-assets.ts';

test('the scripts of an open page stay for a day after each newer build', () => {
  const folder = testFolder();
  const build = join(folder, 'content');
  const assets = join(build, 'client/assets');
  const start = Date.parse('2026-05-01T08:00:00Z');
  /** A build that empties its folder, as the framework's build does. */
  const buildAt = (hours: number, names: string[]) => {
    const aside = putAssetsAside(build, new Date(start + hours * 3_600_000));
    rmSync(build, { recursive: true, force: true });
    mkdirSync(assets, { recursive: true });
    for (const name of names) writeFileSync(join(assets, name), name);
    aside.giveBack();
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
  expect(readdirSync(folder)).toEqual(['content']);
});
