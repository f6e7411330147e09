import { describe, expect, test } from 'vitest';
import { packageMistakes } from './package-mistakes.ts';

const sound = { version: '1.2.3', integrity: 'sha512-abc' };
const none = { dependencies: {}, devDependencies: {}, optionalDependencies: {} };
const table = '| package | reason |\n| --- | --- |\n| `kysely` | typed SQL |';

describe('R53: the packages', () => {
  test('with exact versions and reasons are accepted', () => {
    const manifest = { ...none, dependencies: { kysely: '0.29.9' } };
    const lock = { packages: { '': {}, 'node_modules/kysely': sound } };
    expect(packageMistakes(manifest, lock, table)).toEqual([]);
  });

  test.each([
    ['a range', { kysely: '^0.29.9' }, 'package.json asks for kysely ^0.29.9: name one version'],
    ['an address', { kysely: 'github:a/b' }, 'name one version'],
    ['no reason', { kysely: '0.29.9', pg: '8.0.0' }, 'docs/packages.md says no reason for pg'],
    ['a row too many', {}, 'docs/packages.md names kysely, which package.json does not'],
  ])('with %s are refused', (_, dependencies, words) => {
    const mistakes = packageMistakes(
      { ...none, dependencies } as typeof none,
      { packages: {} },
      table,
    );
    expect(mistakes).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    ['runs a program', { ...sound, hasInstallScript: true }, 'runs a program when it is installed'],
    ['has no digest', { version: '1.2.3' }, 'has no SHA-512'],
    ['has a weak one', { version: '1.2.3', integrity: 'sha1-abc' }, 'has no SHA-512'],
    ['has no version', { integrity: 'sha512-abc' }, 'has no exact version'],
    [
      'comes from a repository',
      { ...sound, resolved: 'git+ssh://a/b' },
      'not come from a registry',
    ],
    ['lies in another folder', { ...sound, link: true }, 'not come from a registry'],
  ])('of the lock file, one that %s is refused', (_, entry, words) => {
    const lock = { packages: { 'node_modules/a/node_modules/@b/c': entry } };
    expect(packageMistakes(none, lock, '')).toEqual([expect.stringMatching(`@b/c .*${words}`)]);
  });
});
