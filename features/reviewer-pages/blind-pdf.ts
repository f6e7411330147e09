import { buffer } from 'node:stream/consumers';
import type { PdfObject, PdfPages, PdfValue } from '#documents/pdf-pages.ts';
import { drawPage, placeObjects } from '#documents/place-pdf-page.ts';

/**
 * A new PDF with the pages of somebody's file: only what draws them. Properties, metadata, notes, links, attachments,
 * scripts and earlier versions are not copied, and pictures lose the names of cameras and people.
 */
export async function blindPdf({ pages, objects, layers, leftOut }: PdfPages): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    // The same file is made on each day.
    info: { CreationDate: new Date(0) },
  });
  const named = new Set(layers.map(({ group }) => group));
  const plain = objects.map((object, at) => withoutNames(object, named.has(at)));
  const references = placeObjects({ doc }, { pages, objects: plain, layers, leftOut });
  for (const page of pages) drawPage(doc, page, references);
  doc.end();
  return buffer(doc);
}

function withoutNames(object: PdfObject, isLayer: boolean): PdfObject {
  const { value, stream } = object;
  if (isLayer && isDictionary(value)) {
    const entries = value.entries.map(([key, each]): [string, PdfValue] => [
      key,
      key === 'Name' ? new TextEncoder().encode('Layer') : each,
    ]);
    return { ...object, value: { entries } };
  }
  if (!stream || !isDictionary(value)) return object;
  const filter = value.entries.find(([key]) => key === 'Filter')?.[1];
  const isPicture = Array.isArray(filter) && filter.length === 1 && filter[0] === 'DCTDecode';
  return isPicture ? { ...object, stream: withoutExif(stream) } : object;
}

function isDictionary(value: PdfValue): value is { entries: [string, PdfValue][] } {
  return typeof value === 'object' && value !== null && 'entries' in value;
}

/** JFIF, colour profiles, and Adobe's word about colours: without them a picture has other colours. */
const KEPT = [0xe0, 0xe2, 0xee];

/** A JPEG without comments and without the segments for applications, in which cameras and programs write names. */
function withoutExif(jpeg: Uint8Array): Uint8Array {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return jpeg;
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    // The picture itself begins.
    if (marker === 0xda || end > bytes.length) break;
    const isApart = (marker >= 0xe0 && marker <= 0xef && !KEPT.includes(marker)) || marker === 0xfe;
    if (!isApart) parts.push(bytes.subarray(at, end));
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}
