import { inThread } from '#documents/worker-thread.ts';

const LIMITS = { seconds: 20, megabytes: 512 };

const readInThread = inThread<Uint8Array, string>(
  new URL('pdf-text-thread.ts', import.meta.url),
  LIMITS,
);

/** Takes the text out of somebody's PDF; undefined if there is none, or if it takes too long. */
export async function readPdfText(bytes: Uint8Array): Promise<string | undefined> {
  // The library refuses a damaged file with errors of many kinds.
  const text = await readInThread(bytes).catch(() => '');
  return text === '' ? undefined : text;
}
