import { type Shelf, shelfIn } from './shelf.ts';

/** A shelf without a browser: what is put on it lies in the map. */
export function fakeShelf(texts: Map<string, string>, now?: () => number): Shelf {
  const storage = () => ({
    ...Object.fromEntries(texts),
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  });
  return shelfIn(storage, now);
}

/** The names of what lies there, without the notes of when it was put there. */
export function namesOn(texts: Map<string, string>): string[] {
  return [...texts.keys()].filter((name) => !name.endsWith(':since'));
}
