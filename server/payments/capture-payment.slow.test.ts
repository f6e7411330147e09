import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/payment-records.ts';
import { aCheckoutRequest } from '#tests/support/stub-provider.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { pollOpenPayments } from './poll-open-payments.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const capture = (token: string) => server.post(`/api/payment/paypal/capture/${token}`);

/** PayPal forgets an order that was not captured within three hours. */
function threeHoursLater(): void {
  server.clock.advance(3 * 60 * 60_000 + 1000);
  server.control.advance(0);
}

async function approved() {
  server.control.webhooks('off');
  const checkout = await server.leftPaypal();
  return checkout;
}

test('the token of another order pays that order and no other', async () => {
  const mine = await server.openedPaypal();
  const other = await approved();
  expect((await capture(other.orderId)).json).toMatchObject({ success: true });
  expect(await server.recordsOf(other.orderId)).toMatchObject({ order: { state: 'CONFIRMED' } });
  expect(await server.recordsOf(mine.orderId)).toMatchObject({
    order: { state: 'AWAITING_PAYMENT' },
    charges: [],
  });
});

describe('an approval', () => {
  test('that PayPal has captured already counts as paid once', async () => {
    const { orderId } = await approved();
    const paypal = server.context.providers.get('paypal');
    expect(await paypal?.capture?.(orderId, aCheckoutRequest(), 'by-hand')).toEqual({
      kind: 'done',
    });
    // PayPal answers ORDER_ALREADY_CAPTURED to any other key.
    expect(await paypal?.capture?.(orderId, aCheckoutRequest(), 'once-more')).toEqual({
      kind: 'done',
    });
    expect((await capture(orderId)).json).toMatchObject({ success: true });
    expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
  });

  test('that lapsed is no payment: the page says so, and the poller ends the payment', async () => {
    const { orderId, request } = await approved();
    threeHoursLater();
    const answer = await capture(orderId);
    expect(answer).toMatchObject({ status: 422, json: { success: false, status: 'FAILED' } });
    expect(answer.json).not.toHaveProperty('orderId');
    expect((await server.recordsOf(orderId)).payment.state).toBe('EXPIRED');
    const again = await server.post('/api/payment/paypal/create', request);
    expect(again.json['orderId']).not.toBe(orderId);
  });

  test('whose server stopped before the capture, and started again too late, does not stop another payment', async () => {
    const { orderId, request } = await approved();
    await server.db
      .updateTable('payments')
      .set({ state: 'CAPTURING', lease_until: server.clock.now().toISOString() })
      .where('provider_ref', '=', orderId)
      .execute();
    threeHoursLater();
    await pollOpenPayments(server.context, () => undefined);
    expect((await server.recordsOf(orderId)).payment.state).toBe('EXPIRED');
    expect((await server.post('/api/payment/paypal/create', request)).status).toBe(200);
  });

  test('whose first request crashed is captured by the next request after the lease has ended', async () => {
    const { orderId } = await approved();
    const lease = new Date(server.clock.now().getTime() + 20_000).toISOString();
    await server.db
      .updateTable('payments')
      .set({ state: 'CAPTURING', lease_until: lease })
      .where('provider_ref', '=', orderId)
      .execute();
    server.clock.advance(10_000);
    await pollOpenPayments(server.context, () => undefined, { dueBy: new Date('9999-01-01') });
    expect((await server.recordsOf(orderId)).charges).toEqual([]);
    server.clock.advance(11_000);
    await pollOpenPayments(server.context, () => undefined, { dueBy: new Date('9999-01-01') });
    expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
  });
});

test(
  'a payer gets an answer in time while PayPal hangs, and other payers do not wait',
  { timeout: 25_000 },
  async () => {
    const { orderId } = await approved();
    const another = await approved();
    server.control.failNext('hang', 2, { provider: 'paypal', path: `${orderId}/capture` });
    const start = performance.now();
    let isAnswered = false;
    const slow = capture(orderId).finally(() => (isAnswered = true));
    const isHanging = () =>
      server.control.calls().some(({ path }) => path.endsWith(`${orderId}/capture`));
    await eventually(async () => isHanging());
    expect((await capture(another.orderId)).json).toMatchObject({ success: true });
    expect((await server.get('/api/speakers/polymers')).status).toBe(200);
    expect(isAnswered).toBe(false);
    const answer = await slow;
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(answer).toMatchObject({ status: 503, json: { success: false, status: 'PENDING' } });
    expect((await server.recordsOf(orderId)).payment.state).toBe('CAPTURING');
  },
);

test('a payer is charged once if PayPal captures and does not answer', async () => {
  const { orderId } = await approved();
  server.control.failNext('hang-after', 1, { provider: 'paypal', path: '/capture' });
  expect((await capture(orderId)).json).toMatchObject({ success: true });
  expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
});

test('a webhook is answered within five seconds, however slow PayPal is', async () => {
  server.control.failNext('hang', 2, { provider: 'paypal', path: 'verify-webhook-signature' });
  const signature = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': 'a1b2c3d4-0000-11f0-8000-000000000000',
    'paypal-transmission-sig': 'c2lnbmF0dXJl',
    'paypal-transmission-time': new Date().toISOString(),
  };
  const event = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'NOBODYS' } };
  const began = performance.now();
  expect((await server.post('/api/webhooks/paypal', event, signature)).status).toBe(503);
  expect(performance.now() - began).toBeLessThan(5000);
  server.control.clearFaults();
});
