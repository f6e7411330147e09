import { expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

test('the setting decides the means of payment', async () => {
  const server = await startTestSite({ stripeMethods: ['card', 'sepa_debit'] });
  const { sessionId } = await server.openedCheckout();
  const headers = { authorization: `Bearer ${server.secretKey}` };
  const address = `${server.sandbox.stripeApiBase}/v1/checkout/sessions/${sessionId}`;
  const session: unknown = await (await fetch(address, { headers })).json();
  expect(session).toMatchObject({ payment_method_types: ['card', 'sepa_debit'] });
});
