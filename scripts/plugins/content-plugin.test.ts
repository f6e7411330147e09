import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { contentPlugin } from './content-plugin.ts';
import { readOnce } from '../read-once.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(testFolder());
  cpSync(fixtureSettings.CONTENT_DIR, join(root, 'content'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/page.js"></script>');
  writeFileSync(
    join(root, 'page.js'),
    `import partners from 'content:partners';
     document.title = partners[0].name;`,
  );
});

test('a build contains the checked content, but not the code that reads it', async () => {
  edit('partners.yaml', 'partners: [{ name: Kept }]');
  const code = await built();
  expect(code).toContain('Kept');
  expect(code.length).toBeLessThan(1500);
});

test('a build stops at a mistake, also in a file that no page imports, and reports its place', async () => {
  edit('prices.yaml', 'nothing: here\n');
  await expect(built()).rejects.toThrow('content/prices.yaml:1 nothing: unknown key');
});

test('a content module that does not exist is not resolved', async () => {
  writeFileSync(join(root, 'page.js'), `import 'content:weather';`);
  await expect(built()).rejects.toThrow('content:weather');
});

function edit(name: string, text: string): void {
  writeFileSync(join(root, 'content', name), text);
}

async function built(): Promise<string> {
  const outDir = join(root, 'out');
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [contentPlugin(join(root, 'content'), readOnce(join(root, 'content')))],
    build: { outDir, rolldownOptions: { output: { entryFileNames: 'page.js' } } },
  });
  return readFileSync(join(outDir, 'page.js'), 'utf8');
}
