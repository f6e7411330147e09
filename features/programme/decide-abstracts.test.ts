import { newAbstract } from '#tests/support/own-abstract.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { Abstracts, abstractsIn } from '#contract/content/shapes/abstracts-shape.ts';
import { planDecisions } from './decide-abstracts.ts';
import { readDecisionSheet } from './decision-sheet.ts';
import { planLetter } from '#features/letters/write-letter.ts';
import { aForm } from '#tests/support/author.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { writeForeignSheet, writeSheetFile } from '#tests/support/sheet-file.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { personCommand } from '#organiser/commands/person.ts';

/** A conference in the future. */
const { conference } = fixtureContent;
const dates = { ...conference.dates, start: '2090-05-29', end: '2090-05-30' };
const abstracts = abstractsIn(dates, Abstracts.parse({}), {
  closes: undefined,
  start: dates.start,
});
const toCome = { ...fixtureContent, conference: { ...conference, dates, abstracts } };

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite({ content: toCome });
  folder = testFolder();
});

async function abstract(traits: Record<string, string> = {}) {
  const form = aForm(traits);
  const { reference } = (await server.submit({ form })).json;
  return { reference: String(reference), email: String(form['email']), name: String(form['name']) };
}

const HEAD = ['Reference', 'Decision', 'Presentation', 'Slot'];
let files = 0;

async function sheetOf(rows: (string | number | Date | null)[][]): Promise<string> {
  const path = join(folder, `${files++}.xlsx`);
  await writeSheetFile(path, rows);
  return path;
}

type How = 'dry' | 'yes' | 'send';

async function decide(rows: (string | number | Date | null)[][], how: How = 'send') {
  const path = await sheetOf([HEAD, ...rows]);
  return server.organise('decide', path, ...(how === 'dry' ? [] : [`--${how}`]));
}

async function mailsTo(email: string, kind = 'abstract-decided') {
  const mails = await server.listMessages(10_000);
  return mails
    .filter((mail) => mail.recipient === email && mail.kind === kind)
    .map(({ content }) => content);
}

async function pathOf(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /\/abstract\/\w+/.exec(mail?.text ?? '')?.[0] ?? '';
}

test('the committee gets a sheet, and a dry run shows its decisions before they are recorded', async () => {
  const [one, two, three] = [
    await abstract(),
    await abstract({ name: '=HYPERLINK("x")' }),
    await abstract(),
  ];
  await server.db
    .updateTable('abstracts')
    .set({ keywords: 'gels, films', wish: 'Poster' })
    .where('reference', '=', two.reference)
    .execute();
  const path = join(folder, 'committee.xlsx');
  await server.organise('decide', '--template', path);
  const rows = await readSheet(path);
  expect(rows[0]).toEqual([
    'Reference',
    'Contribution',
    'Name',
    'Email',
    'Authors',
    'Session',
    'Interest area',
    'Keywords',
    'Wish',
    'File',
    'State',
    'Possible duplicate',
    'Decision',
    'Revise until',
    'Presentation',
    'Slot',
    'Day',
    'Start',
    'End',
    'Room',
    'Track',
    'Chair',
    'Number',
    'Comment for the author',
  ]);
  expect(rows[2]?.slice(0, 15)).toMatchObject([
    two.reference,
    null,
    'Dr =HYPERLINK("x")',
    two.email,
    expect.stringMatching(/^=HYPERLINK\("x"\)\* \(/),
    expect.stringMatching(/\w/),
    expect.any(String),
    'gels, films',
    'Poster',
    'abstract.pdf',
    'received',
    // The three abstracts are the same file.
    expect.stringContaining(`${one.reference} (same file`),
    null,
    null,
    'Poster',
  ]);
  await expect(server.organise('decide', '--template', path)).rejects.toThrow('exists already');

  const wanted = [
    [one.reference, 'Accepted', 'talk', 'Friday 10:00'],
    [two.reference.toLowerCase(), ' REJECTED ', 'talk', null],
    [three.reference, null, null, null],
  ];
  const said = await decide(wanted, 'dry');
  expect(said).toContain(
    'New: 1 accepted, 1 rejected. Changed: 0. Unchanged: 0. Without a decision in the sheet: 1.',
  );
  expect(said).toContain(
    'Letters to authors: 2.\nAt most 250 letters go out in an hour (half of MAILS_PER_HOUR), so all are out within an hour.\nNothing was changed. Add --send to do it.',
  );
  expect(await server.db.selectFrom('decisions').selectAll().execute()).toEqual([]);

  expect(await decide(wanted)).toContain('Decisions recorded: 2. Letters in the outbox: 2.');
  const [toOne] = await mailsTo(one.email);
  expect(toOne?.text).toContain('talk');
  expect(toOne?.text).toContain('Friday 10:00');
  const [toTwo] = await mailsTo(two.email);
  expect(toTwo?.text).not.toContain('/abstract/');
  expect(await mailsTo(three.email)).toEqual([]);
  const log = await server.organise('log', one.reference);
  expect(log).toContain('accepted, talk, Friday 10:00');
  const again = join(folder, 'again.xlsx');
  await server.organise('decide', '--template', again);
  expect((await readSheet(again))[1]?.slice(12, 16)).toEqual([
    'accepted',
    null,
    'talk',
    'Friday 10:00',
  ]);
});

test('authors get one mail about each decision, and another if the decision changes', async () => {
  const { reference, email } = await abstract();
  const row = (slot: string | null, decision = 'accepted') => [[reference, decision, 'talk', slot]];
  expect(await decide(row(null), 'yes')).toContain(
    'Decisions recorded: 1. Letters in the outbox: 0.',
  );
  expect(await decide(row(null))).toContain('Decisions recorded: 0. Letters in the outbox: 1.');
  expect(await decide(row(null))).toContain('Decisions recorded: 0. Letters in the outbox: 0.');
  const path = await pathOf(email);
  await server.post(`${path}/present`);
  server.clock.advance(1000);
  const said = await decide(row('Saturday'));
  expect(said).toContain(`${reference}: accepted, talk becomes accepted, talk, Saturday`);
  expect(said).toContain('Changed: 1.');
  expect(await mailsTo(email)).toHaveLength(2);
  expect((await server.get(path)).text).toContain('Saturday');
  // The author's answer also counts for another slot, but not for another outcome.
  const { confirmed } = server.content.yourAbstract.states;
  expect((await server.get(path)).text).toContain(confirmed);
  server.clock.advance(1000);
  await decide(row(null, 'rejected'));
  server.clock.advance(1000);
  await decide(row(null, 'accepted'));
  expect(await mailsTo(email)).toHaveLength(4);
  expect((await server.get(path)).text).not.toContain(confirmed);
});

test('until the conference begins, an author answers on a page that they present or withdraw', async () => {
  const { reference, email, name } = await abstract({ name: 'Ilmari <b>Väisänen</b>' });
  await decide([[reference, 'accepted', 'poster', null]]);
  const path = await pathOf(email);
  const { answer: words, states } = server.content.yourAbstract;
  const secretary = server.content.conference.secretary.email;
  const told = () => mailsTo(secretary, 'abstract-answered-for-secretary');
  const page = await server.get(path);
  expect(page.text).toContain('Ilmari &#60;b&#62;Väisänen');
  expect(page.text).toContain(`action="${path}/present"`);
  expect(page.text).not.toContain('<script');
  expect(page.headers.get('x-robots-tag')).toContain('noindex');
  expect(name).toContain('<b>');

  const answer = (what: string) =>
    fetch(`${server.origin}${path}/${what}`, { method: 'POST', redirect: 'manual' });
  expect((await answer('present')).headers.get('location')).toBe(`${path}?done=confirmed`);
  expect((await server.get(path)).text).toContain(states.confirmed);
  expect(await told()).toEqual([]);
  await Promise.all([answer('withdraw'), answer('withdraw'), answer('withdraw')]);
  expect((await server.get(path)).text).toContain(states.withdrawn);
  expect(await told()).toMatchObject([{ replyTo: email }]);
  await answer('restore');
  expect((await told()).map(({ subject }) => subject)).toHaveLength(2);
  await answer('withdraw');

  // After a withdrawal the decision stays as it is, and the author gets no mail about another slot.
  server.clock.advance(1000);
  expect(await decide([[reference, 'accepted', 'poster', 'Hall 2']])).toContain(
    `${reference} (Ilmari <b>Väisänen</b>) is withdrawn: its decision stays as it is.`,
  );
  expect(await mailsTo(email, 'abstract-decided')).toHaveLength(1);

  const answers = await server.organise('decide', '--answers');
  expect(answers).toContain(`${reference}  ACCEPTED  WITHDRAWN`);
  const facts = await server.organise('decide', '--answers', '--json');
  expect(JSON.parse(facts)).toMatchObject([
    { reference, answer: 'WITHDRAWN', presentation: 'poster' },
  ]);

  const start = Date.parse(`${server.content.conference.dates.start}T12:00:00Z`);
  server.clock.advance(start - server.clock.now().getTime());
  expect((await answer('present')).status).toBe(303);
  const late = await server.get(path);
  expect(late.text).not.toContain('<form method="post" action="/abstract');
  expect(late.text).toContain(states.withdrawn);
  expect(late.text).not.toContain(words.over);
});

test('a rejected abstract accepts no answer, and an unknown link is a 404', async () => {
  const { reference } = await abstract();
  await decide([[reference, 'rejected', null, null]]);
  expect(await server.organise('decide', '--answers')).toMatch(/REJECTED +was told/);
  const { token } = await server.db
    .selectFrom('abstracts')
    .select('token')
    .executeTakeFirstOrThrow();
  await server.post(`/abstract/${token}/present`);
  const page = await server.get(`/abstract/${token}`);
  expect(page.text).toContain(server.content.yourAbstract.states.rejected);
  expect(page.text).not.toContain(server.content.yourAbstract.states.confirmed);
  for (const path of ['/abstract/x', `/abstract/${'a'.repeat(26)}`]) {
    expect((await server.get(path)).status).toBe(404);
    expect((await server.post(`${path}/withdraw`)).status).toBe(404);
  }
  expect(JSON.stringify(server.log)).not.toContain(token);
});

test('every mistake in the sheet is reported with row and column, and then no decision is recorded', async () => {
  const { reference } = await abstract();
  const wrong = decide([
    [reference, 'accepted', null, null],
    [reference, 'rejected', null, null],
    [null, 'accepted', null, null],
    ['AB26-0000-0000', 'maybe', null, null],
    [null, null, null, null],
    ['AB26-0000-0001', 'accepted', 'x'.repeat(201), 'a\u0085Bcc: all@lab.example'],
  ]);
  await expect(wrong).rejects.toThrow(
    [
      `row 3, column Reference: ${reference} is in row 2, too`,
      'row 4, column Reference: is empty',
      'row 5, column Decision: "maybe" is neither accepted nor rejected nor revise',
      'row 7, column Presentation: is not one line of at most 200 characters',
      'row 7, column Slot: is not one line of at most 200 characters',
    ].join('\n'),
  );
  await expect(decide([['AB26-0000-0000', 'accepted', null, null]])).rejects.toThrow(
    'row 2, column Reference: there is no abstract AB26-0000-0000',
  );
  expect(await server.db.selectFrom('decisions').selectAll().execute()).toEqual([]);
  const twice = (one: string | null, other: string) =>
    readDecisionSheet(
      [
        ['Reference', 'Decision', 'decision '],
        [reference, one, other],
      ],
      conference,
    );
  expect(twice('accepted', 'accepted').decisions).toHaveLength(1);
  for (const [one, words] of [
    ['accepted', 'accepted'],
    [null, ''],
  ] as const) {
    expect(() => twice(one, 'rejected')).toThrow(
      `row 2, column Decision: is there twice, with “${words}” in B and “rejected” in C: delete one of the two columns`,
    );
  }
  expect(() => readDecisionSheet([['Reference', 'Name']], conference)).toThrow(
    'Decision is missing',
  );
  const covered = join(folder, 'covered.xlsx');
  await writeSheetFile(covered, [HEAD, ['AB26-0000-0000', 'accepted']], { Cover: [['Committee']] });
  const read = (path: string) => server.organise('decide', path, '--send');
  await expect(read(covered)).rejects.toThrow(
    'The sheet “People”:\nrow 2, column Reference: there is no abstract AB26-0000-0000',
  );
  const broken = join(folder, 'broken.xlsx');
  writeFileSync(broken, 'no sheet');
  await expect(read(broken)).rejects.toThrow('Reference and Decision is missing');
  await expect(read(join(folder, 'none.xlsx'))).rejects.toThrow('There is no file');
});

test('a cell about the abstract that the committee has changed is named with the way to change it', async () => {
  const { reference, name } = await abstract();
  const path = await sheetOf([
    ['Reference', 'Decision', 'Contribution', 'Name', 'Keywords', 'Session', 'Ranking'],
    [reference, null, 'Better title', `Dr ${name}`, null, 'Another', 'first'],
  ]);
  const said = await server.organise('decide', path);
  expect(said).toContain(
    `row 2, column Contribution: “Better title” is not read, and is not in the abstract. To change it: correct ${reference} --title "…"`,
  );
  expect(said).toContain('row 2, column Session: “Another” is not read, and the abstract has “');
  expect(said).not.toContain('column Keywords');
  expect(said).toContain('Columns that are not read: "Ranking".');
});

test('a slot that the spreadsheet has turned into a date, and numbers, are read as text', async () => {
  const { reference, email } = await abstract();
  await decide([[reference, 'accepted', 7, new Date('2026-05-29T10:30:00Z')]]);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toMatch(/7\n.*2026-05-29 10:30/);
});

test('times are read as the spreadsheet shows them, and the dry run prints them', async () => {
  const { reference, email } = await abstract();
  const path = join(folder, 'hours.xlsx');
  const text = (place: string, words: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const head = HEAD.map((words, at) => text(`${'ABCD'[at]}1`, words)).join('');
  const cells = `${text('A2', reference)}${text('B2', 'accepted')}<c r="D2" s="1"><v>0.3958333333333333</v></c>`;
  const rows = `<row r="1">${head}${text('E1', 'Votes')}</row><row r="2">${cells}</row>`;
  await writeForeignSheet(path, { rows, formats: [0, 20] });
  const run = (isReal: boolean) => server.organise('decide', path, ...(isReal ? ['--send'] : []));
  const said = await run(false);
  expect(said).toContain(`${reference}: accepted, 09:30`);
  expect(said).toContain('Columns that are not read: "Votes".');
  await run(true);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toMatch(/Time and place\s+09:30/);
  expect(mail?.text).not.toContain('1899');
});

test.each([
  [0.395833333333333, '09:30'],
  [46_171, '2026-05-29'],
  [46_171.4375, '2026-05-29 10:30'],
])(
  'the number %d without a format is not a slot, and the error suggests a meaning',
  async (number, moment) => {
    const { reference } = await abstract();
    await expect(decide([[reference, 'accepted', 'talk', number]])).rejects.toThrow(
      `row 2, column Slot: ${number} is a number: if ${moment} is meant, give the cell that format`,
    );
  },
);

test('a decision that is a formula without its result is reported with its row', async () => {
  const { reference } = await abstract();
  const path = join(folder, 'formulas.xlsx');
  const rows = `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row r="2"><c t="s"><v>2</v></c><c><f>C2</f></c></row>`;
  const strings = ['Reference', 'Decision', reference].map((words) => `<t>${words}</t>`);
  await writeForeignSheet(path, { rows, strings });
  await expect(server.organise('decide', path, '--send')).rejects.toThrow(
    'row 2, column Decision: is a formula whose result is not in the file',
  );
});

test('if two organisers decide differently at once, one of them gets an error; two equal decisions send one letter', async () => {
  const { reference, email } = await abstract();
  const plan = (outcome: 'ACCEPTED' | 'REJECTED') =>
    planDecisions(testContext(server), {
      decisions: [
        { row: 2, reference, decided: { outcome, presentation: undefined, slot: undefined } },
      ],
      isSending: true,
    });
  const same = [await plan('ACCEPTED'), await plan('ACCEPTED')];
  await Promise.all(same.map(({ perform }) => perform()));
  expect(await mailsTo(email)).toHaveLength(1);
  server.clock.advance(1000);
  const other = [await plan('REJECTED'), await plan('REJECTED')];
  await other[0]?.perform();
  server.clock.advance(1000);
  await (await plan('ACCEPTED')).perform();
  await expect(other[1]?.perform()).rejects.toThrow('has another decision meanwhile');
});

test('a letter can go to authors by their decision, and an erasure of an author includes the decision', async () => {
  const [one, two] = [await abstract(), await abstract()];
  await decide([
    [one.reference, 'accepted', null, null],
    [two.reference, 'rejected', null, null],
  ]);
  const request = { file: 'Subject: A\n\n{reference}', isNews: false, mailsPerHour: 500 };
  const write = async (selection: string) =>
    (await planLetter(testContext(server), { ...request, selection })).words.join('\n');
  expect(await write('accepted')).toContain(one.email);
  expect(await write('accepted')).toContain(one.reference);
  expect(await write('rejected')).toContain(two.email);
  await expect(write('withdrawn')).rejects.toThrow('Nobody matches "withdrawn"');
  const path = await pathOf(one.email);
  await server.post(`${path}/withdraw`);
  expect(await write('answered, withdrawn')).toContain(one.email);
  await printed((print) =>
    personCommand(
      testContext(server),
      { action: 'erase', email: one.email, isReal: true, isEvenPaid: true },
      print,
    ),
  );
  expect((await server.get(path)).status).toBe(404);
  expect(await server.db.selectFrom('decisions').selectAll().execute()).toHaveLength(1);
});

test('mails about abstracts give the address of the chair, and other mails that of the secretary', async () => {
  const chair = { name: 'Carla Chair', email: 'chair@programme.example' };
  const withChair = { ...toCome.conference, abstracts: { ...abstracts, chair } };
  server = await startTestSite({ content: { ...toCome, conference: withChair } });
  const { reference, email } = await abstract();
  await decide([[reference, 'accepted', 'Talk', null]]);
  const letter = join(folder, 'letter.md');
  writeFileSync(letter, 'Subject: Slides\n\nPlease send your slides.\n');
  await server.organise('write', letter, '--to', 'accepted', '--send');
  const mails = (await server.listMessages(100)).filter(({ recipient }) => recipient === email);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
    'abstract-decided',
    'abstract-received',
    'letter',
  ]);
  for (const { content } of mails) {
    expect(content.replyTo).toBe(chair.email);
    expect(JSON.stringify(content)).toContain(`${chair.email}.`);
    expect(JSON.stringify(content)).not.toContain(conference.secretary.email);
  }
  const [copy] = await mailsTo(conference.secretary.email, 'abstract-received-for-secretary');
  expect(copy?.replyTo).toBe(email);
  const { path } = await newAbstract(server);
  expect((await server.openPage(path)).words).toContain(chair.email);
});
