import { expect, test } from 'vitest';
import { zipOf } from '#tests/support/sample-files.ts';
import { markUp } from './abstract-markup.ts';
import { readWordText } from './word-text.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';

function aDocument(body: string): Buffer {
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${REL}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
  });
}

const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

test('italics, indices, exponents and signs of a Word file stay what they are', async () => {
  const file = aDocument(
    `<w:p>${run('Water is H')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('O at 10')}${run('-3', '<w:vertAlign w:val="superscript"/>')}${run(' ')}${run('mol', '<w:i/>')}${run(', 5 * 3 &lt; 20 $ a_b')}</w:p>` +
      `<w:p>${run('Second paragraph', '<w:b/>')}</w:p>`,
  );
  const text = await readWordText(file);
  expect(text).toBe(
    'Water is H~2~O at 10^-3^ *mol*, 5 \\* 3 < 20 \\$ a\\_b\n\n**Second paragraph**',
  );
  expect(markUp(text ?? '')).toMatchObject({
    html: '<p>Water is H<sub>2</sub>O at 10<sup>−3</sup> <em>mol</em>, 5 * 3 &lt; 20 $ a_b</p>\n<p><strong>Second paragraph</strong></p>\n',
  });
});

test('a damaged file, and one without text, have none', async () => {
  expect(await readWordText(Buffer.from('PK nothing'))).toBeUndefined();
  expect(await readWordText(aDocument('<w:p/>'))).toBeUndefined();
});

test('a file that unpacks to more than sixty megabytes is not read', async () => {
  const file = aDocument(`<w:p>${run('Text')}</w:p><!--${' '.repeat(61e6)}-->`);
  expect(await readWordText(file)).toBeUndefined();
});
