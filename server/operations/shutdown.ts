import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { openLog } from './log.ts';

/** The exit code after a fault: "internal software error" of sysexits. */
export const BROKEN = 70;

type Fatal = (error: unknown, message: string) => void;

/**
 * `stop` calls the `closers`, the last one first, and exits. Requests get ten seconds to finish, and four after a fault;
 * later ones are cut off without an answer. With `drainMs` the server first answers normally for that time, while readiness
 * says that it stops.
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
    const cut = () => {
      log.warn('the server stops although something in it has not ended');
      process.exit(code);
    };
    setTimeout(cut, code === 0 ? 10_000 : 4000).unref();
    for (const close of closers.toReversed()) {
      await Promise.try(close).catch((error: unknown) =>
        log.error({ err: error }, 'a part of the server could not be closed'),
      );
    }
    if (code === 0) log.info('the server has stopped');
    process.exit(code);
  };
  const fatal: Fatal = (error, message) => {
    log.fatal({ err: error }, message);
    void stop(BROKEN);
  };
  return { closers, stop, fatal, isStopping: () => isStopping };
}

/** After an uncaught error the state of the process is unknown, so the process logs the error and ends. */
export function endOnUncaught(fatal: Fatal): void {
  process.on('uncaughtException', (error) => fatal(error, 'an error was not caught'));
  process.on('unhandledRejection', (error) => fatal(error, 'a rejected promise was not handled'));
}

/**
 * Ends the process when its event loop is stuck, because the loop itself can neither answer nor exit. A separate thread
 * counts the time without a beat of the loop. A suspended process is not killed, because its thread is suspended too.
 */
export function watchLoop(stuckMs = 15_000): void {
  // A heap snapshot stops the loop for longer. docs/operations.md says how to take one.
  if (`${process.execArgv} ${process.env['NODE_OPTIONS']}`.includes('--heapsnapshot-signal'))
    return;
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
      msg: `the event loop is no longer watched: ${error.message}`,
    };
    writeSync(2, `${JSON.stringify(line)}\n`);
  });
}
