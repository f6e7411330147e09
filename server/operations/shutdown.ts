import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { openLog } from './log.ts';

/** The exit code of a process that ended itself because it was broken: sysexits' "internal software error". */
export const BROKEN = 70;

type Fatal = (error: unknown, message: string) => void;

/**
 * How a process ends: it closes what was put into `closers`, the last first, and exits. Requests get ten seconds to finish,
 * less where the ground is broken; what is not finished by then is not acknowledged either. Told to stop with a time to
 * drain, it first answers that long as before, while readiness says that no more should come.
 */
export function createShutdown(log: ReturnType<typeof openLog>) {
  const closers: (() => unknown)[] = [];
  let isStopping = false;
  let isClosing = false;
  const stop = async (code: number, drainMs = 0) => {
    if (isClosing || (isStopping && drainMs > 0)) return;
    isStopping = true;
    if (drainMs > 0) await pause(drainMs);
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(code), code === 0 ? 10_000 : 4000).unref();
    for (const close of closers.toReversed()) {
      await Promise.try(close).catch((error: unknown) => log.error({ err: error }, 'not closed'));
    }
    process.exit(code);
  };
  const fatal: Fatal = (error, message) => {
    log.fatal({ err: error }, message);
    void stop(BROKEN);
  };
  return { closers, stop, fatal, isStopping: () => isStopping };
}

/** After a fault that nobody caught nothing is certain any more: the process says so and ends. */
export function endOnUncaught(fatal: Fatal): void {
  process.on('uncaughtException', (error) => fatal(error, 'an error was not caught'));
  process.on('unhandledRejection', (error) => fatal(error, 'a rejected promise was not handled'));
}

/**
 * Ends the process when its event loop is stuck: then nothing in it can answer, nor end it. A thread of its own counts
 * seconds in which the loop did not move. It counts its own, so a process that was stopped and goes on has missed none.
 */
export function watchLoop(stuckMs = 15_000): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const every = Math.min(1000, stuckMs / 5);
  setInterval(() => Atomics.add(beats, 0, 1), every).unref();
  const worker = new Worker(new URL('loop-watch.mjs', import.meta.url), {
    workerData: { beats, every, stuckMs, pid: process.pid },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  worker.on('error', (error) => {
    const line = {
      level: 'error',
      time: new Date().toISOString(),
      msg: `no loop watch: ${error.message}`,
    };
    writeSync(2, `${JSON.stringify(line)}\n`);
  });
}
