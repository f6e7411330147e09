import type { Clock } from '#server/identity.ts';

/** A clock that the test moves. It never returns a moment twice, so that the times of rows determine one order. */
export function testClock(start = new Date()): { now: Clock; advance: (ms: number) => void } {
  let ahead = 0;
  let last = 0;
  const began = start.getTime();
  const real = Date.now();
  return {
    now: () => {
      last = Math.max(began + (Date.now() - real) + ahead, last + 1);
      return new Date(last);
    },
    advance: (ms) => {
      ahead += ms;
      last += ms;
    },
  };
}
