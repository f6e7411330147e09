import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };

test('an image has each folder whose modules import each other', () => {
  const lines = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').split('\n');
  const folders = Object.values(packageFile.imports).map((path) => path.split('/')[1]);
  expect(lines).toEqual(
    expect.arrayContaining(folders.filter((name) => name !== 'tests').map((name) => `!${name}`)),
  );
});
