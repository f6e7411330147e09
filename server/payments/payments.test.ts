import { expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

test('a payment keeps the origin at which its payer reached the site', async () => {
  const { sessionId } = await server.openedCheckout();
  expect((await server.recordsOf(sessionId)).payment.request.origin).toBe(server.origin);
});
