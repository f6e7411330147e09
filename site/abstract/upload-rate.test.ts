import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateOf, recent, type Sample, secondsLeft } from './upload-rate.ts';

describe('the speed of an upload', () => {
  test('is unknown in the first half second', () => {
    expect(rateOf([], 1000)).toBeUndefined();
    expect(rateOf([{ at: 0, sent: 0 }], 499)).toBeUndefined();
    expect(
      rateOf(
        [
          { at: 0, sent: 0 },
          { at: 400, sent: 9000 },
        ],
        499,
      ),
    ).toBeUndefined();
  });

  test('is bytes a second', () => {
    expect(
      rateOf(
        [
          { at: 0, sent: 0 },
          { at: 2000, sent: 6000 },
        ],
        2000,
      ),
    ).toBe(3000);
  });

  test('ignores samples older than four seconds', () => {
    const burst = { at: 0, sent: 1_000_000 };
    const slow = [5, 6, 7, 8, 9].map((second) => ({
      at: second * 1000,
      sent: 1_000_000 + (second - 5) * 100,
    }));
    expect(rateOf([burst, ...slow], 9500)).toBeCloseTo(400 / 4.5);
  });

  test('falls to zero when nothing is sent', () => {
    const samples = [
      { at: 0, sent: 0 },
      { at: 1000, sent: 5000 },
    ];
    const rates = [1000, 2000, 4000, 6000].map((now) => rateOf(samples, now));
    expect(rates).toEqual([5000, 2500, 1250, 0]);
  });

  test('is never negative or infinite', () => {
    const steps = fc.array(fc.tuple(fc.nat(3000), fc.nat(1e6)), { maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.nat(10_000), (grown, later) => {
        let at = 0;
        let sent = 0;
        let samples: readonly Sample[] = [{ at, sent }];
        for (const [time, bytes] of grown) {
          at += time;
          sent += bytes;
          samples = recent([...samples, { at, sent }], at);
        }
        const rate = rateOf(samples, at + later) ?? 0;
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(rate)).toBe(true);
      }),
    );
  });
});

test('the remaining time is in whole seconds, and unknown without a speed', () => {
  expect(secondsLeft(1000, 300)).toBe(4);
  expect(secondsLeft(0, 300)).toBe(0);
  expect(secondsLeft(1000, 0)).toBeUndefined();
  expect(secondsLeft(1000, undefined)).toBeUndefined();
});
