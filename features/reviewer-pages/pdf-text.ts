import { inThread } from '#documents/worker-thread.ts';

const LIMITS = { seconds: 20, megabytes: 512 };

const readInThread = inThread<Uint8Array, string>(
  new URL('pdf-text-thread.ts', import.meta.url),
  LIMITS,
);

/** Takes the text out of somebody's PDF, which may be empty; undefined if nobody can read it, or if it takes too long. */
export function readPdfText(bytes: Uint8Array): Promise<string | undefined> {
  // The library refuses a damaged file with errors of many kinds.
  return readInThread(bytes).catch(() => undefined);
}
