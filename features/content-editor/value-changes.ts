import { isDeepStrictEqual } from 'node:util';
import { isGroup } from '#contract/content/content-edits.ts';
import { labelOf } from './form-of-schema.ts';

/** The longest value in a sentence about a change. */
const LONGEST = 80;

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
  if (before === undefined) return [`${where}: added ${shown(after)}`];
  if (after === undefined) return [`${where}: removed ${shown(before)}`];
  return [`${where}: ${shown(before)} → ${shown(after)}`];
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
    if (was === -1) return [`${where}: added ${nameOf(entry)}`];
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

function nameOf(entry: unknown): string {
  if (!isGroup(entry)) return shown(entry);
  const name = ['name', 'label', 'title', 'level', 'heading', 'id', 'path'].find((key) =>
    Object.hasOwn(entry, key),
  );
  return name === undefined ? shown(entry) : `“${String(entry[name])}”`;
}

function shown(value: unknown): string {
  const words = isGroup(value) || isList(value) ? JSON.stringify(value) : String(value);
  const line = words.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
