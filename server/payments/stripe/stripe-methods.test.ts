import { expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

let server: TestSite;

test('the setting decides the means of payment', async () => {
  server = await startTestSite({ stripeMethods: ['card', 'sepa_debit'] });
  const { sessionId } = await server.openedCheckout();
  const headers = { authorization: `Bearer ${server.secretKey}` };
  const address = `${server.sandbox.stripeApiBase}/v1/checkout/sessions/${sessionId}`;
  const session: unknown = await (await fetch(address, { headers })).json();
  expect(session).toMatchObject({ payment_method_types: ['card', 'sepa_debit'] });
});

test('the money of a bank debit comes days later and then confirms the order', async () => {
  server = await startTestSite({ stripeMethods: ['card', 'sepa_debit'] });
  const { control } = server.sandbox;
  control.nextPayment('stripe', 'pending');
  const { sessionId } = await server.leftCheckout();
  await control.settled();
  expect((await server.recordsOf(sessionId)).payment.state).toBe('PENDING');
  server.clock.advance(4 * 24 * 60 * 60_000);
  control.resolveAsync(sessionId, 'succeeded');
  await control.settled();
  expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
});
