import { inThread } from '#documents/worker-thread.ts';

const LIMITS = { seconds: 20, megabytes: 512 };

const readInThread = inThread<Uint8Array, string>(
  new URL('pdf-text-thread.ts', import.meta.url),
  LIMITS,
);

let last: Promise<unknown> = Promise.resolve();

/** Takes the text out of somebody's PDF, which may be empty; undefined if no program can read all of it. */
export function readPdfText(bytes: Uint8Array): Promise<string | undefined> {
  // The limits are those of one file: a slow one must not end the reading of another.
  const text = last
    .then(() => readInThread(bytes))
    // The library refuses a damaged file with errors of many kinds.
    .catch(() => undefined);
  last = text;
  return text;
}
