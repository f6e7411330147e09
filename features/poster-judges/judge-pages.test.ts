import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect } from 'vitest';
import { HOUR } from '#contract/time-spans.ts';
import { inTransaction } from '#server/database/database.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { fieldsOf } from '#tests/support/own-page.ts';
import { acceptedPoster, conferenceWithPosters } from '#tests/support/sent-poster.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { forgetJudges, judgedPosters, listJudges } from './judges.ts';
import { planResults } from './plan-results.ts';
import { listScores } from './poster-scores.ts';

const folder = testFolder();
const judging = {
  judges: 2,
  prizes: 1,
  criteria: [
    { id: 'science', name: 'Science', text: 'Is the answer sound?', best: 5 },
    { id: 'clarity', name: 'Clarity', best: 3 },
  ],
};
const { conference, ...others } = conferenceWithPosters({ judging });
const chair = { name: 'Carla Chair', email: 'chair@programme.example' };
const abstracts = { ...conference.abstracts, chair };
const content = { ...others, conference: { ...conference, abstracts } };
const server = await startTestSite({ content });
const said = content.yourAbstract.judging;
const own: Awaited<ReturnType<typeof acceptedPoster>>[] = [];
let [ada, bo] = ['', ''];

async function judgesIn(name: string, ...rows: string[][]) {
  const path = join(folder, name);
  await writeSheetFile(path, [['Name', 'Email', 'Institute'], ...rows]);
  return path;
}

const linkIn = (text: string) => /\/judge\/\w+/.exec(text)?.[0] ?? '';

/** The entries of the form about a poster. */
async function formOf(page: string, { id }: { id: string }) {
  const { text } = await server.openPage(page);
  const [part = ''] = text.split(`id="poster-${id}"`).slice(1);
  return fieldsOf(part.split('</details>')[0] ?? '');
}

async function judge(page: string, poster: { id: string }, science: string, clarity: string) {
  const fields = await formOf(page, poster);
  const numbers = { 'score-science': science, 'score-clarity': clarity };
  return server.sendForm(page, { ...fields, ...numbers });
}

const scoresOf = async ({ id }: { id: string }) =>
  (await listScores(server.db))
    .filter(({ abstractId }) => abstractId === id)
    .map(({ judge: name, scores }) => [name, ...scores.values()]);

beforeAll(async () => {
  for (const number of ['P1', 'P2']) {
    own.push(await acceptedPoster(server, { title: `Poster ${number}`, number }));
  }
  const sheet = await judgesIn(
    'judges.xlsx',
    ['Ada Moreau', 'ada@prize.example', 'Academy'],
    ['Bo Lin', '', ''],
    ['Ilmari Väisänen', '', ''],
  );
  const dry = await server.organise('posters', '--judge-pages', sheet);
  expect(dry).toContain('Ilmari Väisänen: 0 posters');
  expect(await server.mailsTo('ada@prize.example')).toEqual([]);
  const made = await server.organise('posters', '--judge-pages', sheet, '--send');
  const [mail] = await server.mailsTo('ada@prize.example');
  [ada, bo] = [linkIn(mail?.text ?? ''), linkIn(/Bo Lin: http.*/.exec(made)?.[0] ?? '')];
  expect(made).not.toContain('Ada Moreau: http');
  expect(mail?.text).toContain(chair.email);
});

const [first, second] = [() => own[0] ?? { id: '' }, () => own[1] ?? { id: '' }];

test('judges type numbers on a page without names, and the prizes follow', async () => {
  const shown = await server.openPage(ada);
  expect(shown.words).toMatch(/P1 Poster P1 .*P2 Poster P2/);
  expect(shown.words).toContain('0 of 2 posters are judged.');
  expect(shown.text).not.toMatch(/Väisänen|Lindqvist|AB2\d-|Moreau|Lin\b/);
  expect((await judge(ada, first(), '5', '3')).location).toContain('done=saved');
  expect(await server.organise('doctor')).toContain('1 judge has given none yet: Bo Lin');
  expect((await judge(bo, first(), '4', '2')).status).toBe(303);
  expect(await server.organise('doctor')).not.toContain('given none yet');
  expect((await judge(ada, second(), '1', '1')).status).toBe(303);
  expect((await server.openPage(ada)).words).toContain('2 of 2 posters are judged.');
  expect(await server.organise('posters', '--prizes')).toMatch(/1 {2}P1 .*mean 7 of 2 judges/);
  expect(await server.organise('posters', '--judging')).toContain('Bo Lin: 1 of 2 posters');
  // A poster of which all fields are empty is not judged.
  expect((await judge(ada, second(), '', '')).location).toContain('done=emptied');
  expect(await scoresOf(second())).toEqual([]);
});

test.each([
  ['6', '1', 'Please type a whole number from 1 to 5.'],
  ['4,5', '1', 'Please type a whole number from 1 to 5.'],
  ['3', '', 'Please type all numbers of this poster, or none.'],
])('%s and %s are refused, and nothing is saved', async (science, clarity, words) => {
  const before = await scoresOf(second());
  const answer = await judge(bo, second(), science, clarity);
  expect([answer.status, answer.words.includes(words)]).toEqual([400, true]);
  expect(await scoresOf(second())).toEqual(before);
});

test('an older window does not replace newer numbers, and nobody judges the poster of another judge', async () => {
  const old = await formOf(bo, first());
  await judge(bo, first(), '3', '3');
  const late = { ...old, 'score-science': '1', 'score-clarity': '1' };
  const refused = await server.sendForm(bo, late);
  expect([refused.status, refused.words.includes(said.changed)]).toEqual([409, true]);
  const stranger = await acceptedPoster(server, { title: 'No number' });
  const other = await server.sendForm(bo, { ...late, poster: stranger.id });
  expect([other.status, other.words.includes(said.gone)]).toEqual([409, true]);
  const unknown = await server.openPage('/judge/00000000000000000000000000');
  expect([unknown.status, unknown.words.includes(said.notFound)]).toEqual([404, true]);
  expect(unknown.words).toContain(chair.email);
});

atOnce('two presses at once save the numbers once', async () => {
  const fields = await formOf(bo, second());
  const typed = { ...fields, 'score-science': '2', 'score-clarity': '2' };
  const answers = await Promise.all([server.sendForm(bo, typed), server.sendForm(bo, typed)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await scoresOf(second())).toEqual([['Bo Lin', 2, 2]]);
});

atOnce(
  'numbers and a conflict at the same moment leave no numbers of a judge with a conflict',
  async () => {
    const fields = await formOf(ada, second());
    const numbers = { ...fields, 'score-science': '4', 'score-clarity': '2' };
    const [, back] = await Promise.all([
      server.sendForm(ada, numbers),
      server.sendForm(`${ada}/give-back`, { poster: second().id, reason: 'conflict' }),
    ]);
    expect(back.status).toBe(303);
    expect((await scoresOf(second())).map(([name]) => name)).not.toContain('Ada Moreau');
    await server.sendForm(`${ada}/take-back`, { poster: second().id });
  },
);

test('a second sheet adds posters and judges, takes nobody a poster, and another address ends the link', async () => {
  await acceptedPoster(server, { title: 'Poster P3', number: 'P3' });
  const sheet = await judgesIn(
    'more.xlsx',
    ['bo lin', 'bo@prize.example', ''],
    ['Cy Sand', '', ''],
  );
  const words = await server.organise('posters', '--judge-pages', sheet, '--send');
  expect(words).toMatch(/Ada Moreau: \d posters, /);
  expect(words).toMatch(/Cy Sand: https?:/);
  expect((await server.openPage(bo)).status).toBe(404);
  const [mail] = await server.mailsTo('bo@prize.example');
  const next = linkIn(mail?.text ?? '');
  expect((await server.openPage(next)).words).toMatch(/P1 Poster P1 .*P2 Poster P2/);
  const again = await server.organise('posters', '--judge-pages', sheet, '--send');
  expect(again).toContain('Mails with links: 0.');
  await server.organise('posters', '--judge-link', 'BO LIN', '--send');
  expect((await server.openPage(next)).status).toBe(404);
  await server.organise('posters', '--forget-judge', 'Bo Lin', '--yes');
  expect(JSON.stringify(await listScores(server.db))).not.toContain('Bo Lin');
  expect(await server.organise('posters', '--judging')).not.toContain('Bo Lin');
});

test('two spellings of one name are one judge, on the page and in a workbook', async () => {
  const returned = join(folder, 'returned.xlsx');
  await writeSheetFile(returned, [
    ['Number', 'Science (1-5)', 'Clarity (1-3)', 'Judge'],
    ['P3', '2', '2', 'CY  SAND'],
    ['P3', '4', '1', 'dee ray'],
  ]);
  await server.organise('posters', '--results', returned, '--yes');
  const sheet = await judgesIn('dee.xlsx', ['Dee Ray', '', '']);
  await server.organise('posters', '--judge-pages', sheet, '--yes');
  const progress = await server.organise('posters', '--judging');
  expect(progress).toMatch(/Cy Sand: 1 of/);
  expect(progress).toContain('dee ray: ');
  expect(progress).not.toMatch(/Dee Ray|CY/);
  await server.organise('posters', '--forget-judge', 'DEE RAY', '--yes');
  expect(JSON.stringify(await listScores(server.db))).not.toMatch(/dee/i);
});

test('a sheet of names alone changes no address and no institute, and a wrong address is named', async () => {
  const wrong = await judgesIn('wrong.xlsx', ['Ada Moreau', 'ada at prize.example', '']);
  await expect(server.organise('posters', '--judge-pages', wrong)).rejects.toThrow(
    'row 2, column Email: "ada at prize.example" is no mail address',
  );
  const names = join(folder, 'names.xlsx');
  await writeSheetFile(names, [['Name'], ['Ada Moreau'], ['Cy Sand']]);
  const judges = () => listJudges(server.db);
  const before = await judges();
  await server.organise('posters', '--judge-pages', names, '--yes');
  expect(await judges()).toEqual(before);
  expect((await server.openPage(ada)).status).toBe(200);
});

test('a judge gives a poster back, whose numbers go and which the next sheet gives to somebody else', async () => {
  const [p1] = own;
  const poster = p1?.id ?? '';
  await judge(ada, first(), '4', '3');
  const back = (path: string, fields: Record<string, string>) =>
    server.sendForm(`${ada}/${path}`, { poster, ...fields });
  const left = await back('give-back', { reason: 'field' });
  expect(left.location).toContain('done=givenBack');
  const shown = await server.openPage(left.location);
  expect(shown.words).toContain('P1 waits for somebody else.');
  expect(shown.words).toContain('given back');
  expect((await scoresOf(first())).map(([name]) => name)).not.toContain('Ada Moreau');
  const late = await server.sendForm(ada, { poster, seen: '', 'score-science': '1' });
  expect(late.status).toBeGreaterThanOrEqual(400);
  expect(await server.organise('posters', '--judging')).toMatch(/Ada Moreau: .*gave back P1/);
  const sheet = await judgesIn('next.xlsx', ['Dee Rand', '', '']);
  const made = await server.organise('posters', '--judge-pages', sheet, '--yes');
  const dee = linkIn(/Dee Rand: http.*/.exec(made)?.[0] ?? '');
  expect((await server.openPage(dee)).words).toContain('P1 Poster P1');
  // Paper has the same posters as the page.
  const where = join(folder, 'on paper');
  const two = await judgesIn('two.xlsx', ['Ada Moreau', '', ''], ['Dee Rand', '', '']);
  await server.ran('posters', '--judges', where, '--of', two);
  const rows = await readSheet(join(where, 'Ada Moreau.xlsx'));
  expect(rows.map(([number]) => number)).not.toContain('P1');
  const adas = (await listJudges(server.db)).find(({ name }) => name === 'Ada Moreau')?.id ?? '';
  expect(rows).toHaveLength(1 + ((await judgedPosters(server.db)).get(adas)?.size ?? 0));
  // A sheet that was printed before does not bring the numbers back.
  const printed = join(folder, 'printed.xlsx');
  await writeSheetFile(printed, [
    ['Number', 'Science (1-5)', 'Clarity (1-3)', 'Judge'],
    ['P1', 4, 3, 'ada moreau'],
  ]);
  await expect(server.organise('posters', '--results', printed, '--yes')).rejects.toThrow(
    'row 2: Ada Moreau has given P1 back',
  );
  const again = await back('take-back', {});
  expect((await server.openPage(again.location)).words).toContain('P1 is yours again.');
  expect((await judge(ada, first(), '4', '3')).status).toBe(303);
  const stranger = await acceptedPoster(server, { title: 'Not hers' });
  expect((await back('give-back', { poster: stranger.id })).status).toBe(409);
});

test('a workbook that replaces numbers of a page names them, and is refused if they changed meanwhile', async () => {
  const path = join(folder, 'paper.xlsx');
  const rows = [
    ['Number', 'Science (1-5)', 'Clarity (1-3)', 'Judge'],
    ['P1', 2, 1, 'Ada Moreau'],
  ];
  await writeSheetFile(path, rows);
  const dry = await server.organise('posters', '--results', path);
  expect(dry).toContain('P1 by Ada Moreau: 4 · 3 becomes 2 · 1');
  const seen = await planResults(server.organising, [{ name: 'paper.xlsx', rows }]);
  await server.sendForm(`${ada}/give-back`, { poster: first().id, reason: 'field' });
  await expect(seen.perform()).rejects.toThrow('or given a poster back');
  await server.sendForm(`${ada}/take-back`, { poster: first().id });
  await judge(ada, first(), '5', '3');
  await expect(seen.perform()).rejects.toThrow('has changed numbers on the page meanwhile');
  expect(await scoresOf(first())).toContainEqual(['Ada Moreau', 3, 5]);
});

test('somebody who is not the judge ends the link, which the chair learns and another one replaces', async () => {
  expect((await server.openPage(`${ada}/stranger`)).words).toContain('about Ada Moreau');
  expect((await server.openPage(ada)).status).toBe(200);
  const ended = await server.sendForm(`${ada}/stranger`);
  expect(ended.words).toContain('The link has ended, and the chair knows.');
  expect((await server.openPage(ada)).status).toBe(404);
  const concerns = async () => (await server.listConcerns()).map(({ words }) => words).join('\n');
  expect(await concerns()).toContain("a judge's link was ended at");
  expect(await server.organise('posters', '--judging')).toMatch(/Ada Moreau: .*link ended/);
  await acceptedPoster(server, { title: 'Poster P9', number: 'P9' });
  const sheet = await judgesIn('same.xlsx', ['Ada Moreau', '', '']);
  const plan = await server.organise('posters', '--judge-pages', sheet, '--send');
  expect(plan).toContain('The link of Ada Moreau reached somebody else');
  expect(plan).toMatch(/Ada Moreau: \d+ posters, 0 new/);
  const before = (await server.mailsTo('ada@prize.example')).length;
  await server.organise('posters', '--judge-link', 'Ada Moreau', '--send');
  const mails = await server.mailsTo('ada@prize.example');
  expect(mails).toHaveLength(before + 1);
  expect(await concerns()).not.toContain("a judge's link");
  ada = linkIn(mails.at(-1)?.text ?? '');
  expect((await server.openPage(ada)).status).toBe(200);
});

atOnce('a judge who is erased while numbers are saved leaves no name beside them', async () => {
  const poster = await acceptedPoster(server, { title: 'Poster P12', number: 'P12' });
  const sheet = await judgesIn('gus.xlsx', ['Gus Grey', 'gus@prize.example', '']);
  await server.organise('posters', '--judge-pages', sheet, '--send');
  const [mail] = await server.mailsTo('gus@prize.example');
  const page = linkIn(mail?.text ?? '');
  const fields = await formOf(page, poster);
  expect(fields).toHaveProperty('poster', poster.id);
  const gus = (await listJudges(server.db)).filter(({ name }) => name === 'Gus Grey');
  await Promise.all([
    inTransaction(server.db, async (tx) => {
      await forgetJudges(tx, gus);
      await pause(300);
    }),
    server.sendForm(page, { ...fields, 'score-science': '4', 'score-clarity': '2' }),
  ]);
  expect((await server.openPage(page)).status).toBe(404);
  expect(JSON.stringify(await listScores(server.db))).not.toContain('Gus');
});

test('after the hour a page shows what counts, and takes nothing', async () => {
  const day = content.conference.dates.start;
  const until = { day, time: '18:00' };
  const late = conferenceWithPosters({ judging: { ...judging, until } });
  const site = await startTestSite({ content: late, beside: server });
  expect((await site.openPage(ada)).text).toContain('score-science');
  const end = Date.parse(`${day}T18:00:00+02:00`);
  site.clock.advance(end + HOUR - site.clock.now().getTime());
  const over = await site.openPage(ada);
  expect(over.words).toContain('Judging closed');
  expect(over.text).not.toContain('score-science"');
  expect((await site.sendForm(ada, { poster: first().id, seen: '' })).status).toBe(409);
  await site.close();
});

test('a judge who is erased leaves the scores without a name', async () => {
  await server.organise('person', 'erase', 'ada@prize.example', '--yes');
  expect((await server.openPage(ada)).status).toBe(404);
  const left = JSON.stringify(await scoresOf(first()));
  expect(left).toContain('3,5');
  expect(left).not.toContain('Ada');
});

test('the sheet of a judge has the first language, and comes back with its headings', async () => {
  const { yourAbstract } = translatedContent.translations['de'] ?? translatedContent;
  const site = await startTestSite({ content: { ...content, yourAbstract } });
  await acceptedPoster(site, { title: 'Poster', number: 'P1' });
  const where = join(folder, 'in German');
  const sheet = await judgesIn('german.xlsx', ['Ada Moreau', '', '']);
  await site.ran('posters', '--judges', where, '--of', sheet);
  const [head = [], row = []] = await readSheet(join(where, 'Ada Moreau.xlsx'));
  const { columns } = yourAbstract.judging.sheet;
  expect(head).toEqual(expect.arrayContaining([columns.number, columns.judge]));
  const typed = new Map(Object.entries({ 'Science (1-5)': 4, 'Clarity (1-3)': 9 }));
  const file = join(folder, 'german returned.xlsx');
  await writeSheetFile(file, [head, row.map((cell, at) => typed.get(String(head[at])) ?? cell)]);
  await expect(site.organise('posters', '--results', file)).rejects.toThrow('"9" is no whole');
  typed.set('Clarity (1-3)', 2);
  await writeSheetFile(file, [head, row.map((cell, at) => typed.get(String(head[at])) ?? cell)]);
  await site.organise('posters', '--results', file, '--yes');
  expect((await listScores(site.db)).map(({ judge: name }) => name)).toEqual(['Ada Moreau']);
});

test('a judge who chooses another language has the page and the next link in it', async () => {
  const { de = translatedContent } = translatedContent.translations;
  const inGerman = { ...de, conference: { ...de.conference, abstracts } };
  const site = await startTestSite({ content: { ...content, translations: { de: inGerman } } });
  await acceptedPoster(site, { title: 'Poster', number: 'P1' });
  const sheet = await judgesIn('language.xlsx', ['Ada Moreau', 'ada@prize.example', '']);
  await site.organise('posters', '--judge-pages', sheet, '--send');
  const page = linkIn((await site.mailsTo('ada@prize.example'))[0]?.text ?? '');
  expect((await site.openPage(page)).text).toMatch(/value="de" lang="de">\s*Deutsch/);
  expect((await site.sendForm(`${page}/language`, { language: 'xx' })).status).toBe(404);
  expect((await site.sendForm(`${page}/language`, { language: 'de' })).location).toBe(page);
  expect((await site.openPage(page)).text).toContain(de.yourAbstract.judging.title);
  await site.organise('posters', '--judge-pages', sheet, '--send');
  await site.organise('posters', '--judge-link', 'Ada Moreau', '--send');
  const mail = (await site.mailsTo('ada@prize.example')).at(-1);
  expect(mail?.subject).toContain(de.mails.judgeLink.subject);
});
