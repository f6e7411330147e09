import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { ContentError } from './content-error.ts';
import { readContent } from '#server/content/read-content.ts';

/**
 * The mistakes that people make who do not program, and the sentence about each: name ¦ file ¦ text or /pattern/ ¦ its
 * replacement ¦ sentence. {1} in a sentence is the line after the one with the edit.
 */
const rows = readFileSync(join(import.meta.dirname, 'typical-mistakes.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => row.split(' ¦ '));
const blanks: Record<string, string> = { '\\n': '\n', '\\t': '\t', '\\u00a0': '\u00a0' };
const unescaped = (cell: string) =>
  cell.replaceAll(/\\(?:n|t|u00a0)/g, (name) => blanks[name] ?? '');

const folder = join(testFolder(), 'content');
beforeAll(() => {
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
});

/** The complaint about the folder, while a file of it has another text. */
function complaint(file: string, text: string | Uint8Array): string {
  const path = join(folder, file);
  const before = readFileSync(path);
  writeFileSync(path, text);
  try {
    readContent(folder);
    return '';
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  } finally {
    writeFileSync(path, before);
  }
}

test.each(rows)('%s', (_, name = '', cell = '', to = '', said = '') => {
  const file = `${name}.yaml`;
  const from = /^\/.+\/$/.test(cell) ? new RegExp(cell.slice(1, -1)) : unescaped(cell);
  const before = readFileSync(join(folder, file), 'utf8');
  const text = before.replace(from, () => unescaped(to));
  expect(text).not.toBe(before);
  const words = complaint(file, text);
  const line = before
    .slice(0, typeof from === 'string' ? before.indexOf(from) : before.search(from))
    .split('\n').length;
  const expected = unescaped(said).replaceAll(/\{(-?\d+)\}/g, (_whole, offset) =>
    String(line + Number(offset)),
  );
  expect(words).toBe(`content/${file}${expected}`);
  expect(words).not.toMatch(/implicit|compact|scalar|mapping|sequence|token|collection|flow/i);
});

test.each([
  [
    'Windows-1252',
    Buffer.from('topics:\n  - name: Grüße\n', 'latin1'),
    ':2 the file is not saved as UTF-8, but as Windows-1252 or Latin-1 ("Grüße"): choose UTF-8 when you save it',
  ],
  [
    'UTF-16 without its mark',
    Buffer.from('topics: []', 'utf16le'),
    ': the file is saved as UTF-16: choose UTF-8 when you save it',
  ],
  [
    'Word',
    Buffer.from('PK\u0003\u0004docx'),
    ': the file is a document of Word, Excel, LibreOffice or Pages: copy its text into a plain text file, and save that',
  ],
  ['nothing', Buffer.from(''), ':1 the file is empty'],
])('a file in %s', (_, bytes, said) => {
  expect(complaint('topics.yaml', bytes)).toBe(`content/topics.yaml${said}`);
});

test.each(['topics.yml', 'topics.yaml.txt', 'Topics.yaml'])('a file called %s', (name) => {
  const [path, other] = [join(folder, 'topics.yaml'), join(folder, name)];
  renameSync(path, other);
  expect(() => readContent(folder)).toThrow(
    `content/topics.yaml: there is no such file: rename ${name} to topics.yaml`,
  );
  renameSync(other, path);
});
