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
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const { limit } = routeOptions.config;
    if (!disk.isFull() || limit === undefined || limit === 'read') return done();
    done(
      new Refusal(
        'disk-full',
        'We cannot save anything at the moment. Nothing was charged; please try again later.',
        { retryAfter: 60 },
      ),
    );
  });
}

/** Whether the server has more to do than it can. */
export type Pressure = { isHigh: () => boolean; stop: () => void };

type Bounds = { delayMs: number; memoryBytes: number; everyMs: number };
const bounds: Bounds = { delayMs: 1000, memoryBytes: 1.2 * 1024 ** 3, everyMs: 500 };

/**
 * Looks twice a second how late the event loop is, and how much memory the process holds. Late once is somebody's long
 * work, over by the time it is seen; late twice in a row is more work than there is time for.
 */
export function watchPressure({ delayMs, memoryBytes, everyMs }: Bounds = bounds): Pressure {
  let isHigh = false;
  let wasLate = false;
  let due = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    const isLate = now - due > delayMs;
    isHigh = (isLate && wasLate) || residentBytes() > memoryBytes;
    wasLate = isLate;
    due = now + everyMs;
  }, everyMs).unref();
  return { isHigh: () => isHigh, stop: () => clearInterval(timer) };
}

/** Refuses what comes while the pressure is high: those who are being served already are served in time. */
export function shedLoad(app: FastifyInstance, pressure: Pick<Pressure, 'isHigh'>): void {
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    if (!pressure.isHigh() || routeOptions.config.always) return done();
    done(
      new Refusal('busy', 'Many people are here at the moment. Please try again shortly.', {
        retryAfter: 5,
      }),
    );
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
