import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, describe, expect } from 'vitest';
import { fieldsOf } from '#tests/support/own-page.ts';
import { test } from '#tests/support/at-once.ts';
import { aDocx, anRtf, contentTypes, relationships } from '#tests/support/sample-files.ts';
import { anAbstract, assigned, reviewers, withReviewerPages } from '#tests/support/reviewers.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { conferenceAhead, sendFile } from '#tests/support/own-abstract.ts';
import { DAY } from '#contract/time-spans.ts';
import { personCommand } from '#organiser/commands/person.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { planRelease } from './chair-acts.ts';
import { readPdfText } from './pdf-text.ts';
import { writeDueMails } from './write-to-reviewers.ts';

/** Everything by which the authors of the abstracts below could be known. */
const author = {
  name: 'Zofia Quintessa',
  email: 'zofia@quintessa-lab.example',
  organizationName: 'Vistula Institute of Chains',
};
const TRACES = /quintessa|zofia|vistula/i;
const other = reviewers.bo;
const OF_REVIEWERS = /fibre|bo@|TU Berlin|kowalska|anna|warsaw/i;

/** A JPEG of one point whose EXIF and comment name the author, and not its picture. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
);

function segment(marker: number, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function jpegOf(text: string): Buffer {
  return Buffer.concat([
    JPEG.subarray(0, 2),
    segment(0xe1, `Exif\0\0${text}`),
    segment(0xfe, text),
    JPEG.subarray(2),
  ]);
}

/** A PDF with the author in its properties, a note, a link, an attachment and a picture; the page shows `text`. */
async function signedPdf(text: string): Promise<Buffer> {
  const doc = new PDFDocument({
    info: { Author: author.name, Title: `Poster of ${author.name}`, Keywords: author.email },
  });
  doc.fontSize(14).text(text);
  doc.note(100, 300, 20, 20, `Note of ${author.name}`);
  doc.link(100, 340, 50, 20, `mailto:${author.email}`);
  doc.image(jpegOf(`Photo by ${author.name}`), 100, 400, { width: 50 });
  doc.file(Buffer.from(author.name), { name: `${author.name}.txt` });
  doc.end();
  const bytes = await buffer(doc);
  const xmp = `<x:xmpmeta><dc:creator>${author.name}</dc:creator></x:xmpmeta>`;
  const metadata = `\n90 0 obj\n<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream\nendobj\n`;
  // An earlier version of the file lies before a later one.
  const end = bytes.toString('latin1').lastIndexOf('startxref');
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(metadata), bytes.subarray(end)]);
}

/** All texts of a PDF: its bytes, its packed streams, and strings of two bytes for a letter. */
function everyByte(pdf: Buffer): string {
  const latin = pdf.toString('latin1');
  const streams = [...latin.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const packed = pdf.subarray(index + length);
    try {
      return inflateSync(packed, { finishFlush: 2 }).toString('latin1');
    } catch {
      return '';
    }
  });
  const all = [latin, ...streams].join('\n');
  const hex = [...all.matchAll(/<([0-9a-f]{4,})>/gi)].map(([, digits = '']) =>
    Buffer.from(digits, 'hex').toString('latin1'),
  );
  return [all, ...hex].join('\n').replaceAll('\0', '');
}

const WORD_TEXT =
  '<w:p><w:r><w:t>Chains that heal, by Zofia Quintessa, Vistula Institute of Chains</w:t></w:r></w:p>';

function signedDocx(): Buffer {
  const core = `<cp:coreProperties><dc:creator>${author.name}</dc:creator><cp:lastModifiedBy>${author.name}</cp:lastModifiedBy></cp:coreProperties>`;
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return aDocx({
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relationships(['officeDocument', 'word/document.xml']),
    'docProps/core.xml': core,
    'word/comments.xml': `<w:comments ${w}><w:comment w:author="${author.name}"/></w:comments>`,
    'word/document.xml': `<w:document ${w}><w:body>${WORD_TEXT}<w:p><w:ins w:author="${author.name}"><w:r><w:t>Added</w:t></w:r></w:ins></w:p></w:body></w:document>`,
  });
}

let server: TestSite;
let path: string;
let theirs: string;
let early: string;
const of: Record<'plain' | 'named' | 'word' | 'rich' | 'long' | 'late' | 'scan', string> = {
  plain: '',
  named: '',
  word: '',
  rich: '',
  long: '',
  late: '',
  scan: '',
};
beforeAll(async () => {
  server = await startTestSite({ content: withReviewerPages({ discussion: 'numbers' }) });
  const traits = author;
  const name = `${author.name} abstract`;
  of.plain = await anAbstract(server, {
    traits,
    fileName: `${name}.pdf`,
    bytes: await signedPdf('Chains that heal at forty degrees'),
  });
  of.named = await anAbstract(server, {
    traits,
    fileName: `${name} 2.pdf`,
    bytes: await signedPdf('Chains that heal, by Z. Quintessa'),
  });
  of.word = await anAbstract(server, { traits, fileName: `${name}.docx`, bytes: signedDocx() });
  const long = await signedPdf('Chains\n'.repeat(46 * 62) + author.name);
  of.long = await anAbstract(server, { traits, fileName: 'long.pdf', bytes: long });
  const late = await signedPdf('Chains that heal at forty degrees. '.repeat(2000) + author.name);
  of.late = await anAbstract(server, { traits, fileName: 'late.pdf', bytes: late });
  of.rich = await anAbstract(server, { traits, fileName: `${name}.doc`, bytes: anRtf() });
  of.scan = await anAbstract(server, { traits, fileName: 'scan.pdf', bytes: await signedPdf('') });
  // The chair looks at the files before anybody gets them.
  early = await server.organise('review', '--files');
  [path = '', theirs = ''] = await assigned(server, reviewers.anna, other);
  return server.close;
});

async function bytesOf(address: string) {
  const answer = await fetch(`${server.origin}${address}`, { redirect: 'manual' });
  const headers = [...answer.headers].map(([key, value]) => `${key}: ${value}`).join('\n');
  return { status: answer.status, headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('the files that authors sent do name them', async () => {
  const sent = everyByte(await signedPdf('Chains'));
  expect(sent.match(new RegExp(TRACES, 'gi'))?.length).toBeGreaterThan(6);
});

test('a letter whose accent is drawn by itself, as TeX does, is that letter', async () => {
  const text = 'V¨ais¨ anen, Fran¸cois, Gonc¸alves, Garc´ia, Mu˜noz';
  const read = await readPdfText(await signedPdf(text));
  expect(read).toBe('Väisänen, François, Gonçalves, García, Muñoz');
});

/** A PDF of one line, whose letters are drawn from the left in this order, each as a piece of its own, as Chrome does. */
function pdfOfLine(line: string): Buffer {
  const letters = [...line];
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
  const code = (nth: number) => hex(0x21 + nth, 2);
  const map = letters.map((letter, nth) => `<${code(nth)}> <${hex(letter.charCodeAt(0), 4)}>`);
  const streams = [
    `BT /F 14 Tf 50 700 Td ${letters.map((_, nth) => `/S BMC <${code(nth)}> Tj EMC`).join(' ')} ET`,
    `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${letters.length} beginbfchar ${map.join(' ')} endbfchar endcmap`,
  ].map((stream) => `<< /Length ${stream.length} >> stream\n${stream}\nendstream`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    ...streams,
  ].map((object, nth) => `${nth + 1} 0 obj ${object} endobj`);
  return Buffer.from(`%PDF-1.4\n${objects.join('\n')}\ntrailer << /Root 1 0 R >>\n%%EOF`);
}

test.each([
  ['\u0645\uFEFC\uFEEC\uFEDF\u0627 \u064A\u0631\uFE8E\uFEBC\uFEE7\uFEF7\u0627', 'الأنصاري الهلام'],
  ['by \uFEAA\uFEE4\uFEA4\uFEE3 and others', 'by محمد and others'],
  ['by \u05D9\u05D5\u05DC \u05D4\u05E8\u05E9', 'by שרה לוי'],
])('letters drawn from the left are read from the right: %s', async (line, read) => {
  expect(await readPdfText(pdfOfLine(line))).toBe(read);
});

describe('a blind reviewer', () => {
  test('gets no name of an author in any byte of pages, headers, files and mails', async () => {
    const addresses = [
      path,
      `${path}/stranger`,
      ...Object.values(of).flatMap((reference) =>
        ['', '/file', '/download'].map((more) => `${path}/${reference}${more}`),
      ),
    ];
    for (const address of addresses) {
      const { headers, bytes } = await bytesOf(address);
      expect(`${address}\n${headers}\n${everyByte(bytes)}`).not.toMatch(TRACES);
    }
    for (const { text, subject } of await server.mailsTo(reviewers.anna[1])) {
      expect(`${subject}\n${text}`).not.toMatch(TRACES);
    }
  });

  test('reads the whole PDF as a copy that runs nothing and has a neutral name', async () => {
    const { status, headers, bytes } = await bytesOf(`${path}/${of.plain}/file`);
    expect(status).toBe(200);
    expect(headers).toContain(`content-disposition: inline; filename="${of.plain}.pdf"`);
    expect(headers).toContain("content-security-policy: default-src 'none'");
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1')).not.toMatch(
      /\/(?:Annots|EmbeddedFiles|JavaScript|OpenAction)/,
    );
    const page = await server.openPage(`${path}/${of.plain}`);
    expect(page.words).toContain('Chains that heal at forty degrees');
  });

  test('reads the text of a file that names its authors, without the names', async () => {
    const named = await server.openPage(`${path}/${of.named}`);
    expect(named.words).toContain('Chains that heal, by Z. ▮▮▮');
    expect(named.words).toContain('The file itself is kept back, because it names its authors.');
    expect((await bytesOf(`${path}/${of.named}/download`)).status).toBe(404);
    const word = await server.openPage(`${path}/${of.word}`);
    expect(word.words).toContain('Chains that heal, by ▮▮▮');
    expect((await bytesOf(`${path}/${of.rich}/download`)).status).toBe(404);
  });

  test('gets no file of which a program cannot read all, or that names its authors at its end', async () => {
    for (const reference of [of.long, of.late]) {
      expect((await bytesOf(`${path}/${reference}/download`)).status).toBe(404);
    }
    const files = await server.organise('review', '--files');
    expect(files).toContain(`${of.long}  nothing: no program could read it`);
    expect(files).toContain(`${of.late}  only the text: its text has words that name an author`);
  });

  test('gets the same beside a workbook as on the page', async () => {
    const folders = join(testFolder(), 'reviews');
    const said = await server.organise('review', '--workbooks', folders);
    expect(said).toContain(`${of.named}: only its text, because the file names its authors`);
    expect(said).toContain(
      `${of.rich} was left out, because no program could take its authors out`,
    );
    const zip = join(folders, '..', 'reviews.zip');
    await server.organise('review', '--zip', zip);
    const own = join(folders, reviewers.anna[0]);
    const book = `Reviews ${reviewers.anna[0]}.xlsx`;
    const files = [
      `${of.plain}.pdf`,
      `${of.scan}.pdf`,
      `${of.named}.txt`,
      `${of.word}.txt`,
      `${of.late}.txt`,
    ];
    expect(readdirSync(own).toSorted()).toEqual([...files, book].toSorted());
    const packed = unzipSync(readFileSync(zip));
    for (const file of files) {
      const bytes = readFileSync(join(own, file));
      expect(`${file}\n${everyByte(bytes)}`).not.toMatch(TRACES);
      expect(Buffer.from(packed[`${reviewers.anna[0]}/${file}`] ?? []).equals(bytes)).toBe(true);
    }
    expect(readFileSync(join(own, `${of.named}.txt`), 'utf8')).toContain('by Z. ▮▮▮');
    const sheets = await readExcelFile(join(own, book));
    const cells = JSON.stringify(sheets);
    for (const file of files) expect(cells).toContain(file);
    expect(cells).not.toMatch(TRACES);
    expect(cells).not.toContain(`${of.rich}.doc`);
  });

  test('gets a file that the chair releases, still without properties', async () => {
    const files = await server.organise('review', '--files');
    expect(files).toContain(
      `${of.named}  only the text: its text has words that name an author (Quintessa)`,
    );
    expect(files).not.toContain(of.plain);
    expect(files).toContain(`${of.scan}  the file: it has no text, as a scanned page`);
    expect(early).toBe(files);
    const concerns = await server.listConcerns();
    expect(concerns.map(({ words }) => words).join('\n')).toContain(
      'the files of 4 abstracts are kept back from reviewers: 2 may name authors',
    );
    const counts = () => server.listConcerns().then((all) => all.map(({ words }) => words).join());
    expect(await counts()).toContain('reviewers get 1 file without a text');
    await server.organise('review', of.scan, '--release', '--yes');
    expect(await counts()).not.toContain('without a text');
    await server.organise('review', of.named, '--release', '--yes');
    const { status, bytes } = await bytesOf(`${path}/${of.named}/download`);
    expect(status).toBe(200);
    expect(everyByte(bytes)).not.toMatch(/zofia|vistula/i);
  });
});

test('neither authors nor other reviewers get the name of a reviewer in any byte', async () => {
  const one = `${theirs}/${of.plain}`;
  const form = {
    'score-novelty': '3',
    'score-clarity': '7',
    'comment-for-author': 'Good',
    version: '0',
    act: 'submit',
  };
  await server.sendForm(one, form);
  await server.sendForm(`${one}/note`, { note: 'Good' });
  await server.sendForm(`${path}/${of.plain}`, form);
  const seen = await bytesOf(`${path}/${of.plain}`);
  expect(`${seen.headers}\n${seen.bytes.toString()}`).not.toMatch(/fibre|bo@|TU Berlin/i);
  const { token } = await server.db
    .selectFrom('abstracts')
    .select('token')
    .where('reference', '=', of.plain)
    .executeTakeFirstOrThrow();
  const own = await bytesOf(`/abstract/${token}`);
  expect(`${own.headers}\n${own.bytes.toString()}`).not.toMatch(OF_REVIEWERS);
  for (const { text, subject } of await server.mailsTo(author.email)) {
    expect(`${subject}\n${text}`).not.toMatch(OF_REVIEWERS);
  }
});

test('an author who corrects the file, or is named later, gets another copy made', async () => {
  const seen = await planRelease(server.organising, { reference: of.late });
  const { token } = await server.db
    .selectFrom('abstracts')
    .select('token')
    .where('reference', '=', of.late)
    .executeTakeFirstOrThrow();
  const send = async (text: string) => {
    const bytes = await signedPdf(text);
    expect((await sendFile(server, `/abstract/${token}`, 'new.pdf', bytes)).status).toBe(303);
  };
  await send('Chains by Quintessa and others');
  expect((await server.openPage(`${path}/${of.late}`)).words).toContain('Chains by ▮▮▮ and others');
  // The chair has seen the words of the file before.
  await expect(seen.perform()).rejects.toThrow('has another file meanwhile');
  expect((await bytesOf(`${path}/${of.late}/download`)).status).toBe(404);
  await send('Chains without names');
  const page = await server.openPage(`${path}/${of.late}`);
  expect(page.words).toContain('Chains without names');
});

test('neither side learns a name in the second look, in notes, exports, calendars and mails', async () => {
  const at = await startTestSite({
    content: withReviewerPages({ discussion: 'numbers' }, {}, conferenceAhead()),
  });
  const bytes = await signedPdf('Chains that heal, by Z. Quintessa');
  const fileName = `${author.name}.pdf`;
  const reference = await anAbstract(at, { traits: author, fileName, bytes });
  const [one = '', two = ''] = await assigned(at, reviewers.anna, other);
  const { token } = await at.db
    .selectFrom('abstracts')
    .select('token')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const own = `/abstract/${token}`;
  const person = (email: string) =>
    printed((print) =>
      personCommand(testContext(at), { action: 'export', email, path: undefined }, print),
    );
  /** All that somebody gets: the pages from a link on, what they lead to, the mails, and the answer about the own data. */
  const everything = async (start: string, email: string) => {
    const seen = new Map<string, string>();
    const open = [start];
    for (let address = open.pop(); address !== undefined; address = open.pop()) {
      if (seen.has(address)) continue;
      const answer = await fetch(`${at.origin}${address}`, { redirect: 'manual' });
      const body = Buffer.from(await answer.arrayBuffer());
      const head = JSON.stringify([...answer.headers]);
      seen.set(address, `${address}\n${head}\n${everyByte(body)}`);
      const links = body.toString('utf8').matchAll(/(?:href|src|data)="([^"#?]+)/g);
      open.push(...[...links].map(([, to = '']) => to).filter((to) => to.startsWith(start)));
    }
    const mails = (await at.mailsTo(email)).map(({ subject, text }) => `${subject}\n${text}`);
    return { count: seen.size, text: [...seen.values(), ...mails, await person(email)].join('\n') };
  };
  const form = async (page: string) => {
    at.clock.advance(1000);
    const shown = fieldsOf((await at.openPage(page)).text);
    const scores = { 'score-novelty': '3', 'score-clarity': '7', 'comment-for-author': 'Good' };
    const sent = await at.sendForm(page, { ...shown, ...scores, act: 'submit' });
    expect(sent.location).toContain('done=submitted');
  };
  const compare = async () => {
    const sides = [
      [await everything(one, reviewers.anna[1]), /quintessa|zofia|vistula|fibre|bo@|TU Berlin/i],
      [await everything(two, other[1]), /quintessa|zofia|vistula|kowalska|anna|warsaw/i],
      [await everything(own, author.email), OF_REVIEWERS],
    ] as const;
    for (const [{ text, count }, names] of sides) {
      expect(count).toBeGreaterThan(2);
      expect(text).not.toMatch(names);
    }
  };
  for (const page of [one, two]) await form(`${page}/${reference}`);
  await at.sendForm(`${one}/${reference}/note`, { note: 'Is it new?' });
  await at.organise('review', reference, '--note', 'Please agree.', '--yes');
  await writeDueMails(at.organising);

  const until = new Date(at.clock.now().getTime() + 5 * DAY).toISOString().slice(0, 10);
  const sheet = join(testFolder(), 'decided.csv');
  const decide = async (...row: string[]) => {
    at.clock.advance(1000);
    writeFileSync(sheet, `Reference,Decision,Revise until\n${row.join(',')}\n`);
    return at.organise('decide', sheet, '--send');
  };
  await decide(reference, 'revise', until);
  const again = await signedPdf('Chains that heal again, by Zofia Quintessa');
  expect((await sendFile(at, own, `${author.name} 2.pdf`, again)).status).toBe(303);
  at.clock.advance(1000);
  expect(await at.organise('review', '--tell', '--send')).toContain('Mails in the outbox: 2.');
  const folders = join(testFolder(), 'second');
  await at.organise('review', '--workbooks', folders);
  const folder = join(folders, reviewers.anna[0]);
  for (const file of readdirSync(folder)) {
    const place = join(folder, file);
    const cells = file.endsWith('.xlsx') ? JSON.stringify(await readExcelFile(place)) : '';
    expect(`${file}\n${cells}\n${everyByte(readFileSync(place))}`).not.toMatch(TRACES);
  }
  await compare();
  for (const page of [one, two]) await form(`${page}/${reference}`);
  await compare();
  const { words } = await at.openPage(`${two}/${reference}`);
  for (const read of ['▮▮▮', 'Is it new?', 'Please agree.']) expect(words).toContain(read);
  await decide(reference, 'accepted', '');
  await compare();
  // Each side has read what the other one wrote.
  expect((await everything(own, author.email)).text).toContain('Good');
});
