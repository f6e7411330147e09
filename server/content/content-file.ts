import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { otherFormat, textIn, wrongEncoding } from './text-file.ts';
import { yamlMistake } from './yaml-mistake.ts';

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
  /** `noted` is empty, because a # begins the text. */
  readonly state: 'there' | 'empty' | 'noted' | 'missing';
  /** The value as it is typed in the file, if it is a single value, such as 01067. */
  readonly typed?: string | undefined;
};

export function readContentFile(path: string): ContentFile {
  const source = readContentText(path);
  return source.text === undefined ? broken([source]) : parseContent(source.text);
}

/**
 * Files by the digest of their text, as long as the garbage collector keeps them: checks, warnings and commands read the
 * same files again and again, and to parse them takes half of a reading.
 */
const parsed = new Map<string, WeakRef<ContentFile>>();

export function parseContent(text: string): ContentFile {
  const digest = hash('sha1', text);
  const known = parsed.get(digest)?.deref();
  if (known) return known;
  const file = parseText(text);
  parsed.set(digest, new WeakRef(file));
  return file;
}

function parseText(text: string): ContentFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = [...document.errors, ...document.warnings];
  if (error) {
    // The mistakes after the first one are mostly its consequences.
    return broken([
      yamlMistake(text, { line: lines.linePos(error.pos[0]).line, code: error.code }),
    ]);
  }
  if (document.contents === null) return broken([{ line: 1, words: 'the file is empty' }]);
  const signs: Fault[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const words = `put a text that begins with * in quotes: '*${alias.source}'`;
      signs.push({ line: lines.linePos(alias.range?.[0] ?? 0).line, words });
    },
    Scalar(_, scalar) {
      const { anchor, source = '', range } = scalar;
      if (mayMeanAnother.test(source)) scalar.value = source;
      // YAML takes the first word of "&more in Berlin" for a name, and the "!" of "! New" for a type.
      const sign = anchor !== undefined && !text.includes(`*${anchor}`) ? `&${anchor} ` : '! ';
      const from = range?.[0] ?? 0;
      const isSign = sign !== '! ' || text.slice(0, from).endsWith(': ! ');
      if (!isSign) return;
      const words = `put a text that begins with ${sign[0]} in quotes: '${sign}${source}'`;
      signs.push({ line: lines.linePos(from).line, words });
    },
  });
  if (signs[0]) return broken([signs[0]]);
  const values = valuesOf(document);
  if (!values) return broken([{ line: 1, words: TOO_MANY_ALIASES }]);

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
      state = /:\s+#/.test(text.split('\n')[line - 1] ?? '') ? 'noted' : 'empty';
    }
    return { line, path: written, state, typed: isScalar(node) ? node.source : undefined };
  };
  const lineOf = (node: unknown) =>
    isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;

  return { value: values.all, faults: [], find };
}

const TOO_MANY_ALIASES =
  'the file names values by & and * too often, or within themselves: write them out';

/** Undefined if the names of values, such as *dinner, stand for more values than any file has, or for what is around them. */
function valuesOf(document: ReturnType<typeof parseDocument>): { all: unknown } | undefined {
  try {
    return { all: withKeys(document.toJS(), camelCase) };
  } catch {
    return undefined;
  }
}

function broken(faults: readonly Fault[]): ContentFile {
  return { value: undefined, faults, find: () => ({ line: 1, path: '', state: 'missing' }) };
}

/** YAML reads 1.000 as 1 and 1e3 as 1000, so such amounts are read as text. */
const mayMeanAnother = /^(?:\d{1,3}\.\d{2}0|\d+e\d+)$/;
export const NO_FILE = 'there is no such file';
export const QUOTE_BRACES = 'put a text that begins with { in quotes';

type Source = { text: string; words?: never } | ({ text?: never } & Fault);

/** The text of a file, or the reason why it cannot be read. */
export function readContentText(path: string): Source {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    return { words: missing ? missingWords(path) : `the file cannot be read (${cause})` };
  }
  const format = otherFormat(bytes);
  if (format !== undefined) {
    return { words: `the file is ${format}: copy its text into a plain text file, and save that` };
  }
  const text = textIn(bytes);
  return text === undefined || text.includes('\0') ? wrongEncoding(bytes) : { text };
}

function missingWords(path: string): string {
  const meant = misnamed(path);
  return meant === undefined ? NO_FILE : `${NO_FILE}: rename ${meant} to ${basename(path)}`;
}

/** A file in the place of a missing one that was probably meant: topics.yml, topics.yaml.txt or Topics.yaml. */
export function misnamed(path: string): string | undefined {
  const name = basename(path);
  const stem = name.replace(/\.yaml$/, '');
  const folder = dirname(path);
  const others = existsSync(folder) ? readdirSync(folder) : [];
  return others.find((other) =>
    [`${stem}.yml`, `${stem}.txt`, stem, name, `${name}.txt`].includes(other.toLowerCase()),
  );
}

/** A value whose keys, at any depth, are named otherwise. */
export function withKeys(value: unknown, nameOf: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => withKeys(entry, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [nameOf(key), withKeys(inner, nameOf)]),
  );
}

export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
