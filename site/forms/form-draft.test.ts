import { HOUR } from '#contract/time-spans.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeStorage } from './fake-storage.ts';
import { readDraft, removeDraft, saveDraft } from './form-draft.ts';
import { type ExpiringStorage, expiringStorage } from './expiring-storage.ts';

let now: number;
let texts: Map<string, string>;
let storage: ExpiringStorage;

beforeEach(() => {
  now = Date.UTC(2026, 1, 1);
  texts = new Map();
  storage = fakeStorage(texts, () => now);
});

const nothing = expiringStorage(() => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
});
const full = expiringStorage(() => ({
  getItem: () => null,
  setItem: () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  },
  removeItem: () => {},
}));

/** The storages of a tab, on the one device. */
function aTab(inThisTab = fakeStorage(new Map(), () => now)) {
  const storages = { inThisTab, onThisDevice: storage };
  return {
    save: (values: object) => saveDraft('registration', values, storages),
    remove: () => removeDraft('registration', storages),
    own: () => readDraft(inThisTab, 'registration'),
  };
}

describe('a draft', () => {
  test('is read with the saved values, only for its own form, for 24 hours', () => {
    const { save, own } = aTab();
    expect(save({ name: 'Ada', nights: 3 })).toBe(true);
    now += 24 * HOUR - 1;
    for (const draft of [own(), readDraft(storage, 'registration')]) {
      expect(draft).toEqual({ name: 'Ada', nights: 3 });
    }
    expect(readDraft(storage, 'abstract')).toBeUndefined();
    now += 1;
    expect(own()).toBeUndefined();
    expect(readDraft(storage, 'registration')).toBeUndefined();
    expect(texts.size).toBe(0);
  });

  test('with a time in the future counts as expired', () => {
    aTab().save({ name: 'Ada' });
    now -= HOUR;
    expect(readDraft(storage, 'registration')).toBeUndefined();
  });

  test('stays in its tab, and the last one is on the device until its tab removes it', () => {
    const [one, other] = [aTab(), aTab()];
    one.save({ name: 'Ada' });
    other.save({ name: 'Bo' });
    expect([one.own(), other.own()]).toEqual([{ name: 'Ada' }, { name: 'Bo' }]);
    for (const [tab, left] of [
      [aTab(), { name: 'Bo' }],
      [one, { name: 'Bo' }],
      [other, undefined],
    ] as const) {
      tab.remove();
      expect(tab.own()).toBeUndefined();
      expect(readDraft(storage, 'registration')).toEqual(left);
    }
  });

  test.each(['', 'no json', 'null', '7'])('that is not a JSON object is removed: %s', (text) => {
    texts.set('draft:registration', text);
    expect(readDraft(storage, 'registration')).toBeUndefined();
    expect(texts.size).toBe(0);
  });

  test.each([
    ['refuses storage', nothing],
    ['has no room', full],
  ])('is not kept by a browser that %s, and no function throws', (_, refusing) => {
    const storages = { inThisTab: refusing, onThisDevice: refusing };
    expect(saveDraft('registration', { name: 'Ada' }, storages)).toBe(false);
    expect(readDraft(refusing, 'registration')).toBeUndefined();
    refusing.removeExpired();
    removeDraft('registration', storages);
    // The other storage still keeps it.
    expect(aTab(refusing).save({ name: 'Ada' })).toBe(true);
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
