import {
  LIMITS,
  MOST_PAGES,
  type PdfPages,
  type PdfProblem,
  readPdfPages,
} from '#documents/pdf-pages.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { usableBytes } from '#server/abstract/abstract-bytes.ts';
import type { Office } from '#organiser/office.ts';

/** The pages that an author sent, or the reason why there are none. */
export type AuthorPages = PdfPages | { problem: string };

export function isPdf({ fileName }: Pick<KeptAbstract, 'fileName'>): boolean {
  return /\.pdf$/i.test(fileName);
}

/** Takes the pages out of the newest file of an abstract. LibreOffice makes a PDF of a Word document. */
export async function authorPages(
  abstract: KeptAbstract,
  { store, office }: { store: FileStore; office: Office },
): Promise<AuthorPages> {
  const { fileName } = abstract;
  const bytes = await usableBytes(store, abstract);
  if (typeof bytes === 'string') return { problem: bytes };
  const pdf = isPdf(abstract) ? bytes : await office.toPdf(bytes, fileName);
  if (typeof pdf === 'string') return { problem: pdf };
  const pages = await readPdfPages(pdf);
  return typeof pages === 'string' ? { problem: problemWords[pages] } : pages;
}

const problemWords: Record<PdfProblem, string> = {
  password: 'it opens only with a password',
  damaged: 'damaged: no program could take its pages out',
  pages: `more than ${MOST_PAGES} pages`,
  size: 'its pages are too large for a book',
  time: `its pages were not read within ${LIMITS.seconds} seconds`,
  memory: `its pages need more than ${LIMITS.megabytes} MB of memory`,
};
