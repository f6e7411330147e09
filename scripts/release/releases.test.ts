import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releasedMigrations } from '#server/database/released-migrations.ts';
import { VERSION } from '#server/version.ts';
import { changesOf, releasesIn } from './releases.ts';

test('the version of package.json has frozen migrations and a dated chapter of CHANGELOG.md', () => {
  expect(Object.keys(releasedMigrations)).toContain(VERSION);
  expect(changesOf(VERSION, readFileSync('CHANGELOG.md', 'utf8'))?.text).toMatch(/\w/);
});

test('a chapter without a day is no released version, and a chapter ends before the next', () => {
  const changelog =
    '# Changes\n\n## 1.0.10\n\nno\n\n## 1.0.1 (2027-02-01)\n\nyes\n\n## 1.0.0 (2026-11-27)\n\nold\n';
  expect(changesOf('1.0.1', changelog)).toEqual({ date: '2027-02-01', text: 'yes' });
  expect(changesOf('1.0.10', changelog)).toBeUndefined();
  expect(changesOf('1.0', changelog)).toBeUndefined();
});

test('releases are the rows of the table, in its order', () => {
  const commit = 'b09ece5f261d78565cb73c9dcfd724d4c51ebff2';
  const page = `| version | date       | commit |
| ------- | ---------- | ------ |
| 1.0.0   | 2026-11-27 | ${commit} |
| 1.0.10  | 2027-02-01 | ${commit} |
`;
  expect(releasesIn(page)).toEqual([
    { version: '1.0.0', date: '2026-11-27', commit },
    { version: '1.0.10', date: '2027-02-01', commit },
  ]);
});
