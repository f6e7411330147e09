/**
 * Imported before a server: the server's date is off by CLOCK_AHEAD_MS, but its timers are right, as on a machine with
 * a wrong clock.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  /** @param {...any} given */
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + aheadMs);
    // @ts-expect-error -- whatever Date takes.
    else super(...given);
  }

  static now() {
    return TrueDate.now() + aheadMs;
  }
};
