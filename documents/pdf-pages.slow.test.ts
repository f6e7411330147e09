import { createDeflate } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { anAuthorPdf } from '#tests/support/author-pdf.ts';
import { readPdfPages } from './pdf-pages.ts';

/** So many megabytes of blanks, packed a thousand times smaller. */
async function packedBlanks(megabytes: number): Promise<Buffer> {
  const blanks = Buffer.alloc(1024 * 1024, ' ');
  const all = Readable.from(Array.from({ length: megabytes }, () => blanks));
  return buffer(all.pipe(createDeflate({ level: 9 })));
}

test('a file that unpacks to gigabytes is given up at a limit, and the next file is read', async () => {
  const blanks = await packedBlanks(3000);
  const stream = (number: number, dictionary: string) =>
    Buffer.concat([
      Buffer.from(`${number} 0 obj\n<< ${dictionary} /Length ${blanks.length} >>\nstream\n`),
      blanks,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  const good = anAuthorPdf([{ text: 'fine' }]);
  const packed = stream(80, '/Type /ObjStm /N 5 /First 20 /Filter /FlateDecode');
  expect(await readPdfPages(Buffer.concat([good, packed]))).toMatch(/^(?:time|memory)$/);
  const contents = anAuthorPdf([{ text: 'x', entries: '/MediaBox [0 0 9 9]', more: ['q Q'] }]);
  // The later object of a number counts.
  const filtered = stream(11, '/Filter [/FlateDecode] /DecodeParms [null]');
  expect(await readPdfPages(Buffer.concat([contents, filtered]))).toMatch(/^(?:time|memory)$/);
  expect(await readPdfPages(Buffer.concat([contents, stream(12, '/Filter /FlateDecode')]))).toBe(
    'size',
  );
  expect(await readPdfPages(good)).toMatchObject({ pages: [{ turn: 0 }] });
});
