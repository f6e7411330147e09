import { inThread, ThreadLimit } from '#documents/worker-thread.ts';
import type { PictureSize } from './tables.ts';

/** The longest side of each picture, in pixels. The small one is a third of the large one. */
export const SIDES: Readonly<Record<PictureSize, number>> = { large: 1920, small: 640 };

/** A picture of a page, as WebP. */
export type DrawnPicture = {
  size: PictureSize;
  width: number;
  height: number;
  bytes: Uint8Array;
};

/**
 * The reason why a file has no pictures. `shape`: its page has no area, or is a line; `blank`: nothing is on the page;
 * `limit`: it takes too long or too much memory.
 */
export type DrawingProblem = 'password' | 'damaged' | 'shape' | 'blank' | 'limit';

/** A poster with many thousand points takes some seconds. */
const LIMITS = { seconds: 20, megabytes: 640 };

const drawInThread = inThread<Uint8Array, DrawnPicture[] | DrawingProblem>(
  new URL('draw-poster-thread.ts', import.meta.url),
  LIMITS,
);

/**
 * Draws the first page of somebody's PDF. A thread does it, in a WebAssembly module that knows no files, no network and no
 * scripts; both end if a file takes too much. The caller waits for one file before the next.
 */
export async function drawPoster(bytes: Uint8Array): Promise<DrawnPicture[] | DrawingProblem> {
  try {
    return await drawInThread(bytes);
  } catch (error) {
    if (error instanceof ThreadLimit) return 'limit';
    throw error;
  }
}
