/**
 * How long a visitor may take, in milliseconds. Together they keep anybody from holding a place for more than 75 seconds
 * without using it; only who goes on sending or reading may take longer.
 */
export type TimeLimits = {
  /** For the headers of a request, and for a connection on which nothing was asked yet. */
  headersMs: number;
  /** How often Node looks for headers that are late. */
  lookMs: number;
  /** For the body of a request; an upload has a pace of its own instead. */
  bodyMs: number;
  /** For an answer to be worked out. */
  handlerMs: number;
  /** Without a byte in either direction while a request is under way. */
  silenceMs: number;
  /** Between two requests on one connection. Node adds a second. */
  keepAliveMs: number;
  /** For an answer to move on. Node looks whether it did, so one that stands still is cut after one to two times as long. */
  standstillMs: number;
  /** For all of an answer, however it moves on. The largest file is 360 kB: 3 kB a second are enough. */
  answerMs: number;
};

export const timeLimits: TimeLimits = {
  headersMs: 20_000,
  lookMs: 5000,
  bodyMs: 60_000,
  handlerMs: 15_000,
  silenceMs: 70_000,
  keepAliveMs: 10_000,
  standstillMs: 30_000,
  answerMs: 120_000,
};
