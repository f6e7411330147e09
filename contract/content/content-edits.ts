import * as z from 'zod/mini';

/** Changes of the values of a file of the conference's folder, with the keys of the file. */

/** A key of a group, or the place of an entry in a list. */
export type Step = string | number;

export type Written = string | number | boolean | Written[] | { [key: string]: Written };

/** No key of an object that has a meaning to JavaScript, such as __proto__, is of this form. */
const key = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/), z.maxLength(60));
const step = z.union([key, z.int().check(z.minimum(0))]);
const steps = z.array(step).check(z.minLength(1), z.maxLength(12));
const written: z.ZodMiniType<Written> = z.lazy(() =>
  z.union([
    z.string().check(z.maxLength(20_000)),
    z.number(),
    z.boolean(),
    z.array(written).check(z.maxLength(500)),
    z.record(key, written),
  ]),
);

/** A new entry of a list with its texts. A larger value would be a group of more keys than any file has. */
const LONGEST_VALUE = 40_000;
const limited = written.check(
  z.refine((all) => JSON.stringify(all).length <= LONGEST_VALUE, 'this value is too long'),
);

export const ContentEdit = z.union([
  /** Replaces a value, or adds a key to a group. */
  z.strictObject({ do: z.literal('set'), path: steps, value: limited }),
  /** Removes a key of a group. */
  z.strictObject({ do: z.literal('unset'), path: steps }),
  /** Adds an entry at the end of a list, which may not be there yet. */
  z.strictObject({ do: z.literal('add'), path: steps, value: limited }),
  /** Removes an entry of a list. */
  z.strictObject({ do: z.literal('remove'), path: steps }),
  /** Puts an entry of a list to another place. */
  z.strictObject({ do: z.literal('move'), path: steps, to: z.int().check(z.minimum(0)) }),
]);
export type ContentEdit = z.output<typeof ContentEdit>;

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, [first, ...rest]: readonly Step[]): unknown {
  if (first === undefined) return value;
  if (Array.isArray(value)) {
    return typeof first === 'number' ? valueAt(value[first], rest) : undefined;
  }
  if (!isGroup(value) || !Object.hasOwn(value, first)) return undefined;
  return valueAt(value[first], rest);
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values after an edit, which changes nothing if its path is in no value. */
export function withEdit(value: unknown, edit: ContentEdit): unknown {
  return changed(value, edit.path, edit);
}

function changed(value: unknown, path: readonly Step[], edit: ContentEdit): unknown {
  const [first, ...rest] = path;
  if (first === undefined) {
    if (edit.do === 'set') return edit.value;
    return edit.do === 'add' ? [...(Array.isArray(value) ? value : []), edit.value] : value;
  }
  if (typeof first === 'number')
    return Array.isArray(value) ? inList(value, first, rest, edit) : value;
  const group = isGroup(value) ? value : {};
  if (edit.do === 'unset' && rest.length === 0) {
    return Object.fromEntries(Object.entries(group).filter(([name]) => name !== first));
  }
  const inner = Object.hasOwn(group, first) ? group[first] : undefined;
  if (inner === undefined && edit.do !== 'set' && edit.do !== 'add') return value;
  return { ...group, [first]: changed(inner, rest, edit) };
}

function inList(list: unknown[], at: number, rest: readonly Step[], edit: ContentEdit): unknown[] {
  if (at >= list.length) return list;
  if (rest.length > 0 || edit.do === 'set' || edit.do === 'add') {
    return list.with(at, changed(list[at], rest, edit));
  }
  const without = list.toSpliced(at, 1);
  return edit.do === 'move' ? without.toSpliced(edit.to, 0, list[at]) : without;
}

/**
 * The edits with one more. It takes the place of an earlier one about the same value, if all since then set other values: a
 * letter typed is no edit of its own.
 */
export function joinedEdits(edits: readonly ContentEdit[], next: ContentEdit): ContentEdit[] {
  if (next.do !== 'set') return [...edits, next];
  for (const [at, edit] of [...edits.entries()].toReversed()) {
    if (edit.do !== 'set') break;
    if (pathKey(edit.path) === pathKey(next.path)) return edits.with(at, next);
    if (isWithin(edit.path, next.path) || isWithin(next.path, edit.path)) break;
  }
  return [...edits, next];
}

function isWithin(inner: readonly Step[], outer: readonly Step[]): boolean {
  return pathKey(inner.slice(0, outer.length)) === pathKey(outer);
}

/** The edits of which those inside a new entry of a list are a part of its addition, so that it is written as a whole. */
export function foldedEdits(values: unknown, edits: readonly ContentEdit[]): ContentEdit[] {
  const folded: ContentEdit[] = [];
  let now = values;
  /** The new entries by their paths, with the places of their additions. */
  const added = new Map<string, number>();
  for (const edit of edits) {
    const depth = edit.path.findIndex((_, at) => added.has(pathKey(edit.path.slice(0, at + 1))));
    const place = added.get(pathKey(edit.path.slice(0, depth + 1)));
    const addition = place === undefined ? undefined : folded[place];
    const isInside = edit.path.length > depth + 1 || edit.do === 'set';
    if (depth >= 0 && place !== undefined && addition?.do === 'add' && isInside) {
      const inner = { ...edit, path: edit.path.slice(depth + 1) };
      const { data: value } = written.safeParse(withEdit(addition.value, inner));
      if (value !== undefined) folded[place] = { ...addition, value };
    } else {
      if (edit.do === 'add') {
        const list = valueAt(now, edit.path);
        const at = Array.isArray(list) ? list.length : 0;
        added.set(pathKey([...edit.path, at]), folded.length);
      } else if (edit.do !== 'set' && edit.do !== 'unset') {
        // The places of all entries are others from here on.
        added.clear();
      }
      folded.push(edit);
    }
    now = withEdit(now, edit);
  }
  return folded;
}

function pathKey(path: readonly Step[]): string {
  return JSON.stringify(path);
}
