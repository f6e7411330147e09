import type { Clock } from '#server/identity.ts';

/** A clock that the test moves. */
export function testClock(start = new Date()): { now: Clock; advance: (ms: number) => void } {
  let ahead = 0;
  const began = start.getTime();
  const real = Date.now();
  return {
    now: () => new Date(began + (Date.now() - real) + ahead),
    advance: (ms) => {
      ahead += ms;
    },
  };
}
