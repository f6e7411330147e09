import { type ExpiringStorage, expiringStorage } from './expiring-storage.ts';

/** An expiring storage without a browser: the texts are in the map. */
export function fakeStorage(texts: Map<string, string>, now?: () => number): ExpiringStorage {
  const storage = () => ({
    ...Object.fromEntries(texts),
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  });
  return expiringStorage(storage, now);
}

/** The names of the stored texts, without the entries for their times. */
export function namesIn(texts: Map<string, string>): string[] {
  return [...texts.keys()].filter((name) => !name.endsWith(':since'));
}
