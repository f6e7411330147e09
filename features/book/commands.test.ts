import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { printedAddress } from './citation-facts.ts';
import { bookContributions } from './book-contributions.ts';
import { inTransaction } from '#server/database/database.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { saveAuthors } from '#server/abstract/abstract-authors.ts';
import { anAuthorPdf } from '#tests/support/author-pdf.ts';
import { aForm } from '#tests/support/author.ts';
import { pagesOfBook } from '#tests/support/book-text.ts';
import { aWordFile } from '#tests/support/sample-files.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const folder = testFolder();
const server = await startTestSite();
beforeEach(async () => {
  await server.db.deleteFrom('decisions').execute();
});

type Traits = {
  title?: string | null;
  session?: string;
  name?: string;
  bytes?: Buffer;
  slot?: Slot;
  outcome?: 'ACCEPTED' | 'REJECTED';
  isAgreed?: boolean;
  isWithdrawn?: boolean;
};

type Slot = {
  day?: string;
  starts?: string;
  ends?: string;
  room?: string;
  number?: string;
  slot?: string;
};

const talk = (day: string, starts: string): Slot => ({
  day,
  starts,
  ends: '18:00',
  room: 'Hall A',
});

let count = 0;
/** Sends an abstract and records its decision, its title and the consent of its authors. */
async function abstract(traits: Traits = {}): Promise<string> {
  count += 1;
  const { title = `Title ${count}`, session = 'smart-polymers', name = 'talk.pdf' } = traits;
  const { bytes = anAuthorPdf([{ text: `abstract ${count}` }]), isAgreed = true } = traits;
  const form = aForm({ sessionId: session });
  const reference = String((await server.submit({ form, name, bytes })).json['reference']);
  const found = await findAbstractByReference(server.db, reference);
  await server.db
    .updateTable('abstracts')
    .set({
      title,
      publish_at: isAgreed ? '2026-01-01T00:00:00.000Z' : null,
      withdrawn_at: traits.isWithdrawn === true ? '2026-02-01T00:00:00.000Z' : null,
    })
    .where('reference', '=', reference)
    .execute();
  await server.db
    .insertInto('decisions')
    .values({
      abstract_id: found?.id ?? '',
      outcome: traits.outcome ?? 'ACCEPTED',
      ...traits.slot,
      decided_at: '2026-01-02T00:00:00.000Z',
    })
    .execute();
  return reference;
}

let files = 0;
async function book(...options: string[]) {
  const path = join(folder, `${files++}.pdf`);
  const { text, code } = await server.ran('book', path, ...options);
  return { text: text.replaceAll(path, 'book.pdf'), code, path };
}

/** The texts of the authors' pages in the order of the book. */
async function textsOf(path: string): Promise<string[]> {
  const pages = await pagesOfBook(readFileSync(path));
  return pages.flatMap(({ theirs }) => /\((.*)\)/.exec(theirs)?.[1] ?? []);
}

test('the book has what was accepted, agreed to and not withdrawn, by session and slot', async () => {
  const page = (text: string) => ({ bytes: anAuthorPdf([{ text }]) });
  await abstract({ session: 'elastomers-and-rubbers', ...page('seven') });
  await abstract({ slot: { number: 'P10' }, ...page('five') });
  await abstract({ slot: { number: 'P9' }, ...page('four') });
  await abstract({ slot: talk('2026-05-30', '09:00'), ...page('three') });
  await abstract({ slot: talk('2026-05-29', '10:20'), ...page('two') });
  await abstract({ slot: talk('2026-05-29', '09:40'), ...page('one') });
  await abstract({ ...page('six') });
  await abstract({ ...page('rejected'), outcome: 'REJECTED' });
  await abstract({ ...page('withdrawn'), isWithdrawn: true });
  const unagreed = await abstract({ ...page('unagreed'), isAgreed: false });
  const { text, code, path } = await book();
  const inOrder = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  expect(await textsOf(path)).toEqual(inOrder);
  expect(code).toBe(0);
  expect(text).toBe(
    `Left out, because the authors did not agree to the publication: ${unagreed}\nAsk them: organiser write LETTER.md --to "accepted, without consent"\n` +
      'book.pdf: contributions: 7, sessions: 2, pages of authors: 7.\n',
  );
  const all = await book('--all');
  expect((await textsOf(all.path)).toSorted()).toEqual([...inOrder, 'unagreed'].toSorted());
  const lines = (await pagesOfBook(readFileSync(path))).flatMap((each) => each.lines);
  expect(lines).toContain('Friday, May 29, 2026, 09:40–18:00, Hall A');
  expect(lines).toContain('Polymer Summit 2026 Smart Polymers · P10');
  const german = { ...server.content, language: 'de' };
  const [first] = (await bookContributions(server.db, german)).printed;
  expect(first?.when).toBe('Freitag, 29. Mai 2026, 09:40–18:00, Hall A');
  const one = await book('--session', 'Elastomers and Rubbers');
  expect(await textsOf(one.path)).toEqual(['seven']);
});

test('the output names each contribution without pages, and why; one bad file does not end the book', async () => {
  vi.stubEnv('PATH', folder);
  await abstract({ bytes: anAuthorPdf([{ text: 'good' }]) });
  const word = await abstract({ name: 'talk.docx', bytes: aWordFile() });
  const broken = await abstract({ bytes: anAuthorPdf([]) });
  const infected = await abstract();
  await server.recordScan(infected, { scan: 'INFECTED', scan_finding: 'Test.Stand-In' });
  const lost = await abstract();
  const kept = await findAbstractByReference(server.db, lost);
  await server.files.store.remove(kept?.fileKey ?? '');
  const fields = '/MediaBox [0 0 595 842] /Annots [<< /Subtype /Widget >> << /Subtype /Stamp >>]';
  const form = await abstract({
    title: null,
    bytes: anAuthorPdf([{ text: 'form', entries: fields }]),
  });
  const { text, code, path } = await book();
  expect(code).toBe(1);
  expect((await textsOf(path)).toSorted()).toEqual(['form', 'good']);
  for (const line of [
    `  ${word} talk.docx: no PDF, and this machine has no LibreOffice (soffice) to make one of it\n`,
    `  ${broken} talk.pdf: damaged: no program could take its pages out\n`,
    `  ${infected} talk.pdf: infected with Test.Stand-In\n`,
    `  ${lost} talk.pdf: damaged: it differs from the file that was sent\n`,
    `  ${form} talk.pdf: fields of its form are not in the book; notes and stamps on its pages are not in the book\n`,
    `Without a title, so the book says “Contribution by” and the name: ${form}\n`,
    'book.pdf: contributions: 6, sessions: 1, pages of authors: 2.\n',
  ]) {
    expect(text).toContain(line);
  }
  const pages = await pagesOfBook(readFileSync(path));
  const missing = pages.filter(({ lines }) =>
    lines.includes(server.content.pages.documents.book.missing),
  );
  expect(missing).toHaveLength(4);
});

test('the lists for citations have the page numbers of the book', async () => {
  const first = await abstract({
    slot: { number: '1' },
    bytes: anAuthorPdf([{ text: 'a' }, { text: 'b' }]),
  });
  const second = await abstract({ slot: { number: '2' }, title: 'Slow & steady' });
  const { id = '' } = (await findAbstractByReference(server.db, second)) ?? {};
  const author = { affiliation: 'Delta Lab', orcid: '0000-0002-1825-0097', presents: true };
  await inTransaction(server.db, (tx) =>
    saveAuthors(tx, id, [{ name: 'Jan van der Berg', ...author }]),
  );
  const bib = join(folder, 'list.bib');
  const { text } = await server.ran('book', '--bibtex', bib);
  expect(text).toBe(`${bib}: contributions: 2.\n`);
  const entries = readFileSync(bib, 'utf8');
  expect(entries).toMatch(new RegExp(`${first},[^@]*pages = \\{1--2\\}`));
  expect(entries).toMatch(
    new RegExp(
      `${second},\n  author = \\{van der Berg, Jan\\},\n  title = \\{\\{Slow \\\\& steady\\}\\},[^@]*pages = \\{3\\}`,
    ),
  );
  const ris = join(folder, 'list.ris');
  await server.ran('book', '--ris', ris);
  expect(readFileSync(ris, 'utf8')).toContain('AU  - van der Berg, Jan\r\nTI  - Slow & steady\r\n');
});

test('a DOI, or else the own page of each contribution, is printed, and not an address of the whole book', () => {
  const printed = (settings: object, url?: string) => {
    const { conference } = server.content;
    const abstracts = {
      ...conference.abstracts,
      book: { ...conference.abstracts.book, ...settings },
    };
    const own = { ...server.content, conference: { ...conference, abstracts } };
    return printedAddress(own, { reference: 'AB26-AAAA' }, url);
  };
  const page = 'https://summit.example/contributions/AB26-AAAA';
  const doi = { prefix: '10.12345' };
  expect(printed({ doi }, page)).toBe('https://doi.org/10.12345/ab26-aaaa');
  expect(printed({}, page)).toBe(page);
  expect(printed({ url: 'https://press.example/book' })).toBeUndefined();
  expect(printed({ url: 'https://press.example/{reference}' })).toBe(
    'https://press.example/AB26-AAAA',
  );
});

test('the deposit for Crossref needs the keys of conference.yaml', async () => {
  await abstract();
  await expect(server.ran('book', '--crossref', join(folder, 'deposit.xml'))).rejects.toThrow(
    'content/conference.yaml has no abstracts.book.doi and no abstracts.book.url',
  );
});

test('an archive for a registry has a file for the book and for each contribution', async () => {
  const { conference } = server.content;
  const settings = {
    ...conference.abstracts.book,
    url: 'https://summit.example/{reference}',
    doi: { prefix: '10.12345' },
    licence: { text: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  };
  const abstracts = { ...conference.abstracts, book: settings };
  const content = { ...server.content, conference: { ...conference, abstracts } };
  const site = await startTestSite({ content });
  const sent = await site.submit({ form: aForm({ name: 'Ada Kowalska' }) });
  const reference = String(sent.json['reference']);
  const { id = '' } = (await findAbstractByReference(site.db, reference)) ?? {};
  const decision = { abstract_id: id, outcome: 'ACCEPTED' as const };
  await site.db
    .insertInto('decisions')
    .values({ ...decision, decided_at: '2026-01-02T00:00:00.000Z' })
    .execute();
  const written = async (option: string) => {
    const path = join(folder, `${option.slice(2)}.zip`);
    await site.ran('book', option, path, '--all');
    return Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => {
      return [name, Buffer.from(bytes).toString('utf8')] as const;
    });
  };
  const records = new Map(await written('--datacite'));
  expect([...records.keys()]).toEqual(['book.xml', `${reference}.xml`, 'dois.csv']);
  expect(records.get(`${reference}.xml`)).toContain('<familyName>Kowalska</familyName>');
  const doi = `10.12345/${reference.toLowerCase()}`;
  expect(records.get('dois.csv')?.split('\r\n')).toContain(
    `"${doi}","https://summit.example/${reference}","${reference}.xml"`,
  );
  const depositions = new Map(await written('--zenodo'));
  expect([...depositions.keys()]).toEqual(['book.json', `${reference}.json`]);
  expect(JSON.parse(depositions.get(`${reference}.json`) ?? '')).toMatchObject({
    metadata: { doi, license: 'cc-by-4.0', partof_pages: '1' },
  });
  await expect(site.ran('book', '--crossref', join(folder, 'x.xml'), '--all')).rejects.toThrow(
    'no abstracts.book.doi.registrant and no abstracts.book.doi.depositor',
  );
});

test('the depositions for Zenodo need a licence', async () => {
  await abstract();
  await expect(server.ran('book', '--zenodo', join(folder, 'deposit.zip'))).rejects.toThrow(
    'content/conference.yaml has no abstracts.book.licence.url',
  );
});

test('the output names twenty of many abstracts without a title', async () => {
  for (let nth = 0; nth < 22; nth++) await abstract({ title: null });
  const { text } = await book();
  expect(text).toMatch(/says “Contribution by” and the name: (?:AB\S+, ){19}\S+, and 2 more\n/);
});

test('without accepted abstracts, or without consent, there is no book', async () => {
  await expect(book()).rejects.toThrow('No abstract is accepted, so there is no book.');
  await abstract({ isAgreed: false });
  await expect(book()).rejects.toThrow('--all takes their abstracts in');
  await expect(book('--session', 'nothing')).rejects.toThrow('There is no session “nothing”');
});
