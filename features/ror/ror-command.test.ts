import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect, test } from 'vitest';
import { saveAuthors } from '#server/abstract/abstract-authors.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { organisationsIn } from '#server/abstract/organisations.ts';
import { inTransaction } from '#server/database/database.ts';
import { aForm } from '#tests/support/author.ts';
import { hasFeature } from '#tests/support/has-feature.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { saveChoices } from './affiliation-organisations.ts';
import { samples, writeSamples } from './sample-registry.ts';

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite();
  folder = testFolder();
});

const run = (...args: string[]) => server.organise('ror', ...args);
const makeList = () => run('--list', writeSamples(folder));

type Cells = (string | number | null)[];
let count = 0;

async function abstractOf(affiliation: string, ...more: string[]): Promise<string> {
  const form = aForm({ organizationName: 'not an author', email: `a${count++}@uni.example` });
  const reference = String((await server.submit({ form })).json['reference']);
  const { id = '' } = (await findAbstractByReference(server.db, reference)) ?? {};
  const authors = [affiliation, ...more].map((each, at) => {
    return { name: `Ada Author${at}`, affiliation: each, orcid: undefined, presents: at === 0 };
  });
  await inTransaction(server.db, (tx) => saveAuthors(tx, id, authors));
  return id;
}

async function proposals(): Promise<Cells[]> {
  const path = join(folder, `proposals ${count++}.xlsx`);
  await run('--proposals', path);
  return (await readSheet(path)) as Cells[];
}

async function match(rows: readonly Cells[], ...more: string[]): Promise<string> {
  const path = join(folder, `match ${count++}.xlsx`);
  await writeSheetFile(path, rows);
  return run('--match', path, ...more);
}

const HEAD: Cells = ['Affiliation', 'ROR', 'Right'];

test('without a list the commands say how it is made', async () => {
  await abstractOf('TU Dresden');
  expect(await run()).toContain('There is no list yet: ror --list makes it.');
  await expect(proposals()).rejects.toThrow('There is no list of organisations yet');
  await expect(match([HEAD])).rejects.toThrow('There is no list of organisations yet');
});

test('the list gets its day from the name of the file, or from an option', async () => {
  expect(await makeList()).toMatch(
    new RegExp(
      `^The list of 2026-06-02 has ${samples.length - 1} organisations, \\d+ KB\\. Left out: 1 that have ended`,
    ),
  );
  const text = readFileSync(writeSamples(folder));
  const path = join(folder, 'ror.json');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(path, text);
  await expect(run('--list', path)).rejects.toThrow('add --date, such as 2026-06-02');
  expect(await run('--list', path, '--date', '2026-07-01')).toContain('The list of 2026-07-01');
});

test('the sheet proposes an organisation for each affiliation, the most frequent first', async () => {
  await makeList();
  await abstractOf('TU Dresden; Delta Lab', 'tu  dresden', 'Northeastern University');
  await abstractOf('TU Dresden');
  const [, first, ...others] = await proposals();
  expect(first).toEqual([
    'TU Dresden',
    3,
    'https://ror.org/042aqky30',
    'Technische Universität Dresden',
    'Dresden, DE',
    'yes',
    null,
  ]);
  expect(others).toEqual([
    ['Delta Lab', 1, null, null, null, null, null],
    [
      'Northeastern University',
      1,
      'https://ror.org/03awzbc87',
      'Northeastern University',
      'Shenyang, CN',
      null,
      'Northeastern University, Boston: https://ror.org/04t5xt781',
    ],
  ]);
});

test('confirmed rows are recorded once, and no sheet asks again', async () => {
  await makeList();
  const id = await abstractOf('TU Dresden; Delta Lab; Gel Works; Northeastern University');
  const rows: Cells[] = [
    HEAD,
    ['TU Dresden', 'https://ror.org/042aqky30', 'yes'],
    ['Delta Lab', null, 'none'],
    ['Gel Works', '02crff812', 'no'],
    ['Northeastern University', 'ror.org/04T5XT781', 'Yes'],
  ];
  expect(await match(rows)).toContain(
    'Affiliations with an organisation: 2. Known to have none: 1. Without an answer: 1.',
  );
  expect((await organisationsIn(server.db)) && (await proposals())).toHaveLength(5);
  expect(await match(rows, '--yes')).toContain('Recorded: 3.');
  await match(rows, '--yes');
  expect((await proposals()).map(([entry]) => entry)).toEqual(['Affiliation', 'Gel Works']);
  const find = await organisationsIn(server.db);
  expect(find('tu dresden', id)?.ror).toBe('042aqky30');
  expect(find('Northeastern University')?.ror).toBe('04t5xt781');
  expect(find('Delta Lab')).toBeUndefined();
  expect(await run()).toContain('Affiliations that were matched: 3. Without an organisation: 1.');
});

test('a mistake in the sheet is named with its row, and nothing is recorded', async () => {
  await makeList();
  const wrong = match(
    [HEAD, ['TU Dresden', 'https://ror.org/00exam004', 'yes'], ['Delta Lab', '', 'maybe']],
    '--yes',
  );
  await expect(wrong).rejects.toThrow(
    /row 2, column ROR: “https:\/\/ror.org\/00exam004” is no organisation of the list of 2026-06-02[^]*row 3, column Right: “maybe” is none of yes, no and none/,
  );
  await expect(match([['Name'], ['x']])).rejects.toThrow('ror --proposals writes such a sheet');
});

test('the author of an abstract knows better than the choice for everybody', async () => {
  await makeList();
  const [own, other] = [await abstractOf('Northeastern University'), await abstractOf('x')];
  await match([HEAD, ['Northeastern University', '04t5xt781', 'yes']], '--yes');
  const shenyang = { ror: '03awzbc87', name: 'Northeastern University', parents: [] };
  const choices = [{ entry: 'NORTHEASTERN University', organisation: shenyang }];
  const saving = { abstractId: own, newId: () => 'one', now: '2026-01-01T00:00:00.000Z' };
  await inTransaction(server.db, (tx) => saveChoices(tx, choices, saving));
  const find = await organisationsIn(server.db);
  expect(find('Northeastern University', own)?.ror).toBe('03awzbc87');
  expect(find('Northeastern University', other)?.ror).toBe('04t5xt781');
  const none = [{ entry: 'Northeastern University', organisation: undefined }];
  await inTransaction(server.db, (tx) => saveChoices(tx, none, saving));
  expect((await organisationsIn(server.db))('Northeastern University', own)).toBeUndefined();
});

test.skipIf(!hasFeature('book'))('the deposits name the organisations', async () => {
  await makeList();
  const id = await abstractOf('TU Dresden; Delta Lab');
  await match([HEAD, ['TU Dresden', '042aqky30', 'yes']], '--yes');
  const decision = { abstract_id: id, outcome: 'ACCEPTED' as const };
  await server.db
    .insertInto('decisions')
    .values({ ...decision, decided_at: '2026-01-02T00:00:00.000Z' })
    .execute();
  const { conference } = server.content;
  const doi = {
    prefix: '10.12345',
    registrant: 'Society',
    depositor: { name: 'Ada', email: 'a@summit.example' },
  };
  const book = { url: 'https://summit.example/', doi };
  const abstracts = { ...conference.abstracts, book };
  Object.assign(server.content, { conference: { ...conference, abstracts } });
  const path = join(folder, 'book.xml');
  await server.organise('book', '--crossref', path, '--all');
  expect(readFileSync(path, 'utf8')).toContain(
    '<institution><institution_name>TU Dresden</institution_name><institution_id type="ror">https://ror.org/042aqky30</institution_id></institution>\n<institution><institution_name>Delta Lab</institution_name></institution>',
  );
});

test.skipIf(!hasFeature('peer-review'))(
  'a reviewer gets no abstract of the same organisation, or of one above it',
  async () => {
    await makeList();
    await abstractOf('MPIP Mainz');
    const path = join(folder, 'reviewers.xlsx');
    const reviewers: Cells[] = [
      ['Name', 'Email', 'Institute'],
      ['Anna Kowalska', 'anna@one.example', 'MPG'],
      ['Bo Fibre', 'bo@two.example', 'Polymerforschung'],
      ['Cy Gel', 'cy@three.example', 'TUD'],
      ['Di Ode', 'di@four.example', 'Delta Institute'],
    ];
    await writeSheetFile(path, reviewers);
    expect(await server.organise('review', '--assign', path)).toContain('New assignments: 3.');
    await match(
      [
        HEAD,
        ['MPG', '01hhn8329', 'yes'],
        ['MPIP Mainz', '00sb7hc59', 'yes'],
        ['Polymerforschung', '00sb7hc59', 'yes'],
        ['TUD', '042aqky30', 'yes'],
      ],
      '--yes',
    );
    const words = await server.organise('review', '--assign', path, '--yes');
    expect(words).toContain('New assignments: 2.');
    expect(words).toMatch(/Anna Kowalska .*: 0 abstracts; not given: 1 of the same institute/);
    expect(words).toMatch(/Bo Fibre .*: 0 abstracts; not given: 1 of the same institute/);
    // The institutes of reviewers are affiliations, too.
    expect((await proposals()).map(([entry]) => entry)).toContain('Delta Institute');
  },
);
