import { expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite({ stripeRetries: 0 });

const later = { delayMs: 1500 };
/** The answer to a visitor while the provider is slow and the timeout short. */
async function hurried<T>(ask: () => Promise<T>): Promise<T> {
  const { visitorTimeoutMs } = server.context;
  server.context.visitorTimeoutMs = 400;
  const answer = await ask();
  server.context.visitorTimeoutMs = visitorTimeoutMs;
  return answer;
}

const unavailable = { code: 'provider-unavailable', message: expect.any(String) };

test('a checkout that takes longer than a visitor waits is answered 503, and the next click gets it', async () => {
  const { control } = server.sandbox;
  const { path, body, person } = await server.aCheckout();
  control.failNext(later, 1, { provider: 'stripe', purpose: 'open' });
  const answer = await hurried(() => server.post(path, body));
  expect(answer).toMatchObject({ status: 503, json: unavailable });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);

  await expect.poll(async () => (await server.post(path, body)).status).toBe(200);
  const orders = await server.db.selectFrom('orders').select(['id', 'payer_email']).execute();
  const mine = orders.filter(({ payer_email }) => payer_email === person.email);
  const payments = await server.db.selectFrom('payments').select('order_id').execute();
  expect(payments.filter(({ order_id }) => order_id === mine[0]?.id)).toHaveLength(1);
});

test('a status call that takes longer than a visitor waits is answered 503', async () => {
  const { sessionId } = await server.openedCheckout();
  server.control.failNext(later, 1, { provider: 'stripe', purpose: 'look' });
  const answer = await hurried(() => server.get(`/api/payment/status/${sessionId}`));
  expect(answer).toMatchObject({ status: 503, json: { ...unavailable, status: 'PENDING' } });
});

test('a capture that takes longer than a visitor waits is answered 503, and the money moves once', async () => {
  const { orderId, url } = await server.openedPaypal();
  server.control.webhooks('off');
  await server.chooseAt(url);
  server.control.failNext(later, 1, { provider: 'paypal', purpose: 'capture' });
  const capture = () => server.post(`/api/payment/paypal/capture/${orderId}`);
  expect(await hurried(capture)).toMatchObject({
    status: 503,
    json: { ...unavailable, status: 'PENDING' },
  });
  await expect.poll(async () => (await capture()).json['success']).toBe(true);
  expect(server.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
});
