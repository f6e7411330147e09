import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentPlugin } from './content-plugin.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'plenary-')));
  const ours = fileURLToPath(new URL('../content/', import.meta.url));
  cpSync(ours, join(root, 'content'), { recursive: true });
  symlinkSync(fileURLToPath(new URL('../public', import.meta.url)), join(root, 'public'));
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/page.js"></script>');
  writeFileSync(
    join(root, 'page.js'),
    `import partners from 'content:partners';
     document.title = partners[0].name;
     import.meta.hot?.accept();`,
  );
});

afterEach(() => rmSync(root, { recursive: true }));

test('a build contains the checked content and none of the code that reads it', async () => {
  edit('partners.yaml', 'partners: [{ name: Kept }]');
  const code = await built();
  expect(code).toContain('Kept');
  expect(code.length).toBeLessThan(1500);
});

test('a build stops at a mistake and reports its place', async () => {
  edit('partners.yaml', 'partners:\n  - label: PSU\n');
  await expect(built()).rejects.toThrow('content/partners.yaml:2 partners[0].label: unknown key');
});

test('a mistake in a file that no page imports stops the build too', async () => {
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

function config(): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [contentPlugin()],
  };
}

async function built(): Promise<string> {
  const outDir = join(root, 'out');
  await build({
    ...config(),
    build: { outDir, rolldownOptions: { output: { entryFileNames: 'page.js' } } },
  });
  return readFileSync(join(outDir, 'page.js'), 'utf8');
}
