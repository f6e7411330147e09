import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import {
  type ContentEdit,
  joinedEdits,
  type Step,
  valueAt,
  withEdit,
} from '#contract/content/content-edits.ts';
import { CannotEdit, editYaml, valuesIn } from './edit-yaml.ts';

const set = (path: Step[], value: string | number | boolean): ContentEdit => ({
  do: 'set',
  path,
  value,
});

test.each<[string, string, ContentEdit, string]>([
  ['a plain text', 'a: x # note\nb: 2\n', set(['a'], 'y'), 'a: y # note\nb: 2\n'],
  ['quotes stay', "a: 'x'\n", set(['a'], "it's"), "a: 'it''s'\n"],
  ['a text that YAML would read otherwise', 'a: x\n', set(['a'], 'b: c # d'), "a: 'b: c # d'\n"],
  ['an amount stays a text', "a: '1.00'\n", set(['a'], '2.50'), "a: '2.50'\n"],
  ['a number', 'a: 1\n', set(['a'], 2), 'a: 2\n'],
  ['a time of day', 'a: x\n', set(['a'], '09:30'), "a: '09:30'\n"],
  ['a folded text', 'a: >-\n  one\n  two\nb: 1\n', set(['a'], 'three'), 'a: >-\n  three\nb: 1\n'],
  ['lines', 'a: x\nb: 1\n', set(['a'], 'one\ntwo'), 'a: |-\n  one\n  two\nb: 1\n'],
  ['lines before a note', 'a: x # n\n', set(['a'], 'one\ntwo'), 'a: "one\\ntwo" # n\n'],
  ['within braces', 'a: { b: x, c: 1 }\n', set(['a', 'b'], 'y, z'), "a: { b: 'y, z', c: 1 }\n"],
  [
    'a new key',
    'a:\n  b: 1\n# note\nc: 2\n',
    set(['a', 'd'], 'x'),
    'a:\n  b: 1\n  d: x\n# note\nc: 2\n',
  ],
  [
    'a new key in an entry',
    'l:\n  - b: 1\n  - b: 2\n',
    set(['l', 0, 'c'], 'x'),
    'l:\n  - b: 1\n    c: x\n  - b: 2\n',
  ],
  ['a new group', 'a: 1\n', set(['b', 'c'], 'x'), 'a: 1\nb:\n  c: x\n'],
  ['an empty value', 'a:\nb: 1\n', set(['a'], 'x'), 'a: x\nb: 1\n'],
  ['a file of notes', '# note\n', set(['a'], 'x'), '# note\na: x\n'],
  ['other line ends', 'a: x\r\nb: 1\r\n', set(['a'], 'y'), 'a: y\r\nb: 1\r\n'],
  [
    'a key that goes',
    'a: 1\n# note\nb: 2\nc: 3\n',
    { do: 'unset', path: ['b'] },
    'a: 1\n# note\nc: 3\n',
  ],
  ['the first key of an entry', '- a: 1\n  b: 2\n', { do: 'unset', path: [0, 'a'] }, '- b: 2\n'],
  [
    'an entry takes its notes along',
    'l:\n  - a\n  # of b\n  - b\n  - c\n',
    { do: 'move', path: ['l', 1], to: 0 },
    'l:\n  # of b\n  - b\n  - a\n  - c\n',
  ],
  [
    'an entry that goes, between blank lines',
    'l:\n  - id: a\n\n  - id: b\n\n  - id: c\nz: 1\n',
    { do: 'remove', path: ['l', 1] },
    'l:\n  - id: a\n\n  - id: c\nz: 1\n',
  ],
  [
    'a new entry is written as the others',
    'l:\n  - { id: a, n: 1 }\nz: 1\n',
    { do: 'add', path: ['l'], value: { id: 'b', n: 2 } },
    'l:\n  - { id: a, n: 1 }\n  - { id: b, n: 2 }\nz: 1\n',
  ],
  [
    'a list on one line',
    "l: ['1.00', '2.00']\n",
    { do: 'remove', path: ['l', 0] },
    "l: ['2.00']\n",
  ],
])('%s', (_, before, edit, after) => {
  expect(editYaml(before, [edit])).toBe(after);
});

test('a new entry is written once, with what was typed into it afterwards', () => {
  const edits: ContentEdit[] = [
    { do: 'add', path: ['l'], value: { id: '', name: '' } },
    set(['l', 1, 'name'], 'Bo'),
    set(['l', 1, 'id'], 'bo'),
    { do: 'move', path: ['l', 1], to: 0 },
    set(['l', 0, 'name'], 'Bob'),
  ];
  expect(editYaml('l:\n  - id: a\n    name: Ada\n', edits)).toBe(
    'l:\n  - id: bo\n    name: Bob\n  - id: a\n    name: Ada\n',
  );
});

test('what is typed letter by letter is one edit, unless the list has changed since', () => {
  const typed = [set(['a'], 'x'), set(['b'], 'y'), set(['a'], 'xx'), set(['b'], 'yy')];
  const joined = typed.reduce<ContentEdit[]>(joinedEdits, []);
  expect(joined).toEqual([set(['a'], 'xx'), set(['b'], 'yy')]);
  const move: ContentEdit = { do: 'move', path: ['l', 1], to: 0 };
  const apart = [set(['l', 0], 'x'), move, set(['l', 0], 'y')];
  expect(apart.reduce<ContentEdit[]>(joinedEdits, [])).toEqual(apart);
});

test('an alias is left to a person', () => {
  expect(() => editYaml('a: &x one\nb: *x\n', [set(['a'], 'two')])).toThrow(CannotEdit);
});

test.each(['a: 1\na: 2\n', 'l:\n  - { b: 1, c: 2, b: 1 }\n', 'a: 1\n"a": 2\n'])(
  'a file with a doubled key is left to a person: %j',
  (text) => {
    expect(valuesIn(text)).toBeUndefined();
    expect(() => editYaml(text, [set(['c'], 'x')])).toThrow(CannotEdit);
  },
);

test('a file of very many keys can be changed', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1\n`).join('');
  expect(editYaml(lines, [set(['k0'], 2)])).toBe(lines.replace('k0: 1', 'k0: 2'));
  expect(() => editYaml(lines, [set(['new'], 'x'.repeat(400_000))])).toThrow('too long');
});

const folder = 'tests/support/content';
const texts = [
  'Short',
  'a: b',
  'One\ntwo',
  "It's",
  '# no',
  '{x}',
  '2026-01-15',
  '9.00',
  '- a',
  '&c',
];

test.each(readdirSync(folder).filter((name) => name.endsWith('.yaml')))(
  'any value of %s can be changed, and all notes and other lines stay',
  (name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const values = valuesIn(text);
    const paths = pathsIn(values, []);
    const some = paths.filter((_, at) => at % Math.ceil(paths.length / 12) === 0);
    for (const [at, path] of some.entries()) {
      const value = texts[at % texts.length] ?? '';
      const edit = set(path, value);
      const after = editYaml(text, [edit]);
      expect([path, isDeepStrictEqual(valuesIn(after), withEdit(values, edit))]).toEqual([
        path,
        true,
      ]);
      const old = text.split('\n');
      const now = after.split('\n');
      const head = old.findIndex((line, nth) => line !== now[nth]);
      const tail = old.toReversed().findIndex((line, nth) => line !== now.at(-1 - nth));
      const length = Math.ceil(String(valueAt(values, path)).length / 60) + 2;
      expect([path, old.length - tail - head <= length]).toEqual([path, true]);
    }
  },
);

function pathsIn(value: unknown, path: Step[]): Step[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [Step, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([step, inner]) => pathsIn(inner, [...path, step]));
}
