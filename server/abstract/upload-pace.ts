import type { IncomingMessage } from 'node:http';
import { LONGEST_BODY_MS } from '#server/http/slow-clients.ts';
import { AppError } from '#server/errors.ts';

/** The slowest allowed upload. A slow line is no fault of its visitor; a stalled upload only occupies a connection. */
export type Pace = {
  /** In each stretch of this many milliseconds … */
  stretchMs: number;
  /** … at least this many bytes have to come. */
  leastBytes: number;
  /** After this many milliseconds it is over in any case. */
  longestMs: number;
};

/** 16 KiB in half a minute, and the largest file within an hour: a modem of 56 kbit/s does that. */
export const usualPace: Pace = {
  stretchMs: 30_000,
  leastBytes: 16 * 1024,
  longestMs: LONGEST_BODY_MS,
};

/** Rejects once a body stalls; `bytes` counts the received bytes. Ends with the body. */
export function watchPace(body: IncomingMessage, bytes: () => number, pace: Pace): Promise<never> {
  return new Promise((_, reject) => {
    let before = 0;
    const timer = setInterval(() => {
      const now = bytes();
      if (now - before < pace.leastBytes && !body.complete) reject(standsStill());
      before = now;
    }, pace.stretchMs).unref();
    const stop = () => clearInterval(timer);
    body.once('end', stop);
    body.once('close', stop);
  });
}

function standsStill(): AppError {
  return new AppError(
    'too-slow',
    'The upload stood still. Please check your connection and send it again.',
    { retryAfter: 5 },
  );
}
