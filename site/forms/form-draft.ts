import type { Shelf } from './shelf.ts';

const LONGEST = 24 * 60 * 60 * 1000;

/** Keeps a half-filled form for a day. */
export function keepDraft(shelf: Shelf, form: string, values: object, now: number): void {
  shelf.put(nameOf(form), JSON.stringify({ savedAt: now, values }));
}

/** What was kept, as it was found: the form has to check it. One that is too old is thrown away. */
export function readDraft(shelf: Shelf, form: string, now: number): object | undefined {
  const kept = parse(shelf.get(nameOf(form)));
  if (kept === undefined) return undefined;
  const age = 'savedAt' in kept && typeof kept.savedAt === 'number' ? now - kept.savedAt : -1;
  if (age >= 0 && age < LONGEST && 'values' in kept && isObject(kept.values)) return kept.values;
  forgetDraft(shelf, form);
  return undefined;
}

export function forgetDraft(shelf: Shelf, form: string): void {
  shelf.drop(nameOf(form));
}

function nameOf(form: string): string {
  return `draft:${form}`;
}

function parse(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
