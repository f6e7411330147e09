import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { announcement } from './announce.ts';
import { readEnv } from './env.ts';

test('README shows what a first start says', () => {
  const dataDir = '/home/ada/plenary/data';
  const said = announcement({
    name: 'Polymer Summit 2026',
    env: readEnv({}),
    port: 3000,
    dataDir,
    mailFolder: `${dataDir}/mail`,
  });
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(
    said
      .trim()
      .replaceAll(/^(?=.)/gm, '    ')
      .trimStart(),
  );
});
