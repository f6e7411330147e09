import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { expect } from 'vitest';
import { rowsOfPerson } from '#server/privacy/person-rows.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { acceptedPoster, conferenceWithPosters } from '#tests/support/sent-poster.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { abstractsSent } from './demo.ts';
import { assignJudges, hasConflict } from './judging.ts';
import { listScores, rank } from './poster-scores.ts';

const judging = {
  judges: 2,
  prizes: 2,
  criteria: [
    { id: 'science', name: 'Science', text: 'Is the answer sound?', best: 5 },
    { id: 'clarity', name: 'Clarity', best: 3 },
  ],
};
const content = conferenceWithPosters({ judging });
const folder = testFolder();
const HEAD = ['Number', 'Science (1-5)', 'Clarity (1-3)', 'Judge'];
let count = 0;

/** A sheet that a judge has sent back. */
async function returned(rows: unknown[][], name = `returned ${count++}.xlsx`) {
  const path = join(folder, name);
  await writeSheetFile(path, [HEAD, ...rows] as Parameters<typeof writeSheetFile>[1]);
  return path;
}

async function siteWithPosters(...numbers: string[]) {
  const at = await startTestSite({ content });
  const posters = [];
  for (const number of numbers) {
    posters.push(await acceptedPoster(at, { title: `=Poster ${number}`, number }));
  }
  return { at, posters };
}

test('each judge gets a sheet without authors, and judges no poster of the own institute', async () => {
  const { at } = await siteWithPosters('P1', 'P2', 'P3');
  const list = join(folder, 'judges.xlsx');
  await writeSheetFile(list, [
    ['Name', 'Email', 'Institute'],
    ['Ada Moreau', 'ada@prize.example', 'Academy'],
    ['Bo/Lin', '', ''],
    ['Cy Own', '', 'institute of gels'],
    ['Ilmari Väisänen', '', ''],
  ]);
  const where = join(folder, 'sheets');
  const { code, text } = await at.ran('posters', '--judges', where, '--of', list);
  expect([code, readdirSync(where).toSorted()]).toEqual([0, ['Ada Moreau.xlsx', 'Bo-Lin.xlsx']]);
  expect(text).toContain('Ada Moreau.xlsx: 3 posters');
  const rows = await readSheet(join(where, 'Ada Moreau.xlsx'));
  expect(rows.slice(0, 2)).toEqual([
    ['Number', 'Title', 'Topic', 'Board', 'Science (1-5)', 'Clarity (1-3)', 'Judge'],
    ['P1', '=Poster P1', expect.any(String), 'Foyer, board 1, front', null, null, 'Ada Moreau'],
  ]);
  expect(JSON.stringify(rows)).not.toContain('Mira Lindqvist');
  await expect(at.organise('posters', '--judges', where, '--of', list)).rejects.toThrow(
    'exists already',
  );
  const few = join(folder, 'few.xlsx');
  await writeSheetFile(few, [['Name'], ['Ada Moreau'], ['ada  moreau']]);
  const other = join(folder, 'other');
  await expect(at.organise('posters', '--judges', other, '--of', few)).rejects.toThrow(
    'there twice',
  );
  await writeSheetFile(join(folder, 'one.xlsx'), [['Name'], ['Ada Moreau']]);
  const short = await at.ran('posters', '--judges', other, '--of', join(folder, 'one.xlsx'));
  expect(short).toMatchObject({ code: 1 });
  expect(short.text).toContain('Fewer than 2 judges: P1, P2, P3.');
});

test('results name each row that cannot be used, and then nothing is recorded', async () => {
  const { at } = await siteWithPosters('P1', 'P2');
  const wrong = await returned(
    [
      ['P1', 6, 1, 'Ada Moreau'],
      ['P2', '4,5', '', 'Ada Moreau'],
      ['P9', 3, 3, 'Ada Moreau'],
      ['P2', 3, 3, ''],
      ['P1', -1, 'good', 'Bo Lin'],
      ['', 3, 3, 'Bo Lin'],
    ],
    'wrong.xlsx',
  );
  const twice = await returned([['P1', 2, 1, 'ada moreau']], 'twice.xlsx');
  const good = await returned([['P1', 3, 1, 'Ada Moreau']], 'good.xlsx');
  const other = join(folder, 'something.xlsx');
  await writeSheetFile(other, [['Shopping'], ['Milk']]);
  const said = await at.organise('posters', '--results', wrong, good, twice, other, '--yes').then(
    () => '',
    (error: Error) => error.message,
  );
  for (const words of [
    'wrong.xlsx, row 2, column Science (1-5): "6" is no whole number from 1 to 5',
    'wrong.xlsx, row 3, column Science (1-5): "4,5" is no whole number from 1 to 5',
    'wrong.xlsx, row 3, column Clarity (1-3): is empty, and others are not',
    'wrong.xlsx, row 4, column Number: no poster in the hall has the number P9',
    'wrong.xlsx, row 5, column Judge: is empty',
    'wrong.xlsx, row 6, column Clarity (1-3): "good" is no whole number from 1 to 3',
    'wrong.xlsx, row 7, column Number: is empty',
    'twice.xlsx, row 2: Ada Moreau has other scores for P1 in good.xlsx, row 2',
    'something.xlsx is no sheet of a judge: the column Number is missing.',
  ]) {
    expect(said).toContain(words);
  }
  expect(await listScores(at.db)).toEqual([]);
});

test('scores are summed, and ties about a prize are named', async () => {
  const { at, posters } = await siteWithPosters('P1', 'P2', 'P3', 'P4');
  expect(await at.organise('posters', '--prizes')).toContain('No poster is judged yet');
  const sheets = [
    // A judge may type the number otherwise, and leave a row empty.
    await returned([
      ['p01', 5, 3, 'Ada Moreau'],
      ['P2', 4, 2, 'Ada Moreau'],
      ['P3', '', '', 'Ada Moreau'],
    ]),
    await returned([
      ['P2', 4, 2, ''],
      ['P3', 3, 3, 'Bo Lin'],
    ]),
  ];
  const dry = await at.organise('posters', '--results', ...sheets);
  expect(dry).toContain(
    'Sheets: 2, judges: 2, judgements: 4 new, 0 changed, 0 as before. Rows without scores: 1.',
  );
  expect(await listScores(at.db)).toEqual([]);
  await at.organise('posters', '--results', ...sheets, '--yes');
  const prizes = await at.organise('posters', '--prizes');
  expect(prizes).toContain('1  P1  =Poster P1, Ilmari Väisänen: mean 8 of 1 judge, 2 were wanted');
  expect(prizes).toContain('2 (tied)  P2  =Poster P2, Ilmari Väisänen: mean 6 of 2 judges');
  expect(prizes).toContain('2 (tied)  P3');
  expect(prizes).toContain('A tie decides about 1 prize: P2, P3 have the same mean.');
  expect(prizes).toContain('Not judged: P4.');
  const again = await returned([['P3', 3, 2, 'bo lin']]);
  expect(await at.organise('posters', '--results', again, '--yes')).toContain('0 new, 1 changed');
  expect(await at.organise('posters', '--prizes')).not.toContain('tied');
  const [, , third] = posters;
  const rows = await rowsOfPerson(at.db, third?.email ?? '');
  expect(rows.poster_scores).toMatchObject([
    { criterion: 'clarity', score: 2, judge: '' },
    { score: 3 },
  ]);
  await at.organise('posters', '--forget-judge', 'bo LIN', '--yes');
  const judges = new Set((await listScores(at.db)).map(({ judge }) => judge));
  expect(judges).toEqual(new Set(['Ada Moreau', 'Judge 1']));
  await expect(at.organise('posters', '--forget-judge', 'Bo Lin')).rejects.toThrow('No judge');
  // A withdrawn poster wins nothing.
  await at.sendForm(`${posters[0]?.path}/withdraw`);
  expect(await at.organise('posters', '--prizes')).not.toContain('P1 ');
});

atOnce('two organisers who read the same sheet at once record it once', async () => {
  const { at } = await siteWithPosters('P1');
  const sheet = await returned([['P1', 5, 3, 'Ada Moreau']]);
  await Promise.all([1, 2].map(() => at.organise('posters', '--results', sheet, '--yes')));
  expect(await listScores(at.db)).toHaveLength(1);
});

test('judges get the same number of posters, and do not always meet the same others', () => {
  const judges = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, email: '', institute: '' }));
  const posters = Array.from({ length: 20 }, (_, at) => {
    return { number: `P${at + 1}`, email: '', authors: [] };
  });
  const { assigned, short } = assignJudges(judges, posters, 2);
  expect(short).toEqual([]);
  expect([...assigned.values()].map(({ length }) => length)).toEqual([8, 8, 8, 8, 8]);
  const pairs = posters.map((poster) =>
    [...assigned].flatMap(([{ name }, own]) => (own.includes(poster) ? name : [])).join(''),
  );
  expect(new Set(pairs).size).toBeGreaterThan(4);
});

test.each([
  ['the name of an author', { name: 'väisänen, ilmari' }, true],
  ['one of several institutes', { institute: 'Academy; INSTITUTE OF GELS' }, true],
  ['the mail domain', { email: 'cy@lab.example' }, true],
  ['a mail provider of everybody', { email: 'cy@gmail.com' }, false],
  ['nothing', {}, false],
])('a judge has %s in common with a poster', (_, traits, isOne) => {
  const authors = [{ name: 'Ilmari Väisänen', affiliation: 'Polymer Lab; Institute of Gels' }];
  const judge = { name: 'Cy Own', email: '', institute: '', ...traits };
  const poster = { number: 'P1', email: isOne ? 'x@lab.example' : 'x@gmail.com', authors };
  expect(hasConflict(judge, poster)).toBe(isOne);
});

test('posters are ranked by the mean of their judges, without rounding', () => {
  const judged = [
    { poster: 'a', sum: 10, judges: 3 },
    { poster: 'b', sum: 20, judges: 6 },
    { poster: 'c', sum: 7, judges: 2 },
    { poster: 'd', sum: 0, judges: 0 },
  ];
  expect(rank(judged).map(({ poster, place, isTied }) => [poster, place, isTied])).toEqual([
    ['c', 1, false],
    ['a', 2, true],
    ['b', 2, true],
  ]);
});

test('a demonstration has judges who have begun', async () => {
  const { at } = await siteWithPosters('P1', 'P2', 'P3');
  const { context, clock } = at;
  const deps = { context, content, now: { at: clock.now() } };
  await abstractsSent(deps as Parameters<typeof abstractsSent>[0]);
  expect(await at.organise('posters', '--judging')).toMatch(/: [1-9] of [1-3] poster/);
  expect(await at.organise('posters', '--prizes')).toMatch(/^1 /m);
});
