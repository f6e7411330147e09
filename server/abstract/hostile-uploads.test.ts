import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import type { remainsOf } from '#tests/support/author.ts';
import {
  aForm,
  endOfForm,
  filePart,
  formParts,
  part,
  SUBMIT,
  textPart,
} from '#tests/support/author.ts';
import { aDoc, aDocx, anRtf, aPdf, zipOf } from '#tests/support/sample-files.ts';
import { readAnswer } from '#tests/support/answer.ts';
import { startTestSite } from '#tests/support/test-site.ts';

let untouched: Awaited<ReturnType<typeof remainsOf>>;
const server = await startTestSite();
beforeEach(async () => {
  untouched = await server.remainsOf();
});

/** The answer is a refusal with one of our texts, and the server has stored nothing. */
async function expectRefused(
  answer: { status: number; json: unknown },
  status: number,
  message?: unknown,
) {
  expect(answer).toMatchObject({
    status,
    json: {
      success: false,
      code: expect.any(String),
      message: message ?? expect.stringMatching(/^[^/\\]{5,}$/),
    },
  });
  await expect.poll(() => server.remainsOf()).toEqual(untouched);
}

describe('a file whose contents do not fit its name', () => {
  const wordParts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' };
  const program = Buffer.from(`MZ${'\u0000'.repeat(200)}This program cannot be run in DOS mode.`);
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const manyParts = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`word/${i}`, '']));

  test.each<[string, string, Buffer]>([
    ['a program', 'abstract.pdf', program],
    ['a web page', 'abstract.pdf', page],
    ['a drawing with a script', 'a.doc', Buffer.from('<svg onload="alert(1)"/>')],
    ['a PDF with the ending of a Word document', 'abstract.docx', aPdf()],
    ['a Word document with the ending of a PDF', 'abstract.pdf', aDocx()],
    ['a new Word document with the ending of an old one', 'abstract.doc', aDocx()],
    ['an old Word document with the ending of a new one', 'abstract.docx', aDoc()],
    ['a PDF that begins later', 'abstract.pdf', Buffer.concat([program, aPdf()])],
    ['a PDF that is an archive too', 'abstract.pdf', Buffer.concat([aPdf(), aDocx()])],
    [
      'a PDF with an archive and one further byte',
      'abstract.pdf',
      Buffer.concat([aPdf(), aDocx(), Buffer.from('\n')]),
    ],
    [
      'a PDF with an archive and as many further bytes as programs skip',
      'abstract.pdf',
      Buffer.concat([aPdf(), aDocx(), Buffer.alloc(0xffff, '%')]),
    ],
    [
      'RTF with an archive and a further byte',
      'a.doc',
      Buffer.concat([anRtf(), aDocx(), Buffer.from('}')]),
    ],
    ['an archive behind a PDF', 'abstract.docx', Buffer.concat([aPdf(), aDocx()])],
    ['an old document that is an archive too', 'a.doc', Buffer.concat([aDoc(), aDocx()])],
    ['nothing at all', 'abstract.pdf', Buffer.alloc(0)],
    ['four bytes', 'abstract.pdf', Buffer.from('%PDF')],
    ['any archive', 'abstract.docx', zipOf({ 'a.txt': 'hello' })],
    ['a spreadsheet', 'a.docx', zipOf({ '[Content_Types].xml': '', 'xl/workbook.xml': '' })],
    ['a document with something behind it', 'a.docx', Buffer.concat([aDocx(), program])],
    ['a bomb', 'abstract.docx', zipOf(wordParts, { declaredBytes: 150 * 1024 * 1024 })],
    ['thousands of parts', 'abstract.docx', zipOf({ ...wordParts, ...manyParts })],
    ['a part twice', 'abstract.docx', zipOf(wordParts, { twice: ['word/document.xml'] })],
    ['a part that is encrypted', 'abstract.docx', zipOf(wordParts, { flags: 1 })],
    ['a part that climbs out', 'abstract.docx', aDocx({ '../../.ssh/authorized_keys': 'x' })],
    ['a part with a drive', 'abstract.docx', aDocx({ 'C:\\autoexec.bat': 'x' })],
    ['a program of Java', 'abstract.docx', aDocx({ 'Main.class': 'x' })],
    ['a name with two endings', 'abstract.pdf.exe', aPdf()],
    ['a name without an ending', 'abstract', aPdf()],
    ['a name that ends with a dot', 'abstract.pdf.', aPdf()],
    ['a name that is only an ending', '.pdf', aPdf()],
    ['the ending for macros', 'abstract.docm', aDocx()],
    ['a name that reads backwards', 'abstract\u202Efdp.exe', aPdf()],
    ['a script by name', 'abstract.pdf;.js', aPdf()],
  ])('%s is refused', async (_, name, bytes) => {
    const answer = await server.submit({ name, bytes });
    await expectRefused(answer, 400, expect.stringMatching(/^Only PDF, DOC, DOCX files allowed\./));
  });
});

test('an old document that contains an archive as a table is accepted', async () => {
  const bytes = Buffer.concat([aDoc(), aDocx(), Buffer.alloc(512)]);
  expect((await server.submit({ name: 'a.doc', bytes })).status).toBe(200);
});

describe('an unusual request', () => {
  const file = filePart('a.pdf', aPdf());
  const form = () => [...formParts(), file];
  const without = (name: string) =>
    formParts(Object.fromEntries(Object.entries(aForm()).filter(([field]) => field !== name)));

  async function post(body: Buffer[], type = 'multipart/form-data; boundary=BOUNDARY') {
    return readAnswer(
      await fetch(`${server.origin}${SUBMIT}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(Buffer.concat(body)),
      }),
    );
  }

  const texts = (count: number) => Array.from({ length: count }, (_, i) => textPart(`f${i}`, 'x'));
  const disposition = 'Content-Disposition: form-data; name="f"';
  const partWith = (headers: number, content = 'x') =>
    part(
      [...Array.from({ length: headers - 1 }, (_, i) => `X-${i}: y`), disposition].join('\r\n'),
      content,
    );

  test.each<[string, () => Buffer[]]>([
    ['12 fields', () => [...form(), ...texts(4), endOfForm]],
    ['14 parts', () => [...form(), ...Array.from({ length: 5 }, () => part('X: y')), endOfForm]],
    ['a part with 20 headers', () => [...form(), partWith(20), endOfForm]],
    ['a field of 2,000 bytes', () => [...form(), textPart('more', 'x'.repeat(2000)), endOfForm]],
    [
      'lines that look like headers',
      () => [...form(), partWith(2, 'a: b\r\n'.repeat(99)), endOfForm],
    ],
    ['more behind its end', () => [...form(), endOfForm, Buffer.from('a: b\r\n'.repeat(99))]],
  ])('that has %s is accepted', async (_, body) => {
    expect((await post(body())).status).toBe(200);
  });

  test('leaves no file, if fifty are refused at once while their files are written', async () => {
    const body = [...form(), partWith(21), endOfForm];
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(body)));
    for (const answer of answers) await expectRefused(answer, 400);
  });

  const more = (...parts: Buffer[]) => [...form(), ...parts, endOfForm];
  const first = (...parts: Buffer[]) => [...parts, ...form(), endOfForm];
  const named = (name: Buffer) => [...without('name'), name, file, endOfForm];
  const withFile = (...files: Buffer[]) => [...formParts(), ...files, endOfForm];
  const json = (name: string, text: string) =>
    part(`Content-Disposition: form-data; name="${name}"\r\nContent-Type: application/json`, text);
  const misnamed = (text: string) => Buffer.from(text.replaceAll('BOUNDARY', 'OTHER'), 'latin1');

  const refused: Record<string, () => Buffer[]> = {
    'is empty': () => [],
    'has 13 fields': () => more(...texts(5)),
    'has 15 parts': () => more(...Array.from({ length: 6 }, () => part('X: y'))),
    'has a part with 21 headers': () => more(partWith(21)),
    'has 21 headers in its first part': () => first(partWith(21)),
    'has 21 headers behind a part without headers': () => first(part(''), partWith(21)),
    'has 21 headers behind a part that ends with its headers': () =>
      first(Buffer.from('--BOUNDARY\r\nX: y\r\n\r\n'), partWith(21)),
    'has a part with 20 KiB of headers': () => first(part(`X: ${'y'.repeat(20_000)}`)),
    'has bytes that are not UTF-8': () => named(textPart('name', Buffer.from('fffc', 'hex'))),
    'has a text of another coding': () =>
      named(textPart('name', Buffer.from('M\u00fcller', 'latin1'))),
    'has a name without visible characters': () => named(textPart('name', '\u200b')),
    'has no file': () => withFile(),
    'has a file without a name': () => withFile(filePart('', Buffer.alloc(0))),
    'has the file as text': () => withFile(textPart('abstractFile', '%PDF-')),
    'has two files': () => more(filePart('b.pdf', aPdf())),
    'has a second file of another name': () => more(filePart('b.pdf', aPdf(), 'b')),
    'has its file in another field': () => withFile(filePart('a.pdf', aPdf(), 'file')),
    'has a field twice': () => more(textPart('name', 'Another')),
    'has 500 fields': () => more(...texts(500)),
    'has 500 fields before its file': () => first(...texts(500)),
    'has 500 files': () => withFile(...Array.from({ length: 500 }, () => file)),
    'has a field of more than 2,000 bytes': () => more(textPart('more', 'x'.repeat(2001))),
    'has a field with a long name': () => more(textPart('n'.repeat(3000), 'x')),
    'has a field without a name': () =>
      more(part('Content-Disposition: form-data', 'x'), part('X: y'), textPart('__proto__', 'x')),
    'has JSON for a field': () => named(json('name', '{"a":1}')),
    'has broken JSON for a field': () => more(json('x', '{')),
    'ends in the middle of its file': () => [...formParts(), file.subarray(0, 200)],
    'ends in the middle of a header': () => [...form(), Buffer.from('--BOUNDARY\r\nContent-Dispo')],
    'ends behind its file': form,
    'has another boundary than it says': () => [
      misnamed(Buffer.concat([...form(), endOfForm]).toString('latin1')),
    ],
    'is noise': () => [Buffer.alloc(100_000, 7)],
    'has the honeypot filled in': () => more(textPart('reserved', 'https://buy.example')),
  };
  test.each(Object.entries(refused))('that %s is refused', async (_, body) => {
    await expectRefused(await post(body()), 400);
  });

  test.each([
    'titlePrefix',
    'name',
    'phone',
    'email',
    'organizationName',
    'country',
    'interestedInId',
    'sessionId',
  ])('without %s is refused with the name of this field', async (name) => {
    const missing = await post([...without(name), file, endOfForm]);
    await expectRefused(missing, 400);
    expect(missing.json['fields']).toEqual([name]);
    const blank = await server.submit({ form: aForm({ [name]: '  ' }) });
    expect(blank.json['fields']).toEqual([name]);
  });

  test.each([
    { email: 'a@b\r\nBcc: c@d.example' },
    { email: 'nobody' },
    { name: 'a\u0000b' },
    { name: 'x'.repeat(201) },
    { sessionId: 'constructor' },
    { sessionId: 'advanced-composites' },
    { interestedInId: '__proto__' },
  ])('with %j is refused', async (change) => {
    await expectRefused(await server.submit({ form: aForm(change) }), 400);
  });

  test.each([
    'multipart/form-data; boundary="BOUNDARY"',
    'multipart/form-data; charset=utf-8; Boundary=BOUNDARY ; x=y',
  ])('is accepted with a boundary in this form: %s', async (type) => {
    expect((await post([...form(), endOfForm], type)).status).toBe(200);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=BOUNDARY; boundary=OTHER',
    "multipart/form-data; boundary*=utf-8''BOUNDARY",
  ])('without a clear boundary is refused: %s', async (type) => {
    await expectRefused(await post([...form(), endOfForm], type), 400);
  });

  test.each(['application/json', 'text/plain', 'multipart/mixed; boundary=BOUNDARY'])(
    'with another type is refused: %s',
    async (type) => {
      await expectRefused(await post([...form(), endOfForm], type), 415);
    },
  );

  test('that announces too large a body is refused before the server reads it', async () => {
    const answer = await talk([
      'Content-Type: multipart/form-data; boundary=BOUNDARY\r\nContent-Length: 200000000\r\n\r\n',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer).toContain('File too large. Max 25MB.');
  });

  test('that does not announce its length cannot go on for ever', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const endless = chunk('x'.repeat(256 * 1024));
    const answer = await talk([
      'Content-Type: multipart/form-data; boundary=BOUNDARY\r\nTransfer-Encoding: chunked\r\n\r\n',
      // The part is neither text nor file: no other limit would end it.
      chunk('--BOUNDARY\r\nX: y\r\n\r\n'),
      ...Array.from({ length: 110 }, () => endless),
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    await expect.poll(() => server.remainsOf()).toEqual(untouched);
  });

  /** Sends text by hand and returns all answers. */
  function talk(words: string[]): Promise<string> {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST ${SUBMIT} HTTP/1.1\r\nHost: localhost\r\n`);
    for (const word of words) socket.write(word);
    return new Promise((resolve) => {
      let answer = '';
      socket.setEncoding('utf8').on('data', (said: string) => (answer += said));
      socket.on('close', () => resolve(answer));
    });
  }
});

test.each([
  ['../../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\..\\windows\\system32\\evil.pdf', 'evil.pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['a\u0000.pdf', 'a.pdf'],
  ['$(reboot).pdf', '$(reboot).pdf'],
  [`${'long'.repeat(100)}.pdf`, `${'long'.repeat(36)}lo.pdf`],
])('a file name that would be dangerous as a path is treated as a text: %j', async (name, kept) => {
  const { status, json } = await server.submit({ name });
  expect({ status, name: json['fileName'] }).toEqual({ status: 200, name: kept });
  const after = await server.remainsOf();
  expect(after.stored).toHaveLength(untouched.stored.length + 1);
  for (const stored of after.stored) expect(stored).toMatch(/^[0-9a-z]{26}$/);
});

test('after all these requests the server still accepts an abstract', async () => {
  expect((await server.submit()).status).toBe(200);
});
