import { expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { aForm } from '#tests/support/author.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { listBids, putBid } from './bids.ts';
import { forgetReviewers } from './peer-reviews.ts';
import { listReviewers, putReviewer } from './reviewers.ts';
import { putTopics, readTopics, topicsIn, topicsOf } from './topics.ts';

const now = '2026-01-10T10:00:00.000Z';
const anna = {
  id: 'anna',
  name: 'Anna Kowalska',
  email: 'anna@warsaw.example',
  institute: '',
  conflicts: '',
  sessions: '',
  topics: '',
  createdAt: now,
};

test('a reviewer changes bids and topics, and an erasure forgets them', async () => {
  const { db, submit } = await startTestSite();
  await submit({ form: aForm(), name: 'a.pdf', bytes: aPdf(400, 'a') });
  const { id: abstractId } = await db
    .selectFrom('abstracts')
    .select('id')
    .executeTakeFirstOrThrow();
  const pair = { abstractId, reviewerId: 'anna' };
  const [topic] = topicsIn(fixtureContent);
  const twice = [topic?.id ?? '', topic?.id ?? ''];
  await inTransaction(db, async (tx) => {
    await putReviewer(tx, anna);
    await putBid(tx, pair, 'WANT', now);
    await putBid(tx, pair, 'CONFLICT', now);
    await putTopics(tx, 'anna', twice);
  });
  expect(await listBids(db)).toEqual([{ ...pair, bid: 'CONFLICT', saidAt: now }]);
  expect(await topicsOf(db, 'anna')).toEqual([topic?.id]);
  expect(await topicsOf(db, 'nobody')).toEqual([]);
  await inTransaction(db, (tx) => putBid(tx, pair, undefined, now));
  expect(await listBids(db, 'anna')).toEqual([]);
  await inTransaction(db, async (tx) => {
    await putBid(tx, pair, 'AVOID', now);
    await forgetReviewers(tx, ['anna']);
  });
  expect(await listBids(db)).toEqual([]);
  expect(await listReviewers(db)).toMatchObject([{ name: '', topics: '' }]);
});

test('topics are typed by name or id', () => {
  const [one, two] = topicsIn(fixtureContent);
  expect(readTopics(fixtureContent, `${one?.name.toUpperCase()}; ${two?.id}; Alchemy`)).toEqual({
    topics: `${one?.id}; ${two?.id}`,
    unknown: ['Alchemy'],
  });
});
