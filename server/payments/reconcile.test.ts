import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { openedCheckout, payAt } from '#tests/support/visitor.ts';
import { alarmAtDifferences, reconcileTwice } from './reconcile.ts';
import { pollOpenPayments } from './poll-open-payments.ts';

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

test('R48: a payment that is recorded between the two comparisons is no difference', async () => {
  await paidUnheard();
  const dueBy = new Date('9999-01-01');
  expect(
    await reconcileTwice(server.context, () =>
      pollOpenPayments(server.context, unexpected, { dueBy }),
    ),
  ).toEqual([]);
});

test('R48: money that stays unknown is a difference, for three days', async () => {
  const ref = await paidUnheard();
  expect(await reconcileTwice(server.context, nothing)).toEqual([
    { ref, words: expect.stringContaining('our books say 0') },
  ]);
  server.clock.advance(4 * DAY);
  expect(await reconcileTwice(server.context, nothing)).toEqual([]);
  server.clock.advance(-4 * DAY);
});

test('R48: the server reconciles by itself, and a difference is an alarm', async () => {
  await alarmAtDifferences(server.context, AbortSignal.timeout(60_000), 0);
  const alarms = () =>
    server.log.filter(({ msg }) => String(msg).startsWith('books and providers'));
  expect(alarms()).toMatchObject([{ alarm: true, count: '1' }]);
});
