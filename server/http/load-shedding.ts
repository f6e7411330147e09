import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Never refused under pressure: health checks need it. */
    always?: boolean;
  }
}

/** Refuses writes once the disk is down to its reserve; reads go on. */
export function keepRoom(app: FastifyInstance, disk: { isFull: () => boolean }): void {
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const { limit } = routeOptions.config;
    if (!disk.isFull() || limit === undefined || limit === 'read') return done();
    done(
      new AppError(
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

/** Looks twice a second how late the event loop is, and how much memory the process holds. */
export function watchPressure(usual: Bounds = bounds): Pressure {
  let isHigh = false;
  const isHighAt = pressureMeter(usual, performance.now());
  const look = () => (isHigh = isHighAt(performance.now(), residentBytes()));
  const timer = setInterval(look, usual.everyMs).unref();
  return { isHigh: () => isHigh, stop: () => clearInterval(timer) };
}

/**
 * Says at each look whether the pressure is high. One late look may be a single long task; two in a row mean more work than
 * there is time for. Times in milliseconds.
 */
export function pressureMeter({ delayMs, memoryBytes, everyMs }: Bounds, began: number) {
  let wasLate = false;
  let due = began + everyMs;
  return (now: number, bytes: number): boolean => {
    const isLate = now - due > delayMs;
    const isHigh = (isLate && wasLate) || bytes > memoryBytes;
    wasLate = isLate;
    due = now + everyMs;
    return isHigh;
  };
}

/** Refuses new requests while the pressure is high, so that running ones finish in time. */
export function shedLoad(app: FastifyInstance, pressure: Pick<Pressure, 'isHigh'>): void {
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    if (!pressure.isHigh() || routeOptions.config.always) return done();
    done(
      new AppError('busy', 'Many people are here at the moment. Please try again shortly.', {
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
