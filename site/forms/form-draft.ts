import type { ExpiringStorage } from './expiring-storage.ts';
import { DRAFT } from './storage-keys.ts';

/** Stores a half-filled form. */
export function saveDraft(storage: ExpiringStorage, form: string, values: object): void {
  storage.set(nameOf(form), JSON.stringify(values));
}

/** The stored values, unchecked: the form checks them. */
export function readDraft(storage: ExpiringStorage, form: string): object | undefined {
  const text = storage.get(nameOf(form));
  const values = text === undefined ? undefined : parse(text);
  if (!values) removeDraft(storage, form);
  return values;
}

export function removeDraft(storage: ExpiringStorage, form: string): void {
  storage.remove(nameOf(form));
}

function nameOf(form: string): string {
  return DRAFT + form;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
