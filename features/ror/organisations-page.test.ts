import { beforeEach, expect, test } from 'vitest';
import { saveAuthors } from '#server/abstract/abstract-authors.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { inTransaction } from '#server/database/database.ts';
import { aForm } from '#tests/support/author.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { readChoices } from './affiliation-organisations.ts';
import { writeSampleList } from './sample-registry.ts';

let server: TestSite;
let id: string;
let path: string;
beforeEach(async () => {
  server = await startTestSite();
  const reference = String((await server.submit({ form: aForm() })).json['reference']);
  const abstract = await findAbstractByReference(server.db, reference);
  id = abstract?.id ?? '';
  path = `/abstract/${abstract?.token}`;
  await write('TU Dresden; <Gel> & "Lab"', 'tu dresden');
});

async function write(...affiliations: string[]): Promise<void> {
  const authors = affiliations.map((affiliation, at) => {
    return { name: `Ada Author${at}`, affiliation, orcid: undefined, presents: at === 0 };
  });
  await inTransaction(server.db, (tx) => saveAuthors(tx, id, authors));
}

const page = async (at = '/organisations') => {
  const answer = await fetch(`${server.origin}${path}${at}`);
  return { status: answer.status, text: await answer.text() };
};

async function send(entries: Record<string, string>) {
  const answer = await fetch(`${server.origin}${path}/organisations`, {
    method: 'POST',
    body: new URLSearchParams(entries),
    redirect: 'manual',
  });
  const location = answer.headers.get('location') ?? '';
  return { status: answer.status, location, text: await answer.text() };
}

test('without a list nothing is shown', async () => {
  expect((await page()).status).toBe(404);
  expect((await page('')).text).not.toContain('Institutions');
  expect((await send({ 'organisation-1': '042aqky30' })).status).toBe(404);
});

test('the page of the abstract leads to the form, which proposes an organisation for each entry', async () => {
  await writeSampleList(server.files.dataDir);
  expect((await page('')).text).toContain(
    `<a href="${path}/organisations">Choose the institutions</a>`,
  );
  const { status, text } = await page();
  expect(status).toBe(200);
  expect(text.match(/<legend>(.*?)<\/legend>/g)).toEqual([
    '<legend>TU Dresden</legend>',
    '<legend>&#60;Gel&#62; &#38; &#34;Lab&#34;</legend>',
  ]);
  expect(text).toContain('value="042aqky30"');
  expect(text).toContain('Dresden, Germany · ror.org/042aqky30');
  expect(text).toContain('of June 2, 2026');
  expect(text).not.toContain('<script');
});

test('a choice is saved for this abstract, and shown', async () => {
  await writeSampleList(server.files.dataDir);
  const answer = await send({ 'organisation-1': '042aqky30', 'organisation-2': 'none' });
  expect(answer).toMatchObject({ status: 303, location: `${path}#organisations` });
  const choices = await readChoices(server.db, id);
  expect([...choices].map(([entry, choice]) => [entry, choice?.ror])).toEqual(
    expect.arrayContaining([
      ['tu dresden', '042aqky30'],
      ['<gel> & "lab"', undefined],
    ]),
  );
  expect([...(await readChoices(server.db))]).toEqual([]);
  const { text } = await page();
  expect(text).toMatch(/value="042aqky30"\s+checked/);
  expect(text.match(/value="none"\s+checked/g)).toHaveLength(1);
  expect((await page('')).text).toContain('Chosen: 2 of 2.');
  const acts = await server.db
    .selectFrom('activities')
    .select(['who', 'words'])
    .where('action', '=', 'affiliations')
    .execute();
  expect(acts).toEqual([{ who: 'author', words: 'chooses 2 organisations' }]);
  await send({ 'organisation-1': '042aqky30', 'organisation-2': 'none' });
  expect(
    await server.db.selectFrom('affiliation_organisations').selectAll().execute(),
  ).toHaveLength(2);
});

test('a search shows what it finds, keeps the choices as they are, and saves nothing', async () => {
  await writeSampleList(server.files.dataDir);
  const { status, text } = await send({
    'organisation-1': 'none',
    'search-2': 'max planck pol',
    search: '2',
  });
  expect(status).toBe(200);
  expect(text).toContain('Max Planck Institute for Polymer Research');
  expect(text).toContain('value="max planck pol"');
  expect(text).toMatch(/name="organisation-1"\s+value="none"\s+checked/);
  expect((await readChoices(server.db, id)).size).toBe(0);
  const none = await send({ 'search-1': '<b>nothing</b>', search: '1' });
  expect(none.text).toContain('The list has no institution with these words.');
  expect(none.text).not.toContain('<b>nothing');
});

test('an identifier that is not in the list, or no entry of this abstract, changes nothing', async () => {
  await writeSampleList(server.files.dataDir);
  await send({
    'organisation-1': '00exam999',
    'organisation-9': '042aqky30',
    'organisation-0': 'none',
  });
  expect((await readChoices(server.db, id)).size).toBe(0);
});

test('a withdrawn abstract, an abstract without affiliations and another link have no form', async () => {
  await writeSampleList(server.files.dataDir);
  await write('');
  expect((await page()).text).toContain('There are no affiliations');
  expect((await page('')).text).not.toContain('Institutions');
  await server.db
    .updateTable('abstracts')
    .set({ withdrawn_at: '2026-02-01T00:00:00.000Z' })
    .execute();
  expect((await page()).status).toBe(404);
  const other = await fetch(`${server.origin}/abstract/${'a'.repeat(22)}/organisations`);
  expect(other.status).toBe(404);
});

test('an erased abstract takes the choices of its author with it', async () => {
  await writeSampleList(server.files.dataDir);
  await send({ 'organisation-1': '042aqky30' });
  await server.db.deleteFrom('abstracts').where('id', '=', id).execute();
  expect(await server.db.selectFrom('affiliation_organisations').selectAll().execute()).toEqual([]);
});
