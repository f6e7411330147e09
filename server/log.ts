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
    onceATurn(pino.destination({ dest: 2, sync: true, minLength: 8192 })),
  );
}

type Lines = ReturnType<typeof pino.destination>;

/** Writes what one turn of the loop has to say in one piece, a third of the cost of line by line, and at the end the rest. */
function onceATurn(lines: Lines): Pick<Lines, 'write' | 'flushSync'> {
  let isDue = false;
  const flush = () => {
    isDue = false;
    lines.flushSync();
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (!isDue) setImmediate(flush);
      isDue = true;
      return lines.write(line);
    },
    flushSync: flush,
  };
}

/** What is thrown may quote the input in its properties: only its own words and where it came from are kept. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
