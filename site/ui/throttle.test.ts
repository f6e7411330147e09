import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

const GAP = 50;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('no two values pass within the gap', () => {
  const { push, passed } = recorded();
  for (const pause of [10, 7, 30, 4, 60, 49, 1, 20, 140, 5, 13]) {
    for (let round = 0; round < 5; round++) {
      push();
      vi.advanceTimersByTime(pause);
    }
  }
  const gaps = passed.slice(1).map(({ at }, before) => at - (passed[before]?.at ?? at));
  expect(passed.length).toBeGreaterThan(20);
  expect(Math.min(...gaps)).toBe(GAP);
});

test('the first value passes at once, then the newest value of each gap, including the last value', () => {
  const { push, passed } = recorded();
  for (let step = 0; step < 12; step++) {
    push();
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([
    { at: 0, value: { pushed: 0 } },
    { at: 50, value: { pushed: 40 } },
    { at: 100, value: { pushed: 90 } },
    { at: 150, value: { pushed: 110 } },
  ]);
});

test('a dropped value does not pass, and the next value keeps the gap', () => {
  const { push, drop, passed } = recorded();
  push();
  vi.advanceTimersByTime(10);
  push();
  drop();
  vi.advanceTimersByTime(10);
  push();
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([
    { at: 0, value: { pushed: 0 } },
    { at: 50, value: { pushed: 20 } },
  ]);
});

test('after a stop no value passes', () => {
  const { push, stop, passed } = recorded();
  push();
  push();
  stop();
  vi.advanceTimersByTime(1000);
  expect(passed).toHaveLength(1);
});

/** A throttle whose `push` pushes the current time as value. `passed` has each passed value and its time. */
function recorded() {
  const passed: { at: number; value: { pushed: number } }[] = [];
  const { push, ...rest } = throttle<{ pushed: number }>(GAP, (value) => {
    passed.push({ at: Date.now(), value });
  });
  return { ...rest, passed, push: () => push({ pushed: Date.now() }) };
}
