import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { builtFolder, builtPages } from './built-pages.ts';

/** The largest total size of the scripts that a page starts with, in bytes after gzip. */
const limits = { reading: 120_500, form: 155_500 };

test('the scripts that each page starts with stay within their size limit', () => {
  for (const path of builtPages) {
    const html = readFileSync(join(builtFolder, path, 'index.html'), 'utf8');
    const hasForm = /<main[\s\S]*<form[\s\S]*<\/main>/.test(html);
    const weights = scriptsOf(html).map((file) => ({ file, bytes: weightOf(file) }));
    expect.soft(weights.map(({ file }) => file).join(), path).toContain('framework');
    const all = weights.reduce((sum, { bytes }) => sum + bytes, 0);
    const most = hasForm ? limits.form : limits.reading;
    expect.soft(all, `${path}: ${JSON.stringify(weights)}`).toBeLessThanOrEqual(most);
  }
});

/** The scripts of the page and their static imports. */
function scriptsOf(html: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const script = readFileSync(join(builtFolder, file), 'utf8');
    for (const [, name = ''] of script.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      visit(`/assets/${name}`);
    }
  };
  for (const [, file = ''] of html.matchAll(/["'`](\/assets\/[\w.-]+\.js)["'`]/g)) visit(file);
  return [...found];
}

function weightOf(file: string): number {
  return gzipSync(readFileSync(join(builtFolder, file)), { level: 9 }).length;
}
