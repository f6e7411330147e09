import { afterEach, describe, expect, test } from 'vitest';
import { aToken, createStubProvider, TOKEN } from '#tests/support/stub-provider.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { listPayments } from '#server/payments/payments.ts';

import { paypalWebhooks } from './paypal-webhooks.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { requestRefund, sendRefunds } from '#server/payments/send-refunds.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const capture = (token: string, kind = 'payment') =>
  server.post(`/api/${kind}/paypal/capture/${token}`);

describe('a payer who comes back from PayPal', () => {
  test('approved: the money is captured and the order confirmed', async () => {
    server.control.webhooks('off');
    const { orderId, url, totalPrice } = await server.openedPaypal();
    const back = await server.chooseAt(url);
    expect(back.headers.get('location')).toMatch(/\/payment-success\?token=\w+&PayerID=\w+$/);
    expect(await capture(orderId)).toMatchObject({
      status: 200,
      json: { success: true, status: 'COMPLETED', paymentStatus: 'paid', orderId },
    });
    const { order, payment, charges } = await server.recordsOf(orderId);
    expect(order.state).toBe('CONFIRMED');
    expect(payment.state).toBe('PAID');
    expect(charges).toMatchObject([
      { provider: 'paypal', amount: Math.round(totalPrice * 100), refunded: 0 },
    ]);
    // A reload, and a browser with old storage that uses the other address.
    expect((await capture(orderId)).json).toMatchObject({ success: true });
    expect((await capture(orderId, 'discounts')).json).toMatchObject({ success: true });
    expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
  });

  test('twenty times at once: one capture, every answer a success', async () => {
    const { orderId } = await server.leftPaypal();
    const answers = await Promise.all(Array.from({ length: 20 }, () => capture(orderId)));
    for (const { json } of answers) expect(json).toMatchObject({ success: true });
    await server.control.settled();
    expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
  });

  test('without approval: nothing is charged, and the reply has the address of PayPal’s page', async () => {
    const { orderId, url } = await server.openedPaypal();
    expect(await capture(orderId)).toMatchObject({
      status: 422,
      json: { success: false, status: 'FAILED', approvalUrl: url },
    });
    expect((await server.recordsOf(orderId)).payment.state).toBe('OPEN');
  });

  test('after cancelling: PayPal leads back to the page with another try', async () => {
    const { orderId, url } = await server.openedPaypal();
    const back = await server.chooseAt(url, 'cancel');
    expect(back.headers.get('location')).toContain(`/register?token=${orderId}`);
    expect(await server.recordsOf(orderId)).toMatchObject({
      order: { state: 'AWAITING_PAYMENT' },
      payment: { state: 'OPEN' },
      charges: [],
    });
  });

  test('whose means of payment is declined chooses another means and pays once', async () => {
    server.control.webhooks('off');
    const { orderId, url } = await server.openedPaypal();
    await server.chooseAt(url, 'is-declined');
    const declined = await capture(orderId);
    expect(declined).toMatchObject({ status: 422, json: { success: false, status: 'FAILED' } });
    await server.chooseAt(String(declined.json['approvalUrl']));
    expect((await capture(orderId)).json).toMatchObject({ success: true });
    expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
  });

  test('whose means of payment is declined is not sent to an address that is not PayPal’s', async () => {
    let opened = {};
    const lies = await createStubProvider(({ path, body }) => {
      if (path === TOKEN) return aToken;
      if (path.endsWith('/capture')) {
        const links = [{ rel: 'redirect', href: 'https://evil.example/approve' }];
        return { status: 422, body: { details: [{ issue: 'INSTRUMENT_DECLINED' }], links } };
      }
      if (body === '') return { body: { ...opened, status: 'APPROVED' } };
      const links = [{ rel: 'payer-action', href: 'https://www.paypal.com/checkoutnow?token=1' }];
      opened = { ...JSON.parse(body), id: 'ABCDEFGH12345678Z', status: 'CREATED', links };
      return { body: opened };
    });
    const shop = await startTestSite({ paypalApiBase: lies.origin });
    const { orderId, url } = await shop.openedPaypal();
    const declined = await shop.post(`/api/payment/paypal/capture/${orderId}`);
    expect(declined).toMatchObject({ status: 422, json: { success: false, approvalUrl: url } });
    const { payment } = await shop.recordsOf(orderId);
    expect(payment).toMatchObject({ state: 'OPEN', declines: 1, checkoutUrl: url });
    await shop.close();
    await lies.close();
  });

  test('whose payment is under review reads that it takes time, and is confirmed after the review', async () => {
    const { orderId, url } = await server.openedPaypal();
    await server.chooseAt(url, 'stays-pending');
    expect(await capture(orderId)).toMatchObject({
      status: 200,
      json: { success: false, status: 'PENDING' },
    });
    await server.control.settled();
    expect((await server.recordsOf(orderId)).payment.state).toBe('PENDING');
    server.control.resolvePending(orderId, 'completed');
    await server.control.settled();
    expect((await server.recordsOf(orderId)).order.state).toBe('CONFIRMED');
  });

  test('whose payment is denied after review is not confirmed', async () => {
    const { orderId, url } = await server.openedPaypal();
    await server.chooseAt(url, 'stays-pending');
    await capture(orderId);
    server.control.resolvePending(orderId, 'denied');
    await server.control.settled();
    expect(await server.recordsOf(orderId)).toMatchObject({
      payment: { state: 'FAILED' },
      order: { state: 'AWAITING_PAYMENT' },
    });
    expect((await capture(orderId)).status).toBe(422);
  });

  test.each(['AAAAAAAAAAAAAAAAA', 'abcdefgh12345678', '..%2F..%2Fcaptures', 'X', 'A'.repeat(40)])(
    'with the unknown token %s is refused, and PayPal is not asked',
    async (token) => {
      const before = server.control.calls().length;
      const answer = await capture(token);
      expect([400, 404]).toContain(answer.status);
      expect(answer.json).toMatchObject({ success: false });
      expect(answer.json).not.toHaveProperty('orderId');
      expect(server.control.calls()).toHaveLength(before);
    },
  );

  test('with the id of a card session is refused', async () => {
    const { path, body } = await server.aCheckout();
    const { json } = await server.post(path, body);
    expect((await capture(String(json['sessionId']))).status).toBe(400);
  });
});

describe('a payer who approves and closes the tab', () => {
  test('is charged and confirmed by the webhook', async () => {
    const { orderId } = await server.leftPaypal();
    await server.control.settled();
    expect(await server.recordsOf(orderId)).toMatchObject({
      order: { state: 'CONFIRMED' },
      charges: [{ refunded: 0 }],
    });
  });

  test('is charged and confirmed by the poller when webhooks are lost', async () => {
    server.control.webhooks('off');
    const { orderId } = await server.leftPaypal();
    server.clock.advance(3 * 60_000);
    await pollOpenPayments(server.context, (message, error) => {
      throw new Error(message, { cause: error });
    });
    expect((await server.recordsOf(orderId)).order.state).toBe('CONFIRMED');
  });

  test('is asked about when PayPal says that the approval was withdrawn', async () => {
    const { orderId } = await server.openedPaypal();
    const parse = paypalWebhooks({ webhookId: 'WH', live: false, apiBase: undefined }, async () =>
      JSON.stringify({ verification_status: 'SUCCESS' }),
    );
    const event = {
      id: 'WH-REVERSED',
      event_type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      resource: { order_id: orderId, purchase_units: [] },
    };
    const headers = {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-transmission-id': 'a1b2',
      'paypal-transmission-sig': 'AAAA',
      'paypal-transmission-time': new Date().toISOString(),
    };
    const parsed = await parse(Buffer.from(JSON.stringify(event)), headers, async () => undefined);
    expect(parsed).toMatchObject({ ref: orderId, paymentRef: undefined });
  });

  test('is not charged because of a forged webhook', async () => {
    server.control.webhooks('forged');
    const { orderId } = await server.leftPaypal();
    await server.control.settled();
    expect(await server.recordsOf(orderId)).toMatchObject({
      order: { state: 'AWAITING_PAYMENT' },
    });
  });

  test('is not charged because of an attacker who signs with another certificate', async () => {
    const answer = await server.post(
      '/api/webhooks/paypal',
      { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'X' } },
      {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://evil.example/cert.pem',
        'paypal-transmission-id': '1',
        'paypal-transmission-sig': 'AAAA',
        'paypal-transmission-time': new Date().toISOString(),
      },
    );
    expect(answer.status).toBe(400);
  });
});

describe('when PayPal fails', () => {
  const AT_CAPTURE = { provider: 'paypal', path: '/capture' } as const;

  test.each(['reset-after', 'malformed', 'unparsable'] as const)(
    'in the answer to a capture that was made (%s): paid once',
    async (fault) => {
      server.control.webhooks('off');
      const { orderId } = await server.leftPaypal();
      server.control.failNext(fault, 1, AT_CAPTURE);
      expect((await capture(orderId)).json).toMatchObject({ success: true });
      expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
    },
  );

  test.each([{ status: 500 }, { status: 429 }, 'reset-before'] as const)(
    'before a capture was made (%j): the server tries again with the same key',
    async (fault) => {
      server.control.webhooks('off');
      const { orderId } = await server.leftPaypal();
      server.control.failNext(fault, 1, AT_CAPTURE);
      expect((await capture(orderId)).json).toMatchObject({ success: true });
      const { payment, charges } = await server.recordsOf(orderId);
      expect(charges).toHaveLength(1);
      const keys = server.control
        .calls()
        .filter(({ path }) => path.includes(`${orderId}/capture`))
        .map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys)).toEqual(new Set([`cap-${payment.id}`]));
    },
  );

  test('and stays away: the answer is no success, and the poller captures later', async () => {
    server.control.webhooks('off');
    const { orderId } = await server.leftPaypal();
    server.control.failNext({ status: 500 }, 2, AT_CAPTURE);
    const answer = await capture(orderId);
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ success: false });
    expect(answer.json).not.toHaveProperty('orderId');
    server.clock.advance(3 * 60_000);
    await pollOpenPayments(server.context, () => undefined);
    expect(await server.recordsOf(orderId)).toMatchObject({ order: { state: 'CONFIRMED' } });
    expect((await server.recordsOf(orderId)).charges).toHaveLength(1);
  });

  test('and refuses a capture after the money has moved: the payment is paid', async () => {
    server.control.webhooks('off');
    const { orderId } = await server.leftPaypal();
    const paypal = server.providerNamed('paypal');
    const refusing: PaymentProvider = {
      ...paypal,
      capture: async (...request) => {
        await paypal.capture?.(...request);
        return { kind: 'refused', code: 'DUPLICATE_INVOICE_ID' };
      },
    };
    const context = { ...server.context, providers: new Map([['paypal' as const, refusing]]) };
    const { payment } = await server.recordsOf(orderId);
    expect(await syncPayment(context, payment.id, 'capture')).toBe('PAID');
    expect((await server.recordsOf(orderId)).order.state).toBe('CONFIRMED');
  });

  test('to recognise our token: the server fetches another token', async () => {
    server.control.paypalTokenLifetime(1);
    const { orderId } = await server.leftPaypal();
    server.clock.advance(10_000);
    server.control.advance(10_000);
    expect((await capture(orderId)).json).toMatchObject({ success: true });
    server.control.paypalTokenLifetime(32_400);
  });

  test('to give a token: the next call fetches another token', async () => {
    server.control.webhooks('off');
    const { orderId } = await server.leftPaypal();
    server.clock.advance(10 * 60 * 60_000);
    server.control.advance(0);
    server.control.failNext({ status: 500 }, 1, { provider: 'paypal', path: '/oauth2/token' });
    await capture(orderId);
    const again = await server.openedPaypal();
    expect(again.orderId).toMatch(/^[A-Z0-9]{17}$/);
  });

  test.each([{ status: 500 }, { status: 429 }, 'malformed', 'unparsable', 'reset-after'] as const)(
    'at creation (%j): 503, nothing is charged, and the next try goes on with the same order',
    async (fault) => {
      server.control.webhooks('off');
      await server.control.settled();
      const checkout = await server.aCheckout();
      const request = server.aPaypalRequest(checkout);
      server.control.failNext(fault, 1, { provider: 'paypal', purpose: 'open' });
      const refused = await server.post('/api/payment/paypal/create', request);
      expect(refused).toMatchObject({ status: 503, json: { code: 'provider-unavailable' } });
      server.clock.advance(20_000);
      const { json } = await server.post('/api/payment/paypal/create', request);
      const { payment, charges } = await server.recordsOf(String(json['orderId']));
      expect({ attempt: payment.attempt, charges }).toEqual({ attempt: 2, charges: [] });
    },
  );
});

test('a payer who has paid by PayPal and asks again by PayPal or by card, is sent to the page that says so', async () => {
  const { orderId, request, person } = await server.leftPaypal();
  await capture(orderId);
  const paidPage = `${server.origin}/payment-success?session_id=${orderId}&paid=before`;
  const again = await server.post('/api/payment/paypal/create', request);
  expect(again.json).toMatchObject({ orderId, approvalUrl: paidPage });
  const { path, body } = await server.aCheckout({}, person);
  expect((await server.post(path, body)).json).toMatchObject({ url: paidPage });
  expect((await server.get(`/api/payment/status/${orderId}`)).json).toMatchObject({
    paymentStatus: 'paid',
  });
});

test('each attempt has an invoice that begins with the reference of the order', async () => {
  server.control.webhooks('off');
  const { orderId, request, url } = await server.openedPaypal();
  server.clock.advance(45 * 60_000);
  const { json } = await server.post('/api/payment/paypal/create', request);
  const { order } = await server.recordsOf(orderId);
  expect(await (await fetch(url)).text()).toContain(`${order.reference}-1`);
  expect(await (await fetch(String(json['approvalUrl']))).text()).toContain(`${order.reference}-2`);
});

describe('two ways to pay one order', () => {
  test('PayPal at once when Stripe does not answer', async () => {
    const { path, body, person } = await server.aCheckout();
    server.control.failNext({ status: 500 }, 2, { provider: 'stripe', path: '/checkout/sessions' });
    expect((await server.post(path, body)).status).toBe(503);
    const { orderId } = await server.openedPaypal(person);
    expect(orderId).toMatch(/^[A-Z0-9]{17}$/);
  });

  test('card after PayPal: a later approval is not captured', async () => {
    server.control.webhooks('off');
    const paypal = await server.openedPaypal();
    const { path, body } = await server.aCheckout({}, paypal.person);
    const card = await server.post(path, body);
    expect(card.status).toBe(200);
    await server.chooseAt(paypal.url);
    await server.payAt(String(card.json['url']));
    expect((await capture(paypal.orderId)).json).toMatchObject({ success: false });
    await server.post(`/api/payment/update?sessionId=${card.json['sessionId']}`);
    const { order, charges } = await server.recordsOf(paypal.orderId);
    expect(order.state).toBe('CONFIRMED');
    expect(charges).toMatchObject([{ provider: 'stripe' }]);
  });
});

test.each([
  { amount: 0.01 },
  { amount: -5 },
  { amount: 1e21 },
  { pricingConfigId: 'student' },
  { currency: 'USD' },
  { successUrl: 'https://evil.example/' },
])('values that the page sends %j is refused and nothing is stored', async (change) => {
  const { request } = await server.openedPaypal();
  const before = (await listPayments(server.db)).length;
  const answer = await server.post('/api/payment/paypal/create', {
    ...request,
    customerEmail: 'another@lab.example',
    ...change,
  });
  expect([400, 409]).toContain(answer.status);
  expect(answer.json).toMatchObject({ success: false });
  expect(await listPayments(server.db)).toHaveLength(before);
});

test.each(['reset-after', 'malformed', 'unparsable'] as const)(
  'a refund that we request is made once, also after an answer that is %s',
  async (fault) => {
    const { orderId } = await server.leftPaypal();
    await capture(orderId);
    await server.control.settled();
    const { payment } = await server.recordsOf(orderId);
    await requestRefund(server.context, payment.id, undefined, 'asked for');
    server.control.failNext(fault, 1, { provider: 'paypal', path: '/refund' });
    await sendRefunds(server.context, unexpected);
    await sendRefunds(server.context, unexpected);
    expect(await server.recordsOf(orderId)).toMatchObject({
      payment: { state: 'REFUNDED' },
      order: { state: 'REFUNDED' },
      charges: [{ refunded: payment.amountCents }],
    });
  },
);
