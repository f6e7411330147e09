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
    pino.destination({ dest: 2, sync: true }),
  );
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
