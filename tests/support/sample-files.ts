import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A PDF of exactly this many bytes; another `salt` makes another file. */
export function aPdf(bytes = 400, salt = ''): Buffer {
  return filled(Buffer.from(`%PDF-1.7\n% ${salt}\n`), bytes);
}

export function anRtf(): Buffer {
  return Buffer.from('{\\rtf1\\ansi A short abstract.}');
}

/** The parts of an archive, by name. */
type Parts = Record<string, string | Buffer>;

/** A Word document of the new kind: a zip archive with the two required parts, and further parts on request. */
export function aDocx(more: Parts = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': '<w:document/>',
    ...more,
  });
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

/** A list of relationships as Word writes it: kind and target, and whether the target is outside. */
export function relationships(...list: [kind: string, target: string, mode?: 'External'][]) {
  const each = list.map(
    ([kind, target, mode], at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  );
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

/** The list of content types as Word writes it, with more types for endings of names and for parts. */
export function contentTypes(
  endings: Record<string, string> = {},
  parts: Record<string, string> = {},
) {
  const defaults = {
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
    jpeg: 'image/jpeg',
    bin: `${WORD}.printerSettings`,
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ...endings,
  };
  const overrides = {
    '/word/document.xml': `${WORD}.document.main+xml`,
    '/word/settings.xml': `${WORD}.settings+xml`,
    '/docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
    ...parts,
  };
  return [
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
    ...Object.entries(defaults).map(([e, t]) => `<Default Extension="${e}" ContentType="${t}"/>`),
    ...Object.entries(overrides).map(([p, t]) => `<Override PartName="${p}" ContentType="${t}"/>`),
    '</Types>',
  ].join('');
}

/** A file as Word saves it: with deflated parts, an internet link, a chart with its table, and a document template. */
export function aWordFile(more: Parts = {}): Buffer {
  const parts = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relationships(['officeDocument', 'word/document.xml']),
    'word/document.xml': `${XML}<w:document>${'<w:p><w:r><w:t>Slow polymers</w:t></w:r></w:p>'.repeat(500)}</w:document>`,
    'word/_rels/document.xml.rels': relationships(
      ['settings', 'settings.xml'],
      ['image', 'media/image1.jpeg'],
      ['chart', 'charts/chart1.xml'],
      ['hyperlink', 'https://doi.org/10.1000/182?a=1&amp;b=2', 'External'],
      ['hyperlink', 'mailto:ada@lab.example', 'External'],
    ),
    'word/_rels/settings.xml.rels': relationships([
      'attachedTemplate',
      'file:///C:\\Users\\ada\\AppData\\Roaming\\Microsoft\\Templates\\Abstract.dotx',
      'External',
    ]),
    'word/settings.xml': `${XML}<w:settings/>`,
    'word/charts/_rels/chart1.xml.rels': relationships([
      'package',
      '../embeddings/Microsoft_Excel_Sheet1.xlsx',
    ]),
    'word/charts/chart1.xml': `${XML}<c:chartSpace/>`,
    'word/embeddings/Microsoft_Excel_Sheet1.xlsx': 'PK',
    'word/printerSettings1.bin': 'printer',
    'word/media/image1.jpeg': 'picture',
    ...more,
  };
  return zipOf(parts, { isDeflated: true });
}

/** A file as pdfTeX with hyperref writes it: packed objects, and a catalogue that opens the document at its first page. */
export function aLatexPdf(
  catalog = '/OpenAction 4 0 R',
  action = '/S /GoTo /D [3 0 R /Fit]',
): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Names 6 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Annots [5 0 R] >>',
    `<< ${action} >>`,
    '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://doi.org/10.1000/182) >> >>',
    '<< /Dests << /Names [(page.1) 3 0 R] >> >>',
  ];
  let offset = 0;
  const index = objects.map((object, at) => {
    const entry = `${at + 1} ${offset}`;
    offset += object.length + 1;
    return entry;
  });
  const first = `${index.join(' ')} `;
  const page = deflateSync(Buffer.from('BT /F1 12 Tf (Slow polymers) Tj ET'));
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n%\u00d0\u00d4\u00c5\u00d8\n', 'latin1'),
    pdfStream('7 0 obj\n', '/Length 34', page),
    pdfStream(
      '8 0 obj\n',
      `/Type /ObjStm /N ${objects.length} /First ${first.length}`,
      deflateSync(Buffer.from(first + objects.join('\n'))),
    ),
    Buffer.from('startxref\n15\n%%EOF\n'),
  ]);
}

/** A PDF with this encryption dictionary; its contents are not encrypted. */
export function aLockedPdf(encryption: string): Buffer {
  return Buffer.from(
    [
      '%PDF-1.6',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj',
      `3 0 obj << ${encryption} >> endobj`,
      'trailer << /Root 1 0 R /Encrypt 3 0 R',
      '/ID [<45373634384138442d443739302d343842462d384337332d383043424336364343383541> <00>] >>',
      'startxref 0',
      '%%EOF',
    ].join('\n'),
  );
}

function pdfStream(object: string, dictionary: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(
      `${object}<< ${dictionary} /Length ${content.length} /Filter /FlateDecode >>\nstream\n`,
    ),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

type ZipOptions = {
  /** The unpacked size that the directory declares for each entry. */
  declaredBytes?: number;
  flags?: number;
  /** Names that are listed twice. */
  twice?: string[];
  /** Whether entries are deflated, as usual programs do it. */
  isDeflated?: boolean;
};

/** A zip archive with stored or deflated entries: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT. */
export function zipOf(entries: Parts, options: ZipOptions = {}): Buffer {
  const { declaredBytes, flags = 0x0800, twice = [], isDeflated = false } = options;
  const names = [...Object.keys(entries), ...twice];
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const entry = entries[name] ?? '';
    const content = typeof entry === 'string' ? Buffer.from(entry) : entry;
    const packed = isDeflated ? deflateRawSync(content) : content;
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(isDeflated ? 8 : 0, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes ?? content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    bodies.push(Buffer.from('504b0304', 'hex'), common, nameBytes, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), common, rest, nameBytes);
    offset += 30 + nameBytes.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

/** A Word document of the old kind: a compound file of three sectors; its directory has the names ([MS-CFB]). */
export function aDoc(names: readonly string[] = ['WordDocument']): Buffer {
  const header = Buffer.alloc(512, 0xff);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.fill(0, 8, 76);
  header.write('3e000300feff0900', 24, 'hex');
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeInt32LE(-3, 0);
  table.writeInt32LE(-2, 4);
  const entries = ['Root Entry', ...names].map((name, i) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry.writeUInt8(i === 0 ? 5 : 1, 66);
    return entry;
  });
  return Buffer.concat([header, table, filled(Buffer.concat(entries), 512), Buffer.alloc(512)]);
}

function filled(start: Buffer, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes);
  for (let at = start.length; at < bytes; at += 4096) whole.writeUInt8(at % 251, at);
  start.copy(whole);
  return whole;
}
