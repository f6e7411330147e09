/** A page of an author's PDF: its text, its entries such as /Rotate 90, and further content streams. */
type Page = { text: string; entries?: string; more?: readonly string[] };

/**
 * A PDF as an author sends it, with its text in a font of the reader. `catalog` has entries of the catalogue, and `objects`
 * has further objects, the first of which has the number 90.
 */
export function anAuthorPdf(
  pages: readonly Page[],
  {
    catalog = '',
    objects = [],
    tree = '',
  }: { catalog?: string; objects?: readonly string[]; tree?: string } = {},
): Buffer {
  const numbered = new Map<number, string>();
  const kids = pages.map(({ text, entries = '/MediaBox [0 0 595 842]', more = [] }, at) => {
    const first = 10 + at * 5;
    const streams = [`BT /Body 24 Tf 72 700 Td (${text}) Tj ET`, ...more];
    streams.forEach((stream, nth) => {
      numbered.set(first + 1 + nth, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    });
    const contents = streams.map((_, nth) => `${first + 1 + nth} 0 R`).join(' ');
    numbered.set(
      first,
      `<< /Type /Page /Parent 2 0 R ${entries} /Contents ${streams.length === 1 ? contents : `[${contents}]`} >>`,
    );
    return `${first} 0 R`;
  });
  numbered.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  numbered.set(
    2,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} /Resources << /Font << /Body 3 0 R >> >> ${tree} >>`,
  );
  numbered.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  objects.forEach((object, at) => numbered.set(90 + at, object));
  return pdfOf(numbered);
}

/** A file with these objects by their numbers, and a table of them (ISO 32000-1, 7.5.4). */
export function pdfOf(objects: ReadonlyMap<number, string>): Buffer {
  let file = '%PDF-1.7\n';
  const table = [...objects].map(([number, object]) => {
    const offset = file.length;
    file += `${number} 0 obj\n${object}\nendobj\n`;
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = Math.max(...objects.keys()) + 1;
  const end = `xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
}
