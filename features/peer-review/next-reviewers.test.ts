import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { aForm } from '#tests/support/author.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { conferenceAhead } from '#tests/support/own-abstract.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { planMoreReviewers } from './assign-peer-reviews.ts';
import { putBid } from './bids.ts';
import { planGivenAbstract } from './next-reviewers.ts';
import { forgetReviewers, listPeerReviews, putReview } from './peer-reviews.ts';
import { reviewSection } from './review-columns.ts';
import { listReviewers } from './reviewers.ts';
import { putTopics } from './topics.ts';

const { conference, sessions } = fixtureContent;
const review = { ...conference.abstracts.review, reviews: 2 };
const content = {
  ...fixtureContent,
  conference: { ...conference, abstracts: { ...conference.abstracts, review } },
};
const HEAD = ['Name', 'Email', 'Institute', 'Conflicts', 'Sessions', 'Topics'];
const people: (string | null)[][] = [
  ['Anna Kowalska', 'anna@warsaw.example', 'University of Warsaw', null, null, null],
  ['Bo Fibre', 'bo@fibres.example', 'TU Berlin', null, null, null],
  ['Cy Gel', 'cy@gel.example', 'Gel Institute', null, null, null],
  ['Di Resin', 'di@resin.example', 'Resin Works', null, null, null],
];

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite({ content });
  folder = testFolder();
});

let count = 0;
async function abstract(traits: Record<string, string> = {}) {
  count += 1;
  const name = `abstract ${count}.pdf`;
  const form = aForm({ organizationName: `Lab ${count}`, ...traits });
  const { reference } = (await server.submit({ form, name, bytes: aPdf(400, name) })).json;
  const { id } = await server.db
    .selectFrom('abstracts')
    .select('id')
    .where('reference', '=', String(reference))
    .executeTakeFirstOrThrow();
  server.clock.advance(1000);
  return { id, reference: String(reference) };
}

async function assign(rows: (string | null)[][], ...more: string[]): Promise<string> {
  const path = join(folder, `reviewers ${(count += 1)}.xlsx`);
  await writeSheetFile(path, [HEAD, ...rows]);
  return server.organise('review', '--assign', path, ...more);
}

/** The reviews of an abstract come back with these scores, each for all criteria, in the order of the reviewers' names. */
async function score(abstractId: string, scores: readonly number[]): Promise<void> {
  const names = new Map((await listReviewers(server.db)).map(({ id, name }) => [id, name]));
  const own = (await listPeerReviews(server.db))
    .filter((each) => each.abstractId === abstractId && !each.isDeclined)
    .toSorted((a, b) =>
      (names.get(a.reviewerId) ?? '') < (names.get(b.reviewerId) ?? '') ? -1 : 1,
    );
  for (const [at, each] of own.entries()) {
    const given = scores[at];
    if (given === undefined) continue;
    await inTransaction(server.db, (tx) =>
      putReview(
        tx,
        each,
        { ...each, scores: new Map(review.criteria.map(({ id }) => [id, given])) },
        { collectedAt: server.clock.now().toISOString() },
      ),
    );
  }
}

async function reviewersOf(abstractId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('peer_reviews')
    .innerJoin('reviewers', 'reviewers.id', 'reviewer_id')
    .select(['reviewers.name', 'declined'])
    .where('abstract_id', '=', abstractId)
    .orderBy('reviewers.name')
    .execute();
  return rows.map(({ name, declined }) => (declined === 1 ? `${name} declined` : name));
}

test('topics and bids decide among reviewers with the same load, and a bid of conflict excludes', async () => {
  const [one, two] = [await abstract(), await abstract()];
  await assign(people.slice(0, 2), '--yes');
  await server.db.deleteFrom('peer_reviews').execute();
  const ids = new Map((await listReviewers(server.db)).map(({ name, id }) => [name, id]));
  const idOf = (name: string) => ids.get(name) ?? '';
  await assign(people, '--yes');
  await server.db.deleteFrom('peer_reviews').execute();
  for (const { name, id } of await listReviewers(server.db)) ids.set(name, id);
  const now = '2026-01-10T10:00:00.000Z';
  const bid = (
    name: string,
    { id: abstractId }: { id: string },
    said: 'WANT' | 'AVOID' | 'CONFLICT',
  ) =>
    inTransaction(server.db, (tx) => putBid(tx, { abstractId, reviewerId: idOf(name) }, said, now));
  await bid('Anna Kowalska', one, 'WANT');
  await bid('Bo Fibre', one, 'CONFLICT');
  await bid('Cy Gel', two, 'AVOID');
  const { id: topic } = sessions.sessions.find(({ id }) => id === 'smart-polymers') ?? { id: '' };
  await inTransaction(server.db, (tx) => putTopics(tx, idOf('Di Resin'), [topic]));
  const said = await server.organise('review', '--more', '--yes');
  expect(said).toContain(
    `${one.reference} not to Bo Fibre: with a conflict that the reviewer stated`,
  );
  expect(said).toContain('Of the new assignments 1 are wishes, 1 are of a topic of the reviewer');
  expect(await reviewersOf(one.id)).toEqual(['Anna Kowalska', 'Cy Gel']);
  expect(await reviewersOf(two.id)).toEqual(['Bo Fibre', 'Di Resin']);
  // A stale sheet does not undo what a reviewer has ticked.
  const stale = people.map((row) => [...row.slice(0, 5), sessions.interestAreas[0]?.name ?? null]);
  expect(await assign(stale, '--yes')).toContain('Di Resin has ticked other topics, which stay.');
  expect((await listReviewers(server.db)).find(({ name }) => name === 'Di Resin')?.topics).toBe(
    topic,
  );
});

test('an abstract with a decline gets the next best reviewer, and one with spread opinions gets one more', async () => {
  const [one, two] = [await abstract(), await abstract()];
  await assign(people.slice(0, 2), '--yes');
  await assign(people, '--yes');
  expect(await server.organise('review', '--more')).toContain('New assignments: 0.');
  await server.db
    .updateTable('peer_reviews')
    .set({ declined: 1, declined_for: 'FIELD', collected_at: '2026-01-10T10:00:00.000Z' })
    .where('abstract_id', '=', one.id)
    .where('reviewer_id', 'in', (query) =>
      query.selectFrom('reviewers').select('id').where('name', '=', 'Bo Fibre'),
    )
    .execute();
  const state = await server.organise('review');
  expect(state).toMatch(
    new RegExp(`${one.reference} .*next: (?:Cy Gel|Di Resin) \\(0 abstracts\\)`),
  );
  const [section] = await reviewSection(testContext(server), one.id);
  expect(section?.facts.at(-1)).toEqual({
    label: 'Next reviewers',
    text: expect.stringMatching(
      /^(?:Cy Gel|Di Resin) \(0 abstracts\); (?:Cy|Di) .*\(0 abstracts\)$/,
    ),
  });
  const said = await server.organise('review', '--more', '--yes');
  expect(said).toContain(`${one.reference} not to Bo Fibre: outside the reviewer’s field`);
  expect(said).toContain('New assignments: 1.');
  expect((await reviewersOf(one.id)).slice(0, 2)).toEqual(['Anna Kowalska', 'Bo Fibre declined']);
  await score(two.id, [1, 4]);
  expect(await server.organise('review', '--more', '--spread', '4')).toContain(
    'New assignments: 0.',
  );
  const more = await server.organise('review', '--more', '--spread', '3', '--yes');
  expect(more).toContain(
    `One more reviewer, because opinions differ by 3 or more: ${two.reference} (3).`,
  );
  expect(await reviewersOf(two.id)).toHaveLength(3);
  // The third opinion is missing, so there is no fourth one.
  expect(await server.organise('review', '--more', '--spread', '3')).toContain('assignments: 0.');
});

test('the chair gives an abstract to a reviewer by name, and not against a conflict', async () => {
  const one = await abstract({ organizationName: 'Gel Institute' });
  await assign(people.slice(0, 2), '--yes');
  await assign(people, '--yes');
  const give = (who: string) =>
    server.organise('review', '--give', one.reference, '--to', who, '--yes');
  await expect(give('Cy Gel')).rejects.toThrow(
    `Cy Gel cannot review ${one.reference}, which is of the same institute (Gel Institute).`,
  );
  await expect(give('Nobody')).rejects.toThrow('No reviewer is called “Nobody”: Anna Kowalska;');
  await expect(give('Anna')).rejects.toThrow(`Anna Kowalska has ${one.reference} already.`);
  await server.db
    .updateTable('reviewers')
    .set({ answer: 'NO' })
    .where('email', '=', 'di@resin.example')
    .execute();
  await expect(give('di@resin.example')).rejects.toThrow('Di Resin has answered not to review');
  await server.db.updateTable('reviewers').set({ answer: null }).execute();
  expect(await give('di@resin.example')).toContain(`Di Resin has ${one.reference} now.`);
  expect(await reviewersOf(one.id)).toContain('Di Resin');
  // The export of an author's data has these words.
  const [given] = await server.listActivities({ reference: one.reference });
  expect(given?.words).toBe('assigned to one more reviewer');
});

atOnce('of two chairs who assign at once, one is told to look again', async () => {
  const one = await abstract();
  await assign(people.slice(0, 1), '--yes');
  await server.db.deleteFrom('peer_reviews').execute();
  const plans = [
    await planMoreReviewers(testContext(server), { spread: undefined }),
    await planGivenAbstract(testContext(server), { reference: one.reference, who: 'Anna' }),
  ];
  const results = await Promise.allSettled(plans.map((plan) => plan.perform()));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await reviewersOf(one.id)).toEqual(['Anna Kowalska']);
});

atOnce('a reviewer who is erased while a chair assigns gets nothing', async () => {
  await abstract();
  await assign(people.slice(0, 1), '--yes');
  await server.db.deleteFrom('peer_reviews').execute();
  const ids = (await listReviewers(server.db)).map(({ id }) => id);
  const plan = await planMoreReviewers(testContext(server), { spread: undefined });
  const erased = inTransaction(server.db, async (tx) => {
    await forgetReviewers(tx, ids);
    await pause(300);
  });
  await expect(Promise.all([plan.perform(), erased])).rejects.toThrow('have changed meanwhile');
  await erased;
  expect(await listPeerReviews(server.db)).toEqual([]);
});

test('reviewers look at a revised version again, and an old workbook does not count as the second look', async () => {
  const ahead = conferenceAhead();
  const abstracts = { ...ahead.conference.abstracts, review };
  server = await startTestSite({
    content: { ...ahead, conference: { ...ahead.conference, abstracts } },
  });
  const one = await abstract();
  await assign(people.slice(0, 2), '--yes');
  await score(one.id, [3, 3]);
  const decide = async (word: string, until: string | null) => {
    const path = join(folder, `decided ${(count += 1)}.xlsx`);
    server.clock.advance(1000);
    await writeSheetFile(path, [
      ['Reference', 'Decision', 'Revise until'],
      [one.reference, word, until],
    ]);
    return server.organise('decide', path, '--yes');
  };
  const day = new Date(server.clock.now().getTime() + 5 * 24 * 3600_000).toISOString().slice(0, 10);
  await decide('revise', day);
  const before = join(folder, 'before');
  await server.organise('review', '--workbooks', before);
  // The author revises it: nobody has to do anything before.
  expect(await server.organise('review')).toContain('Reviews: 2 of 2 came back.');
  expect(await server.organise('review', '--more')).toContain('Decided already');
  server.clock.advance(1000);
  const { file_id } = await server.db
    .selectFrom('abstracts')
    .select('file_id')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable('abstract_files')
    .set({ created_at: server.clock.now().toISOString() })
    .where('id', '=', file_id)
    .execute();
  server.clock.advance(1000);
  const state = await server.organise('review');
  expect(state).toContain('Reviews: 0 of 2 came back.');
  expect(state).toContain(`0 of 1; missing: ${one.reference} (again)`);
  const after = join(folder, 'after');
  await server.organise('review', '--workbooks', after);
  const book = (where: string, name: string) => join(where, name, `Reviews ${name}.xlsx`);
  const collect = (path: string) => server.organise('review', '--collect', path, '--yes');
  expect(await collect(book(before, 'Anna Kowalska'))).toContain('0 changed, 1 as before');
  const [headings = [], ...rows] = await readSheet(book(before, 'Anna Kowalska'));
  const late = join(folder, 'late.xlsx');
  const filled = (column: string, value: string) =>
    rows.map((row) => row.map((cell, at) => (headings[at] === column ? value : cell)));
  await writeSheetFile(late, [headings, ...filled('Comment for the author', 'Too short.')]);
  const said = await collect(late);
  expect(said).toContain('0 new, 0 changed, 0 as before');
  expect(said).toContain(
    `late.xlsx, row 2: this workbook of Anna Kowalska is older than the revised version of ${one.reference}, so the row is not recorded.`,
  );
  expect(await server.organise('review')).toContain('Reviews: 0 of 2 came back.');
  // Saved after the new one, it does not hide it.
  expect(
    await server.organise('review', '--collect', book(after, 'Anna Kowalska'), late),
  ).toContain('0 new, 1 changed, 0 as before');
  expect(await collect(book(after, 'Anna Kowalska'))).toContain(
    `${one.reference} by Anna Kowalska: looked again, with the same scores`,
  );
  expect(await collect(book(after, 'Anna Kowalska'))).toContain('0 changed, 1 as before');
  expect(await server.organise('review')).toContain('Reviews: 1 of 2 came back.');
  await decide('accepted', null);
  expect(await server.organise('review')).toContain('Reviews: 2 of 2 came back.');
});

test('the chair sees means, ranks, missing reviews and how each reviewer compares with the others', async () => {
  const [one, two] = [await abstract(), await abstract()];
  await assign(people.slice(0, 2), '--yes');
  await score(one.id, [5, 2]);
  await score(two.id, [4]);
  const sheet = async (name: string) => {
    const path = join(folder, `${name}.xlsx`);
    await server.organise('table', path, '--sheet', name);
    const [head = [], ...rows] = await readSheet(path);
    return rows.map((row) => Object.fromEntries(head.map((title, at) => [String(title), row[at]])));
  };
  const reviews = await sheet('reviews');
  expect(reviews.find((row) => row['Reference'] === one.reference)).toMatchObject({
    Mean: 3.5,
    Rank: '2',
    Spread: 3,
    Reviews: 2,
    Missing: 0,
    State: 'Received',
  });
  expect(reviews.find((row) => row['Reference'] === two.reference)).toMatchObject({
    Mean: 4,
    Rank: '1',
    Reviews: 1,
    Missing: 1,
  });
  const reviewers = await sheet('reviewers');
  expect(
    reviewers.map((row) => [row['Name'], row['Missing'], row['Mean'], row['Difference']]),
  ).toEqual([
    // Only the abstract that both have reviewed compares them.
    ['Anna Kowalska', 0, 5, 3],
    ['Bo Fibre', 1, 2, -3],
  ]);
});
