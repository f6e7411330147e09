import { inThread } from './worker-thread.ts';

/** The drawing, and the width of the picture if it differs from the drawing's own. */
export type Rasterised = { svg: string; width?: number };

/**
 * Makes a PNG file of an SVG drawing that has no text and no other files. A separate thread does the work, because it takes
 * about a tenth of a second on a busy server, and some 60 MB.
 */
export const rasterise = inThread<Rasterised, Uint8Array>(
  new URL('rasterise-thread.ts', import.meta.url),
);
