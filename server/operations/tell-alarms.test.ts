import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createStubProvider,
  type StubAnswer,
  type StubProvider,
} from '#tests/support/stub-provider.ts';
import { inTransaction } from '#server/database/database.ts';
import { recordReview } from '#server/payments/reviews.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { listDifferences, recordDifferences } from './alarms.ts';
import { tellAlarms } from './tell-alarms.ts';

let server: TestSite;
let receiver: StubProvider;
let answer: StubAnswer;
beforeEach(async () => {
  server = await startTestSite();
  answer = { status: 204 };
  receiver = await createStubProvider(() => answer);
});
afterEach(async () => {
  await receiver.close();
});

const tell = () => {
  const url = `${receiver.origin}/hook/secret`;
  const { db, clock } = server;
  const site = 'https://summit.example';
  const at = printTimes('Europe/Berlin');
  return tellAlarms({ db, clock: clock.now, at, url, site, mode: 'test', answerMs: 1000 });
};
const told = () => receiver.asked.map(({ body }) => JSON.parse(body));

async function aMismatch() {
  await server.openedCheckout();
  await server.db.updateTable('payments').set({ state: 'MISMATCH' }).execute();
  const { id } = await server.db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
  const review = { id: 'review', kind: 'mismatch', paymentId: id, about: id } as const;
  await inTransaction(server.db, (tx) =>
    recordReview(tx, review, server.clock.now().toISOString()),
  );
}

test('a concern is posted once, without personal data', async () => {
  await tell();
  expect(receiver.asked).toEqual([]);
  await aMismatch();
  const { id } = await server.db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
  await tell();
  await tell();
  const [order] = await server.listOrders();
  expect(told()).toEqual([
    {
      site: 'https://summit.example',
      mode: 'test',
      text: expect.stringContaining('does not fit it: '),
      alarms: [
        {
          key: expect.any(String),
          about: 'payment',
          id,
          reference: order?.reference,
          words: expect.stringContaining(`order ${order?.reference}: the money`),
          since: expect.any(String),
        },
      ],
    },
  ]);
  for (const words of Object.values(order?.customer ?? {})) {
    expect(receiver.asked[0]?.body).not.toContain(words);
  }
});

test.each<[string, StubAnswer]>([
  ['refuses', { status: 500 }],
  ['hangs up', 'reset'],
  ['never answers', 'hang'],
  ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:9' } }],
])('a receiver that %s gets the concern again in the next round', async (_, trouble) => {
  await aMismatch();
  answer = trouble;
  const failure = await tell().then(
    () => '',
    (error: unknown) => String(error),
  );
  expect(failure).toMatch(/Error/);
  expect(failure).not.toContain('secret');
  answer = { status: 200, body: 'ok' };
  await tell();
  await tell();
  const [, again, ...more] = told();
  expect(again).toMatchObject({ alarms: [{ about: 'payment' }] });
  expect(more).toEqual([]);
});

test('a concern that ends and returns is posted again', async () => {
  await aMismatch();
  await tell();
  await server.db.updateTable('payments').set({ state: 'PAID' }).execute();
  await tell();
  await server.db.updateTable('payments').set({ state: 'MISMATCH' }).execute();
  await tell();
  expect(told()).toHaveLength(2);
});

test('a dead mail and a difference of the ledgers are posted, and the same difference only once', async () => {
  const person = { ...aPerson(), presentationType: 'POSTER' };
  await server.post('/api/registration/register', person);
  const dead_at = server.clock.now().toISOString();
  await server.db.updateTable('outbox').set({ dead_at }).execute();
  const difference = { ref: 'cs_test_1', words: 'stripe has 0.01 EUR' };
  const found = { db: server.db, clock: server.clock.now };
  await recordDifferences(found, [difference], { isWhole: false });
  await tell();
  await recordDifferences(found, [difference], { isWhole: false });
  await tell();
  expect(told()).toHaveLength(1);
  expect(told()[0].text).toContain('2 mails given up; organiser mails shows them');
  expect(told()[0].text).toContain('cs_test_1: stripe has 0.01 EUR');
  expect(receiver.asked[0]?.body).not.toContain(person.email);
});

test('a difference stays until a complete comparison no longer finds it', async () => {
  const found = { db: server.db, clock: server.clock.now };
  const [one, other] = ['cs_test_1', 'cs_test_2'].map((ref) => ({ ref, words: 'differs' }));
  await recordDifferences(
    found,
    [one, other].flatMap((each) => each ?? []),
    { isWhole: false },
  );
  await recordDifferences(found, [], { isWhole: false });
  expect(await listDifferences(server.db)).toHaveLength(2);
  expect((await server.get('/metrics')).text).toContain('plenary_concerns{about="difference"} 2\n');
  await recordDifferences(found, other ? [other] : [], { isWhole: true });
  expect(await listDifferences(server.db)).toEqual([
    { id: 'cs_test_2', words: 'cs_test_2: differs' },
  ]);
  await recordDifferences(found, [], { isWhole: true });
  expect((await server.get('/metrics')).text).toContain('plenary_concerns{about="difference"} 0\n');
});
