import type { Shelf } from './shelf.ts';

/** Keeps a half-filled form. */
export function keepDraft(shelf: Shelf, form: string, values: object): void {
  shelf.put(nameOf(form), JSON.stringify(values));
}

/** What was kept, as it was found: the form has to check it. */
export function readDraft(shelf: Shelf, form: string): object | undefined {
  const kept = shelf.get(nameOf(form));
  const values = kept === undefined ? undefined : parse(kept);
  if (!values) forgetDraft(shelf, form);
  return values;
}

export function forgetDraft(shelf: Shelf, form: string): void {
  shelf.drop(nameOf(form));
}

function nameOf(form: string): string {
  return `draft:${form}`;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
