import { isMap, isScalar, isSeq, parse, parseDocument, stringify, type YAMLMap } from 'yaml';

/**
 * A file with a value at a path that it lacks, in the file's own keys. All other lines stay as they are. `note` becomes a
 * comment above the value. Undefined if a list or an empty value is in the place of a group.
 */
export function addText(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
  note?: string,
): string | undefined {
  // Doubled keys are for whoever reads the file; to look for them takes the square of the number of keys.
  let group: unknown = parseDocument(text, { uniqueKeys: false }).contents;
  let depth = 0;
  while ((isMap(group) || isSeq(group)) && depth < path.length) {
    const inner: unknown = group.get(path[depth], true);
    if (inner === undefined) break;
    group = inner;
    depth += 1;
  }
  if (!isMap(group) || depth === path.length) return undefined;
  const rest = path.slice(depth).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const last = group.items.at(-1);
  if (group.flow || !last) return intoBraces(text, group, rest);
  const end = endOfLine(text, lastOf(group));
  const indent = ' '.repeat(columnOf(text, startOf(last.key)));
  const comment = note === undefined ? [] : [`${indent}# ${note}`];
  const lines = stringify(rest, { lineWidth: 100 - indent.length })
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line));
  const before = text.slice(0, end);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const added = [...comment, ...lines].map((line) => line + lineEnd).join('');
  return before + (before.endsWith('\n') ? '' : lineEnd) + added + text.slice(end);
}

/** A file with another key in place of the last key of a path. */
export function renameKey(text: string, path: readonly string[], key: string): string {
  const document = parseDocument(text);
  const group: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1));
  if (!isMap(group) || group.has(key)) return text;
  const pair = group.items.find((item) => isScalar(item.key) && item.key.value === path.at(-1));
  if (!pair) return text;
  const start = startOf(pair.key);
  return `${text.slice(0, start)}${key}${text.slice(start + String(path.at(-1)).length)}`;
}

/** A group on one line gets the value on its line. */
function intoBraces(text: string, group: YAMLMap, value: unknown): string | undefined {
  if (!group.range) return undefined;
  const end = group.range[1] - 1;
  const inner = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(/([^\\]"):/g, '$1: ');
  const before = text.slice(0, end).trimEnd();
  return `${before}${group.items.length > 0 && !before.endsWith(',') ? ',' : ''} ${inner} ${text.slice(end)}`;
}

/** The end of the last value in a group. */
function lastOf(node: unknown): number {
  if (isMap(node) && !node.flow) {
    const pair = node.items.at(-1);
    if (pair) return lastOf(pair.value ?? pair.key);
  }
  const range = typeof node === 'object' && node !== null ? Reflect.get(node, 'range') : undefined;
  return Array.isArray(range) ? Number(range[1]) : 0;
}

/** The position after the line of a value; the value of a block such as `>-` has the end of its line already. */
function endOfLine(text: string, position: number): number {
  if (text[position - 1] === '\n') return position;
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end + 1;
}

function columnOf(text: string, position: number): number {
  const [mark = ''] = /^\uFEFF?/.exec(text) ?? [];
  return position - Math.max(mark.length, text.lastIndexOf('\n', position - 1) + 1);
}

function startOf(key: unknown): number {
  return isScalar(key) ? (key.range?.[0] ?? 0) : 0;
}

/** The value at a path of a file, in the file's own keys. */
export function valueAt(text: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => Object(inner)[key], parse(text));
}
