import { imageSize } from 'image-size';
import { describe, expect, test } from 'vitest';
import { drawnPdf, packedStream, pdfOf } from '#tests/support/drawn-pdf.ts';
import { aLockedPdf, aPdf } from '#tests/support/sample-files.ts';
import { drawPoster } from './draw-poster.ts';

async function drawn(bytes: Buffer) {
  const pictures = await drawPoster(new Uint8Array(bytes));
  return typeof pictures === 'string'
    ? pictures
    : pictures.map(({ size, width, height, bytes: webp }) => {
        const read = imageSize(webp);
        expect(read).toMatchObject({ type: 'webp', width, height });
        return `${size} ${width} x ${height}`;
      });
}

const UPRIGHT = ['large 1359 x 1920', 'small 453 x 640'];
const LYING = ['large 1920 x 1359', 'small 640 x 453'];

describe('the first page of a poster is drawn', () => {
  test.each([
    ['upright', drawnPdf(), UPRIGHT],
    ['turned', drawnPdf({ page: '/Rotate 90' }), LYING],
    ['turned by no right angle', drawnPdf({ page: '/Rotate 45' }), UPRIGHT],
    ['with corners in another order', drawnPdf({ box: '2384 3370 0 0' }), UPRIGHT],
    ['with a huge unit', drawnPdf({ page: '/UserUnit 1e9' }), UPRIGHT],
    ['as one of 10,000', pages(10_000), ['large 1356 x 1920', 'small 452 x 640']],
    ['with a script that opens a site', drawnPdf({ page: RUNS }), UPRIGHT],
  ])('%s', async (_, bytes, pictures) => {
    expect(await drawn(bytes)).toEqual(pictures);
  });
});

const RUNS = '/AA << /O << /S /JavaScript /JS (app.launchURL\\("https://a.example"\\)) >> >>';

describe('a file that cannot be drawn says why', () => {
  test.each([
    ['no page', pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Kids [] /Count 0 >>']), 'damaged'],
    ['pages in a circle', CIRCLE, 'damaged'],
    ['only its first bytes', aPdf(900), 'damaged'],
    ['a password', aLockedPdf('/Filter /Standard /V 1 /R 2 /P 0 /O (x) /U (y)'), 'password'],
    ['a page that is a line', drawnPdf({ box: '0 0 2000000 3' }), 'shape'],
    ['nothing on its page', drawnPdf({ content: '' }), 'blank'],
    ['400 MB of lines', drawnPdf({ content: Buffer.alloc(400e6, '0 0 m 9 9 l S\n') }), 'limit'],
    ['a drawing that draws itself three times', RECURSION, 'limit'],
  ])('%s', async (_, bytes, problem) => {
    expect(await drawn(bytes)).toBe(problem);
  });

  test('the next file is drawn in a module of its own', async () => {
    expect(await drawn(RECURSION)).toBe('limit');
    expect(await drawn(drawnPdf())).toEqual(UPRIGHT);
  });
});

const CIRCLE = pdfOf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 99999999 >>',
]);

const RECURSION = drawnPdf({
  content: '/X Do',
  resources: '/XObject << /X 5 0 R >>',
  objects: [
    packedStream(
      '/X Do /X Do /X Do',
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
    ),
  ],
});

function pages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${at + 4} 0 R`).join(' ');
  const content = '/Contents 3 0 R /Resources << >>';
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    packedStream('0 0 300 300 re f'),
    ...Array.from(
      { length: count },
      () => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${content} >>`,
    ),
  ]);
}
