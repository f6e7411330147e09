import type { FastifyInstance } from 'fastify';
import type { TimeLimits } from './time-limits.ts';

/** What the operating system takes off our hands at once, whether it is read or not. Bytes. */
const SMALL = 16 * 1024;

/** Cuts visitors who do not read what they asked for. By itself Node waits for them, as long as they send something. */
export function limitAnswerTime(
  app: FastifyInstance,
  { standstillMs, answerMs }: Pick<TimeLimits, 'standstillMs' | 'answerMs'>,
): void {
  app.addHook('onSend', (request, { raw }, payload, done) => {
    // Taken out of the request, which the timer below would else keep in memory when its connection is gone.
    const { socket } = request.raw;
    // A mere close would leave what is unread in the memory of the system for as long as nobody takes it.
    const cut = () => socket.resetAndDestroy();
    // Once the answer is out, Node puts the time between two requests in force.
    raw.setTimeout(standstillMs, cut);
    if (!isSmall(payload)) {
      const timer = setTimeout(cut, answerMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}

function isSmall(payload: unknown): boolean {
  if (payload === undefined || payload === null) return true;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length <= SMALL;
}
