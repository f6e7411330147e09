import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPdfPages } from '#documents/pdf-pages.ts';
import { AT_ONCE, type Office, openOffice } from '#organiser/office.ts';
import { zipOf } from '#tests/support/sample-files.ts';
import { withPrograms } from './with-programs.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const OFFICE = `${FORMATS}/officeDocument/2006/relationships`;
const NAMES = [
  `xmlns:w="${FORMATS}/wordprocessingml/2006/main"`,
  `xmlns:r="${OFFICE}"`,
  `xmlns:wp="${FORMATS}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${FORMATS}/drawingml/2006/main"`,
  `xmlns:pic="${FORMATS}/drawingml/2006/picture"`,
].join(' ');
const PACKAGE = `${FORMATS}/package/2006`;
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

function related(...all: readonly (readonly [type: string, target: string, mode?: string])[]) {
  const each = all.map(
    ([type, target, mode = 'Internal'], at) =>
      `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}" TargetMode="${mode}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function aDocument(body: string, parts: Record<string, string> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    '_rels/.rels': related(['officeDocument', 'word/document.xml']),
    'word/document.xml': `${XML}<w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
    ...parts,
  });
}

const said = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
const picture = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="${FORMATS}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="r0"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const field = (instruction: string) =>
  `<w:p><w:fldSimple w:instr="${instruction}"><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>`;

withPrograms('LibreOffice', { 'libreoffice-writer-nogui': '/usr/bin/soffice' }, () => {
  let office: Office;
  beforeEach(() => {
    office = openOffice(process.env);
  });
  afterEach(() => office.close());

  async function pagesOf(bytes: Buffer): Promise<number | string> {
    const pdf = await office.toPdf(bytes, 'abstract.docx');
    if (typeof pdf === 'string') return pdf;
    const pages = await readPdfPages(pdf);
    return typeof pages === 'string' ? pages : pages.pages.length;
  }

  test('makes the PDFs of twenty documents in one start, and a broken one does not stop the others', async () => {
    const whole = Array.from({ length: AT_ONCE - 2 }, (_, at) =>
      aDocument(said(`Slow polymers ${at}`).repeat(30)),
    );
    const cut = aDocument(said('cut'.repeat(2000))).subarray(0, 1500);
    const malformed = aDocument('<w:p><w:r>');
    const all = [...whole.slice(0, 5), cut, ...whole.slice(5, 9), malformed, ...whole.slice(9)];
    await office.prepare(
      (async function* () {
        for (const bytes of all) yield { bytes, fileName: 'abstract.docx' };
      })(),
    );
    expect(await Promise.all(whole.map(pagesOf))).toEqual(whole.map(() => 1));
    for (const bytes of [cut, malformed])
      expect(await pagesOf(bytes)).toMatch(/^LibreOffice could not/);
  });

  test('fetches nothing that a document names', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, reply) => {
      asked.push(url);
      reply.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const curious = aDocument(
      [
        said('curious'),
        picture,
        field(`INCLUDEPICTURE &quot;${origin}/field.png&quot; \\d`),
        field(`INCLUDETEXT &quot;${origin}/text.docx&quot;`),
        field('INCLUDETEXT &quot;/etc/hostname&quot;'),
      ].join(''),
      {
        'word/_rels/document.xml.rels': related(
          ['image', `${origin}/linked.png`, 'External'],
          ['attachedTemplate', `${origin}/template.dotx`, 'External'],
        ),
      },
    );
    expect(await pagesOf(curious)).toBe(1);
    server.close();
    expect(asked).toEqual([]);
  });
});
