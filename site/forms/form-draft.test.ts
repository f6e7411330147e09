import { beforeEach, describe, expect, test } from 'vitest';
import { fakeStorage } from './fake-storage.ts';
import { removeDraft, saveDraft, readDraft } from './form-draft.ts';
import { type ExpiringStorage, expiringStorage } from './expiring-storage.ts';

const HOUR = 60 * 60 * 1000;
let now: number;
let texts: Map<string, string>;
let storage: ExpiringStorage;

beforeEach(() => {
  now = Date.UTC(2026, 1, 1);
  texts = new Map();
  storage = fakeStorage(texts, () => now);
});

describe('a draft', () => {
  test('is read with the saved values', () => {
    saveDraft(storage, 'registration', { name: 'Ada', nights: 3 });
    now += HOUR;
    expect(readDraft(storage, 'registration')).toEqual({ name: 'Ada', nights: 3 });
  });

  test('is read only for its own form', () => {
    saveDraft(storage, 'registration', { name: 'Ada' });
    expect(readDraft(storage, 'abstract')).toBeUndefined();
  });

  test('is removed after 24 hours', () => {
    saveDraft(storage, 'registration', { name: 'Ada' });
    now += 24 * HOUR - 1;
    expect(readDraft(storage, 'registration')).toEqual({ name: 'Ada' });
    now += 1;
    expect(readDraft(storage, 'registration')).toBeUndefined();
    expect(texts.size).toBe(0);
  });

  test('with a time in the future counts as expired', () => {
    saveDraft(storage, 'registration', { name: 'Ada' });
    now -= HOUR;
    expect(readDraft(storage, 'registration')).toBeUndefined();
  });

  test('can be removed', () => {
    saveDraft(storage, 'registration', { name: 'Ada' });
    removeDraft(storage, 'registration');
    expect(texts.size).toBe(0);
  });

  test.each(['', 'no json', 'null', '7'])('that is not a JSON object is removed: %s', (text) => {
    texts.set('draft:registration', text);
    expect(readDraft(storage, 'registration')).toBeUndefined();
    expect(texts.size).toBe(0);
  });
});

describe('the expiring storage', () => {
  test('removeExpired removes only the texts that are a day old', () => {
    storage.set('old', 'a');
    texts.set('of somebody else', 'b');
    now += 23 * HOUR;
    storage.set('young', 'c');
    now += HOUR;
    storage.removeExpired();
    expect([...texts.keys()]).toEqual(['of somebody else', 'young', 'young:since']);
  });

  test('a text without a time is kept for a day after the first reading', () => {
    texts.set('of somebody else', 'a');
    now += 100 * HOUR;
    expect(storage.get('of somebody else')).toBe('a');
    now += 23 * HOUR;
    expect(storage.get('of somebody else')).toBe('a');
    now += HOUR;
    expect(storage.get('of somebody else')).toBeUndefined();
    expect(texts.size).toBe(0);
  });

  test('a text that is set again is kept for another day', () => {
    storage.set('text', 'a');
    now += 23 * HOUR;
    storage.set('text', 'b');
    now += 23 * HOUR;
    expect(storage.get('text')).toBe('b');
  });
});

test('a browser that refuses storage keeps no draft, and the functions throw no error', () => {
  const refusing = expiringStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  saveDraft(refusing, 'registration', { name: 'Ada' });
  expect(readDraft(refusing, 'registration')).toBeUndefined();
  refusing.removeExpired();
  removeDraft(refusing, 'registration');
});
