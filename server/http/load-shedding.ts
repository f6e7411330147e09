import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is never refused under pressure, as for health checks. */
    always?: boolean;
  }
}

/** Refuses requests that write while the disk is full; requests that read are still answered. */
export function keepRoom(app: FastifyInstance, disk: { isFull: () => boolean }): void {
  app.addHook('onRequest', ({ routeOptions, method }, _reply, done) => {
    const { limit } = routeOptions.config;
    const isReading =
      limit === undefined || limit === 'read' || method === 'GET' || method === 'HEAD';
    if (!disk.isFull() || isReading) return done();
    done(new AppError('disk-full', 'diskFull', { retryAfter: 60 }));
  });
}

/** Whether the server is overloaded. */
export type Pressure = { isHigh: () => boolean; stop: () => void };

type Bounds = { delayMs: number; memoryBytes: number; everyMs: number };
const bounds: Bounds = { delayMs: 1000, memoryBytes: 1.2 * 1024 ** 3, everyMs: 500 };

/** Measures twice a second the delay of the event loop and the memory of the process. */
export function watchPressure(usual: Bounds = bounds): Pressure {
  let isHigh = false;
  const isHighAt = pressureMeter(usual, performance.now());
  const look = () => (isHigh = isHighAt(performance.now(), residentBytes()));
  const timer = setInterval(look, usual.everyMs).unref();
  return { isHigh: () => isHigh, stop: () => clearInterval(timer) };
}

/**
 * Each call says whether the pressure is high. One late call may be due to a single long task; two late calls in a row mean
 * that the server is overloaded. Times in milliseconds.
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

/** As many requests as one browser sends at once: a lone visitor waits when a neighbour makes the machine slow. */
const MOST_UNDER_PRESSURE = 6;

/** Refuses new requests while the pressure is high, except for a few at a time, so that running ones finish in time. */
export function shedLoad(app: FastifyInstance, pressure: Pick<Pressure, 'isHigh'>): void {
  let running = 0;
  app.addHook('onRequest', ({ routeOptions }, { raw }, done) => {
    if (!pressure.isHigh() || routeOptions.config.always) return done();
    if (running >= MOST_UNDER_PRESSURE)
      return done(new AppError('busy', 'busy', { retryAfter: 5 }));
    running += 1;
    raw.once('close', () => (running -= 1));
    done();
  });
}

/** The memory of the process; NaN if Linux cannot open its file, because all descriptors are in use. */
export function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return Number.NaN;
  }
}
