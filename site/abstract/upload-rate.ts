/** The number of bytes sent until a point in time, in milliseconds. */
export type Sample = { at: number; sent: number };

/** The period of the measurement: long enough for a steady figure, short enough to show a stalled upload. */
const WINDOW = 4000;
const SHORTEST = 500;

/** The samples within the period, and the last sample before the period. */
export function recent(samples: readonly Sample[], now: number): readonly Sample[] {
  const first = samples.findIndex(({ at }) => at >= now - WINDOW);
  return first === -1 ? samples.slice(-1) : samples.slice(Math.max(first - 1, 0));
}

/** The speed in bytes a second over the last seconds; undefined in the first half second. */
export function rateOf(samples: readonly Sample[], now: number): number | undefined {
  const [first, ...others] = recent(samples, now);
  if (!first || now - first.at < SHORTEST) return undefined;
  const last = others.at(-1) ?? first;
  return ((last.sent - first.sent) * 1000) / (now - first.at);
}

/** Whole seconds until the rest is sent at this rate. */
export function secondsLeft(rest: number, rate: number | undefined): number | undefined {
  return rate ? Math.ceil(rest / rate) : undefined;
}
