export type Clock = {
  now(): Date;
  /** Unix seconds, as the providers write times. */
  seconds(): number;
  /** The host's time, not moved by `advance`, because signatures are checked against the host's clock. */
  hostSeconds(): number;
  /** A negative number moves the clock backwards. */
  advance(ms: number): void;
  /** The sum of all moves, in milliseconds. */
  ahead(): number;
};

export function sandboxClock(hostNow: () => Date): Clock {
  let ahead = 0;
  const now = () => new Date(hostNow().getTime() + ahead);
  return {
    now,
    seconds: () => Math.floor(now().getTime() / 1000),
    hostSeconds: () => Math.floor(hostNow().getTime() / 1000),
    advance(ms) {
      ahead += ms;
    },
    ahead: () => ahead,
  };
}
