import { afterEach, expect, test } from 'vitest';
import { recordsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openedCheckout, payAt } from '#tests/support/visitor.ts';

let server: TestServer;
afterEach(() => server.close());

test('the setting decides the means of payment', async () => {
  server = await startTestServer({ stripeMethods: ['card', 'sepa_debit'] });
  const { sessionId } = await openedCheckout(server);
  const headers = { authorization: `Bearer ${server.secretKey}` };
  const address = `${server.sandbox.stripeApiBase}/v1/checkout/sessions/${sessionId}`;
  const session: unknown = await (await fetch(address, { headers })).json();
  expect(session).toMatchObject({ payment_method_types: ['card', 'sepa_debit'] });
});

test('the money of a bank debit comes days later and then confirms the order', async () => {
  server = await startTestServer({ stripeMethods: ['card', 'sepa_debit'] });
  const { control } = server.sandbox;
  control.nextPayment('stripe', 'pending');
  const { sessionId, url } = await openedCheckout(server);
  await payAt(url);
  await control.settled();
  expect((await recordsOf(server, sessionId)).payment.state).toBe('PENDING');
  server.clock.advance(4 * 24 * 60 * 60_000);
  control.resolveAsync(sessionId, 'succeeded');
  await control.settled();
  expect((await recordsOf(server, sessionId)).order.state).toBe('CONFIRMED');
});
