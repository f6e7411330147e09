import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however busy the server is: whoever watches it has to see it. */
    always?: boolean;
  }
}

/** Refuses what visitors write while the disk is full to its reserve; what is there is still read. */
export function keepRoom(app: FastifyInstance, disk: { isFull: () => boolean }): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const { limit } = routeOptions.config;
    if (!disk.isFull() || limit === undefined || limit === 'read') return;
    throw new Refusal(
      'disk-full',
      'We cannot save anything at the moment. Nothing was charged; please try again later.',
      { retryAfter: 60 },
    );
  });
}

/** Whether the server has more to do than it can. */
export type Pressure = { isHigh: () => boolean; stop: () => void };

type Bounds = { delayMs: number; memoryBytes: number; everyMs: number };
const bounds: Bounds = { delayMs: 1000, memoryBytes: 1.2 * 1024 ** 3, everyMs: 500 };

/** Looks twice a second how late the event loop is, and how much memory the process holds. */
export function watchPressure({ delayMs, memoryBytes, everyMs }: Bounds = bounds): Pressure {
  let isHigh = false;
  let due = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    isHigh = now - due > delayMs || residentBytes() > memoryBytes;
    due = now + everyMs;
  }, everyMs).unref();
  return {
    // Between two looks a loop that hangs has not said so itself.
    isHigh: () => isHigh || performance.now() - due > delayMs,
    stop: () => clearInterval(timer),
  };
}

/** Refuses what comes while the pressure is high: those who are being served already are served in time. */
export function shedLoad(app: FastifyInstance, pressure: Pick<Pressure, 'isHigh'>): void {
  app.addHook('onRequest', async (request) => {
    if (!pressure.isHigh() || request.routeOptions.config.always) return;
    throw new Refusal('busy', 'Many people are here at the moment. Please try again shortly.', {
      retryAfter: 5,
    });
  });
}

/** Memory that the process holds. Linux tells it in a file, which cannot be opened once all descriptors are taken. */
export function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return Number.NaN;
  }
}
