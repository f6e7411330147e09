import { beforeEach, describe, expect, test } from 'vitest';
import { fakeShelf } from './fake-shelf.ts';
import { forgetDraft, keepDraft, readDraft } from './form-draft.ts';
import { type Shelf, shelfIn } from './shelf.ts';

const HOUR = 60 * 60 * 1000;
let now: number;
let storage: Map<string, string>;
let shelf: Shelf;

beforeEach(() => {
  now = Date.UTC(2026, 1, 1);
  storage = new Map();
  shelf = fakeShelf(storage, () => now);
});

describe('a draft', () => {
  test('comes back as it was kept', () => {
    keepDraft(shelf, 'registration', { name: 'Ada', nights: 3 });
    now += HOUR;
    expect(readDraft(shelf, 'registration')).toEqual({ name: 'Ada', nights: 3 });
  });

  test('belongs to its form', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' });
    expect(readDraft(shelf, 'abstract')).toBeUndefined();
  });

  test('is gone after 24 hours, from the device too', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' });
    now += 24 * HOUR - 1;
    expect(readDraft(shelf, 'registration')).toEqual({ name: 'Ada' });
    now += 1;
    expect(readDraft(shelf, 'registration')).toBeUndefined();
    expect(storage.size).toBe(0);
  });

  test('from the future is not believed', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' });
    now -= HOUR;
    expect(readDraft(shelf, 'registration')).toBeUndefined();
  });

  test('can be thrown away', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' });
    forgetDraft(shelf, 'registration');
    expect(storage.size).toBe(0);
  });

  test.each(['', 'no json', 'null', '7'])('that is none is thrown away: %s', (text) => {
    storage.set('draft:registration', text);
    expect(readDraft(shelf, 'registration')).toBeUndefined();
    expect(storage.size).toBe(0);
  });
});

describe('a shelf', () => {
  test('is tidied of what is a day old, asked for or not, and of nothing else', () => {
    shelf.put('old', 'a');
    storage.set('of somebody else', 'b');
    now += 23 * HOUR;
    shelf.put('young', 'c');
    now += HOUR;
    shelf.tidy();
    expect([...storage.keys()]).toEqual(['of somebody else', 'young', 'young:since']);
  });

  test('gives what has no time another day from when it is asked for', () => {
    storage.set('of somebody else', 'a');
    now += 100 * HOUR;
    expect(shelf.get('of somebody else')).toBe('a');
    now += 23 * HOUR;
    expect(shelf.get('of somebody else')).toBe('a');
    now += HOUR;
    expect(shelf.get('of somebody else')).toBeUndefined();
    expect(storage.size).toBe(0);
  });

  test('gives a text that is put anew another day', () => {
    shelf.put('text', 'a');
    now += 23 * HOUR;
    shelf.put('text', 'b');
    now += 23 * HOUR;
    expect(shelf.get('text')).toBe('b');
  });
});

test('a browser that refuses storage remembers nothing and breaks nothing', () => {
  const refusing = shelfIn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  keepDraft(refusing, 'registration', { name: 'Ada' });
  expect(readDraft(refusing, 'registration')).toBeUndefined();
  refusing.tidy();
  forgetDraft(refusing, 'registration');
});
