import { type Shelf, shelfIn } from './shelf.ts';

/** A shelf without a browser: what is put on it lies in the map. */
export function fakeShelf(texts: Map<string, string>): Shelf {
  return shelfIn(() => ({
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  }));
}
