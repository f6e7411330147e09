import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#server/testing/books.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { unexpected } from '#server/testing/unexpected.ts';
import { openedCheckout, payAt } from '#server/testing/visitor.ts';
import { compareTwice, keepComparing } from './compare-daily.ts';
import { reconcile } from './reconcile.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.sandbox.control.webhooks('off');
});
afterAll(() => server.close());

const DAY = 24 * 60 * 60_000;
const nothing = async () => undefined;

/** Paid at the provider, and no webhook told us. */
async function paidUnheard() {
  const { sessionId, url } = await openedCheckout(server);
  await payAt(url);
  return sessionId;
}

test('R48: what is settled between two looks is no difference', async () => {
  await paidUnheard();
  const dueBy = new Date('9999-01-01');
  expect(
    await compareTwice(server.till, () => reconcile(server.till, unexpected, { dueBy })),
  ).toEqual([]);
});

test('R48: money that stays unknown is one, for three days', async () => {
  const ref = await paidUnheard();
  expect(await compareTwice(server.till, nothing)).toEqual([
    { ref, words: expect.stringContaining('our books say 0') },
  ]);
  server.clock.advance(4 * DAY);
  expect(await compareTwice(server.till, nothing)).toEqual([]);
  server.clock.advance(-4 * DAY);
});

test('R48: the server compares by itself, and a difference is an alarm', async () => {
  const comparing = keepComparing(server.till, unexpected, {
    firstMs: 0,
    againMs: 0,
    everyMs: DAY,
  });
  const alarms = () =>
    server.log.filter(({ msg }) => String(msg).startsWith('books and providers'));
  await eventually(async () => alarms().length > 0);
  comparing.stop();
  expect(alarms()).toMatchObject([{ alarm: true, count: '1' }]);
});
