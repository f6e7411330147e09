import { beforeEach, describe, expect, test } from 'vitest';
import { fakeShelf } from './fake-shelf.ts';
import { forgetDraft, keepDraft, readDraft } from './form-draft.ts';
import { type Shelf, shelfIn } from './shelf.ts';

const HOUR = 60 * 60 * 1000;
const now = Date.UTC(2026, 1, 1);
let storage: Map<string, string>;
let shelf: Shelf;

beforeEach(() => {
  storage = new Map();
  shelf = fakeShelf(storage);
});

describe('a draft', () => {
  test('comes back as it was kept', () => {
    keepDraft(shelf, 'registration', { name: 'Ada', nights: 3 }, now);
    expect(readDraft(shelf, 'registration', now + HOUR)).toEqual({ name: 'Ada', nights: 3 });
  });

  test('belongs to its form', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' }, now);
    expect(readDraft(shelf, 'abstract', now)).toBeUndefined();
  });

  test('is gone after 24 hours, from the device too', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' }, now);
    expect(readDraft(shelf, 'registration', now + 24 * HOUR - 1)).toEqual({ name: 'Ada' });
    expect(readDraft(shelf, 'registration', now + 24 * HOUR)).toBeUndefined();
    expect(storage.size).toBe(0);
  });

  test('from the future is not believed', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' }, now + HOUR);
    expect(readDraft(shelf, 'registration', now)).toBeUndefined();
  });

  test('can be thrown away', () => {
    keepDraft(shelf, 'registration', { name: 'Ada' }, now);
    forgetDraft(shelf, 'registration');
    expect(storage.size).toBe(0);
  });

  test.each(['', 'no json', 'null', '7', '[]', '{}', '{"savedAt":"now","values":{}}'])(
    'that is none is thrown away: %s',
    (text) => {
      storage.set('draft:registration', text);
      expect(readDraft(shelf, 'registration', now)).toBeUndefined();
      expect(storage.size).toBe(0);
    },
  );
});

test('a browser that refuses storage remembers nothing and breaks nothing', () => {
  const refusing = shelfIn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  keepDraft(refusing, 'registration', { name: 'Ada' }, now);
  expect(readDraft(refusing, 'registration', now)).toBeUndefined();
  forgetDraft(refusing, 'registration');
});
