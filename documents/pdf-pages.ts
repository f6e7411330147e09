import { inThread, ThreadLimit } from './worker-thread.ts';

/**
 * A value in a PDF file (ISO 32000-1, 7.3). A string is a name without its slash, bytes are a string of the file, and
 * `ref` is the place of another object in the list of objects.
 */
export type PdfValue = null | boolean | number | string | Uint8Array | PdfValue[] | Ref | Entries;
type Ref = { ref: number };
type Entries = { entries: [key: string, value: PdfValue][] };

/** An object, and its stream if it has one. */
export type PdfObject = { value: PdfValue; stream?: Uint8Array };

/** A page: its drawing, the box of it that readers see, and how far readers turn it clockwise. */
export type PdfPage = {
  /** The place of the drawing, a form XObject, in the list of objects. */
  form: number;
  box: [left: number, bottom: number, right: number, top: number];
  turn: 0 | 90 | 180 | 270;
  /** The size of a unit of the box in points. */
  unit: number;
};

/** The pages of a PDF with all objects that draw them, and the parts of the file that are not among them. */
export type PdfPages = {
  pages: PdfPage[];
  objects: PdfObject[];
  layers: Layer[];
  leftOut: LeftOut[];
};

/** A layer: its place in the list of objects, and whether readers see it. */
type Layer = { group: number; isShown: boolean };

/** Notes and stamps of readers, and fields of a form. */
export type LeftOut = 'notes' | 'fields';

/** The reason why no pages can be taken out of a file. */
export type PdfProblem = 'password' | 'damaged' | 'pages' | 'size' | 'time' | 'memory';

/** A proceedings paper has at most a few dozen pages. */
export const MOST_PAGES = 60;
export const LIMITS = { seconds: 20, megabytes: 768 };

const readInThread = inThread<Uint8Array, PdfPages | PdfProblem>(
  new URL('pdf-pages-thread.ts', import.meta.url),
  LIMITS,
);

/**
 * Takes the pages out of somebody's PDF: only what draws them, without links, notes, forms, scripts, attachments and
 * other actions. A separate thread reads the file, and ends if a file takes too long or too much memory.
 */
export async function readPdfPages(bytes: Uint8Array): Promise<PdfPages | PdfProblem> {
  try {
    return await readInThread(bytes);
  } catch (error) {
    if (error instanceof ThreadLimit) return error.limit;
    throw error;
  }
}
