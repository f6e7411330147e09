import { deflateSync } from 'node:zlib';

type Drawn = {
  /** The operators of the page. */
  content?: string | Buffer;
  box?: string;
  /** Further entries of the page, its resources, and further objects from number 5 on. */
  page?: string;
  resources?: string;
  objects?: readonly (string | Buffer)[];
};

const POSTER = '0.1 0.35 0.6 rg 0 2900 2384 470 re f 0.9 0.6 0.1 rg 200 400 900 1800 re f';

/** A PDF of one page that a viewer draws: without more a poster of size A0 with two coloured areas. */
export function drawnPdf({
  content = POSTER,
  box = '0 0 2384 3370',
  page = '',
  resources = '',
  objects = [],
}: Drawn = {}): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${page} /Contents 4 0 R /Resources << ${resources} >> >>`,
    packedStream(content),
    ...objects,
  ]);
}

/** A PDF of these objects, numbered from 1; the first one is its catalogue. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = 9;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    places.push(at);
    at += part.length;
    parts.push(part);
  }
  const size = objects.length + 1;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

/** A stream with these entries, deflated as often as its filters say. */
export function packedStream(content: string | Buffer, entries = '', times = 1): Buffer {
  let packed = Buffer.from(content);
  for (let time = 0; time < times; time++) packed = deflateSync(packed);
  const filters = '/FlateDecode '.repeat(times);
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter [${filters}] /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}
