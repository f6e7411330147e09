import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordsOf } from '#server/testing/payment-records.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { openedCheckout } from '#server/testing/visitor.ts';
import { getPayment } from './payments.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a payment keeps the origin of the site that its payer came from', async () => {
  const { sessionId } = await openedCheckout(server);
  expect((await recordsOf(server, sessionId)).payment.request.origin).toBe(server.origin);
});

test('a request that was stored before it had an invoice and an origin is still read', async () => {
  const { sessionId } = await openedCheckout(server);
  const { payment } = await recordsOf(server, sessionId);
  const { invoice: _, origin: __, ...older } = payment.request;
  await server.db
    .updateTable('payments')
    .set({ request: JSON.stringify(older) })
    .where('id', '=', payment.id)
    .execute();
  const { request } = await getPayment(server.db, payment.id);
  expect(request).toMatchObject({ invoice: payment.id, origin: server.origin });
});
