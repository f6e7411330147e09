import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {
  type ContentEdit,
  foldedEdits,
  type Step,
  withEdit,
  type Written,
} from '#contract/content/content-edits.ts';
import { addText } from './add-text.ts';

/** No file of a conference comes near it. Each edit reads the whole text once more. */
export const LONGEST_FILE = 400_000;

/** The file says something in a way that cannot be changed without its owner, such as a value with an anchor. */
export class CannotEdit extends Error {}

/**
 * A file with other values. Only the lines of these change, so that notes, quotes and the order of all others stay. The
 * result is read again, and has to have exactly the values that the edits make.
 */
export function editYaml(text: string, edits: readonly ContentEdit[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let now = text.replaceAll('\r\n', '\n');
  let values = valuesIn(now);
  if (values === undefined) throw new CannotEdit('The file cannot be read.');
  for (const edit of foldedEdits(values, edits)) {
    const next = spliced(now, edit);
    if (next !== undefined && next.length > LONGEST_FILE) {
      throw new CannotEdit('The file would be too long.');
    }
    const meant = withEdit(values, edit);
    values = next === undefined ? undefined : valuesIn(next);
    if (next === undefined || !isDeepStrictEqual(values, meant)) {
      throw new CannotEdit(
        `“${edit.path.join('.')}” is written in a way that only a person can change, in the file itself.`,
      );
    }
    now = next;
  }
  return lineEnd === '\n' ? now : now.replaceAll('\n', lineEnd);
}

/** The values of a file, with its own keys; empty for a file of notes. Undefined if it cannot be read. */
export function valuesIn(text: string): unknown {
  const document = documentOf(text);
  if (document.errors.length > 0 || hasDoubledKey(document)) return undefined;
  try {
    const values: unknown = document.toJS({ maxAliasCount: 20 });
    return values ?? {};
  } catch {
    // An alias that stands for aliases can stand for any number of values.
    return undefined;
  }
}

let latest: { text: string; document: Document } | undefined;

/** The document of a text, for reading alone. The text that one edit has made is the one that the next edit begins with. */
function documentOf(text: string): Document {
  if (latest?.text === text) return latest.document;
  // The parser compares each key with all others of its group, which for many keys takes minutes.
  const document = parseDocument(text, { uniqueKeys: false });
  latest = { text, document };
  return document;
}

function hasDoubledKey(document: Document): boolean {
  let isDoubled = false;
  visit(document, {
    Map(_, { items }) {
      const keys = items.map(({ key }) => (isScalar(key) ? key.value : key));
      if (new Set(keys).size === keys.length) return undefined;
      isDoubled = true;
      return visit.BREAK;
    },
  });
  return isDoubled;
}

function spliced(text: string, edit: ContentEdit): string | undefined {
  switch (edit.do) {
    case 'set':
      return withValue(text, edit.path, edit.value);
    case 'unset':
      return withoutKey(text, edit.path);
    case 'add':
      return withEntry(text, edit.path, edit.value);
    case 'remove':
      return withEntries(text, edit.path, (all, at) => all.toSpliced(at, 1));
    case 'move':
      return withEntries(text, edit.path, (all, at) =>
        all.toSpliced(at, 1).toSpliced(edit.to, 0, ...all.slice(at, at + 1)),
      );
  }
}

type Found = {
  /** The node at the path; undefined if there is none, or an empty one. */
  node: Node | undefined;
  pair: Pair | undefined;
  parent: YAMLMap | YAMLSeq | undefined;
  isInFlow: boolean;
};

function find(text: string, path: readonly Step[]): Found {
  let node: unknown = documentOf(text).contents;
  const found: Found = { node: undefined, pair: undefined, parent: undefined, isInFlow: false };
  for (const step of path) {
    if (!isCollection(node))
      return { ...found, node: undefined, pair: undefined, parent: undefined };
    found.parent = isMap(node) || isSeq(node) ? node : undefined;
    found.isInFlow ||= node.flow === true;
    found.pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && key.value === step)
      : undefined;
    node = isSeq(node) && typeof step === 'number' ? node.items[step] : found.pair?.value;
  }
  return { ...found, node: isNode(node) ? node : undefined };
}

function withValue(text: string, path: readonly Step[], value: Written): string | undefined {
  const found = find(text, path);
  const { node, pair, parent, isInFlow } = found;
  if (!parent || (isMap(parent) && !pair)) return added(text, path, value);
  if (isScalar(node) && node.value !== null && !isObject(value)) {
    return withScalar(text, node, value, found);
  }
  if (isInFlow || isFlow(node)) return node && replaced(text, node, inFlow(value));
  if (!pair || !isScalar(pair.key)) return undefined;
  const start = startOf(pair.key);
  const end = node ? endOfLine(text, lastOf(pair)) : endOfLine(text, start);
  const lines = indented(
    stringify({ [String(pair.key.value)]: styled(value) }, styleAt(text, start)),
    columnOf(text, start),
  );
  return text.slice(0, start) + lines + text.slice(end);
}

/** A file of notes alone has no group to which the first value could be added. */
function added(text: string, path: readonly Step[], value: Written): string | undefined {
  if (isMap(documentOf(text).contents)) return addText(text, path, styled(value));
  const whole = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), styled(value));
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${stringify(whole, { lineWidth: 100 })}`;
}

function withScalar(
  text: string,
  node: Scalar,
  value: Exclude<Written, object>,
  { pair, isInFlow }: Found,
): string {
  const [start, end] = rangeOf(node);
  const old = text.slice(start, end);
  const isBlock = /^[|>]/.test(old);
  const rest = /^[^\n]*/.exec(text.slice(end))?.[0] ?? '';
  const scalar = new Scalar(value);
  const isWord = typeof value === 'string';
  if (isWord && isTime(value)) scalar.type = 'QUOTE_SINGLE';
  else if (isWord && (isInFlow || /\S/.test(rest) || isBlock)) {
    // A note at the end of the line would become a part of a text of several lines.
    setStyle(scalar, isBlock || !value.includes('\n') ? node.type : 'QUOTE_DOUBLE');
  } else if (isWord && !value.includes('\n')) {
    setStyle(scalar, isLongText(value) && node.type === 'PLAIN' ? 'BLOCK_FOLDED' : node.type);
  }
  if (isInFlow) return text.slice(0, start) + inFlow(scalar) + text.slice(end);
  const key = pair && isScalar(pair.key) ? pair.key : undefined;
  const column = key ? columnOf(text, startOf(key)) : columnOf(text, dashBefore(text, start));
  const isLong = isBlock || !/\S/.test(rest);
  const typed = stringify(
    { k: scalar },
    { singleQuote: true, lineWidth: isLong ? 100 - column : 0 },
  ).replace(/^k: ?/, '');
  const lines = indented(typed, column);
  // A block ends with its line; other texts do not.
  const isNowBlock = /^[|>]/.test(lines);
  if (isBlock) return text.slice(0, start) + lines + text.slice(end);
  const whole = isNowBlock && text[end] === '\n' ? end + 1 : end;
  return text.slice(0, start) + (isNowBlock ? lines : lines.trimEnd()) + text.slice(whole);
}

function withoutKey(text: string, path: readonly Step[]): string | undefined {
  const { parent, pair, isInFlow } = find(text, path);
  if (!isMap(parent) || !pair || !isScalar(pair.key)) return undefined;
  if (parent.items.length === 1) {
    return path.length === 1 ? undefined : withValue(text, path.slice(0, -1), {});
  }
  const at = parent.items.indexOf(pair);
  const next = parent.items[at + 1];
  const before = parent.items[at - 1];
  const start = startOf(pair.key);
  if (isInFlow) {
    // The comma goes with it.
    return next
      ? text.slice(0, start) + text.slice(startOf(next.key))
      : text.slice(0, before ? lastOf(before) : start) + text.slice(lastOf(pair));
  }
  const line = startOfLine(text, start);
  // The first key of an entry is behind its dash.
  if (/-/.test(text.slice(line, start))) {
    return next && text.slice(0, start) + text.slice(startOf(next.key));
  }
  return text.slice(0, line) + text.slice(endOfLine(text, lastOf(pair)));
}

function withEntry(text: string, path: readonly Step[], value: Written): string | undefined {
  const { node, isInFlow } = find(text, path);
  if (!isSeq(node) || node.items.length === 0) return withValue(text, path, [value]);
  if (isInFlow || node.flow) return flowList(text, node, (all) => [...all, inFlow(value)]);
  const last = node.items.at(-1);
  const first = node.items[0];
  const end = endOfLine(text, lastOf(last));
  const column = columnOf(text, dashBefore(text, startOf(first)));
  const isOneLine = isMap(last) && last.flow === true;
  const entry = isOneLine
    ? `- ${inFlow(value)}\n`
    : stringify([styled(value)], { singleQuote: true, lineWidth: 100 - column });
  const hasGap = gapBetween(text, node).includes('\n');
  const before = text.slice(0, end);
  return (
    before +
    (before.endsWith('\n') ? '' : '\n') +
    (hasGap ? '\n' : '') +
    ' '.repeat(column) +
    indented(entry, column) +
    text.slice(end)
  );
}

/** The lines between the last two entries. */
function gapBetween(text: string, { items }: YAMLSeq): string {
  const [one, other] = items.slice(-2);
  if (!other) return '';
  return text.slice(endOfLine(text, lastOf(one)), startOfLine(text, startOf(other)));
}

type Rearrange = (all: readonly string[], at: number) => string[];

/** A list whose entries are in another order, or are fewer. An entry takes the notes right above it along. */
function withEntries(
  text: string,
  path: readonly Step[],
  rearrange: Rearrange,
): string | undefined {
  const at = path.at(-1);
  const { parent: list, isInFlow } = find(text, path);
  if (!isSeq(list) || typeof at !== 'number' || at >= list.items.length) return undefined;
  if (isInFlow || list.flow) return flowList(text, list, (all) => rearrange(all, at));
  const chunks = list.items.map((item, nth) => {
    const start = startOfLine(text, dashBefore(text, startOf(item)));
    return {
      start: nth === 0 ? start : withNotes(text, start),
      end: endOfLine(text, lastOf(item)),
    };
  });
  const [first, last] = [chunks[0], chunks.at(-1)];
  if (!first || !last) return undefined;
  const entries = chunks.map(({ start, end }) => ensured(text.slice(start, end)));
  const gaps = chunks.map(({ end }, nth) => text.slice(end, chunks[nth + 1]?.start ?? end));
  const next = rearrange(entries, at);
  if (next.length === 0) return withValue(text, path.slice(0, -1), []);
  // A removed entry takes the gap behind it along, unless somebody has written into it.
  const isFewer = next.length < entries.length;
  const notes = isFewer && /\S/.test(gaps[at] ?? '') ? (gaps[at] ?? '') : '';
  const left = isFewer ? gaps.toSpliced(Math.min(at, gaps.length - 2), 1) : gaps;
  const lines = next.map((entry, nth) => {
    const isBefore = notes !== '' && nth === Math.min(at, next.length - 1);
    const gap = nth === next.length - 1 ? '' : (left[nth] ?? '');
    return (isBefore ? notes : '') + entry + gap;
  });
  return text.slice(0, first.start) + lines.join('') + text.slice(last.end);
}

function flowList(
  text: string,
  list: YAMLSeq,
  rearrange: (all: readonly string[]) => string[],
): string {
  const all = list.items.map((item) => {
    const [start, end] = isNode(item) ? rangeOf(item) : [0, 0];
    return text.slice(start, end).trim();
  });
  const [start] = rangeOf(list);
  const pad = text[start + 1] === ' ' ? ' ' : '';
  return replaced(text, list, `[${pad}${rearrange(all).join(', ')}${pad}]`);
}

function replaced(text: string, node: Node, by: string): string {
  const [start, end] = rangeOf(node);
  return text.slice(0, start) + by + text.slice(end);
}

function setStyle(scalar: Scalar, type: Scalar.Type | undefined): void {
  if (type !== undefined) scalar.type = type;
}

/** A value on one line. */
function inFlow(value: Written | Scalar): string {
  const typed = stringify([value], { collectionStyle: 'flow', singleQuote: true, lineWidth: 0 });
  return typed.trim().replace(/^\[ ?/, '').replace(/ ?\]$/, '');
}

/** Short lists of words are on one line, as in [member, guest], and times of day in quotes. */
function styled(value: Written): Written | Node {
  const document = parseDocument('');
  const nodeOf = (part: Written): Node => {
    const node: Scalar | YAMLMap | YAMLSeq = document.createNode(part);
    if (isScalar(node) && typeof part === 'string') {
      if (isTime(part)) node.type = 'QUOTE_SINGLE';
      else if (isLongText(part)) node.type = 'BLOCK_FOLDED';
    }
    if (Array.isArray(part) && isSeq(node)) {
      for (const [at, entry] of part.entries()) node.set(at, nodeOf(entry));
      const isShort = part.every((entry) => !isObject(entry) && String(entry).length < 24);
      node.flow = part.length === 0 || (isShort && part.length < 8);
    } else if (isObject(part) && isMap(node)) {
      for (const pair of node.items) {
        const inner = Object.entries(part).find(
          ([key]) => isScalar(pair.key) && pair.key.value === key,
        );
        if (inner) node.set(pair.key, nodeOf(inner[1]));
      }
    }
    return node;
  };
  return nodeOf(value);
}

function styleAt(text: string, start: number) {
  return { singleQuote: true, lineWidth: 100 - columnOf(text, start) } as const;
}

/** YAML 1.1 takes 09:30 without quotes for a number. */
function isTime(value: string): boolean {
  return /^\d\d:\d\d$/.test(value);
}

function isLongText(value: string): boolean {
  return value.length > 80 && !value.includes('\n');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFlow(node: unknown): boolean {
  return isCollection(node) && node.flow === true;
}

/** All lines but the first one begin further right. */
function indented(lines: string, column: number): string {
  const [first = '', ...rest] = lines.split('\n');
  return [first, ...rest.map((line) => (line === '' ? '' : ' '.repeat(column) + line))].join('\n');
}

function ensured(lines: string): string {
  return lines.endsWith('\n') ? lines : `${lines}\n`;
}

function rangeOf(node: Node): [number, number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, end];
}

function startOf(node: unknown): number {
  return isNode(node) ? rangeOf(node)[0] : 0;
}

/** The end of the last value in a part of a file. */
function lastOf(part: unknown): number {
  if (isNode(part) && isCollection(part) && !part.flow && part.items.length > 0) {
    return lastOf(part.items.at(-1));
  }
  if (isNode(part)) return rangeOf(part)[1];
  const { key, value } = part as Pair;
  return lastOf(isNode(value) && rangeOf(value)[1] > 0 ? value : key);
}

function dashBefore(text: string, position: number): number {
  return text.lastIndexOf('-', position - 1);
}

function startOfLine(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** The position after the line of a value; the value of a block such as `>-` has the end of its line already. */
function endOfLine(text: string, position: number): number {
  if (text[position - 1] === '\n') return position;
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end + 1;
}

function columnOf(text: string, position: number): number {
  return position - startOfLine(text, position);
}

/** The start of the notes right above a line. */
function withNotes(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = startOfLine(text, start - 1);
    if (!/^\s*#/.test(text.slice(above, start))) return start;
    start = above;
  }
  return start;
}
