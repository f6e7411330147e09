import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { contentIn } from '#tests/support/fixture-content.ts';
import { keepBuiltContent, readAsBuilt } from './built-content.ts';
import { CONTENT_STAMP, stampOf } from './stamp.ts';

const runs = process.argv[1] ?? '';
afterEach(() => {
  process.argv[1] = runs;
});

test.each(['content', 'tests/support/content'])(
  '%s is read as the build of the same bundle kept it, until it changes',
  (sample) => {
    const content = join(mkdtempSync(join(tmpdir(), 'built-')), 'summit');
    cpSync(sample, content, { recursive: true });
    const folders = { content, build: mkdtempSync(join(tmpdir(), 'built-')) };
    const read = contentIn(content);
    keepBuiltContent(folders.build, read);
    expect(readdirSync(folders.build)).toEqual([]);

    process.argv[1] = '/srv/plenary/build/programs/0123abcd/build.mjs';
    keepBuiltContent(folders.build, read);
    writeFileSync(join(folders.build, CONTENT_STAMP), stampOf(content, ['.']));
    process.argv[1] = '/srv/plenary/build/programs/0123abcd/server.mjs';
    expect(readAsBuilt(folders)).toEqual({ content: read, isBuilt: true });

    // It is the kept one that counts, and only that of the own bundle.
    keepBuiltContent(folders.build, { ...read, changedAt: '2026-01-02T03:04:05.000Z' });
    expect(readAsBuilt(folders).content.changedAt).toBe('2026-01-02T03:04:05.000Z');
    process.argv[1] = '/srv/plenary/build/programs/4567cdef/server.mjs';
    expect(readAsBuilt(folders)).toEqual({ content: read, isBuilt: true });

    process.argv[1] = '/srv/plenary/build/programs/0123abcd/server.mjs';
    writeFileSync(join(content, 'prices.yaml'), 'currency: none\n');
    expect(() => readAsBuilt(folders)).toThrow('prices.yaml');
  },
);
