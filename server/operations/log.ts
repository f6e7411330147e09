import { type LogFn, type Logger, pino } from 'pino';
import { MINUTE } from '#contract/time-spans.ts';
import { isStoreAway } from '#server/database/store-fault.ts';

/**
 * Writes one JSON object for each line to the error stream: no body, no query and no personal data. A terminal gets warnings
 * only.
 */
export function openLog() {
  return pino(
    {
      level: process.stderr.isTTY ? 'warn' : 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers,
      hooks: { logMethod: onceAMinute() },
    },
    onceATurn(destination()),
  );
}

/**
 * While PostgreSQL is away, every job fails, some each second: the log says it once, and then once a minute with the
 * number of failures, without their stacks.
 */
function onceAMinute(now = () => performance.now()) {
  let saidAt = -Infinity;
  let failures = 0;
  return function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const error: unknown = Reflect.get(Object(args[0]), 'err');
    if (!isStoreAway(error)) return method.apply(this, args);
    failures += 1;
    if (now() - saidAt < MINUTE) return;
    method.call(this, { failures, why: error.message }, 'the database does not answer');
    saidAt = now();
    failures = 0;
  };
}

const MOST_WAITING = 1024 * 1024;

/**
 * The error stream may be a file on a full disk, which must not stop the server. Lines that could not be written are written
 * with later lines, up to MOST_WAITING characters; further lines are lost.
 */
function destination() {
  const stream = pino.destination({ dest: 2, sync: true, maxLength: MOST_WAITING });
  stream.on('error', () => undefined);
  return stream;
}

type Stream = { write: (lines: string) => unknown };

/**
 * Writes the lines of one turn of the event loop together, at a third of the cost of single writes. The stream's own buffer
 * would wait for the disk at each flush.
 */
function onceATurn(stream: Stream): Stream & { flushSync: () => void } {
  let pending = '';
  const flush = () => {
    const lines = pending;
    pending = '';
    if (lines !== '') stream.write(lines);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (pending === '') setImmediate(flush);
      pending += line;
    },
    // A fatal line is written before the process ends.
    flushSync: flush,
  };
}

/** Every log leaves out what may be personal. */
export const serializers = { err: describeError, req: () => undefined, res: () => undefined };

/** Logs only name, message, stack and cause of an error, because its other properties may quote the input. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
