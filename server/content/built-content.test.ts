import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtContent, keepBuiltContent } from './built-content.ts';
import { readContent } from './read-content.ts';

const ours = fileURLToPath(new URL('../../content', import.meta.url));
const content = readContent(ours);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plenary-built-'));
  cpSync(ours, join(root, 'content'), { recursive: true });
  mkdirSync(join(root, 'build'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('what the build read is what a start gets', () => {
  keepBuiltContent(root)(content);
  expect(builtContent(root)).toEqual(content);
});

test('after an edit of a file, a new one or one less, the files have to be read', () => {
  const file = join(root, 'content', 'prices.yaml');
  keepBuiltContent(root)(content);
  appendFileSync(file, '# dearer\n');
  expect(builtContent(root)).toBeUndefined();

  keepBuiltContent(root)(content);
  rmSync(file);
  expect(builtContent(root)).toBeUndefined();

  keepBuiltContent(root)(content);
  writeFileSync(file, '');
  expect(builtContent(root)).toBeUndefined();
});

test('without a build, and after one that was cut short, the files have to be read', () => {
  expect(builtContent(root)).toBeUndefined();
  writeFileSync(join(root, 'build', 'content.json'), '{"madeFrom":"');
  expect(builtContent(root)).toBeUndefined();
});
