import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { anAuthorPdf } from '#tests/support/author-pdf.ts';
import { pagesOfBook } from '#tests/support/book-text.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { makeBook } from './book.ts';
import type { Contribution } from './contribution.ts';
import { readPdfPages } from '#documents/pdf-pages.ts';

const content = fixtureContent;
const smart = { id: 'smart-polymers', name: 'Smart Polymers' };
const rubbers = { id: 'elastomers-and-rubbers', name: 'Elastomers and Rubbers' };

function aContribution(traits: Partial<Contribution> & { reference: string }): Contribution {
  return {
    title: `Title of ${traits.reference}`,
    authors: [{ name: 'Ilmari Väisänen', affiliation: 'Institute of Slow Polymers' }],
    session: smart,
    number: undefined,
    when: undefined,
    ...traits,
  };
}

async function bookOf(contributions: readonly Contribution[], pdfs: Record<string, Buffer>) {
  const book = await makeBook(content, contributions, {
    date: '2026-05-20',
    async read({ reference }) {
      const pdf = pdfs[reference];
      const pages = pdf && (await readPdfPages(pdf));
      return typeof pages === 'string' ? undefined : pages;
    },
  });
  return Buffer.concat(await Array.fromAsync(book, (part) => Buffer.from(part)));
}

const sheets = (...texts: string[]) => anAuthorPdf(texts.map((text) => ({ text })));

test('each contribution begins on the page that contents and index name, with a running head', async () => {
  const contributions = [
    aContribution({ reference: 'AB26-AAAA', when: 'Friday, 10:20, Hall A' }),
    aContribution({ reference: 'AB26-BBBB', number: 'P7', session: rubbers }),
    aContribution({
      reference: 'AB26-CCCC',
      session: rubbers,
      authors: [
        { name: 'Dr. Jan van der Berg', affiliation: 'Delta Lab' },
        { name: 'Ilmari Väisänen', affiliation: '' },
      ],
    }),
  ];
  const pdf = await bookOf(contributions, {
    'AB26-AAAA': sheets('first', 'second'),
    'AB26-BBBB': sheets('third'),
    'AB26-CCCC': sheets('fourth'),
  });
  const pages = await pagesOfBook(pdf);
  const front = 3;
  expect(pages.slice(front, front + 4).map(({ theirs }) => /\((\w+)\)/.exec(theirs)?.[1])).toEqual([
    'first',
    'second',
    'third',
    'fourth',
  ]);
  expect(pages.slice(front).map(({ lines }) => [lines[0], lines.at(-2)])).toEqual(
    [
      ['Smart Polymers · AB26-AAAA', '1'],
      ['Smart Polymers · AB26-AAAA', '2'],
      ['Elastomers and Rubbers · P7', '3'],
      ['Elastomers and Rubbers · AB26-CCCC', '4'],
      ['Authors', '5'],
    ].map(([words, number]) => [`Polymer Summit 2026 ${words}`, number]),
  );
  expect(pages[2]?.lines).toEqual([
    'Polymer Summit 2026 Contents',
    'Contents',
    'Smart Polymers',
    'Title of AB26-AAAA 1',
    'Ilmari Väisänen',
    'Friday, 10:20, Hall A',
    'Elastomers and Rubbers',
    'Title of AB26-BBBB 3',
    'P7',
    'Ilmari Väisänen',
    'Title of AB26-CCCC 4',
    'Dr. Jan van der Berg, Ilmari Väisänen',
    'iii',
    expect.stringContaining('Book of Abstracts'),
  ]);
  expect(pages.at(-1)?.lines.slice(2, 6)).toEqual([
    'B',
    'Berg, Jan van der 4',
    'V',
    'Väisänen, Ilmari 1, 3, 4',
  ]);
});

test('the numbers of the pages are also those of the reader, and bookmarks lead to each contribution', async () => {
  const contributions = ['AB26-AAAA', 'AB26-BBBB'].map((reference) => aContribution({ reference }));
  const pdf = await bookOf(contributions, {
    'AB26-AAAA': sheets('a', 'b'),
    'AB26-BBBB': sheets('c'),
  });
  const { catalog } = await PDFDocument.load(pdf);
  expect(String(catalog.lookup(PDFName.of('PageLabels')))).toMatch(
    /\/Nums \[ 0 <<\s*\/S \/r\s*>> 3 <<\s*\/S \/D\s*>> \]/,
  );
  expect(bookmarksBelow(catalog.lookup(PDFName.of('Outlines'), PDFDict))).toEqual([
    'Contents',
    'Smart Polymers',
    ['Title of AB26-AAAA', 'Title of AB26-BBBB'],
    'Authors',
  ]);
  const text = pdf.toString('latin1');
  expect(text.match(/\/Dest \[\d+ 0 R \/Fit\]/g)).toHaveLength(5);
  // Contents and index link to the pages by the references.
  expect([...text.matchAll(/\/D \((AB26-\w+)\)/g)].map(([, name]) => name)).toEqual([
    'AB26-AAAA',
    'AB26-BBBB',
    'AB26-AAAA',
    'AB26-AAAA',
    'AB26-BBBB',
    'AB26-BBBB',
  ]);
});

type Bookmarks = (string | Bookmarks)[];

/** The titles of bookmarks, each followed by those below it. */
function bookmarksBelow(above: PDFDict): Bookmarks {
  const titles: Bookmarks = [];
  let bookmark = above.lookupMaybe(PDFName.of('First'), PDFDict);
  for (; bookmark; bookmark = bookmark.lookupMaybe(PDFName.of('Next'), PDFDict)) {
    titles.push(bookmark.lookup(PDFName.of('Title'), PDFString).decodeText());
    const below = bookmarksBelow(bookmark);
    if (below.length > 0) titles.push(below);
  }
  return titles;
}

test('a page of any size and turn is drawn into a frame that leaves the head and the foot free', async () => {
  const pdf = await bookOf([aContribution({ reference: 'AB26-AAAA' })], {
    'AB26-AAAA': anAuthorPdf([
      { text: 'A4' },
      { text: 'wide', entries: '/MediaBox [0 0 842 595]' },
      { text: 'turned', entries: '/MediaBox [0 0 842 595] /Rotate 90' },
      { text: 'cropped', entries: '/MediaBox [0 0 2000 2000] /CropBox [100 200 500 800]' },
      { text: 'poster', entries: '/MediaBox [0 0 2384 3370]' },
    ]),
  });
  const pages = (await pagesOfBook(pdf)).slice(3, 8);
  expect(pages.map(({ width, height }) => (width > height ? 'landscape' : 'portrait'))).toEqual([
    'portrait',
    'landscape',
    'portrait',
    'portrait',
    'portrait',
  ]);
  for (const { place, width, height } of pages) {
    expect(place?.left).toBeGreaterThanOrEqual(29);
    expect(place?.right).toBeLessThanOrEqual(width - 29);
    expect(place?.top).toBeCloseTo(height - 44, 1);
    expect(place?.bottom).toBeGreaterThanOrEqual(40);
  }
  const sizes = pages.map(
    ({ place }) => place && (place.right - place.left) / (place.top - place.bottom),
  );
  expect(sizes.map((each) => each?.toFixed(3))).toEqual(
    [595 / 842, 842 / 595, 595 / 842, 400 / 600, 2384 / 3370].map((each) => each.toFixed(3)),
  );
});

test('the first page of a contribution prints its address, which is a link of a tagged document', async () => {
  const address = 'https://doi.org/10.12345/ab26-aaaa';
  const contributions = [
    aContribution({ reference: 'AB26-AAAA', address }),
    aContribution({ reference: 'AB26-BBBB', address: `https://summit.example/${'b'.repeat(90)}` }),
  ];
  const wide = anAuthorPdf([{ text: 'wide', entries: '/MediaBox [0 0 842 595]' }, { text: 'two' }]);
  const pdf = await bookOf(contributions, { 'AB26-AAAA': wide });
  const pages = await pagesOfBook(pdf);
  expect(pages.slice(3, 6).map(({ lines }) => lines.join(' ').includes('https://'))).toEqual([
    true,
    false,
    true,
  ]);
  expect(pages[3]?.lines.join('\n')).toContain(address);
  const document = await PDFDocument.load(pdf);
  const links = document.getPages().flatMap((page) =>
    (page.node.Annots()?.asArray() ?? []).flatMap((each) => {
      const annotation = document.context.lookup(each, PDFDict);
      const to = annotation.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI'));
      const rect = annotation.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
      const isTagged = annotation.has(PDFName.of('StructParent'));
      return to instanceof PDFString ? [{ to: to.decodeText(), isTagged, ...rect }] : [];
    }),
  );
  const printed = links.filter(({ to }) => contributions.some((each) => each.address === to));
  expect(printed.map(({ to, isTagged }) => [to, isTagged])).toEqual(
    contributions.map((each) => [each.address, true]),
  );
  for (const { y, height } of printed) {
    // Above the foot, and below the page of the author.
    expect([y >= 29, y + height <= 40.2]).toEqual([true, true]);
  }
});

test('a contribution without pages has a page with its title, its authors and a note', async () => {
  const contribution = aContribution({
    reference: 'AB26-AAAA',
    title: '高分子の表面',
    number: 'P1',
  });
  const pages = await pagesOfBook(await bookOf([contribution], {}));
  expect(pages[3]?.lines).toEqual([
    'Polymer Summit 2026 Smart Polymers · P1',
    'AB26-AAAA · P1',
    '高 分 子 の 表 面',
    'Ilmari Väisänen, Institute of Slow Polymers',
    content.pages.documents.book.missing,
    '1',
    expect.stringContaining('Book of Abstracts'),
  ]);
});

test('sixty authors and a long title are above the foot of their page', async () => {
  const contribution = aContribution({
    reference: 'AB26-AAAA',
    title: 'How long does a thermoset remember its cure? '.repeat(7),
    authors: Array.from({ length: 60 }, (_, at) => ({
      name: `Author ${at} Hohenstein-Württemberg`,
      affiliation: 'Institute of Slow Polymers; Department of Surfaces',
    })),
  });
  const pages = await pagesOfBook(await bookOf([contribution], {}));
  const ours = pages.find(({ lines }) => lines.includes(content.pages.documents.book.missing));
  expect(ours?.lines.slice(-4)).toEqual([
    'Author 59 Hohenstein-Württemberg, Institute of Slow Polymers; Department of Surfaces',
    content.pages.documents.book.missing,
    '1',
    expect.stringContaining('Book of Abstracts'),
  ]);
});

test('the same contributions make the same bytes', async () => {
  const make = () =>
    bookOf([aContribution({ reference: 'AB26-AAAA' })], { 'AB26-AAAA': sheets('a') });
  expect((await make()).equals(await make())).toBe(true);
});

test('a Japanese author is legible in contents and index, whichever letters say that the text is Japanese', async () => {
  const authors = [{ name: '山田 太郎', affiliation: '東京大学 ポリマー研究所' }];
  const pdf = await bookOf(
    [
      aContribution({ reference: 'AB26-AAAA', authors }),
      aContribution({ reference: 'AB26-BBBB', title: 'ゲルの概要', authors }),
      aContribution({
        reference: 'AB26-CCCC',
        authors: [{ name: '王 骨', affiliation: '北京大学' }],
      }),
    ],
    {},
  );
  const lines = (await pagesOfBook(pdf)).flatMap((sheet) => sheet.lines).join('\n');
  expect(lines).not.toContain('U+');
  // Twice in the contents, once on each of the two pages, and once in the index.
  expect(lines.replaceAll(/\s/g, '').match(/山田太郎/g)).toHaveLength(5);
});

test('Korean and Thai authors are in the index below their consonants', async () => {
  const authors = ['김하늘', '남궁 혜린', 'สมชาย ใจดี'].map((name) => ({
    name,
    affiliation: 'KAIST',
  }));
  const pdf = await bookOf([aContribution({ reference: 'AB26-AAAA', authors })], {});
  const lines = (await pagesOfBook(pdf)).flatMap((sheet) => sheet.lines);
  expect(lines).toEqual(expect.arrayContaining(['ㄱ', 'ㄴ', 'จ']));
  expect(lines.join('')).not.toContain('U+');
});
