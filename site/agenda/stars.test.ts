import { beforeEach, expect, test, vi } from 'vitest';
import { createStars, keysIn } from './stars.ts';

const known = new Set(['films', 'gels', '_x1']);
let kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
};

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});

test('a star stays after a reload, and a second press takes it away', () => {
  const listener = vi.fn();
  const stars = createStars(() => storage);
  const stop = stars.subscribe(listener);
  stars.toggle('films', known);
  stars.toggle('_x1', known);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(createStars(() => storage).text()).toBe('films,_x1');
  stop();
  stars.toggle('films', known);
  expect(stars.text()).toBe('_x1');
  expect(listener).toHaveBeenCalledTimes(2);
});

test('items that left the agenda and foreign texts count as nothing, and the next star removes them', () => {
  kept.set('starred', 'gone,films,<b>,films');
  const stars = createStars(() => storage);
  expect(new Set(keysIn(stars.text(), known))).toEqual(new Set(['films']));
  stars.toggle('gels', known);
  expect(stars.text()).toBe('films,gels');
});

test('a full or forbidden storage keeps the stars while the page is open, and says so', () => {
  const full = createStars(() => ({
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  }));
  const forbidden = createStars(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  for (const stars of [full, forbidden]) {
    expect(stars.text()).toBe('');
    expect(stars.areKept()).toBe(true);
    stars.toggle('films', known);
    expect(stars.text()).toBe('films');
    expect(stars.areKept()).toBe(false);
  }
});
