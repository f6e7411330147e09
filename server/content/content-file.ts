import { readFileSync } from 'node:fs';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { textIn } from './text-file.ts';

/** One YAML file: its value with keys in camel case, and the line of each part of that value. */
export type ContentFile = {
  /** Undefined if the file is not valid YAML. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** Looks a path of the value up: `['speakers', 3, 'imageUrl']`. */
  readonly find: (path: readonly PropertyKey[]) => Place;
};

/** A file that is left out. */
export const NOTHING: ContentFile = {
  value: undefined,
  faults: [],
  find: () => ({ line: 1, path: '', state: 'missing' }),
};

export type Fault = { readonly line?: number; readonly words: string };

export type Place = {
  /** From 1; if the path itself is not in the file, the line of the nearest part around it. */
  readonly line: number;
  /** The path with the file's own keys: `speakers[3].image_url`. */
  readonly path: string;
  readonly state: 'there' | 'empty' | 'missing';
  /** The value as it is typed in the file, if it is a single value, such as 01067. */
  readonly typed?: string | undefined;
};

export function readContentFile(path: string): ContentFile {
  const source = readContentText(path);
  return source.text === undefined ? broken([{ words: source.words }]) : parseContent(source.text);
}

export function parseContent(text: string): ContentFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings].map(({ code, message, pos }) => {
    const { line } = lines.linePos(pos[0]);
    if (code === 'DUPLICATE_KEY') return { line, words: 'this key is there twice' };
    const hint = beginsWithBrace.test(text.split('\n')[line - 1] ?? '') ? `: ${QUOTE_BRACES}` : '';
    return { line, words: `not valid YAML: ${message}${hint}` };
  });
  if (faults.length > 0) return broken(faults);
  if (document.contents === null) return broken([{ line: 1, words: 'the file is empty' }]);
  visit(document, {
    Scalar(_, scalar) {
      if (mayMeanAnother.test(scalar.source ?? '')) scalar.value = scalar.source;
    },
  });

  const find = (path: readonly PropertyKey[]): Place => {
    let node: unknown = document.contents;
    let line = lineOf(node) ?? 1;
    let written = '';
    let state: Place['state'] = 'there';
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(document);
      const pair = isMap(node)
        ? node.items.find(({ key }) => camelCase(String(key)) === step)
        : undefined;
      const item = isSeq(node) && typeof step === 'number' ? node.items[step] : pair?.value;
      const key = pair ? String(pair.key) : snakeCase(String(step));
      written += typeof step === 'number' ? `[${step}]` : `${written && '.'}${key}`;
      if (item === undefined) state = 'missing';
      line = lineOf(pair ? pair.key : item) ?? line;
      node = item;
    }
    if (state === 'there' && (node === null || (isScalar(node) && node.value === null))) {
      state = 'empty';
    }
    return { line, path: written, state, typed: isScalar(node) ? node.source : undefined };
  };
  const lineOf = (node: unknown) =>
    isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;

  return { value: withCamelKeys(document.toJS()), faults: [], find };
}

function broken(faults: readonly Fault[]): ContentFile {
  return { value: undefined, faults, find: () => ({ line: 1, path: '', state: 'missing' }) };
}

/** YAML reads 1.000 as 1 and 1e3 as 1000, so such amounts are read as text. */
const mayMeanAnother = /^(?:\d{1,3}\.\d{2}0|\d+e\d+)$/;
/** A text that begins with `{name}`: YAML takes it for a group of named entries. */
const beginsWithBrace = /^\s*(?:- |[\w-]+: )\s*\{\w*\}/;
export const NO_FILE = 'there is no such file';
export const QUOTE_BRACES = 'put a text that begins with { in quotes';

type Source = { text: string; words?: never } | { text?: never; words: string };

/** The text of a file, or the reason why it cannot be read. */
export function readContentText(path: string): Source {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    return { words: missing ? NO_FILE : `the file cannot be read (${cause})` };
  }
  const text = textIn(bytes);
  return text === undefined ? { words: 'the file is not saved as UTF-8' } : { text };
}

function withCamelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCamelKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [camelCase(key), withCamelKeys(inner)]),
  );
}

function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
