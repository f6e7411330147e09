import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { type Cited, makeBibtex, makeRis, missingKeys } from './citation-facts.ts';
import { makeCrossref } from './crossref.ts';

type Book = Content['conference']['abstracts']['book'];

function contentWith(book: Book): Content {
  const { conference } = fixtureContent;
  const abstracts = { ...conference.abstracts, book };
  return { ...fixtureContent, conference: { ...conference, abstracts } };
}

const complete: Book = {
  publisher: 'Kettenverlag & Söhne',
  isbn: '978-3-16-148410-0',
  licence: { text: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  published: '2026-05-20',
  url: 'https://summit.example/abstracts/{reference}',
  doi: {
    prefix: '10.12345',
    registrant: 'Gesellschaft für Kettenchemie',
    depositor: { name: 'Annelore Weidenhain', email: 'doi@summit.example' },
  },
};

const contribution: Cited = {
  reference: 'AB26-7K3M-9QXW',
  title: 'H_2O & {50 %} of #1: a~b^c \\ $d',
  authors: [
    {
      name: 'Dr. Jan van der Berg',
      affiliation: 'Delta Lab; Institute of <Chains>',
      orcid: '0000-0002-1825-0097',
    },
    { name: '王小明', affiliation: '', orcid: undefined },
    { name: 'Ilmari Väisänen', affiliation: 'Institute of Slow Polymers', orcid: undefined },
  ],
  keywords: 'flow, slow chains',
  pages: { first: 5, last: 8 },
};

test('an entry for BibTeX has the reference as its key, and no sign that TeX would read as a command', () => {
  expect(makeBibtex(contentWith(complete), [contribution], '2026-06-01')).toBe(
    String.raw`@inproceedings{AB26-7K3M-9QXW,
  author = {van der Berg, Jan and {王小明} and Väisänen, Ilmari},
  title = {{H\_2O \& \textbraceleft{}50 \%\textbraceright{} of \#1: a\textasciitilde{}b\textasciicircum{}c \textbackslash{} \$d}},
  booktitle = {{Polymer Summit 2026: Book of Abstracts}},
  eventtitle = {{International Conference on Polymer Science and Composite Materials}},
  year = {2026},
  pages = {5--8},
  address = {Berlin, Germany},
  publisher = {Kettenverlag \& Söhne},
  isbn = {978-3-16-148410-0},
  doi = {10.12345/ab26-7k3m-9qxw},
  url = {https://summit.example/abstracts/AB26-7K3M-9QXW},
  keywords = {flow, slow chains},
}
`,
  );
});

test('without settings of the book, an entry for BibTeX has the organiser, and neither DOI nor address', () => {
  const entry = makeBibtex(
    contentWith({}),
    [{ ...contribution, pages: { first: 5, last: 5 } }],
    '2026-06-01',
  );
  expect(entry).toContain('publisher = {Gesellschaft für Kettenchemie e. V.}');
  expect(entry).toContain('pages = {5}');
  expect(entry).not.toMatch(/doi|url|isbn/);
});

test('an entry in RIS has one field a line, and each author and keyword in a field of its own', () => {
  const ris = makeRis(
    contentWith(complete),
    [{ ...contribution, title: 'Two\nlines' }],
    '2026-06-01',
  );
  expect(ris.split('\r\n')).toEqual([
    'TY  - CPAPER',
    'ID  - AB26-7K3M-9QXW',
    'AU  - van der Berg, Jan',
    'AU  - 王小明',
    'AU  - Väisänen, Ilmari',
    'TI  - Two lines',
    'T2  - International Conference on Polymer Science and Composite Materials',
    'C3  - Polymer Summit 2026: Book of Abstracts',
    'PY  - 2026',
    'DA  - 2026/05/29/',
    'SP  - 5',
    'EP  - 8',
    'CY  - Berlin, Germany',
    'C1  - Berlin',
    'PB  - Kettenverlag & Söhne',
    'SN  - 978-3-16-148410-0',
    'DO  - 10.12345/ab26-7k3m-9qxw',
    'UR  - https://summit.example/abstracts/AB26-7K3M-9QXW',
    'KW  - flow',
    'KW  - slow chains',
    'ER  - ',
    '',
  ]);
});

test('the deposit for Crossref has the elements of its schema in their order', () => {
  const deposit = makeCrossref(
    contentWith(complete),
    [contribution],
    new Date('2026-06-01T10:20:30Z'),
  );
  expect(elementsOf(deposit)).toEqual(
    [
      'doi_batch head doi_batch_id timestamp depositor depositor_name email_address registrant body conference',
      'event_metadata conference_name conference_acronym conference_location conference_date',
      'proceedings_metadata proceedings_title publisher publisher_name publisher_place',
      'publication_date month day year isbn doi_data doi resource',
      'conference_paper contributors person_name given_name surname affiliations',
      'institution institution_name institution institution_name ORCID person_name surname',
      'person_name given_name surname affiliations institution institution_name',
      'titles title publication_date month day year pages first_page last_page',
      'publisher_item item_number ai:program ai:license_ref doi_data doi resource',
    ].flatMap((names) => names.split(' ')),
  );
  for (const part of [
    '<timestamp>20260601102030</timestamp>',
    '<conference_date start_month="5" start_year="2026" start_day="29" end_month="5" end_year="2026" end_day="30">',
    '<doi>10.12345/ps26-book</doi>\n<resource>https://summit.example/abstracts/</resource>',
    '<person_name sequence="first" contributor_role="author">\n<given_name>Jan</given_name>\n<surname>van der Berg</surname>',
    '<institution_name>Institute of &#60;Chains&#62;</institution_name>',
    '<ORCID authenticated="false">https://orcid.org/0000-0002-1825-0097</ORCID>',
    '<person_name sequence="additional" contributor_role="author">\n\n<surname>王小明</surname>',
    '<title>H_2O &#38; {50 %} of #1: a~b^c \\ $d</title>',
    '<doi>10.12345/ab26-7k3m-9qxw</doi>\n<resource>https://summit.example/abstracts/AB26-7K3M-9QXW</resource>',
  ]) {
    expect(deposit).toContain(part);
  }
});

test('a book without an ISBN says so in the deposit, and a deposit needs a prefix and an address', () => {
  const { isbn, ...rest } = complete;
  const deposit = makeCrossref(contentWith(rest), [], new Date('2026-06-01T10:20:30Z'));
  expect(isbn).toBeDefined();
  expect(deposit).toContain('<noisbn reason="monograph"/>');
  const wanted = ['doi', 'doi.registrant', 'url'] as const;
  expect(missingKeys(contentWith({}), wanted)).toEqual(['doi', 'url']);
  expect(missingKeys(contentWith({ doi: { prefix: '10.1234' } }), wanted)).toEqual([
    'doi.registrant',
    'url',
  ]);
  expect(missingKeys(contentWith(complete), wanted)).toEqual([]);
});

/** The names of all elements, in the order of their beginnings. */
function elementsOf(text: string): string[] {
  return [...text.matchAll(/<([a-z][\w:]*)/gi)].map(([, name = '']) => name);
}

test('a group and a name in an East Asian script are not turned round', () => {
  const of = (name: string, isGroup?: true) => ({
    name,
    affiliation: '',
    orcid: undefined,
    ...(isGroup && { isGroup }),
  });
  const authors = [
    of('KATRIN Collaboration'),
    of('Young Chains', true),
    of('高森 柚葉'),
    of('Ada Kowalska, Ph.D.'),
  ];
  const papers = [{ ...contribution, authors }];
  expect(makeBibtex(contentWith(complete), papers, '2026-06-01')).toContain(
    'author = {{KATRIN Collaboration} and {Young Chains} and 高森, 柚葉 and Kowalska, Ada}',
  );
  expect(makeRis(contentWith(complete), papers, '2026-06-01')).toContain(
    'AU  - KATRIN Collaboration\r\nAU  - Young Chains\r\nAU  - 高森, 柚葉\r\n',
  );
  const deposit = makeCrossref(contentWith(complete), papers, new Date('2026-06-01T10:20:30Z'));
  for (const element of [
    '<organization sequence="first" contributor_role="author">KATRIN Collaboration</organization>',
    '<organization sequence="additional" contributor_role="author">Young Chains</organization>',
    '<surname>高森</surname>',
  ]) {
    expect(deposit).toContain(element);
  }
});

test('father and son are two people in each format', () => {
  const author = { name: 'Robert Miller, Jr.', affiliation: '', orcid: undefined };
  const ofSon = { ...contribution, authors: [author] };
  expect(makeBibtex(contentWith(complete), [ofSon], '2026-06-01')).toContain(
    'author = {Miller, Jr., Robert}',
  );
  expect(makeRis(contentWith(complete), [ofSon], '2026-06-01')).toContain(
    'AU  - Miller, Robert, Jr.',
  );
});
