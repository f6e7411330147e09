import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { aForm } from '#tests/support/author.ts';
import {
  aDoc,
  aDocx,
  aLatexPdf,
  aLockedPdf,
  anRtf,
  aPdf,
  aWordFile,
  contentTypes,
  relationships,
  zipOf,
} from '#tests/support/sample-files.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { inspectAbstractFile } from './abstract-file.ts';
import { listAbstracts } from './abstracts.ts';

const folder = testFolder();
const server = await startTestSite();

const wordParts = { '[Content_Types].xml': contentTypes(), 'word/document.xml': '<w:document/>' };
const vba = 'application/vnd.ms-office.vbaProject';
const settingsWith = (kind: string, target: string) => ({
  'word/_rels/settings.xml.rels': relationships([kind, target, 'External']),
});
const documentWith = (...one: Parameters<typeof relationships>[0]) => ({
  'word/_rels/document.xml.rels': relationships(one),
});
/** Encryption with the empty password, which a program tries first, or with another password (ISO 32000-2, 7.6.4). */
const salt = 'validate';
const verifierOf = (password: string) =>
  createHash('sha256')
    .update(password + salt)
    .digest('hex') + Buffer.from(`${salt}key salt`).toString('hex');
const encryption = (password: string) =>
  `/Filter /Standard /V 5 /R 5 /P -1052 /O <${'0'.repeat(96)}> /U <${verifierOf(password)}>`;
const OPENS_AT_ONCE = `${encryption('')} /StmF /StdCF`;
const ASKS = encryption('secret');
// Encryption with 40 bits: an owner's key, and the result of the empty password with this key.
const OLD_OPENS_AT_ONCE =
  '/Filter /Standard /V 1 /R 2 /P -60' +
  ' /O <83016a0b91ea6d50cc9ba60d02eaf3f2afb428736e66b5ff6420da9707a1f61b>' +
  ' /U <f892e657be3f677a91a5e1c11631d9df9323c8a8d281a5599d2ae83aa50b3511>';
const typed = (...types: Parameters<typeof contentTypes>) =>
  aWordFile({ '[Content_Types].xml': contentTypes(...types) });
const related = (...one: Parameters<typeof relationships>[0]) => aWordFile(documentWith(...one));
const fromTemplate = (target: string) => aWordFile(settingsWith('attachedTemplate', target));
const richText = (text: string) => Buffer.from(`{\\rtf1${text}}`);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('a document that runs or loads something when it is opened', () => {
  const macros =
    'This document contains macros. Please save it without macros, or as a PDF, and send it again.';
  const external = expect.stringMatching(/loads something from elsewhere.* as a PDF/);
  const notAllowed = 'Only PDF, DOC, DOCX files allowed.';
  const byNumbers = 'application/vnd.ms-office.&#118;&#x62;aProject';
  const mainPart = 'application/vnd.ms-word.document.macroEnabled.main+xml';
  const workbook = 'application/vnd.ms-excel.sheet.macroEnabled.12';
  const aFrame = relationships(['frame', 'https://evil.example/', 'External']);
  const withPrefix = aFrame.replace('<Relationship ', '<r:Relationship ');
  const within = expect.stringMatching(/contains another document.* as a PDF/);

  test.each<[string, string, Buffer, unknown]>([
    ['macros', 'a.docx', aDocx({ 'word/vbaProject.bin': 'x' }), macros],
    ['macros in capitals', 'a.docx', aDocx({ 'WORD/VBAPROJECT.BIN': 'x' }), macros],
    ['macros in an old document', 'a.doc', aDoc(['WordDocument', 'Macros']), macros],
    ['macros of Excel', 'a.doc', aDoc(['WordDocument', '_VBA_PROJECT_CUR']), macros],
    ['macros by another name', 'a.docx', typed({}, { '/word/media/image1.jpeg': vba }), macros],
    ['macros with the ending of macros', 'a.docx', typed({ bin: vba }), macros],
    [
      'macros whose type is written in UTF-16',
      'a.docx',
      aWordFile({ '[Content_Types].xml': utf16(contentTypes({ bin: vba })) }),
      macros,
    ],
    ['macros whose type is written by numbers', 'a.docx', typed({ bin: byNumbers }), macros],
    ['a main part with macros', 'a.docx', typed({}, { '/word/document.xml': mainPart }), macros],
    [
      'macros that only a relationship names',
      'a.docx',
      related('vbaProject', 'media/image1.jpeg'),
      macros,
    ],
    ...[
      'https://evil.example/x.dotm',
      'file:///\\\\evil.example\\share\\x.dotm',
      'file://evil.example/x.dotm',
      '//evil.example/x.dotm',
      String.raw`\\evil.example\x.dotm`,
      'file:///%5C%5Cevil.example%5Cx.dotm',
      'file://localhost//evil.example/x.dotm',
      'http:evil.example:x.dotm',
    ].map((target): [string, string, Buffer, unknown] => [
      `a template at ${target}`,
      'a.docx',
      fromTemplate(target),
      external,
    ]),
    [
      'a linked object',
      'a.docx',
      related('oleObject', 'https://evil.example/x.xls', 'External'),
      external,
    ],
    [
      'a linked picture',
      'a.docx',
      related('image', 'http://evil.example/1x1.gif', 'External'),
      external,
    ],
    [
      'a frame',
      'a.docx',
      aWordFile({ 'word/_rels/webSettings.xml.rels': aFrame.replaceAll('"', "'") }),
      external,
    ],
    [
      'a relationship with a prefix',
      'a.docx',
      aWordFile({ 'word/_rels/x.xml.rels': withPrefix.replaceAll(' ', '\n\t') }),
      external,
    ],
    ['a web page within', 'a.docx', related('aFChunk', 'afchunk.mht'), within],
    [
      'a linked object in rich text',
      'a.doc',
      richText('{\\object\\objautlink{\\*\\objdata 0105000002000000}}'),
      external,
    ],
    ['an embedded workbook with macros', 'a.docx', typed({ bin: workbook }), macros],
    [
      'a template of rich text on the internet',
      'a.doc',
      richText('{\\*\\template http://evil.example/x.dotm}'),
      external,
    ],
    [
      'a list of types with a document type',
      'a.docx',
      aWordFile({ '[Content_Types].xml': `<!DOCTYPE t [<!ENTITY v "vba">]>${contentTypes()}` }),
      notAllowed,
    ],
    [
      'relationships that unpack to more than they say',
      'a.docx',
      zipOf(
        { ...wordParts, 'word/_rels/document.xml.rels': ' '.repeat(50_000_000) },
        { isDeflated: true, declaredBytes: 200 },
      ),
      notAllowed,
    ],
    [
      'a list of types that is too large to be one',
      'a.docx',
      aWordFile({ '[Content_Types].xml': contentTypes() + ' '.repeat(2_000_000) }),
      notAllowed,
    ],
  ])('is refused with a remedy: %s', async (_, name, bytes, message) => {
    await expectRefused(name, bytes, message);
  });
});

test.each<[string, string, Buffer]>([
  ['Word', 'a.docx', aWordFile()],
  [
    'Word, with types in UTF-16',
    'a.docx',
    aWordFile({ '[Content_Types].xml': utf16(contentTypes()) }),
  ],
  ['an old Word', 'a.doc', aDoc(['WordDocument', '1Table', 'ObjectPool'])],
  ['LibreOffice', 'a.docx', aDocx({ '[Content_Types].xml': contentTypes() })],
  ['Word in the browser', 'a.docx', aDocxWithMain('word/document2.xml')],
  [
    'a program with a folder of its own',
    'a.docx',
    aDocxWithMain('Docs/Main.XML', '/docs/main.xml'),
  ],
  ['a program that writes backslashes', 'a.docx', aDocxWithMain('word\\\\document.xml')],
  ...[
    'Normal.dotm',
    '../Templates/x.dotx',
    '/Applications/Office/x.dotx',
    'file:///C:/x.dotx',
    'file://localhost/Users/ada/Library/Templates/x.dotm',
    'file:///Users/ada/Library/Group%20Containers/UBF8T346G9.Office/Normal.dotm',
    'Macintosh%20HD:Users:ada:Templates:x.dotx',
    'HD:Users:ada:Templates:x.dot',
  ].map((target): [string, string, Buffer] => [
    `Word, with the template ${target}`,
    'a.docx',
    fromTemplate(target),
  ]),
  [
    'a program that lists types of missing parts',
    'a.docx',
    typed({}, { '/word/vbaProject.x': vba }),
  ],
  ['a link to no address', 'a.docx', related('hyperlink', 'http://[no address', 'External')],
  ['a PDF behind a byte order mark', 'a.pdf', Buffer.concat([Buffer.from('\ufeff'), aLatexPdf()])],
  ['a PDF behind a blank line', 'a.pdf', Buffer.concat([Buffer.from('\r\n'), aLatexPdf()])],
  [
    'a PDF behind headers of HTTP',
    'a.pdf',
    Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'),
      aLatexPdf(),
    ]),
  ],
  ['a PDF that is padded with zeros', 'a.pdf', Buffer.concat([aLatexPdf(), Buffer.alloc(70_000)])],
  ['a PDF that nobody may print', 'a.pdf', aLockedPdf(OPENS_AT_ONCE)],
  ['a PDF of the nineties that nobody may print', 'a.pdf', aLockedPdf(OLD_OPENS_AT_ONCE)],
  ['a PDF with an encrypted attachment', 'a.pdf', aLockedPdf(`${ASKS} /StmF /Identity`)],
  [
    'WordPad',
    'a.doc',
    richText('\\ansi{\\*\\template C:\\\\Templates\\\\a.dotx}{\\*\\generator Riched20}A'),
  ],
  ['pdfTeX with hyperref', 'a.pdf', aLatexPdf()],
  ['a PDF with packed pictures', 'a.pdf', aPdf(300_000)],
])(
  'a file of a common program is accepted, and has no active content %s',
  async (_, name, bytes) => {
    const { status, json } = await server.submit({ name, bytes });
    expect(status).toBe(200);
    expect((await keptOf(json))?.activeContent).toBeUndefined();
  },
);

describe('objects of other programs, such as drawings of chemists, are accepted and marked', () => {
  const workbook = 'application/vnd.ms-excel.sheet.binary.macroEnabled.12';
  const ole = 'application/vnd.openxmlformats-officedocument.oleObject';
  test.each<[string, string, Buffer]>([
    ['a drawing', 'a.docx', related('oleObject', 'embeddings/oleObject1.bin')],
    ['a control', 'a.docx', related('control', 'activeX/activeX1.xml')],
    ['an object that only the list of types names', 'a.docx', typed({ bin: ole })],
    ['a binary workbook', 'a.docx', typed({ bin: workbook })],
    ['an object in an old document', 'a.doc', aDoc(['WordDocument', '\u0001Ole10Native'])],
    [
      'an object in rich text',
      'a.doc',
      richText('{\\object\\objemb{\\*\\objdata 0105000002000000}}'),
    ],
    [
      'an object far into rich text',
      'a.doc',
      Buffer.concat([anRtf(), Buffer.alloc(256 * 1024 - 35, ' '), Buffer.from('\\objdata 01')]),
    ],
  ])('%s', async (_, name, bytes) => {
    const { status, json } = await server.submit({ name, bytes });
    expect(status).toBe(200);
    expect((await keptOf(json))?.activeContent).toBe('objects of other programs');
  });
});

describe('a file that nobody can read, or that has the ending of another type', () => {
  const password = /^This file asks for a password/;
  const damaged = /^This file is damaged: its end is missing/;
  const other = (is: string, ending: string) =>
    new RegExp(`^Only PDF, DOC, DOCX files allowed. This file is a ${is}.*${ending}`);

  test.each<[string, string, Buffer, RegExp]>([
    ['a PDF with a password', 'a.pdf', aLockedPdf(`${ASKS} /StmF /StdCF`), password],
    ['a new document with a password', 'a.docx', aDoc(['EncryptedPackage']), password],
    [
      'a new document with a password and the ending of an old one',
      'a.doc',
      aDoc(['EncryptedPackage']),
      password,
    ],
    ['an empty PDF', 'a.pdf', Buffer.alloc(0), /This file is empty: please save it again/],
    ['an empty document', 'a.docx', Buffer.alloc(0), /This file is empty: please save it again/],
    ['a header alone', 'a.pdf', Buffer.from('%PDF-1.4\n'), damaged],
    ['the first half of a PDF', 'a.pdf', aLatexPdf().subarray(0, 300), damaged],
    ['the first half of a document', 'a.docx', aWordFile().subarray(0, 600), damaged],
    ['the first half of an old document', 'a.doc', aDoc().subarray(0, 1000), damaged],
    ['a new document', 'a.doc', aWordFile(), other('Word document of the new kind', '.docx')],
    ['rich text', 'a.docx', anRtf(), other('Word or RTF document of the old kind', '.doc')],
    ['an old document', 'a.docx', aDoc(), other('Word or RTF document of the old kind', '.doc')],
    ['a PDF', 'a.docx', aLatexPdf(), other('PDF', '.pdf')],
    ['a web page', 'a.doc', Buffer.from('<!DOCTYPE html><p>A</p>'), other('web page', 'as a PDF')],
  ])('gets a message about it: %s as %s', async (_, name, bytes, message) => {
    await expectRefused(name, bytes, expect.stringMatching(message));
  });
});

describe('a PDF with active content is accepted and marked for the secretary', () => {
  const script = '/S /JavaScript /JS (app.alert(1))';
  test.each<[string, Buffer, string]>([
    ['a script at start', aLatexPdf('/OpenAction 4 0 R', script), 'JavaScript'],
    ['a script without a reference', withObject(`<< /OpenAction << ${script} >> >>`), 'JavaScript'],
    ['a script by numbers', withObject('<< /S /#4aava#53cript /JS 9 0 R >>'), 'JavaScript'],
    ['a program', withObject('<< /S /Launch /F (cmd.exe) >>'), 'starts a program'],
    [
      'an address at start',
      withObject('<< /OpenAction << /S /URI /URI (https://evil.example) >> >>'),
      'opens an address',
    ],
    [
      'objects that are encrypted',
      withObject('<< /Type /ObjStm /Length 9 >>\nstream\nencrypted\nendstream'),
      'objects that could not be read',
    ],
    [
      'a script and a program',
      withObject(`<< /A << ${script} >> /AA << /O << /S /Launch >> >> >>`),
      'JavaScript, starts a program',
    ],
  ])('%s', async (_, bytes, words) => {
    const form = aForm();
    const { status, json } = await server.submit({ form, name: 'a.pdf', bytes });
    expect(status).toBe(200);
    const kept = await keptOf(json);
    expect(kept?.activeContent).toBe(words);
    const mails = await server.db
      .selectFrom('outbox')
      .select(['recipient', 'payload'])
      .where('message_key', 'like', `abstract-received:${kept?.id}%`)
      .execute();
    const { secretary } = server.content.conference;
    const toldTo = mails.filter(({ payload }) => payload.includes(words)).map((m) => m.recipient);
    expect(mails).toHaveLength(2);
    expect(toldTo).toEqual([secretary.email]);
  });
});

describe('files that are cut and bent', () => {
  const samples: [string, Buffer][] = [
    ['a.docx', aWordFile()],
    ['a.docx', aDocx()],
    ['a.pdf', aLatexPdf('/OpenAction 4 0 R', '/S /JavaScript')],
    ['a.doc', aDoc()],
    ['a.doc', anRtf()],
  ];

  test('are inspected without a fault, and leave no file open', async () => {
    const change = fc.record({
      sample: fc.constantFrom(...samples),
      keep: fc.double({ min: 0, max: 1, noNaN: true }),
      bends: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
      twice: fc.boolean(),
    });
    const path = join(folder, 'bent');
    await fc.assert(
      fc.asyncProperty(change, async ({ sample: [name, whole], keep, bends, twice }) => {
        const bytes = Buffer.from(whole.subarray(0, Math.ceil(whole.length * keep)));
        for (const [at, value] of bends) if (bytes.length > 0) bytes[at % bytes.length] = value;
        const bent = twice ? Buffer.concat([bytes, bytes]) : bytes;
        writeFileSync(path, bent);
        const found = await inspectAbstractFile(name, path, bent.length);
        expect(['string', 'object']).toContain(typeof found);
      }),
      { numRuns: 1000 },
    );
  });
});

async function expectRefused(name: string, bytes: Buffer, message: unknown) {
  const before = await server.remainsOf();
  const { status, json } = await server.submit({ name, bytes });
  expect({ status, ...json }).toMatchObject({ status: 400, message, fields: ['abstractFile'] });
  expect(await server.remainsOf()).toEqual(before);
}

async function keptOf({ reference }: Record<string, unknown>) {
  return (await listAbstracts(server.db)).find((each) => each.reference === reference);
}

/** A PDF with one object that is not packed. */
function withObject(object: string): Buffer {
  return Buffer.concat([aPdf(), Buffer.from(`\n9 0 obj\n${object}\nendobj\n%%EOF`)]);
}

/** A document whose main part has an unusual name, which its package states. */
function aDocxWithMain(name: string, target = name): Buffer {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zipOf({
    '[Content_Types].xml': contentTypes({}, { [`/${name.replaceAll('\\', '/')}`]: type }),
    '_rels/.rels': relationships(['officeDocument', target]),
    [name]: '<w:document/>',
  });
}
