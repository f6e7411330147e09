import { inThread } from '#documents/worker-thread.ts';

/** A document of a page takes a tenth of a second; one that was made to take longer ends here. */
const LIMITS = { seconds: 10, megabytes: 256 };

const readInThread = inThread<Uint8Array, string>(
  new URL('word-text-thread.ts', import.meta.url),
  LIMITS,
);

/**
 * Takes the text out of somebody's DOCX file, in the markup of abstracts; undefined if there is none, or if it takes too
 * long. Its author looks at it before anybody else does.
 */
export async function readWordText(bytes: Uint8Array): Promise<string | undefined> {
  // The library refuses a damaged file with errors of many kinds.
  const text = await readInThread(bytes).catch(() => undefined);
  return text === '' ? undefined : text;
}
