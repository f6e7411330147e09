import { reviewerSheet } from '#tests/support/reviewer-sheet.ts';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import readExcelFile, { readSheet } from 'read-excel-file/node';
import { beforeEach, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { writeZip } from '#documents/zip-file.ts';
import { saveAuthors } from '#server/abstract/abstract-authors.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { inTransaction } from '#server/database/database.ts';
import { planAssignment } from './assign-peer-reviews.ts';
import { aForm } from '#tests/support/author.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { anAuthorPdf } from '#tests/support/author-pdf.ts';
import { writeForeignSheet, writeSheetFile } from '#tests/support/sheet-file.ts';
import { organise, printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { personCommand } from '#organiser/commands/person.ts';
import { recordsIn } from '#organiser/records.ts';

const { conference } = fixtureContent;
const { abstracts } = conference;
const criteria = [
  { id: 'novelty', name: 'Novelty', best: 5, weight: 1 },
  { id: 'clarity', name: 'Clarity', best: 5, weight: 3 },
];
const review = { ...abstracts.review, reviews: 2, criteria };
const content = {
  ...fixtureContent,
  conference: { ...conference, abstracts: { ...abstracts, review } },
};

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite({ content });
  folder = testFolder();
});

type Row = (string | number | null)[];
let count = 0;

async function abstract(traits: Record<string, string> = {}) {
  count += 1;
  const form = aForm({ organizationName: `Lab ${count}`, ...traits });
  const name = `abstract ${count}.pdf`;
  const { reference } = (await server.submit({ form, name, bytes: anAuthorPdf([{ text: name }]) }))
    .json;
  server.clock.advance(1000);
  return { reference: String(reference), email: String(form['email']) };
}

const REVIEWERS = ['Name', 'Email', 'Institute', 'Conflicts', 'Sessions', 'Topics', 'Limit'];
const anna: Row = ['Anna Kowalska', 'Anna@warsaw.example', 'University of Warsaw', null, null];
const bo: Row = ['Bo Fibre', 'bo@fibres.example', 'TU Berlin', null, null];
const cy: Row = ['Cy Gel', 'cy@gel.example', 'Gel Institute', null, null];

const run = (...args: string[]) => server.organise('review', ...args);

async function assign(reviewers: readonly Row[], ...more: string[]): Promise<string> {
  count += 1;
  const path = join(folder, `reviewers ${count}.xlsx`);
  await writeSheetFile(path, [REVIEWERS, ...reviewers]);
  return run('--assign', path, ...more);
}

async function* inArchive(name: string, path: string) {
  yield { name: 'notes/', isPacked: false, chunks: [] };
  yield { name, isPacked: true, chunks: [readFileSync(path)] };
}

/** The workbook of a reviewer as rows, the first with the headings. */
async function workbookOf(name: string, where: string): Promise<Row[]> {
  const rows = await readSheet(join(where, name, `Reviews ${name}.xlsx`));
  return rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
}

/** The reviewer fills in the rows, by the headings of columns. */
function filled(rows: Row[], entries: Record<string, string | number>[]): Row[] {
  const [head = [], ...others] = rows;
  const added = entries.flatMap(Object.keys).filter((heading) => !head.includes(heading));
  const headings = [...head, ...added];
  return [
    headings,
    ...others.map((row, at) =>
      headings.map((heading, column) => entries[at]?.[String(heading)] ?? row[column] ?? null),
    ),
  ];
}

let returned = 0;
async function returnedFile(rows: Row[], name = `returned ${returned++}.xlsx`): Promise<string> {
  const path = join(folder, name);
  await writeSheetFile(path, rows);
  return path;
}

async function decisionSheet(...more: string[]): Promise<Record<string, unknown>[]> {
  returned += 1;
  const path = join(folder, `committee ${returned}.xlsx`);
  await server.organise('decide', '--template', path, ...more);
  const [head = [], ...rows] = await readSheet(path);
  return rows.map((row) => Object.fromEntries(head.map((title, at) => [String(title), row[at]])));
}

test('reviewers get blind workbooks, and their scores and comments reach committee and author', async () => {
  const [one, two] = [await abstract(), await abstract()];
  await server.db
    .updateTable('abstracts')
    .set({ title: 'Slow gels' })
    .where('reference', '=', one.reference)
    .execute();
  const empty = join(folder, 'empty.xlsx');
  await run('--template', empty);
  expect((await readSheet(empty))[0]).toEqual(REVIEWERS);

  const dry = await assign([anna, bo]);
  expect(dry).toContain(
    'Reviewers: 2, 2 of them new. Abstracts to review: 2, each 2 times. New assignments: 4.',
  );
  expect(dry).toContain('Nothing was changed. Add --yes to do it.');
  expect(await server.db.selectFrom('reviewers').selectAll().execute()).toEqual([]);
  const desk = join(folder, 'out');
  await assign([anna, bo], '--out', desk, '--yes');
  expect(readdirSync(join(desk, 'Anna Kowalska')).toSorted()).toEqual(
    [`${one.reference}.pdf`, `${two.reference}.pdf`, 'Reviews Anna Kowalska.xlsx'].toSorted(),
  );
  const rows = await workbookOf('Anna Kowalska', desk);
  expect(rows[0]).toEqual([
    'Reference',
    'Contribution',
    'Session',
    'Interest area',
    'Keywords',
    'File',
    'Novelty (1-5)',
    'Clarity (1-5)',
    'Comment for the committee',
    'Comment for the author',
    'Conflict',
    'Assigned',
    'Reviewer',
    'Version',
  ]);
  expect(JSON.stringify(rows)).toContain('Slow gels');
  expect(JSON.stringify(rows)).not.toContain('Ilmari');
  const sheets = await readExcelFile(join(desk, 'Bo Fibre', 'Reviews Bo Fibre.xlsx'));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Reviews', 'How to']);

  const isFirst = rows[1]?.[0] === one.reference;
  const ordered = (...entries: Record<string, string | number>[]) =>
    isFirst ? entries : entries.toReversed();
  const fromAnna = await returnedFile(
    filled(
      rows,
      ordered(
        {
          'Novelty (1-5)': 5,
          'Clarity (1-5)': '3.0',
          'Comment for the committee': 'Solid work.\nNo figure.',
          'Comment for the author': 'Please add a figure.',
          'Her note': 'seen in Prague',
        },
        {},
      ),
    ),
  );
  const said = await run('--collect', fromAnna, '--yes');
  expect(said).toContain('Reviews: 1 new, 0 changed, 0 as before. Rows without an entry: 1.');
  expect(said).toContain('\n  returned 0.xlsx: 1 by Anna Kowalska\n');
  expect(said).toContain(
    'Own columns of reviewers, kept as notes for the committee: "Her note" (returned 0.xlsx).',
  );
  const fromBo = await returnedFile(
    filled(
      await workbookOf('Bo Fibre', desk),
      ordered(
        { 'Novelty (1-5)': 1, 'Clarity (1-5)': 1, 'Comment for the author': 'Too slow.' },
        { 'Novelty (1-5)': 4 },
      ),
    ),
  );
  expect(await run('--collect', fromBo, '--yes')).toMatch(
    new RegExp(`row \\d: ${two.reference} has no score for Clarity`),
  );
  const state = await run();
  expect(state).toContain('Reviews: 2 of 4 came back.');
  expect(state).toContain(`  Bo Fibre (bo@fibres.example): 1 of 2; missing: ${two.reference}`);
  expect(state).toContain('Addresses to remind: anna@warsaw.example, bo@fibres.example');
  expect(state).toContain(`  ${two.reference}  0 of 2 came back`);

  const [best, other] = await decisionSheet('--by', 'mean');
  expect(best).toMatchObject({
    Reference: one.reference,
    Contribution: 'Slow gels',
    State: 'received',
    Reviews: '2 of 2',
    // (5 + 3 * 3) / 4 = 3.5 and 1
    Mean: 2.25,
    Spread: 2.5,
    'Novelty (mean)': 3,
    'Comment for the committee': expect.stringMatching(
      /Anna Kowalska: Solid work.\nNo figure.\nFor the author: Please add a figure.\nHer note: seen in Prague/,
    ),
  });
  expect(other).toMatchObject({ Reviews: '0 of 2', Mean: null, 'Novelty (mean)': 4 });
  const comment = String(best?.['Comment for the author']);
  expect(comment.split('\n').toSorted()).toEqual([
    expect.stringMatching(/^Reviewer 1: /),
    expect.stringMatching(/^Reviewer 2: /),
  ]);
  const [kinder] = await decisionSheet('--by', 'mean', '--withhold', 'Bo');
  expect(kinder).toMatchObject({
    'Comment for the author': 'Please add a figure.',
    'Comment for the committee': expect.stringContaining('Bo Fibre: For the author: Too slow.'),
  });
  await expect(decisionSheet('--withhold', 'Dee')).rejects.toThrow(
    'No reviewer is called “Dee”: Anna Kowalska; Bo Fibre.',
  );

  const decided = join(folder, 'decided.xlsx');
  const sheet = (await decisionSheet()).map((row) => ({
    ...row,
    ...(row['Reference'] === one.reference && { Decision: 'accepted' }),
  }));
  await writeSheetFile(decided, [
    Object.keys(sheet[0] ?? {}),
    ...sheet.map((row) => Object.values(row)),
  ]);
  const plan = await server.organise('decide', decided, '--send');
  expect(plan).not.toContain('Columns that are not read');
  const [mail] = (await server.listMessages(100)).filter(({ kind }) => kind === 'abstract-decided');
  expect(mail?.recipient).toBe(one.email);
  expect(mail?.content.text).toMatch(/Contribution +Slow gels/);
  expect(mail?.content.text).toContain(
    `${content.mails.labels.comment}\n${comment.split('\n').join('\n')}`,
  );
  expect(mail?.content.text).not.toContain('Kowalska');
  // The decided abstract gets no more reviewers, and its comment stays.
  expect((await decisionSheet()).find((row) => row['Reference'] === one.reference)).toMatchObject({
    'Comment for the author': comment,
    State: 'accepted',
  });
  // A comment that was deleted does not come back with the next sheet.
  const decide = (...words: (string | null)[]) =>
    writeSheetFile(decided, [
      ['Reference', 'Decision', 'Comment for the author'],
      [one.reference, 'accepted', ...words],
    ]).then(() => server.organise('decide', decided, '--yes'));
  expect(await decide(null)).toContain(', without its comment (');
  expect((await decisionSheet()).find((row) => row['Reference'] === one.reference)).toMatchObject({
    'Comment for the author': null,
  });
});

test('nobody gets an abstract with a conflict, and abstracts with too few reviewers are named', async () => {
  const own = await abstract({ email: 'bo@fibres.example' });
  const near = await abstract({ organizationName: 'Chair of Gels, TU Berlin' });
  const named = await abstract();
  const coauthored = await abstract();
  const { id } = await server.db
    .selectFrom('abstracts')
    .select('id')
    .where('reference', '=', coauthored.reference)
    .executeTakeFirstOrThrow();
  await inTransaction(server.db, (tx) =>
    saveAuthors(tx, id, [
      { name: 'Ann Other', affiliation: 'Elsewhere', orcid: undefined, presents: true },
      { name: 'Anna KOWALSKA', affiliation: 'Elsewhere', orcid: undefined, presents: false },
    ]),
  );
  const said = await assign(
    [anna, bo, ['Cy Gel', 'cy@gel.example', null, `${named.reference}; Nobody Known`, null]],
    '--yes',
  );
  expect(said).toContain(
    'Bo Fibre (bo@fibres.example): 2 abstracts; not given: 1 the reviewer’s own, 1 of the same institute',
  );
  expect(said).toContain('Conflicts that name no abstract and no author: "Nobody Known" (Cy Gel).');
  expect(said).not.toContain(`Too few reviewers for ${own.reference}`);
  const pairs = await server.db
    .selectFrom('peer_reviews')
    .innerJoin('abstracts', 'abstracts.id', 'abstract_id')
    .innerJoin('reviewers', 'reviewers.id', 'reviewer_id')
    .select(['reference', 'reviewers.name'])
    .execute();
  const reviewersOf = (reference: string) =>
    pairs.flatMap((pair) => (pair.reference === reference ? [pair.name] : [])).toSorted();
  expect(reviewersOf(own.reference)).toEqual(['Anna Kowalska', 'Cy Gel']);
  expect(reviewersOf(near.reference)).toEqual(['Anna Kowalska', 'Cy Gel']);
  expect(reviewersOf(named.reference)).toEqual(['Anna Kowalska', 'Bo Fibre']);
  expect(reviewersOf(coauthored.reference)).toEqual(['Bo Fibre', 'Cy Gel']);
  const fewer = await assign([bo]);
  expect(fewer).toContain('New assignments: 0.');
  expect(fewer).toContain('Not in the sheet: Anna Kowalska, with 3 outstanding reviews; they stay');
  expect(await assign([bo], '--take-over')).toContain(
    `Too few reviewers for ${own.reference}: 0 of 2`,
  );
});

test('the shown plan is the one that is carried out, also for new reviewers', async () => {
  for (let number = 0; number < 5; number += 1) await abstract();
  const sharesIn = (said: string) => said.split('\n').filter((line) => line.startsWith('  '));
  const everybody = [anna, bo, cy, ['Di Resin', 'di@resin.example', 'Resin Works', null, null]];
  const shown = sharesIn(await assign(everybody));
  expect(shown).toHaveLength(4);
  expect(sharesIn(await assign(everybody))).toEqual(shown);
  expect(sharesIn(await assign(everybody, '--yes'))).toEqual(shown);
});

test('late abstracts, a stated conflict and a reviewer who leaves are assigned again, and the rest stays', async () => {
  const [one] = [await abstract(), await abstract()];
  await assign([anna, bo], '--yes');
  const assignments = () =>
    server.db
      .selectFrom('peer_reviews')
      .innerJoin('abstracts', 'abstracts.id', 'abstract_id')
      .innerJoin('reviewers', 'reviewers.id', 'reviewer_id')
      .select(['reference', 'reviewers.name', 'declined'])
      .orderBy('reference')
      .orderBy('reviewers.name')
      .execute();
  const first = await assignments();
  expect(await assign([anna, bo], '--yes')).toContain('New assignments: 0.');
  expect(await assignments()).toEqual(first);

  const late = await abstract();
  const path = await returnedFile([
    ['Reference', 'Reviewer', 'Conflict'],
    [one.reference, 'bo@fibres.example', 'Yes'],
  ]);
  expect(await run('--collect', path, '--yes')).toContain(
    `Bo Fibre states a conflict with ${one.reference}: review --assign gives it to somebody else.`,
  );
  await assign([anna, bo, cy], '--yes');
  const second = await assignments();
  expect(second).toHaveLength(first.length + 3);
  expect(second).toContainEqual({ reference: one.reference, name: 'Bo Fibre', declined: 1 });
  expect(second).toContainEqual({ reference: one.reference, name: 'Cy Gel', declined: 0 });
  // The new reviewer has the fewest abstracts.
  expect(second).toContainEqual({ reference: late.reference, name: 'Cy Gel', declined: 0 });

  const said = await assign([bo, cy], '--take-over', '--yes');
  expect(said).toContain('Not in the sheet: Anna Kowalska');
  expect((await assignments()).every(({ name }) => name !== 'Anna Kowalska')).toBe(true);
});

test('every mistake in returned workbooks is reported with file, row and column, and then nothing is recorded', async () => {
  const [one, two] = [await abstract(), await abstract()];
  await assign([anna, bo], '--yes');
  const HEAD = ['Reference', 'Reviewer', 'Novelty (1-5)', 'Clarity (1-5)', 'Conflict'];
  const wrong = await returnedFile(
    [
      HEAD,
      [one.reference, 'anna@warsaw.example', 6, '4,5', 'perhaps'],
      [two.reference, 'anna@warsaw.example', 0, 'good', null],
      [two.reference, 'anna@warsaw.example', 1, 1, null],
      ['AB26-0000-0000', 'anna@warsaw.example', 1, 1, null],
      [one.reference, 'eve@lab.example', 1, 1, null],
    ],
    'wrong.xlsx',
  );
  const nobody = await returnedFile(
    [
      ['Reference', 'Novelty'],
      [one.reference, 3],
    ],
    'nobody.xlsx',
  );
  const other = await returnedFile(
    [
      ['Name', 'Email'],
      ['Anna', 'a@b.example'],
    ],
    'other.xlsx',
  );
  const formula = join(folder, 'formula.xlsx');
  const strings = ['Reference', 'Reviewer', 'Novelty', 'Note', one.reference, 'bo@fibres.example'];
  await writeForeignSheet(formula, {
    strings: strings.map((words) => `<t>${words}</t>`),
    formats: [0, 14],
    rows: `<row r="1">${[0, 1, 2, 3].map((at) => `<c t="s"><v>${at}</v></c>`).join('')}</row>
      <row r="2"><c t="s"><v>4</v></c><c t="s"><v>5</v></c><c s="1"><v>46171</v></c><c><f>C2*2</f></c></row>`,
  });
  await expect(run('--collect', wrong, nobody, other, formula, '--yes')).rejects.toThrow(
    [
      'wrong.xlsx, row 2, column Novelty (1-5): "6" is no whole number from 1 to 5',
      'wrong.xlsx, row 2, column Clarity (1-5): "4,5" is no whole number from 1 to 5',
      'wrong.xlsx, row 2, column Conflict: "perhaps" is neither yes nor empty',
      'wrong.xlsx, row 3, column Novelty (1-5): "0" is no whole number from 1 to 5',
      'wrong.xlsx, row 3, column Clarity (1-5): "good" is no whole number from 1 to 5',
      'nobody.xlsx names no reviewer: please enter the mail address of the reviewer in the column Reviewer.',
      'other.xlsx is no workbook of a reviewer: the column Reference is missing.',
      'formula.xlsx, row 2, column Novelty: "2026-05-29" is no whole number from 1 to 5',
      'formula.xlsx, row 2, column Note: is a formula whose result is not in the file: open it in Excel or LibreOffice and save it',
      `wrong.xlsx, row 4, column Reference: ${two.reference} is in row 3, too`,
      'wrong.xlsx, row 5, column Reference: there is no abstract AB26-0000-0000',
      'wrong.xlsx, row 6, column Reviewer: eve@lab.example is no reviewer',
    ].join('\n'),
  );
  expect(await server.db.selectFrom('peer_review_scores').selectAll().execute()).toEqual([]);
  await expect(run('--collect', '--yes')).rejects.toThrow('Please name the returned workbooks.');
  await expect(run('--collect', join(folder, 'none.xlsx'))).rejects.toThrow('There is no file');
});

test('returned workbooks come in folders and archives, and the latest entry of a reviewer counts', async () => {
  const { reference } = await abstract();
  await assign([anna, bo], '--yes');
  const HEAD = ['Reference', 'Reviewer', 'Novelty', 'Clarity', 'Comment for the committee', 'Own'];
  const rows = (novelty: number | null, words: string | null, own: string | null = null) => [
    HEAD,
    [reference, 'ANNA@warsaw.example', novelty, novelty, words, own],
  ];
  const inbox = mkdtempSync(join(folder, 'inbox-'));
  const place = (name: string) => join(inbox.slice(folder.length + 1), name);
  const [later, earlier] = [
    await returnedFile(rows(4, null), place('a.xlsx')),
    await returnedFile(rows(2, 'first', 'mine'), place('b.xlsx')),
  ];
  utimesSync(earlier, 1e9, 1e9);
  await returnedFile([['~']], place('~$a.xlsx'));
  for (const name of ['c.ods', 'print.pdf', '.DS_Store']) writeFileSync(join(inbox, name), 'x');
  const said = await run('--collect', inbox, '--yes');
  expect(said).toContain(
    `${reference} by Anna Kowalska is in b.xlsx and in a.xlsx; a.xlsx counts.`,
  );
  expect(said).toContain(
    'Files that are not read, because they are no XLSX, CSV or ZIP file: c.ods, print.pdf.\nHidden files and lock files of programs that are not read: 2.',
  );
  const scores = () =>
    server.db.selectFrom('peer_review_scores').select('score').orderBy('score').execute();
  expect(await scores()).toEqual([{ score: 4 }, { score: 4 }]);
  // A copy with the same entries is no other version.
  const copies = await run('--collect', later, await returnedFile(rows(4, null)));
  expect(copies).toContain('Reviews: 0 new, 0 changed, 1 as before.');
  expect(copies).not.toContain('counts.');

  const archive = join(folder, 'returned.zip');
  const bytes = readFileSync(await returnedFile(rows(1, 'changed')));
  async function* entries() {
    yield { name: 'Anna/reviews.xlsx', isPacked: true, chunks: [bytes] };
    yield { name: '__MACOSX/Anna/._reviews.xlsx', isPacked: true, chunks: [Buffer.from('x')] };
  }
  await writeZip(archive, entries());
  // An archive may be in an archive, and in a folder of the folder.
  mkdirSync(join(inbox, 'late'));
  await writeZip(join(inbox, 'late', '5 Archive.ZIP'), inArchive('returned.zip', archive));
  expect(await run('--collect', inbox)).toContain(
    `${reference} by Anna Kowalska is in a.xlsx and in late/5 Archive.ZIP/returned.zip/Anna/reviews.xlsx`,
  );
  const changed = await run('--collect', archive, '--yes');
  expect(changed).toContain(
    `${reference} by Anna Kowalska: Novelty 4 becomes 1, Clarity 4 becomes 1, another comment`,
  );
  // An empty row changes nothing.
  await run('--collect', await returnedFile(rows(null, null)), '--yes');
  expect(await scores()).toEqual([{ score: 1 }, { score: 1 }]);
});

test('workbooks show authors if the review is not blind, and an archive has the same folders', async () => {
  const open = { ...content.conference.abstracts, review: { ...review, blind: false } };
  const context = {
    ...testContext(server),
    content: { ...content, conference: { ...content.conference, abstracts: open } },
  };
  const { reference } = await abstract({ name: 'Zofia Łęcka' });
  await expect(run('--zip', join(folder, 'none.zip'))).rejects.toThrow('No abstract is assigned');
  await assign([anna, ['Anna Kowalska', 'other@warsaw.example', null, null, null]], '--yes');
  const desk = join(folder, 'desk');
  await organise(context, 'review', '--workbooks', desk);
  const [head, row] = await workbookOf('Anna Kowalska', desk);
  expect(head?.slice(5, 8)).toEqual(['Authors', 'Affiliations', 'File']);
  expect(row?.[5]).toContain('Zofia Łęcka');
  await expect(organise(context, 'review', '--workbooks', desk)).rejects.toThrow('exists already');
  const path = join(folder, 'desks.zip');
  await organise(context, 'review', '--zip', path);
  const names = Object.keys(unzipSync(readFileSync(path)));
  expect(names).toHaveLength(4);
  expect(names).toContain('Anna Kowalska 2/Reviews Anna Kowalska 2.xlsx');
  expect(names.some((name) => name.startsWith(`Anna Kowalska/${reference} abstract`))).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
});

test('a reviewer gets no more abstracts than the limit in the sheet, which --template writes again', async () => {
  for (let made = 0; made < 3; made += 1) await abstract();
  const limited = (limit: number | string): Row => [...bo, null, limit];
  await expect(assign([anna, limited('a few')])).rejects.toThrow(
    'row 3, column Limit: "a few" is no whole number from 1 to 500',
  );
  const said = await assign([anna, limited(1), cy], '--yes');
  expect(said).toContain('Bo Fibre (bo@fibres.example): 1 abstract, the limit of 1');
  expect(said).toContain('New assignments: 6.');
  const again = join(folder, 'again.xlsx');
  await run('--template', again);
  const [, , row] = await readSheet(again);
  expect(row?.[6]).toBe(1);
  const few = await assign([limited(1)], '--take-over', '--yes');
  expect(few).toContain('0 of 2; all others have a conflict, other sessions or as many as');
  // A sheet without the column leaves the limit as it is.
  expect(await run('--assign', await reviewerSheet(['Bo Fibre', 'bo@fibres.example']))).toContain(
    '1 abstract, 0 of them new, the limit of 1',
  );
});

atOnce(
  'mistakes in the sheet of reviewers are reported, and two assignments at once do not mix',
  async () => {
    await abstract();
    const wrong = assign([
      ['Anna', 'no address', 'x'.repeat(501), null, 'no session'],
      [null, 'bo@fibres.example', null, null, null],
      ['Bo', 'BO@fibres.example', null, null, 'smart-polymers'],
      ['Anna Example', 'anna.example@institute.example', null, null, null],
    ]);
    await expect(wrong).rejects.toThrow(
      [
        'row 2, column Email: "no address" is no mail address',
        'row 2, column Sessions: "no session" is no session of sessions.yaml',
        'row 2, column Institute: is not a line of at most 500 characters',
        'row 3, column Name: is empty',
        'row 4, column Email: bo@fibres.example is in row 3, too',
        'row 5 is still the example',
      ].join('\n'),
    );
    const plan = (reviewers: readonly Row[]) =>
      planAssignment(testContext(server), { rows: [REVIEWERS, ...reviewers], isTaken: false });
    const plans = [await plan([anna, bo]), await plan([bo, cy])];
    const both = await Promise.allSettled(plans.map(({ perform }) => perform()));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await server.db.selectFrom('peer_reviews').selectAll().execute()).toHaveLength(2);
  },
);

test('an erasure of an author removes the reviews, and an erased reviewer leaves scores without a name', async () => {
  const [one, two] = [await abstract(), await abstract()];
  await assign([anna, bo], '--yes');
  const path = await returnedFile([
    ['Reference', 'Reviewer', 'Novelty', 'Clarity', 'Comment for the committee'],
    ...[one, two].map(({ reference }) => [reference, 'anna@warsaw.example', 3, 3, 'Good.']),
  ]);
  await run('--collect', path, '--yes');
  const exported = async (email: string) => {
    const text = await printed((print) =>
      personCommand(testContext(server), { action: 'export', email, path: undefined }, print),
    );
    return JSON.parse(text).kept;
  };
  const ofAuthor = await exported(one.email);
  expect(ofAuthor.reviewers).toEqual([]);
  expect(ofAuthor.peer_reviews).toMatchObject([{ reviewer_id: '' }, { reviewer_id: '' }]);
  expect(ofAuthor.peer_review_scores).toHaveLength(2);
  const ofAnna = await exported('anna@warsaw.example');
  expect(ofAnna).toMatchObject({ reviewers: [{ name: 'Anna Kowalska' }] });
  expect(ofAnna.peer_reviews).toHaveLength(2);

  const records = await Array.fromAsync(recordsIn(server.db, server.files.store));
  expect(records.filter(({ type }) => type === 'peer-review')).toHaveLength(4);
  expect(records).toContainEqual(
    expect.objectContaining({ state: 'COLLECTED', scores: { novelty: 3, clarity: 3 } }),
  );

  const erase = (email: string) =>
    printed((print) =>
      personCommand(
        testContext(server),
        { action: 'erase', email, isReal: true, isEvenPaid: true },
        print,
      ),
    );
  await erase('anna@warsaw.example');
  await erase('bo@fibres.example');
  const { reviewers, ...rows } = {
    reviewers: await server.db.selectFrom('reviewers').selectAll().execute(),
    reviews: await server.db.selectFrom('peer_reviews').selectAll().execute(),
    scores: await server.db.selectFrom('peer_review_scores').selectAll().execute(),
  };
  expect(reviewers).toMatchObject([
    { name: '', email: '', institute: '' },
    { name: '', email: '', institute: '' },
  ]);
  // Reviews that did not come back would never come.
  expect(rows.reviews).toHaveLength(2);
  expect(rows.scores).toHaveLength(4);
  const [row] = await decisionSheet();
  expect(row).toMatchObject({ Mean: 3, 'Comment for the committee': 'A reviewer: Good.' });
  const { text, code } = await server.ran('review');
  expect(code).toBe(0);
  expect(text).toContain('A reviewer who was erased: 2 of 2');

  await erase(one.email);
  expect(await server.db.selectFrom('peer_reviews').selectAll().execute()).toHaveLength(1);
  expect(await server.db.selectFrom('peer_review_scores').selectAll().execute()).toHaveLength(2);
});

test('no reviewer gets a file that turned out to be infected or damaged after the assignment', async () => {
  const [infected, damaged, whole] = [await abstract(), await abstract(), await abstract()];
  await assign([anna, bo], '--yes');
  await server.recordScan(infected.reference, { scan: 'INFECTED', scan_finding: 'Test.Stand-In' });
  const { fileKey = '' } = (await findAbstractByReference(server.db, damaged.reference)) ?? {};
  await server.files.store.remove(fileKey);
  const out = join(folder, 'out');
  const said = await run('--workbooks', out);
  expect(said).toContain(
    `${infected.reference} was left out, because the file is infected with Test.Stand-In\n`,
  );
  expect(said).toContain(`${damaged.reference} was left out, because the file is damaged`);
  const files = readdirSync(join(out, 'Bo Fibre'));
  expect(files.toSorted()).toEqual([`${whole.reference}.pdf`, 'Reviews Bo Fibre.xlsx']);
});

test('a returned file cannot steer the terminal, nor keep the command busy for minutes', async () => {
  const one = await abstract();
  await assign([anna], '--yes');
  const HEAD = ['Reference', 'Reviewer', 'Novelty (1-5)', 'Note'];
  const row = [one.reference, 'anna@warsaw.example', '3', 'x'];
  // _x001B_ is how a workbook writes the character with which the commands to a terminal begin.
  const steering = row.with(2, '_x001B_[2J');
  const wrong = run('--collect', await returnedFile([HEAD, steering]));
  await expect(wrong).rejects.toThrow('"\ufffd[2J" is no whole number from 1 to 5');
  const named = await returnedFile([HEAD, row], 'anna\u001b[2J.xlsx');
  expect(await run('--collect', named)).toContain('anna\ufffd[2J.xlsx: 1 by Anna Kowalska');

  const long = `${HEAD.join()}\n${`${row.join()}\n`.repeat(15_000)}`;
  const zip = join(folder, 'reviews.zip');
  const entries = Array.from({ length: 100 }, (_, at) => ({ name: `${at}.csv`, isPacked: true }));
  await writeZip(
    zip,
    (async function* () {
      for (const entry of entries) yield { ...entry, chunks: [Buffer.from(long)] };
    })(),
  );
  await expect(run('--collect', zip)).rejects.toThrow(
    'The workbooks have more than 20000 rows together, the last of them reviews.zip/1.csv',
  );
});

test('reviewers are deleted with the last abstract that they reviewed', async () => {
  const site = await startTestSite();
  const later = (days: number) => site.clock.advance(days * 24 * 60 * 60_000);
  await site.submit();
  const rows = [
    ['Name', 'Email', 'Institute'],
    ['Anna Kowalska', 'anna@warsaw.example', ''],
  ];
  await (await planAssignment(testContext(site), { rows, isTaken: false })).perform();
  later(200);
  await site.submit();
  await (await planAssignment(testContext(site), { rows, isTaken: false })).perform();
  later(166);
  expect((await site.purged(true)).counts).not.toHaveProperty(['reviewers']);
  later(200);
  expect((await site.purged(false)).counts).toMatchObject({ reviewers: 1 });
  expect((await site.purged(true)).counts).toMatchObject({ reviewers: 1 });
  expect((await site.everyRow())['peer_reviews']).toEqual([]);
});
