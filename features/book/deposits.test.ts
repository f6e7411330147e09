import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { mistakeOfDeposit, ZenodoMetadata } from '#tests/support/deposit-format.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import {
  hasPublishedSchemas,
  mistakeByPublishedXsd,
  mistakesByPublishedCsl,
  mistakesByZenodo,
} from '#tests/support/published-schemas.ts';
import { type Cited, makeCslJson } from './citation-facts.ts';
import { makeCrossref } from './crossref.ts';
import { makeDatacite } from './datacite.ts';
import { licenceId, makeZenodo } from './zenodo.ts';

type Book = Content['conference']['abstracts']['book'];

function contentWith(book: Book, language = fixtureContent.language): Content {
  const { conference } = fixtureContent;
  const abstracts = { ...conference.abstracts, book };
  return { ...fixtureContent, language, conference: { ...conference, abstracts } };
}

const complete: Book = {
  title: 'Abstracts <2026> & more',
  editors: ['Annelore Weidenhain', 'Oona Järvi'],
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
const { isbn: _isbn, editors: _editors, ...small } = complete;

const ROR = 'https://ror.org/02mhbdp94';

/** Each has something that another one lacks. */
const contributions: Cited[] = [
  {
    reference: 'AB26-7K3M-9QXW',
    title: 'H_2O & <b>50 %</b> of "chains" ]]> \u0007 \uD800 高分子 👩🏽‍🔬',
    authors: [
      {
        name: 'Dr. Jan van der Berg',
        affiliation: 'Delta Lab; Institute of <Chains>',
        orcid: '0000-0002-1825-0097',
        affiliations: [{ name: 'Delta Lab', ror: ROR }, { name: 'Institute of <Chains>' }],
      },
      { name: '王小明', affiliation: '', orcid: undefined },
      { name: 'KATRIN Collaboration', affiliation: 'Delta Lab', orcid: undefined },
      { name: 'Young Chains', isGroup: true, affiliation: '', orcid: undefined },
    ],
    keywords: 'flow, slow chains; <i>',
    pages: { first: 5, last: 8 },
    summary: 'The first paragraph,\nof two lines & <more>.\n\nThe second.',
  },
  {
    reference: 'AB26-AAAA-BBBB',
    title: 'Nothing else',
    authors: [{ name: 'Ilmari Väisänen', affiliation: ' ; ', orcid: undefined }],
    keywords: undefined,
    doi: '10.5555/of-its-own',
    url: 'https://summit.example/contributions/AB26-AAAA-BBBB',
  },
  {
    reference: 'AB26-CCCC-DDDD',
    title: 'One page',
    authors: [{ name: 'Ada Kowalska', affiliation: 'TU', orcid: undefined }],
    keywords: ' ',
    pages: { first: 9, last: 9 },
  },
];

const cases: [name: string, content: Content][] = [
  ['complete', contentWith(complete)],
  ['without what may be absent', contentWith({ ...small, licence: undefined })],
  ['in German', contentWith(complete, 'de')],
  ['in another English', contentWith(complete, 'en-GB')],
];
const at = new Date('2026-06-01T10:20:30Z');

const crossrefOf = (content: Content) => makeCrossref(content, contributions, at);
const dataciteOf = (content: Content) => makeDatacite(content, contributions, '2026-06-01');
const zenodoOf = (content: Content) =>
  makeZenodo(content, contributions, '2026-06-01').map(({ body }) =>
    JSON.parse(JSON.stringify(body.metadata)),
  );
const cslOf = (content: Content) => makeCslJson(content, contributions, '2026-06-01');

test.each(cases)('the deposits have the elements of their format: %s', (_, content) => {
  expect(mistakeOfDeposit('crossref', crossrefOf(content))).toBeUndefined();
  for (const { xml } of dataciteOf(content)) {
    expect(mistakeOfDeposit('datacite', xml)).toBeUndefined();
  }
  const licence = content.conference.abstracts.book.licence ?? complete.licence;
  for (const metadata of zenodoOf(contentWith({ ...complete, licence }, content.language))) {
    expect(ZenodoMetadata.safeParse(metadata).error?.issues).toBeUndefined();
  }
});

// `node scripts/published-schemas.ts` gets the schemas.
const publishedTest = test.skipIf(!hasPublishedSchemas);

publishedTest.each(cases)(
  'Crossref’s deposit is valid by the published schema: %s',
  (_, content) => {
    expect(mistakeByPublishedXsd('crossref', crossrefOf(content))).toBeUndefined();
  },
);

publishedTest.each(cases)(
  'DataCite’s records are valid by the published schema: %s',
  (_, content) => {
    const records = dataciteOf(content);
    expect(records).toHaveLength(4);
    for (const { xml } of records) expect(mistakeByPublishedXsd('datacite', xml)).toBeUndefined();
  },
);

publishedTest.each(cases)(
  'Zenodo’s depositions are valid by the published schema: %s',
  (_, content) => {
    for (const metadata of zenodoOf(content)) expect(mistakesByZenodo(metadata)).toEqual([]);
  },
);

publishedTest.each(cases)('CSL-JSON is valid by the published schema: %s', (_, content) => {
  expect(mistakesByPublishedCsl(cslOf(content))).toEqual([]);
});

publishedTest('the published schemas refuse what is wrong', () => {
  const content = contentWith(complete);
  const deposit = crossrefOf(content);
  const ror = `<institution_id type="ror">${ROR}</institution_id>`;
  expect(deposit).toContain(ror);
  for (const wrong of [
    deposit.replace(ror, ror.replace('type="ror"', 'type="grid"')),
    deposit.replace('<surname>', '<family_name>').replace('</surname>', '</family_name>'),
    deposit.replaceAll('jats:p>', 'p>'),
  ]) {
    expect(mistakeByPublishedXsd('crossref', wrong)).toMatch(
      /is not expected|not an element of the set/,
    );
  }
  const [, record] = dataciteOf(content);
  const wrong = record?.xml.replace('ConferencePaper', 'Abstract') ?? '';
  expect(mistakeByPublishedXsd('datacite', wrong)).toMatch(/not an element of the set/);
  expect(mistakesByPublishedCsl('[{ "id": "a", "type": "abstract" }]')).not.toEqual([]);
  expect(mistakesByZenodo({ upload_type: 'abstract' })).not.toEqual([]);
});

test('the deposits name organisations by their identifiers where they are known', () => {
  const content = contentWith(complete);
  expect(crossrefOf(content)).toContain(
    `<institution><institution_name>Delta Lab</institution_name><institution_id type="ror">${ROR}</institution_id></institution>
<institution><institution_name>Institute of &#60;Chains&#62;</institution_name></institution>`,
  );
  const [book, first, own] = dataciteOf(content);
  expect(first?.xml).toContain(
    `<affiliation affiliationIdentifier="${ROR}" affiliationIdentifierScheme="ROR" schemeURI="https://ror.org">Delta Lab</affiliation><affiliation>Institute of &#60;Chains&#62;</affiliation>`,
  );
  expect(book).toMatchObject({
    name: 'book',
    doi: '10.12345/ps26-book',
    url: 'https://summit.example/abstracts/',
  });
  expect(own).toMatchObject({
    doi: '10.5555/of-its-own',
    url: 'https://summit.example/contributions/AB26-AAAA-BBBB',
  });
});

test('the deposits have the abstract as text, where it is known', () => {
  const content = contentWith(complete);
  expect(crossrefOf(content)).toContain(
    '<jats:abstract><jats:p>The first paragraph, of two lines &#38; &#60;more&#62;.</jats:p><jats:p>The second.</jats:p></jats:abstract>',
  );
  const [, first, second] = zenodoOf(content);
  expect(first.description).toBe(
    '<p>The first paragraph, of two lines &#38; &#60;more&#62;.</p><p>The second.</p>',
  );
  expect(second.description).toBe(
    '<p>Nothing else. Polymer Summit 2026: Abstracts &#60;2026&#62; &#38; more, AB26-AAAA-BBBB.</p>',
  );
});

test('an entry of CSL-JSON has names in parts, and dates as numbers', () => {
  const [first, second] = JSON.parse(cslOf(contentWith(complete)));
  expect(first).toMatchObject({
    id: 'AB26-7K3M-9QXW',
    type: 'paper-conference',
    author: [
      { family: 'van der Berg', given: 'Jan' },
      { literal: '王小明' },
      { literal: 'KATRIN Collaboration' },
      { literal: 'Young Chains' },
    ],
    'event-date': {
      'date-parts': [
        [2026, 5, 29],
        [2026, 5, 30],
      ],
    },
    issued: { 'date-parts': [[2026, 5, 20]] },
    page: '5-8',
    DOI: '10.12345/ab26-7k3m-9qxw',
    keyword: 'flow, slow chains, <i>',
    abstract: 'The first paragraph, of two lines & <more>.\n\nThe second.',
  });
  expect(second).not.toHaveProperty('page');
  expect(second).not.toHaveProperty('abstract');
});

test.each([
  ['https://creativecommons.org/licenses/by/4.0/', 'cc-by-4.0'],
  ['https://creativecommons.org/licenses/by-nc-nd/3.0/de/', 'cc-by-nc-nd-3.0'],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'cc0-1.0'],
  ['https://summit.example/terms', undefined],
])('Zenodo knows the licence at %s as %s', (address, id) => {
  expect(licenceId(address)).toBe(id);
});
