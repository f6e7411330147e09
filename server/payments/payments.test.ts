import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordsOf } from '#server/testing/payment-records.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { openedCheckout } from '#server/testing/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a payment keeps the origin of the site that its payer came from', async () => {
  const { sessionId } = await openedCheckout(server);
  expect((await recordsOf(server, sessionId)).payment.request.origin).toBe(server.origin);
});
