import { expect, test } from 'vitest';
import { addText, renameKey } from './add-text.ts';

const value = { title: 'A title: new' };
const added = '  b:\n    title: "A title: new"\n';

test.each([
  [
    'at the end of a group',
    '# Ours.\na:\n  x: 1 # one\nz: 2\n',
    '# Ours.\na:\n  x: 1 # one\n',
    'z: 2\n',
  ],
  ['at the end of a file without a line end', 'a:\n  x: 1', 'a:\n  x: 1\n', ''],
  [
    'below a folded text',
    'a:\n  x: >-\n    one\n    two\nz: 2\n',
    'a:\n  x: >-\n    one\n    two\n',
    'z: 2\n',
  ],
  [
    'below a list',
    'a:\n  x:\n    - 1\n    - 2\n\nz: 2\n',
    'a:\n  x:\n    - 1\n    - 2\n',
    '\nz: 2\n',
  ],
  ['below a deeper group', 'a:\n  x:\n    y: 1\nz: 2\n', 'a:\n  x:\n    y: 1\n', 'z: 2\n'],
  [
    'below a text in quotes over two lines',
    "a:\n  x: 'one\n    two'\n",
    "a:\n  x: 'one\n    two'\n",
    '',
  ],
])('a value is added %s', (_, text, before, after) => {
  expect(addText(text, ['a', 'b'], value)).toBe(`${before}${added}${after}`);
});

test.each([
  [
    'a group on one line',
    'a: { x: 1 }\n',
    ['a', 'b'],
    'a: { x: 1, "b": {"title": "A title: new"} }\n',
  ],
  [
    'a group that is not there',
    'x: 1\n',
    ['a', 'b'],
    'x: 1\na:\n  b:\n    title: "A title: new"\n',
  ],
  ['a list', 'a:\n  - 1\n', ['a', 'b'], undefined],
  ['a text', 'a: one\n', ['a', 'b'], undefined],
  ['a value that is there', 'a:\n  b: 1\n', ['a', 'b'], undefined],
])('a value in %s', (_, text, path, expected) => {
  expect(addText(text, path, value)).toBe(expected);
});

test('a note stands above the value', () => {
  expect(addText('a: 1\n', ['b'], 2, 'Check it.')).toBe('a: 1\n# Check it.\nb: 2\n');
  const windows = addText('\uFEFFa: 1\r\n', ['b'], { c: 2 }, 'Check it.');
  expect(windows).toBe('\uFEFFa: 1\r\n# Check it.\r\nb:\r\n  c: 2\r\n');
});

test.each([
  ['old: # ours\n  x: 1\nz: 2\n', ['old'], 'new: # ours\n  x: 1\nz: 2\n'],
  ['a:\n  old: 1\n', ['a', 'old'], 'a:\n  new: 1\n'],
  ['old: 1\nnew: 2\n', ['old'], 'old: 1\nnew: 2\n'],
  ['z: old\n', ['old'], 'z: old\n'],
])('in %j the key is renamed', (text, path, expected) => {
  expect(renameKey(text, path, 'new')).toBe(expected);
});
