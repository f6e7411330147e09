import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openedCheckout } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a payment keeps the origin at which its payer reached the site', async () => {
  const { sessionId } = await openedCheckout(server);
  expect((await recordsOf(server, sessionId)).payment.request.origin).toBe(server.origin);
});
