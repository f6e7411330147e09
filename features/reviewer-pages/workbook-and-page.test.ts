import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { DAY } from '#contract/time-spans.ts';
import { conferenceAhead, sendFile } from '#tests/support/own-abstract.ts';
import { fieldsOf } from '#tests/support/own-page.ts';
import { reviewerSheet } from '#tests/support/reviewer-sheet.ts';
import { anAbstract, assigned, reviewers, withReviewerPages } from '#tests/support/reviewers.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { en } from '#features/peer-review/texts/en.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const { anna, bo } = reviewers;
const folder = testFolder();
let count = 0;

test('a reviewer by workbook and one by page look twice, and neither way overwrites the other', async () => {
  const at = await startTestSite({ content: withReviewerPages({}, {}, conferenceAhead()) });
  const reference = await anAbstract(at);
  const [path = '', his = ''] = await assigned(at, anna, bo);
  const one = `${path}/${reference}`;

  const workbooks = async () => {
    const where = join(folder, `reviews ${(count += 1)}`);
    at.clock.advance(1000);
    await at.organise('review', '--workbooks', where);
    return (name: string) => join(where, name, `Reviews ${name}.xlsx`);
  };
  const returned = async (book: string, novelty?: number) => {
    const [head = [], ...rows] = await readSheet(book);
    const filled = rows.map((row) =>
      row.map((cell, nth) => {
        const title = String(head[nth]);
        if (novelty === undefined) return cell;
        return title.startsWith('Novelty') ? novelty : title.startsWith('Clarity') ? 5 : cell;
      }),
    );
    const file = join(folder, `returned ${(count += 1)}.xlsx`);
    await writeSheetFile(file, [head, ...filled]);
    at.clock.advance(1000);
    return at.organise('review', '--collect', file, '--yes');
  };
  const onPage = async (novelty: string, act = 'submit') => {
    at.clock.advance(1000);
    const { text } = await at.openPage(one);
    const scores = { 'score-novelty': novelty, 'score-clarity': '5' };
    const version = fieldsOf(text)['version'] ?? '';
    return at.sendForm(one, { ...scores, version, act });
  };
  const noveltyOf = async (page: string) =>
    /name="score-novelty" value="(\d)" checked/.exec((await at.openPage(page)).text)?.[1];

  const first = await workbooks();
  await onPage('4');
  const late = await returned(first(anna[0]), 1);
  expect(late).toContain(
    `Anna Kowalska has changed the review of ${reference} on the page since this workbook was written, so the page counts.`,
  );
  expect(await noveltyOf(one)).toBe('4');
  expect(await returned(first(bo[0]), 3)).toContain('1 new, 0 changed');
  expect(await returned(first(bo[0]), 2)).toContain('0 new, 1 changed');
  expect(await noveltyOf(`${his}/${reference}`)).toBe('2');

  const until = new Date(at.clock.now().getTime() + 5 * DAY).toISOString().slice(0, 10);
  const decided = join(folder, 'decided.xlsx');
  await writeSheetFile(decided, [
    ['Reference', 'Decision', 'Revise until'],
    [reference, 'revise', until],
  ]);
  await at.organise('decide', decided, '--send');
  const { token } = await at.db
    .selectFrom('abstracts')
    .select('token')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  at.clock.advance(1000);
  const sent = await sendFile(at, `/abstract/${token}`, 'revised.pdf', aPdf(900, 'revised'));
  expect(sent.status).toBe(303);
  at.clock.advance(1000);
  expect(await at.organise('review', '--tell', '--send')).toContain('Mails in the outbox: 2.');

  const second = await workbooks();
  const [, row = []] = await readSheet(second(bo[0]));
  expect(row.some((cell) => /^again \d{4}-\d\d-\d\d$/.test(String(cell)))).toBe(true);
  // The workbook of the first look has nothing new, and that of the second counts as it is.
  expect(await returned(first(bo[0]), 2)).toContain('0 changed, 1 as before');
  expect(await returned(second(bo[0]))).toContain('looked again, with the same scores');
  expect((await at.openPage(his)).words).not.toContain('Revised: please look again');
  // A draft of the second look is none that was handed in.
  await onPage('5', 'draft');
  expect(await returned(second(anna[0]), 3)).toContain('Novelty 5 becomes 3');
  await onPage('5');
  expect(await returned(second(anna[0]), 3)).toContain('so the page counts');
  expect(await noveltyOf(one)).toBe('5');
  expect(await at.organise('review')).toContain('Reviews: 2 of 2 came back.');
});

test('a draft on the page ends with no assignment that does not name it', async () => {
  const at = await startTestSite({ content: withReviewerPages({}, { reviews: 1 }) });
  const reference = await anAbstract(at);
  const [path = ''] = await assigned(at, anna);
  const others = await reviewerSheet(bo);
  const draft = { 'score-novelty': '4', version: '0', act: 'draft' };
  await at.sendForm(`${path}/${reference}`, draft);
  const plan = await at.organise('review', '--assign', others, '--take-over');
  expect(plan).toContain('Anna Kowalska has 1 draft on the page, which nobody would see any more.');
  expect(await at.organise('review', '--assign', others, '--take-over', '--yes')).toContain(
    'Reviews assigned: 1.',
  );
});

test('a workbook names the language of each author if the conference has several, and reviewers know the authors', async () => {
  const { translations } = translatedContent;
  const heads = await Promise.all(
    [false, true].map(async (blind) => {
      const at = await startTestSite({
        content: { ...withReviewerPages({}, { blind }), translations },
      });
      await anAbstract(at);
      await assigned(at, anna);
      const where = join(folder, `languages ${blind}`);
      await at.organise('review', '--workbooks', where);
      const [head = [], row = []] = await readSheet(
        join(where, anna[0], `Reviews ${anna[0]}.xlsx`),
      );
      return row[head.indexOf('Language of the author')];
    }),
  );
  expect(heads).toEqual(['English', undefined]);
});

test('a workbook has the conference’s first language, and comes back with its headings or the English ones', async () => {
  const { yourAbstract } = translatedContent.translations['de'] ?? translatedContent;
  const at = await startTestSite({ content: { ...withReviewerPages(), yourAbstract } });
  await anAbstract(at);
  await assigned(at, anna, bo);
  const where = join(folder, 'in German');
  await at.organise('review', '--workbooks', where);
  const book = (name: string) => join(where, name, `Reviews ${name}.xlsx`);
  const [head = [], row = []] = await readSheet(book(anna[0]));
  const { columns } = yourAbstract.reviewWorkbook;
  expect(head).toEqual(expect.arrayContaining([columns.reference, columns.committee]));
  expect(head).not.toContain('Reference');
  expect(JSON.stringify(await readSheet(book(anna[0]), 'How to'))).toContain(
    `„${columns.version}“`,
  );
  const collect = async (
    headings: readonly unknown[],
    cells: readonly unknown[],
    typed: object,
  ) => {
    const entries = new Map(Object.entries(typed));
    const filled = cells.map((cell, nth) => entries.get(String(headings[nth])) ?? cell);
    const file = join(folder, `returned ${(count += 1)}.xlsx`);
    await writeSheetFile(file, [headings, filled]);
    return at.organise('review', '--collect', file, '--yes');
  };
  const scores = { 'Novelty (1-5)': 4, 'Clarity (1-10)': 5 };
  expect(await collect(head, row, { ...scores, [columns.committee]: 'Gut.' })).toContain('1 new');
  await expect(collect(head, row, { [columns.conflict]: 'vielleicht' })).rejects.toThrow(
    `column ${columns.conflict}: "vielleicht" is neither ja nor empty`,
  );
  const [, his = []] = await readSheet(book(bo[0]));
  const english = head.map((title) => {
    const key = Object.entries(columns).find(([, own]) => own === title)?.[0] ?? '';
    return new Map(Object.entries(en.yourAbstract.reviewWorkbook.columns)).get(key) ?? title;
  });
  expect(english).toContain('Comment for the committee');
  expect(await collect(english, his, { ...scores, 'Comment for the author': 'Fine.' })).toContain(
    '1 new',
  );
  const declined = await collect(head, row, { [columns.conflict]: 'ja' });
  expect(declined).toContain('1 changed');
});
