import { spelledIn } from '#contract/letters.ts';

/** A PDF of one page with a title and some lines, in a font that every viewer has. */
export function smallPdf(title: string, lines: readonly string[]): Buffer {
  const text = [
    'BT /F1 18 Tf 60 760 Td 24 TL',
    `(${escaped(title)}) Tj T*`,
    '/F1 11 Tf 16 TL',
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.indexOf('xref\n')}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Removes accents and replaces characters that the font may lack. */
function escaped(text: string): string {
  return spelledIn(/[ -~]/, text, '?').replace(/[\\()]/g, (sign) => `\\${sign}`);
}
