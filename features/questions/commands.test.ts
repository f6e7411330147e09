import { DAY } from '#contract/time-spans.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import readExcelFile from 'read-excel-file/node';
import { beforeEach, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { planAnswer } from './answer-questions.ts';
import { printBadges } from '#features/badges/print-documents.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { runsOfPdf } from '#tests/support/pdf-text.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { allRights } from '#organiser/dashboard/rights.ts';
import { formsOf } from '#organiser/dashboard/actions.ts';
import { recordsIn } from '#organiser/records.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

/** The commands as somebody runs them after an edit of the questions. */
function withQuestions(
  change: (questions: Content['conference']['questions']) => typeof questions,
) {
  const { conference } = fixtureContent;
  const content = {
    ...fixtureContent,
    conference: { ...conference, questions: change(conference.questions) },
  };
  return { ...testContext(server), content };
}

async function answers(): Promise<(readonly [string, string])[]> {
  const rows = await server.db.selectFrom('answers').selectAll().orderBy('question_id').execute();
  return rows.map(({ question_id, answer }) => [question_id, answer] as const);
}

let sheets = 0;
/** The sheet of answers, without its heading. */
async function answersSheet(context = testContext(server)): Promise<unknown[][]> {
  const path = join(server.files.dataDir, `answers ${sheets++}.xlsx`);
  await organise(context, 'table', path, '--sheet', 'answers');
  const [sheet] = await readExcelFile(path);
  return (sheet?.data ?? []).slice(1);
}

test('an answer is recorded after a plan, changed, and removed; the log has no answer', async () => {
  const { reference, person } = await server.paidRegistration();
  expect(await server.organise('answer', reference, 'diet', 'vegan')).toBe(
    `${reference}, ${person.name}, Diet: no answer becomes “Vegan”\nNothing was changed. Add --yes to do it.\n`,
  );
  expect(await answers()).toEqual([]);
  await server.organise('answer', reference, 'diet', 'vegan', '--yes');
  await server.organise('answer', reference, 'photos', 'NO', '--yes');
  await server.organise('answer', reference, 'access', 'a', 'ramp,', 'please', '--yes');
  expect(await answers()).toEqual([
    ['access', 'a ramp, please'],
    ['diet', 'Vegan'],
    ['photos', 'no'],
  ]);
  await expect(server.organise('answer', reference, 'diet', 'Vegan', '--yes')).rejects.toThrow(
    `${reference} says that already.`,
  );
  expect(await server.organise('answer', reference, 'diet', '--yes')).toContain(
    'Diet: “Vegan” becomes no answer',
  );
  expect(await answers()).toHaveLength(2);
  const log = await server.organise('log');
  expect(log).toMatch(/answer +PS26-\S+ +Diet\n/);
  expect(log).toMatch(/answer +PS26-\S+ +Access\n/);
  for (const text of [log, JSON.stringify(server.log)]) {
    expect(text).not.toMatch(/vegan|ramp/i);
  }
});

test('a question that does not exist and an answer that it does not offer are refused', async () => {
  const { reference } = await server.paidRegistration();
  for (const [question, answer, words] of [
    ['lunch', 'Vegan', 'There is no question “lunch”: the questions are diet, access, photos.'],
    ['diet', 'Frutarian', '“Diet” is answered by Everything, Vegetarian, Vegan, Gluten-free.'],
    ['photos', 'perhaps', '“Photographs” is answered by yes, no.'],
    ['access', 'x'.repeat(201), 'cannot be an answer: the forms refuse it, too.'],
    ['access', 'a\u0007b', 'cannot be an answer: the forms refuse it, too.'],
  ] as const) {
    const refused = server.organise('answer', reference, question, answer, '--yes');
    await expect(refused).rejects.toThrow(words);
  }
  expect(await answers()).toEqual([]);
});

test('somebody cancelled or of another type is not asked, and of a group one person is named', async () => {
  const { reference } = await server.paidRegistration({ presentationType: 'POSTER' });
  const speakersOnly = withQuestions((all) => all.map((each) => ({ ...each, for: ['speaker'] })));
  await expect(organise(speakersOnly, 'answer', reference, 'diet', 'Vegan')).rejects.toThrow(
    'is not asked “Diet”: only speaker are.',
  );
  await carriedOut(server.planCancellation({ reference, amount: '0.00' }));
  await expect(server.organise('answer', reference, 'diet', 'Vegan')).rejects.toThrow(
    'is cancelled.',
  );

  const { order, members } = await server.aPaidGroup();
  await expect(server.organise('answer', order.reference, 'diet', 'Vegan')).rejects.toThrow(
    `${order.reference} is for 3 people. Add --who`,
  );
  const [, second] = members;
  const who = ['--who', second.email];
  await server.organise('answer', order.reference, 'diet', 'Vegan', ...who, '--yes');
  expect(await server.organise('show', order.reference)).toMatch(/Diet {2,}Vegan/);
  expect(await answersSheet()).toContainEqual([
    'Diet',
    'Vegan',
    null,
    second.name,
    second.institute,
    second.email,
    order.reference,
  ]);
});

test('a plan is refused if the answer changed meanwhile', async () => {
  const { reference } = await server.paidRegistration();
  await server.organise('answer', reference, 'diet', 'Vegan', '--yes');
  const plan = (answer: string) =>
    planAnswer(server.organising, { reference, question: 'diet', answer });
  const [first, second] = [await plan('Everything'), await plan('Vegetarian')];
  await first.perform();
  await expect(second.perform()).rejects.toThrow('was changed at the same moment');
  expect(await answers()).toEqual([['diet', 'Everything']]);
});

test('the sheet of answers counts who comes, names them, and lists what is no longer offered', async () => {
  const vegan = await server.paidRegistration({}, { name: 'Bo Fibre' });
  const other = await server.paidRegistration({}, { name: 'Ada Chain' });
  await server.paidRegistration({}, { name: 'Cy Film' });
  const gone = await server.paidRegistration({}, { name: 'Di Gel' });
  for (const { reference } of [vegan, other, gone]) {
    await server.organise('answer', reference, 'diet', 'Vegan', '--yes');
  }
  await server.organise('answer', other.reference, 'access', '=SUM(A1)', '--yes');
  await server.organise('answer', other.reference, 'photos', 'yes', '--yes');
  await carriedOut(server.planCancellation({ reference: gone.reference, amount: '0.00' }));
  const row = ({ person: { name, instituteOrUniversity, email }, reference }: typeof vegan) => [
    name,
    instituteOrUniversity,
    email,
    reference,
  ];
  const sum = (...cells: unknown[]) => [...cells, null, null, null, null];
  expect(await answersSheet()).toEqual([
    sum('Diet', 'Everything', 0),
    sum('Diet', 'Vegetarian', 0),
    sum('Diet', 'Vegan', 2),
    sum('Diet', 'Gluten-free', 0),
    sum('Diet', '(no answer)', 1),
    sum('Access', '=SUM(A1)', 1),
    sum('Access', '(no answer)', 2),
    sum('Photographs', 'Yes', 1),
    sum('Photographs', 'No', 0),
    sum('Photographs', '(no answer)', 2),
    ['Diet', 'Vegan', null, ...row(other)],
    ['Diet', 'Vegan', null, ...row(vegan)],
    ['Access', '=SUM(A1)', null, ...row(other)],
    ['Photographs', 'Yes', null, ...row(other)],
  ]);

  const edited = withQuestions((all) =>
    all.flatMap((each) => (each.id === 'diet' ? { ...each, options: ['Fish', 'Meat'] } : [])),
  );
  expect((await answersSheet(edited)).slice(0, 4)).toEqual([
    sum('Diet', 'Fish', 0),
    sum('Diet', 'Meat', 0),
    sum('Diet', 'Vegan (not offered any more)', 2),
    sum('Diet', '(no answer)', 1),
  ]);
  const csv = join(server.files.dataDir, 'answers.csv');
  await server.organise('table', csv, '--sheet', 'answers');
  expect(readFileSync(csv, 'utf8')).toContain(`"Access","'=SUM(A1)","1"`);

  const path = join(server.files.dataDir, 'people.xlsx');
  await server.organise('table', path, '--sheet', 'participants');
  const [sheet] = await readExcelFile(path);
  const [head = [], ...rows] = sheet?.data ?? [];
  const listed = rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [head[at], cell])));
  const said = Object.fromEntries(
    listed.map(({ Name, Diet, Photographs, Answers }) => [Name, [Diet, Photographs, Answers]]),
  );
  expect(said).toEqual({
    'Ada Chain': ['Vegan', 'Yes', 'All answered'],
    'Bo Fibre': ['Vegan', null, 'Partly answered'],
    'Cy Film': [null, null, 'Required answer missing'],
    'Di Gel': ['Vegan', null, null],
  });
});

test('answers to a removed question are in the export and in show, with its id', async () => {
  const { reference, person } = await server.paidRegistration();
  await server.organise('answer', reference, 'access', 'a ramp', '--yes');
  const edited = withQuestions((all) => all.filter(({ id }) => id !== 'access'));
  const records = await Array.fromAsync(recordsIn(server.db, server.files.store));
  expect(records.filter(({ type }) => type === 'answer')).toEqual([
    {
      type: 'answer',
      name: person.name,
      email: person.email,
      state: 'ANSWERED',
      reference,
      participantId: expect.any(String),
      question: 'access',
      answer: 'a ramp',
      answeredAt: expect.stringMatching(/^2\d{3}-.*Z$/),
    },
  ]);
  expect(await organise(edited, 'show', reference)).toMatch(/access {2,}a ramp/);
  expect(await answersSheet(edited)).not.toContainEqual(expect.arrayContaining(['a ramp']));
});

test('answers go with the person: erased, exported, and not left to somebody else', async () => {
  const { reference, person } = await server.paidRegistration();
  await server.organise('answer', reference, 'access', 'a ramp', '--yes');
  const kept = JSON.parse(await server.organise('person', 'export', `<${person.email}>`)).kept;
  expect(kept.answers).toMatchObject([{ question_id: 'access', answer: 'a ramp' }]);
  await server.organise('person', 'erase', person.email, '--even-paid', '--yes');
  expect(await answers()).toEqual([]);

  const corrected = await server.paidRegistration();
  await server.organise('answer', corrected.reference, 'access', 'a lift', '--yes');
  const correct = (entries: { name?: string; email?: string }) =>
    carriedOut(server.planCorrection({ reference: corrected.reference, ...entries }));
  await correct({ name: 'Mira Lindqvist-Berg' });
  await correct({ email: 'mira.berg@lab.example' });
  expect(await answers()).toEqual([['access', 'a lift']]);
  await correct({ name: 'Bo Fibre', email: 'bo@lab.example' });
  expect(await answers()).toEqual([]);

  const { order, members } = await server.aPaidGroup();
  const who = members[0].email;
  await server.organise('answer', order.reference, 'diet', 'Vegan', '--who', who, '--yes');
  const entries = { name: 'Cy Film', email: 'cy@lab.example' };
  await carriedOut(server.planCorrection({ reference: order.reference, who, ...entries }));
  expect(await answers()).toEqual([]);
});

test('answers are purged 30 days after the conference, or after the answer; the person stays', async () => {
  const ended = new Date(server.clock.now().getTime() - 20 * DAY).toISOString().slice(0, 10);
  const { conference } = fixtureContent;
  const content = {
    ...fixtureContent,
    conference: { ...conference, dates: { ...conference.dates, end: ended } },
  };
  const purge = () => organise({ ...testContext(server), content }, 'purge', '--yes');
  const early = await server.paidRegistration();
  const late = await server.paidRegistration();
  await server.organise('answer', early.reference, 'diet', 'Vegan', '--yes');
  await server.organise('answer', early.reference, 'photos', 'no', '--yes');
  server.clock.advance(5 * DAY);
  await server.organise('answer', late.reference, 'diet', 'Everything', '--yes');
  server.clock.advance(24 * DAY);
  await purge();
  expect(await answers()).toHaveLength(3);
  server.clock.advance(2 * DAY);
  expect(await purge()).toMatch(/people with answers to questions +1 /);
  expect(await answers()).toEqual([['diet', 'Everything']]);
  server.clock.advance(5 * DAY);
  expect(await purge()).toMatch(/people with answers to questions +1 /);
  expect(await answers()).toEqual([]);
  expect(await server.organise('show', late.reference)).toContain(late.person.name);
});

test('badges print the answers that conference.yaml names, and no others', async () => {
  const { reference } = await server.paidRegistration();
  await server.organise('answer', reference, 'diet', 'Vegan', '--yes');
  await server.organise('answer', reference, 'photos', 'no', '--yes');
  for (const format of ['card', 'a6'] as const) {
    const { pdf } = await printBadges(server.organising, { format, order: 'name' });
    const chunks = await Array.fromAsync(pdf, (chunk) => Buffer.from(chunk));
    const text = runsOfPdf(Buffer.concat(chunks))
      .flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text))
      .join('');
    expect(text).toContain('Photographs: No');
    expect(text).not.toContain('Vegan');
  }
});

test('a conference without questions has no columns, no sheet and no form for answers', async () => {
  await server.paidRegistration();
  const none = withQuestions(() => []);
  expect(await answersSheet(none)).toEqual([]);
  const has = (content: Content) =>
    formsOf(content, allRights).some(({ action }) => action === 'answer');
  expect([has(none.content), has(fixtureContent)]).toEqual([false, true]);
});
