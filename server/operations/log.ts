import { pino } from 'pino';

/**
 * One JSON object a line on the error stream: no body, no query, no name, no address of a person. Whoever watches a
 * terminal sees warnings only.
 */
export function openLog() {
  return pino(
    {
      level: process.stderr.isTTY ? 'warn' : 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    onceATurn(destination()),
  );
}

const MOST_WAITING = 1024 * 1024;

/**
 * The error stream may be a file on a disk that is full: no visitor is refused for that. What could not be written goes out
 * with later lines, up to so many characters; beyond them lines are lost.
 */
function destination() {
  const stream = pino.destination({ dest: 2, sync: true, maxLength: MOST_WAITING });
  stream.on('error', () => undefined);
  return stream;
}

type Stream = { write: (lines: string) => unknown };

/**
 * Writes what one turn of the loop has to say in one piece, a third of the cost of line by line, and at the end the
 * rest. The stream's own buffer would wait for the disk each time it is emptied.
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

/** An error may quote the input in its properties: only its own words and its origin are kept. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
