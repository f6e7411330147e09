import { buffer } from 'node:stream/consumers';
import { deflateSync, inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { anAuthorPdf, pdfOf } from '#tests/support/author-pdf.ts';
import { MOST_PAGES, type PdfPages, readPdfPages } from './pdf-pages.ts';

async function read(pdf: Buffer): Promise<PdfPages> {
  const pages = await readPdfPages(pdf);
  if (typeof pages === 'string') throw new Error(`no pages: ${pages}`);
  return pages;
}

/** Everything that was taken out of a file, as one text. */
function wholeText({ objects }: PdfPages): string {
  return objects
    .map(
      ({ value, stream }) => JSON.stringify(value) + Buffer.from(stream ?? []).toString('latin1'),
    )
    .join('\n');
}

test('a page has its visible box, its turn and its unit, its own or those of the node above it', async () => {
  const { pages } = await read(
    anAuthorPdf(
      [
        { text: 'A4' },
        {
          text: 'cropped',
          entries: '/MediaBox [0 0 700 900] /CropBox [50 60 2000 860] /Rotate -90',
        },
        { text: 'inherited', entries: '/UserUnit 2' },
        {
          text: 'empty crop',
          entries: '/MediaBox [600 800 0 0] /CropBox [10 10 10 10] /Rotate 450',
        },
      ],
      { tree: '/MediaBox [0 0 200 300] /Rotate 180' },
    ),
  );
  expect(pages.map(({ box, turn, unit }) => ({ box, turn, unit }))).toEqual([
    { box: [0, 0, 595, 842], turn: 180, unit: 1 },
    { box: [50, 60, 700, 860], turn: 270, unit: 1 },
    { box: [0, 0, 200, 300], turn: 180, unit: 2 },
    { box: [0, 0, 600, 800], turn: 90, unit: 1 },
  ]);
});

test('several content streams are one drawing', async () => {
  const { pages, objects } = await read(
    anAuthorPdf([{ text: 'first', more: ['q 1 0 0 RG', '0 0 m 9 9 l S Q'] }]),
  );
  const form = objects[pages[0]?.form ?? -1];
  expect(Buffer.from(form?.stream ?? []).toString()).toBe(
    'BT /Body 24 Tf 72 700 Td (first) Tj ET\nq 1 0 0 RG\n0 0 m 9 9 l S Q\n',
  );
});

test('nothing but the drawing is taken out of a file', async () => {
  const taken = await read(
    anAuthorPdf(
      [
        {
          text: 'harmless',
          entries:
            '/MediaBox [0 0 595 842] /AA << /O 90 0 R >> /Annots [91 0 R 92 0 R 93 0 R] /Metadata 94 0 R /PieceInfo << /X 90 0 R >>' +
            ' /Resources << /Font << /Body 3 0 R /JavaScript 95 0 R >> /XObject << /Image 96 0 R /Run 97 0 R >> /Properties << /P 90 0 R >> >>',
        },
      ],
      {
        catalog:
          '/OpenAction 90 0 R /Names << /JavaScript << /Names [(x) 90 0 R] >> /EmbeddedFiles << /Names [(y) 98 0 R] >> >> /AcroForm << /XFA 94 0 R >> /OCProperties << /D << /OFF [90 0 R] >> >>',
        objects: [
          '<< /S /JavaScript /JS (app.alert) >>',
          '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://tracker.example) >> >>',
          '<< /Subtype /Widget /Rect [0 0 9 9] /A << /S /Launch /F (cmd.exe) >> >>',
          '<< /Subtype /FreeText /Rect [0 0 9 9] /Contents (note) >>',
          '<< /Type /Metadata /Length 6 >>\nstream\nsecret\nendstream',
          '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /A 90 0 R /AA << /O 90 0 R >> >>',
          '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /OPI 90 0 R /F (https://tracker.example/a.png) /Alternates 90 0 R /Length 1 >>\nstream\nX\nendstream',
          '<< /Type /XObject /Subtype /PS /Length 11 >>\nstream\n(rm) system \nendstream',
          '<< /Type /Filespec /EF << /F 94 0 R >> >>',
        ],
      },
    ),
  );
  const text = wholeText(taken);
  expect(text).toContain('harmless');
  expect(text).toContain('"Courier"');
  expect(text).toContain('"Width",1');
  expect(text).not.toMatch(
    /app\.alert|tracker|cmd|secret|system|Launch|URI|OPI|"S","JavaScript"|XFA|note/,
  );
  expect(taken.leftOut).toEqual(['fields', 'notes']);
});

async function encrypted(passwords: { userPassword?: string }, pdfVersion: '1.4' | '1.7ext3') {
  const doc = new PDFDocument({ ownerPassword: 'owner', pdfVersion, ...passwords });
  doc.fontSize(20).text('Only readers with rights may print this');
  doc.end();
  return buffer(doc);
}

test('a file that is encrypted without a password is read, and one with a password is named', async () => {
  for (const version of ['1.4', '1.7ext3'] as const) {
    const { pages, objects } = await read(await encrypted({}, version));
    expect(pages).toHaveLength(1);
    const stream = objects[pages[0]?.form ?? -1]?.stream ?? new Uint8Array();
    expect(inflateSync(stream).toString()).toContain('<4f6e6c79');
  }
  expect(await readPdfPages(await encrypted({ userPassword: 'me' }, '1.7ext3'))).toBe('password');
});

test('a file without pages is damaged, and the next file is read', async () => {
  expect(await readPdfPages(Buffer.from('%PDF-1.7\n%%EOF'))).toBe('damaged');
  expect(await readPdfPages(Buffer.from('no PDF at all'))).toBe('damaged');
  expect(await readPdfPages(anAuthorPdf([]))).toBe('damaged');
  expect((await read(anAuthorPdf([{ text: 'fine' }]))).pages).toHaveLength(1);
});

test('a tree of pages in a circle ends, and so do resources in a circle', async () => {
  const circle = pdfOf(
    new Map([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [2 0 R 3 0 R 2 0 R] /Count 9999 /Parent 2 0 R >>'],
      [3, '<< /Type /Page /Parent 3 0 R /MediaBox [0 0 9 9] /Resources 4 0 R >>'],
      [4, '<< /XObject << /A 5 0 R >> /Font 4 0 R >>'],
      [5, '<< /Subtype /Form /Resources 4 0 R /Group 5 0 R /Length 0 >>\nstream\n\nendstream'],
    ]),
  );
  expect((await read(circle)).pages).toHaveLength(1);
});

test('a file with more pages than a contribution has is refused', async () => {
  const most = Array.from({ length: MOST_PAGES }, () => ({ text: 'x' }));
  expect((await read(anAuthorPdf(most))).pages).toHaveLength(MOST_PAGES);
  expect(await readPdfPages(anAuthorPdf([...most, { text: 'one more' }]))).toBe('pages');
});

test('dictionaries within dictionaries without end are too large', async () => {
  const deep = `${'<< /Encoding '.repeat(2000)} 1 ${'>>'.repeat(2000)}`;
  const entries = `/MediaBox [0 0 9 9] /Resources << /Font << /F ${deep} >> >>`;
  expect(await readPdfPages(anAuthorPdf([{ text: 'deep', entries }]))).toBe('size');
});

test('content streams that unpack to more than a book can hold are too large', async () => {
  const blanks = deflateSync(Buffer.alloc(70 * 1024 * 1024, ' '));
  const pdf = anAuthorPdf([{ text: 'x', more: ['q Q'] }]);
  // The later object of a number counts.
  const dictionary = `<< /Filter /FlateDecode /Length ${blanks.length} >>`;
  const parts = [`12 0 obj\n${dictionary}\nstream\n`, blanks, '\nendstream\nendobj\n'];
  const bomb = Buffer.concat([pdf, ...parts.map((part) => Buffer.from(part))]);
  expect(await readPdfPages(bomb)).toBe('size');
});

test('a layer is hidden in the book if it is hidden in the file', async () => {
  const layered = (shown: string) =>
    anAuthorPdf(
      [
        {
          text: 'layers',
          entries:
            '/MediaBox [0 0 9 9] /Resources << /Properties << /A 90 0 R /B 91 0 R /C 93 0 R >> >>',
        },
      ],
      {
        catalog: `/OCProperties << /OCGs [90 0 R 91 0 R 92 0 R] /D << ${shown} >> >>`,
        objects: [
          '<< /Type /OCG /Name (Answers) /Usage << /Export << /JS (app.alert) >> >> >>',
          '<< /Type /OCG /Name (Questions) >>',
          '<< /Type /OCG /Name (Unused) >>',
          '<< /Type /OCMD /OCGs [90 0 R] /P /AllOn >>',
        ],
      },
    );
  for (const shown of ['/OFF [90 0 R]', '/BaseState /OFF /ON [91 0 R]']) {
    const taken = await read(layered(shown));
    expect(taken.layers.map(({ isShown }) => isShown)).toEqual([false, true]);
    expect(taken.objects[taken.layers[0]?.group ?? -1]?.value).toEqual({
      entries: [
        ['Type', 'OCG'],
        ['Name', new Uint8Array(Buffer.from('Answers'))],
      ],
    });
    expect(wholeText(taken)).toContain('AllOn');
    expect(wholeText(taken)).not.toMatch(/alert|Unused/);
  }
});
