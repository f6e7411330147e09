import type { ServerResponse } from 'node:http';
import type { TimeLimits } from './time-limits.ts';

/** What the operating system takes off our hands at once, whether it is read or not. Bytes. */
const SMALL = 16 * 1024;

/** Called when `bytes` are about to be sent, undefined where nobody knows how many. */
export type LimitAnswerTime = (raw: ServerResponse, bytes: number | undefined) => void;

/** Cuts visitors who do not read what they asked for. By itself Node waits for them, as long as they send something. */
export function answerTimeLimit({
  standstillMs,
  answerMs,
}: Pick<TimeLimits, 'standstillMs' | 'answerMs'>): LimitAnswerTime {
  return (raw, bytes = Infinity) => {
    // Taken out of the request, which the timer below would else keep in memory when its connection is gone.
    const { socket } = raw.req;
    // A mere close would leave what is unread in the memory of the system for as long as nobody takes it.
    const cut = () => socket.resetAndDestroy();
    // Once the answer is out, Node puts the time between two requests in force.
    raw.setTimeout(standstillMs, cut);
    if (bytes > SMALL) {
      const timer = setTimeout(cut, answerMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
  };
}

/** How long a payload of Fastify's is; a stream does not say. */
export function bytesOf(payload: unknown): number | undefined {
  if (payload === undefined || payload === null) return 0;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined;
}
