import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Attributes whose values people read or hear. */
const SHOWN = new Set(
  [
    'aria-label',
    'alt',
    'heading',
    'hint',
    'intro',
    'label',
    'legend',
    'placeholder',
    'title',
  ].concat(['unset', 'what', 'next']),
);

/** Calls and errors for programmers, whose texts no visitor sees. */
const INTERNAL = /^(?:console\.\w+|Error|RangeError|Response)$/;

test('every word of the site that a visitor reads is a label or a text of the conference', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .toSorted();
  const found = files.flatMap((file) =>
    literalsIn(join(import.meta.dirname, file)).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Hello</p>', ['Hello']],
  ['<p aria-label="Close">{x}</p>', ['Close']],
  ["const message = 'Please try again.';", ['Please try again.']],
  ['const message = `${n} fields are empty`;', ['${} fields are empty']],
  ["<p className='two classes'>{label} · 50%</p>", []],
  ["throw new Error('no such thing');", []],
])('%s', (code, literals) => {
  expect(shownIn(code)).toEqual(literals);
});

/** The words in a file that people read and that are literals in its code. */
function literalsIn(file: string): string[] {
  return shownIn(readFileSync(file, 'utf8'), file);
}

function shownIn(code: string, file = 'code.tsx'): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const found: string[] = [];
  visit(program, (node) => {
    const words = node.type === 'JSXText' ? String(node['value']).trim() : '';
    if (hasWord(words)) found.push(words);
    const text = textOf(node);
    if (text !== undefined && isSentence(text)) found.push(text);
    if (node.type !== 'JSXAttribute' || !SHOWN.has(nameOf(node.name))) return;
    const shown = textOf(node.value);
    if (shown !== undefined && hasWord(shown) && !isSentence(shown)) found.push(shown);
  });
  return found;
}

type Node = { type: string; [key: string]: unknown };

/** Calls `look` for each node, besides types, imports, class names and what is only for programmers. */
function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) return value.forEach((each) => visit(each, look));
  if (!isNode(value) || isInternal(value)) return;
  look(value);
  // The name of a property is no text, such as a value of a file that the property translates.
  for (const [name, child] of Object.entries(value)) {
    if (value.type !== 'Property' || name !== 'key') visit(child, look);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isInternal(node: Node): boolean {
  if (/^(?:TS|Import|Export\w+From)/.test(node.type) && node.type !== 'TSAsExpression') return true;
  if (node.type === 'JSXAttribute') return /class/i.test(nameOf(node.name));
  return /^(?:Call|New)Expression$/.test(node.type) && INTERNAL.test(nameOf(node['callee']));
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression')
    return `${nameOf(node['object'])}.${nameOf(node['property'])}`;
  return String(node['name']);
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map(({ value }: { value: { cooked: string } }) => value.cooked).join('${}');
}

function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

/** Two words of which the first has a capital letter, or three words. Class names have hyphens or digits. */
function isSentence(text: string): boolean {
  return /(?:^|\s)\p{Lu}\p{Ll}+ \p{L}|(?:^|[\s}])\p{Ll}+ \p{Ll}+ \p{Ll}+(?:$|[\s.,:…])/u.test(text);
}
