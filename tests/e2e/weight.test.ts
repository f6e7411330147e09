import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { builtFolder, builtPages } from './built-pages.ts';

/**
 * The largest total sizes in bytes after gzip: of the scripts that a page starts with, without and with a form, and of all
 * scripts of a page that loads its form later.
 */
const limits = { reading: 120_000, form: 155_000, withLateForm: 157_000 };
const lateForms = ['/abstract-submission', '/conference-registration', '/discount-registration'];

test('the scripts that each page starts with, and those of a late form, stay within their size limits', () => {
  for (const path of builtPages) {
    const html = readFileSync(join(builtFolder, path, 'index.html'), 'utf8');
    const hasForm = /<main[\s\S]*<form[\s\S]*<\/main>/.test(html);
    const isLate = lateForms.includes(path);
    const start = scriptsOf(html);
    expect.soft(start.join(), path).toContain('framework');
    const most = hasForm && !isLate ? limits.form : limits.reading;
    expect.soft(weightOf(start), `${path}: ${start.join()}`).toBeLessThanOrEqual(most);

    if (!isLate) continue;
    const forms = start.flatMap((file) =>
      namesIn(file, /import\(["'`]\.\/([\w-]+-form-[\w-]+\.js)/g),
    );
    const all = scriptsOf([html, ...forms.map((file) => `"${file}"`)].join());
    // The page runs before the libraries of its form, which would keep a slow phone from answering.
    expect.soft(start.join(), path).not.toContain('/form-fields-');
    expect.soft(all.join(), path).toContain('/form-fields-');
    expect.soft(weightOf(all), `${path}: ${all.join()}`).toBeLessThanOrEqual(limits.withLateForm);
  }
});

/** The scripts that a page names, and their static imports. */
function scriptsOf(html: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    namesIn(file, /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g).forEach(visit);
  };
  for (const [, file = ''] of html.matchAll(/["'`](\/assets\/[\w.-]+\.js)["'`]/g)) visit(file);
  return [...found];
}

/** The addresses of the scripts that a script imports. */
function namesIn(file: string, imported: RegExp): string[] {
  const script = readFileSync(join(builtFolder, file), 'utf8');
  return [...script.matchAll(imported)].map(([, name = '']) => `/assets/${name}`);
}

function weightOf(files: readonly string[]): number {
  const bytes = files.map(
    (file) => gzipSync(readFileSync(join(builtFolder, file)), { level: 9 }).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0);
}
