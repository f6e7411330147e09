import type { IncomingMessage } from 'node:http';
import { LONGEST_BODY_MS } from '#server/http/slow-clients.ts';
import { AppError } from '#server/errors.ts';

/**
 * The slowest allowed upload. A visitor with a slow line is no attacker, but a stalled upload occupies a connection for
 * nothing.
 */
export type Pace = {
  /** In each stretch of this many milliseconds … */
  stretchMs: number;
  /** … at least this many bytes have to come. */
  leastBytes: number;
  /** After this many milliseconds every upload ends. */
  longestMs: number;
};

/** 16 KiB in half a minute, and the largest file within an hour: a modem of 56 kbit/s is fast enough. */
export const usualPace: Pace = {
  stretchMs: 30_000,
  leastBytes: 16 * 1024,
  longestMs: LONGEST_BODY_MS,
};

/** Rejects once a body stalls; `bytes` counts the received bytes. The watch ends with the body. */
export function watchPace(body: IncomingMessage, bytes: () => number, pace: Pace): Promise<never> {
  return new Promise((_, reject) => {
    let before = 0;
    const timer = setInterval(() => {
      const now = bytes();
      if (now - before < pace.leastBytes && !body.complete) reject(tooSlow());
      before = now;
    }, pace.stretchMs).unref();
    const stop = () => clearInterval(timer);
    body.once('end', stop);
    body.once('close', stop);
  });
}

function tooSlow(): AppError {
  return new AppError('too-slow', 'uploadStood', { retryAfter: 5 });
}
