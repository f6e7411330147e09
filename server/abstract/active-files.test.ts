import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aForm, remainsOf, submit } from '#tests/support/author.ts';
import {
  aDoc,
  aDocx,
  aLatexPdf,
  anRtf,
  aPdf,
  aWordFile,
  contentTypes,
  relationships,
  zipOf,
} from '#tests/support/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { inspectAbstractFile } from './abstract-file.ts';
import { listAbstracts } from './abstracts.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'plenary-files-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const wordParts = { '[Content_Types].xml': contentTypes(), 'word/document.xml': '<w:document/>' };
const vba = 'application/vnd.ms-office.vbaProject';
const settingsWith = (kind: string, target: string) => ({
  'word/_rels/settings.xml.rels': relationships([kind, target, 'External']),
});
const documentWith = (...one: Parameters<typeof relationships>[0]) => ({
  'word/_rels/document.xml.rels': relationships(one),
});
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('R25: a document that runs or loads something when it is opened', () => {
  const macros =
    'This document contains macros. Please save it without macros, or as a PDF, and send it again.';
  const external = expect.stringMatching(/loads something from elsewhere.* as a PDF/);
  const embedded = expect.stringMatching(/objects of another program.* as a PDF/);

  test.each<[string, string, Buffer, unknown]>([
    ['macros', 'a.docx', aDocx({ 'word/vbaProject.bin': 'x' }), macros],
    ['macros in capitals', 'a.docx', aDocx({ 'WORD/VBAPROJECT.BIN': 'x' }), macros],
    ['macros in an old document', 'a.doc', aDoc(['WordDocument', 'Macros']), macros],
    ['macros of Excel', 'a.doc', aDoc(['WordDocument', '_VBA_PROJECT_CUR']), macros],
    [
      'macros by another name',
      'a.docx',
      aWordFile({ '[Content_Types].xml': contentTypes({}, { '/word/media/image1.jpeg': vba }) }),
      macros,
    ],
    [
      'macros by the ending of their name',
      'a.docx',
      aWordFile({ '[Content_Types].xml': contentTypes({ bin: vba }) }),
      macros,
    ],
    [
      'macros whose type is written in UTF-16',
      'a.docx',
      aWordFile({ '[Content_Types].xml': utf16(contentTypes({ bin: vba })) }),
      macros,
    ],
    [
      'macros whose type is written by numbers',
      'a.docx',
      aWordFile({
        '[Content_Types].xml': contentTypes({
          bin: 'application/vnd.ms-office.&#118;&#x62;aProject',
        }),
      }),
      macros,
    ],
    [
      'a main part with macros',
      'a.docx',
      aWordFile({
        '[Content_Types].xml': contentTypes(
          {},
          { '/word/document.xml': 'application/vnd.ms-word.document.macroEnabled.main+xml' },
        ),
      }),
      macros,
    ],
    [
      'macros that only a relationship names',
      'a.docx',
      aWordFile({
        'word/_rels/document.xml.rels': relationships(['vbaProject', 'media/image1.jpeg']),
      }),
      macros,
    ],
    [
      'a template on the internet',
      'a.docx',
      aWordFile(settingsWith('attachedTemplate', 'https://evil.example/x.dotm')),
      external,
    ],
    [
      'a template on another machine',
      'a.docx',
      aWordFile(settingsWith('attachedTemplate', 'file:///\\\\evil.example\\share\\x.dotm')),
      external,
    ],
    [
      'a linked object',
      'a.docx',
      aWordFile(documentWith('oleObject', 'https://evil.example/x.xls', 'External')),
      external,
    ],
    [
      'a linked picture',
      'a.docx',
      aWordFile(documentWith('image', 'http://evil.example/1x1.gif', 'External')),
      external,
    ],
    [
      'a frame',
      'a.docx',
      aWordFile({
        'word/_rels/webSettings.xml.rels': relationships([
          'frame',
          'https://evil.example/',
          'External',
        ]).replaceAll('"', "'"),
      }),
      external,
    ],
    [
      'a relationship with a prefix',
      'a.docx',
      aWordFile({
        'word/_rels/x.xml.rels': relationships(['frame', 'http://evil.example/', 'External'])
          .replace('<Relationship ', '<r:Relationship ')
          .replaceAll(' ', '\n\t'),
      }),
      external,
    ],
    [
      'an embedded object',
      'a.docx',
      aWordFile(documentWith('oleObject', 'embeddings/oleObject1.bin')),
      embedded,
    ],
    ['a control', 'a.docx', aWordFile(documentWith('control', 'activeX/activeX1.xml')), embedded],
    ['a web page within', 'a.docx', aWordFile(documentWith('aFChunk', 'afchunk.mht')), embedded],
    [
      'an object that only the list of types names',
      'a.docx',
      aWordFile({
        '[Content_Types].xml': contentTypes({
          bin: 'application/vnd.openxmlformats-officedocument.oleObject',
        }),
      }),
      embedded,
    ],
    [
      'an object in rich text',
      'a.doc',
      Buffer.from('{\\rtf1{\\object\\objemb{\\*\\objdata 0105000002000000}}}'),
      embedded,
    ],
    [
      'an object far into rich text',
      'a.doc',
      Buffer.concat([anRtf(), Buffer.alloc(256 * 1024 - 35, ' '), Buffer.from('\\objdata 01')]),
      embedded,
    ],
    [
      'a template of rich text on the internet',
      'a.doc',
      Buffer.from('{\\rtf1{\\*\\template http://evil.example/x.dotm}}'),
      external,
    ],
    [
      'a list of types with a document type',
      'a.docx',
      aWordFile({ '[Content_Types].xml': `<!DOCTYPE t [<!ENTITY v "vba">]>${contentTypes()}` }),
      'Only PDF, DOC, DOCX files allowed.',
    ],
    [
      'relationships that unpack to more than they say',
      'a.docx',
      zipOf(
        { ...wordParts, 'word/_rels/document.xml.rels': ' '.repeat(50_000_000) },
        { isDeflated: true, declaredBytes: 200 },
      ),
      'Only PDF, DOC, DOCX files allowed.',
    ],
    [
      'a list of types that is too large to be one',
      'a.docx',
      aWordFile({ '[Content_Types].xml': contentTypes() + ' '.repeat(2_000_000) }),
      'Only PDF, DOC, DOCX files allowed.',
    ],
  ])('is refused with how to mend it: %s', async (_, name, bytes, message) => {
    const before = await remainsOf(server);
    const { status, json } = await submit(server, { name, bytes });
    expect({ status, message: json['message'], fields: json['fields'] }).toEqual({
      status: 400,
      message,
      fields: ['abstractFile'],
    });
    expect(await remainsOf(server)).toEqual(before);
  });
});

describe('R25: what common programs write is taken, and has no active content', () => {
  test.each<[string, string, Buffer]>([
    ['Word', 'a.docx', aWordFile()],
    [
      'Word, with types in UTF-16',
      'a.docx',
      aWordFile({ '[Content_Types].xml': utf16(contentTypes()) }),
    ],
    ['an old Word', 'a.doc', aDoc(['WordDocument', '1Table', 'ObjectPool'])],
    ['LibreOffice', 'a.docx', aDocx({ '[Content_Types].xml': contentTypes() })],
    [
      'WordPad',
      'a.doc',
      Buffer.from(
        '{\\rtf1\\ansi{\\*\\template C:\\\\Templates\\\\a.dotx}{\\*\\generator Riched20}A}',
      ),
    ],
    ['pdfTeX with hyperref', 'a.pdf', aLatexPdf()],
    ['a PDF with packed pictures', 'a.pdf', aPdf(300_000)],
  ])('%s', async (_, name, bytes) => {
    const { status, json } = await submit(server, { name, bytes });
    expect(status).toBe(200);
    const kept = (await listAbstracts(server.db)).find(
      ({ reference }) => reference === String(json['reference']),
    );
    expect(kept?.activeContent).toBeUndefined();
  });
});

describe('R25: a PDF with active content is taken and marked for the secretary', () => {
  const script = '/S /JavaScript /JS (app.alert(1))';
  test.each<[string, Buffer, string]>([
    ['a script at start', aLatexPdf('/OpenAction 4 0 R', script), 'JavaScript'],
    ['a script as it stands', withObject(`<< /OpenAction << ${script} >> >>`), 'JavaScript'],
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
      'objects that could not be looked through',
    ],
    [
      'a script and a program',
      withObject(`<< /A << ${script} >> /AA << /O << /S /Launch >> >> >>`),
      'JavaScript, starts a program',
    ],
  ])('%s', async (_, bytes, words) => {
    const form = aForm();
    const { status, json } = await submit(server, { form, name: 'a.pdf', bytes });
    expect(status).toBe(200);
    const reference = String(json['reference']);
    const kept = (await listAbstracts(server.db)).find((each) => each.reference === reference);
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

describe('R25: files that are cut and bent', () => {
  const samples: [string, Buffer][] = [
    ['a.docx', aWordFile()],
    ['a.docx', aDocx()],
    ['a.pdf', aLatexPdf('/OpenAction 4 0 R', '/S /JavaScript')],
    ['a.doc', aDoc()],
    ['a.doc', anRtf()],
  ];

  test('are judged without a fault, and leave nothing open', async () => {
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

/** A PDF with one object that is not packed. */
function withObject(object: string): Buffer {
  return Buffer.concat([aPdf(), Buffer.from(`\n9 0 obj\n${object}\nendobj\n`)]);
}
