import { isDeepStrictEqual } from 'node:util';
import { isGroup } from '#contract/content/content-edits.ts';
import { labelOf } from './form-of-schema.ts';

/** A longer text that has changed shows its part that differs, with so much around it. */
const LONG = 80;
const AROUND = 40;
/** The longest text in a sentence about a change. */
const LONGEST = 2000;

/** Sentences about the values that differ: “Speaker › Price: 399.00 → 419.00”. */
export function valueChanges(
  before: unknown,
  after: unknown,
  names: readonly string[] = [],
): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isGroup(before) && isGroup(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      valueChanges(before[key], after[key], [...names, labelOf(key)]),
    );
  }
  if (isList(before) && isList(after)) return listChanges(before, after, names);
  const where = names.join(' › ');
  if (before === undefined) return valuesOf(after, names, 'added');
  if (after === undefined) return valuesOf(before, names, 'removed');
  const [old, now] = differing(before, after);
  return [`${where}: ${old} → ${now}`];
}

/** A sentence about each value in one that is new or gone: whoever agrees sees every amount. */
function valuesOf(value: unknown, names: readonly string[], verb: string): string[] {
  const within = isGroup(value)
    ? Object.entries(value).map(([key, each]) => ({ name: labelOf(key), each }))
    : isList(value)
      ? value.map((each, at) => ({ name: listedName(each, at), each }))
      : [];
  if (within.length === 0) return [`${names.join(' › ')}: ${verb} ${shown(value)}`];
  return within.flatMap(({ name, each }) => valuesOf(each, [...names, name], verb));
}

function listedName(entry: unknown, at: number): string {
  return nameKeyOf(entry) === undefined ? String(at + 1) : nameOf(entry);
}

/** A new entry of a list, by its name, and its other values. */
function added(entry: unknown, names: readonly string[]): string[] {
  const whole = `${names.join(' › ')}: added ${nameOf(entry)}`;
  const key = nameKeyOf(entry);
  if (!isGroup(entry) || key === undefined) return [whole];
  const others = Object.entries(entry).filter(([each]) => each !== key);
  if (others.length === 0) return [whole];
  return [whole, ...valuesOf(Object.fromEntries(others), [...names, nameOf(entry)], 'added')];
}

function listChanges(before: unknown[], after: unknown[], names: readonly string[]): string[] {
  const keys = [before, after].map((list) => list.map(keyOf));
  const [old = [], now = []] = keys;
  if ([...old, ...now].includes(undefined) || isDoubled(old) || isDoubled(now)) {
    // Without names the places of the entries are their names.
    const count = Math.max(before.length, after.length);
    return Array.from({ length: count }, (_, at) =>
      valueChanges(before[at], after[at], [...names, String(at + 1)]),
    ).flat();
  }
  const where = names.join(' › ');
  const changed = after.flatMap((entry, at) => {
    const was = old.indexOf(now[at]);
    if (was === -1) return added(entry, names);
    return valueChanges(before[was], entry, [...names, nameOf(entry)]);
  });
  const gone = before.filter((_, at) => !now.includes(old[at]));
  const [stayed, stays] = [
    old.filter((key) => now.includes(key)),
    now.filter((key) => old.includes(key)),
  ];
  return [
    ...changed,
    ...gone.map((entry) => `${where}: removed ${nameOf(entry)}`),
    ...(isDeepStrictEqual(stayed, stays) ? [] : [`${where}: in another order`]),
  ];
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isDoubled(keys: readonly unknown[]): boolean {
  return new Set(keys).size < keys.length;
}

/** The mark by which an entry of a list is the same one in two texts. */
function keyOf(entry: unknown): unknown {
  if (!isGroup(entry)) return entry;
  const name = ['id', 'path', 'name', 'label', 'title', 'level'].find((key) =>
    Object.hasOwn(entry, key),
  );
  return name === undefined ? undefined : JSON.stringify([name, entry[name]]);
}

function nameKeyOf(entry: unknown): string | undefined {
  if (!isGroup(entry)) return undefined;
  const keys = ['name', 'label', 'title', 'level', 'heading', 'id', 'path'];
  return keys.find((key) => Object.hasOwn(entry, key));
}

function nameOf(entry: unknown): string {
  const key = nameKeyOf(entry);
  return !isGroup(entry) || key === undefined ? shown(entry) : `“${String(entry[key])}”`;
}

/** The former and the new value; of a long text the part that differs. */
function differing(before: unknown, after: unknown): [string, string] {
  const [old, now] = [lineOf(before), lineOf(after)];
  const shorter = Math.min(old.length, now.length);
  if (Math.max(old.length, now.length) <= LONG) return [shown(before), shown(after)];
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const part = (line: readonly string[]) => {
    const from = start <= AROUND ? 0 : start - AROUND;
    const to = end <= AROUND ? line.length : line.length - end + AROUND;
    const words = cut(line.slice(from, to));
    return `${from > 0 ? '…' : ''}${words}${to < line.length ? '…' : ''}`;
  };
  return [part(old), part(now)];
}

function shown(value: unknown): string {
  return cut(lineOf(value));
}

/** The letters of a value in a line. Half a letter would be none. */
function lineOf(value: unknown): string[] {
  const words = isGroup(value) || isList(value) ? JSON.stringify(value) : String(value);
  return [...words.replaceAll(/\s+/g, ' ').trim()];
}

function cut(line: readonly string[]): string {
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).join('')}…` : line.join('');
}
