import { afterEach, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { ifThere } from '#tests/support/has-feature.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';

import { listPayments } from './payments.ts';
import { ProviderUnavailable } from './provider.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { reconcile } from './reconcile.ts';
import { sendRefunds } from './send-refunds.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const status = (sessionId: string) => server.get(`/api/payment/status/${sessionId}`);
const update = (sessionId: string) => server.post(`/api/payment/update?sessionId=${sessionId}`);

describe('a payment is brought up to date', () => {
  test('by the webhook alone when the return page is never opened', async () => {
    const { sessionId, totalPrice } = await server.leftCheckout();
    await eventually(async () => (await server.recordsOf(sessionId)).order?.state === 'CONFIRMED');
    const { payment, order, mails } = await server.recordsOf(sessionId);
    expect(payment).toMatchObject({ state: 'PAID', amountCents: Math.round(totalPrice * 100) });
    expect(order?.paidPaymentId).toBe(payment?.id);
    expect(mails).toHaveLength(1);
  });

  test('by the return page alone when no webhook comes', async () => {
    server.control.webhooks('off');
    const { sessionId, url } = await server.openedCheckout();
    expect((await status(sessionId)).json).toMatchObject({ paymentStatus: 'unpaid' });
    await server.payAt(url);
    server.clock.advance(3000);
    expect((await status(sessionId)).json).toMatchObject({
      paymentStatus: 'paid',
      status: 'COMPLETED',
    });
    expect((await update(sessionId)).json).toMatchObject({ success: true });
    const { order, mails, moves } = await server.recordsOf(sessionId);
    expect(order?.state).toBe('CONFIRMED');
    expect(mails).toHaveLength(1);
    expect(moves).toEqual([
      { actor: 'checkout', from: null, to: 'NEW' },
      { actor: 'checkout', from: 'NEW', to: 'OPEN' },
      { actor: 'status', from: 'OPEN', to: 'PAID' },
    ]);
  });

  atOnce('once by fifty update and status calls at the same time', async () => {
    server.control.webhooks('duplicate');
    const { sessionId } = await server.leftCheckout();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 ? update(sessionId) : status(sessionId))),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 50 }, () => 200));
    await server.control.settled();
    const { order, mails, moves } = await server.recordsOf(sessionId);
    expect(order?.state).toBe('CONFIRMED');
    expect(mails).toHaveLength(1);
    expect(moves.filter((move) => move.to === 'PAID')).toHaveLength(1);
    expect(server.control.ledger()[order?.id ?? '']).toHaveLength(1);
  });

  test.each(['as-made', 'reversed'] as const)('by webhooks that come late, %s', async (order) => {
    const { control } = server.sandbox;
    control.webhooks('delayed');
    const { sessionId } = await server.leftCheckout();
    await control.releaseWebhooks(order);
    await control.settled();
    expect(await server.recordsOf(sessionId)).toMatchObject({
      payment: { state: 'PAID' },
      order: { state: 'CONFIRMED' },
      charges: [{ refunded: 0 }],
      mails: [{}],
    });
  });

  test('but not by a webhook with a forged signature', async () => {
    server.control.webhooks('forged');
    const { sessionId } = await server.leftCheckout();
    await server.control.settled();
    expect((await server.recordsOf(sessionId)).order?.state).toBe('AWAITING_PAYMENT');
    expect(server.log).toContainEqual(
      expect.objectContaining({ msg: 'a webhook with a wrong signature was refused' }),
    );
    const bare = await server.post('/api/webhooks/stripe', { type: 'checkout.session.completed' });
    expect(bare).toMatchObject({ status: 400, json: { code: 'bad-signature' } });
  });
});

describe('money that does not match its order', () => {
  test.each([{ amount_cents: 41_894 }, { currency: 'USD' }])(
    'does not pay the order: %j in our tables',
    async (values) => {
      server.control.webhooks('off');
      const { sessionId, url, person } = await server.openedCheckout();
      await server.db
        .updateTable('payments')
        .set(values)
        .where('provider_ref', '=', sessionId)
        .execute();
      await server.payAt(url);
      expect((await update(sessionId)).status).toBe(409);
      const { order, payment, mails } = await server.recordsOf(sessionId);
      expect(payment?.state).toBe('MISMATCH');
      expect(order?.state).toBe('AWAITING_PAYMENT');
      expect(mails).toEqual([]);
      expect(server.log).toContainEqual(
        expect.objectContaining({ alarm: true, msg: 'a payment does not fit its order' }),
      );
      await update(sessionId);
      expect(await server.reviewRequestsOf(order)).toMatchObject([
        {
          recipient: server.content.conference.secretary.email,
          content: { text: expect.stringContaining(order.reference), replyTo: person.email },
        },
      ]);
    },
  );

  test('is REFUNDED once a person has refunded it, and the order can then be paid', async () => {
    server.control.webhooks('off');
    const { sessionId, url, path, body } = await server.openedCheckout();
    await server.db
      .updateTable('payments')
      .set({ amount_cents: 41_894 })
      .where('provider_ref', '=', sessionId)
      .execute();
    const { reference } = (await server.recordsOf(sessionId)).order;
    await server.payAt(url);
    await update(sessionId);
    expect((await server.post(path, body)).json).toMatchObject({ code: 'payment-in-progress' });
    for (const act of ['cancel', ...ifThere('letters', 'resend')]) {
      await expect(server.organise(act, reference)).rejects.toThrow(
        `Money came for ${reference} that does not fit it: paid, but the amount is 418.95 EUR and not 418.94 EUR. Refund it with refund ${reference}, or in the dashboard of stripe.`,
      );
    }
    server.control.refund(sessionId, 100);
    server.clock.advance(25 * 60 * 60_000);
    await pollOpenPayments(server.context, unexpected);
    expect((await server.recordsOf(sessionId)).payment.state).toBe('MISMATCH');
    server.control.webhooks('on');
    server.control.refund(sessionId);
    await server.control.settled();
    expect((await server.recordsOf(sessionId)).payment).toMatchObject({ state: 'REFUNDED' });
    expect((await reconcile(server.context, new Date(0))).differences).not.toContainEqual(
      expect.objectContaining({ ref: sessionId }),
    );
    const again = String((await server.post(path, body)).json['sessionId']);
    expect((await server.recordsOf(again)).payment).toMatchObject({ state: 'OPEN', attempt: 2 });
  });

  test('does not pay another order', async () => {
    server.control.webhooks('off');
    const mine = await server.openedCheckout();
    const other = await server.leftCheckout();
    await server.db
      .updateTable('payments')
      .set({ provider_ref: `${other.sessionId}x` })
      .where('provider_ref', '=', other.sessionId)
      .execute();
    await server.db
      .updateTable('payments')
      .set({ provider_ref: other.sessionId })
      .where('provider_ref', '=', mine.sessionId)
      .execute();
    expect((await update(other.sessionId)).status).toBe(409);
    expect((await server.recordsOf(other.sessionId)).payment?.state).toBe('MISMATCH');
  });
});

describe('an unpaid session', () => {
  test('does not become paid by an update call', async () => {
    const { sessionId } = await server.openedCheckout();
    expect(await update(sessionId)).toMatchObject({ status: 409, json: { success: false } });
    expect((await server.recordsOf(sessionId)).order?.state).toBe('AWAITING_PAYMENT');
  });

  test('stays open after a declined card, and another card pays it', async () => {
    const { sessionId, url } = await server.openedCheckout();
    await server.payAt(url, '4000000000000002');
    expect((await update(sessionId)).status).toBe(409);
    await server.payAt(url);
    await eventually(async () => (await server.recordsOf(sessionId)).order?.state === 'CONFIRMED');
  });

  test('ends as expired after its lifetime', async () => {
    const { sessionId } = await server.openedCheckout();
    server.clock.advance(61 * 60_000);
    server.control.advance(0);
    await eventually(async () => (await server.recordsOf(sessionId)).payment?.state === 'EXPIRED');
    expect((await status(sessionId)).json).toMatchObject({ paymentStatus: 'expired' });
  });

  test('with an unknown id is refused, and the provider is not asked', async () => {
    // Webhooks of earlier tests must not add calls.
    server.control.webhooks('off');
    await server.control.settled();
    const before = server.control.calls().length;
    for (const id of ['cs_test_aaaaaaaaaaaaaaaaaaaaaaaa', 'cs_live_bbbbbbbbbbbbbbbbbbbbbbbb']) {
      expect(await status(id)).toMatchObject({ status: 404, json: { code: 'unknown-payment' } });
      expect((await update(id)).status).toBe(404);
    }
    for (const id of ['nonsense', '..%2f..%2fcharges', 'cs_test_a', `cs_test_${'a'.repeat(300)}`]) {
      expect([400, 404, 414]).toContain((await status(id)).status);
    }
    expect(server.control.calls()).toHaveLength(before);
  });

  test('has a status that names the product and never the person', async () => {
    const { sessionId, person } = await server.openedCheckout();
    const { text } = await status(sessionId);
    for (const secret of [person.name, person.email, person.phone]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('asking for a checkout again', () => {
  atOnce('a double click gets one session', async () => {
    const { path, body } = await server.aCheckout();
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.post(path, body)));
    const ids = new Set(answers.map(({ json }) => json['sessionId']));
    expect(ids.size).toBe(1);
    const { order } = await server.recordsOf(String([...ids][0]));
    const payments = (await listPayments(server.db)).filter((row) => row.orderId === order?.id);
    expect(payments).toHaveLength(1);
  });

  test('a payer who has paid gets the page that says so, not another payment', async () => {
    const { sessionId, path, body } = await server.leftCheckout();
    await eventually(async () => (await server.recordsOf(sessionId)).order?.state === 'CONFIRMED');
    const again = await server.post(path, { ...body, orderReference: 'REG-another-click' });
    const paidPage = `${server.origin}/payment-success?session_id=${sessionId}&paid=before`;
    expect(again.json['url']).toBe(paidPage);
  });

  test('an order with an expired session gets a new session', async () => {
    const { sessionId, path, body } = await server.openedCheckout();
    server.clock.advance(61 * 60_000);
    server.control.advance(0);
    const again = await server.post(path, body);
    expect(again.status).toBe(200);
    expect(again.json['sessionId']).not.toBe(sessionId);
    const first = await server.recordsOf(sessionId);
    const second = await server.recordsOf(String(again.json['sessionId']));
    expect(second.order?.id).toBe(first.order?.id);
    expect(second.payment?.attempt).toBe(2);
  });
});

test('an order that is paid twice is confirmed by the first payment, and the second is refunded', async () => {
  server.control.webhooks('off');
  const first = await server.openedCheckout();
  // Our table says that the payment has expired while the payer is still on its page.
  await server.db
    .updateTable('payments')
    .set({ state: 'EXPIRED' })
    .where('provider_ref', '=', first.sessionId)
    .execute();
  const second = await server.post(first.path, first.body);
  const secondId = String(second.json['sessionId']);
  expect(secondId).not.toBe(first.sessionId);

  await server.payAt(first.url);
  await server.payAt(String(second.json['url']));
  expect((await update(first.sessionId)).status).toBe(200);
  expect((await update(secondId)).status).toBe(200);
  await sendRefunds(server.context, unexpected);

  const { order, payment, mails } = await server.recordsOf(first.sessionId);
  expect(order).toMatchObject({ state: 'CONFIRMED', paidPaymentId: payment?.id });
  expect(mails).toHaveLength(1);
  expect((await server.recordsOf(secondId)).payment?.state).toBe('REFUNDED');
  const charges = server.control.ledger()[order?.id ?? ''] ?? [];
  expect(charges.map(({ amount, refunded }) => amount - refunded).toSorted()).toEqual([
    0,
    payment?.amountCents,
  ]);
  expect(server.log).toContainEqual(
    expect.objectContaining({ msg: 'an order was paid twice, the second payment is refunded' }),
  );
  expect(await server.reviewRequestsOf(order)).toHaveLength(1);
});

describe('when the provider fails', () => {
  test('a call whose answer was lost is repeated with the same key: one session', async () => {
    server.control.failNext('reset-after', 1, { provider: 'stripe', purpose: 'open' });
    const { path, body } = await server.aCheckout();
    const answer = await server.post(path, body);
    expect(answer.status).toBe(200);
    const { payment } = await server.recordsOf(String(answer.json['sessionId']));
    const creates = server.control
      .calls()
      .filter((call) => call.idempotencyKey === payment?.idempotencyKey);
    expect(creates.length).toBeGreaterThan(1);
  });

  test('without any answer the order waits, and the next try continues it', async () => {
    server.control.failNext({ status: 500 }, 2, { provider: 'stripe', purpose: 'open' });
    const { path, body, person } = await server.aCheckout();
    const refused = await server.post(path, body);
    expect(refused).toMatchObject({ status: 503, json: { code: 'provider-unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('30');
    server.clock.advance(20_000);
    const answer = await server.post(path, body);
    expect(answer.status).toBe(200);
    const { order, payment } = await server.recordsOf(String(answer.json['sessionId']));
    expect(order?.customer.email).toBe(person.email);
    expect(payment?.attempt).toBe(2);
    const orders = (await server.listOrders()).filter(
      ({ customer }) => customer.email === person.email,
    );
    expect(orders).toHaveLength(1);
  });

  test('too many requests and broken answers are no refusal', async () => {
    server.control.failNext({ status: 429 }, 1, { provider: 'stripe', purpose: 'open' });
    const { path, body } = await server.aCheckout();
    expect((await server.post(path, body)).status).toBe(503);
    server.control.failNext('malformed', 1, { provider: 'stripe', purpose: 'open' });
    const other = await server.aCheckout();
    expect((await server.post(other.path, other.body)).status).toBe(503);
  });

  test('an answer in which the money cannot be read is no answer', async () => {
    server.control.webhooks('off');
    const { sessionId } = await server.leftCheckout();
    server.control.failNext('unparsable', 1, { provider: 'stripe', purpose: 'look' });
    expect((await update(sessionId)).status).toBe(503);
    expect((await update(sessionId)).status).toBe(200);
    const { payment } = await server.recordsOf(sessionId);
    expect(payment).toMatchObject({ state: 'PAID', paymentRef: expect.stringMatching(/^pi_/) });
    const stripe = server.providerNamed('stripe');
    server.control.failNext('unparsable', 1, { provider: 'stripe', path: '/refunds' });
    await expect(stripe.listRefunds(sessionId, payment.paymentRef ?? '')).rejects.toThrow(
      ProviderUnavailable,
    );
  });

  test('nobody gets a checkout that was opened after its payment had ended', async () => {
    const { control } = server.sandbox;
    const { path, body } = await server.aCheckout();
    control.failNext({ delayMs: 700 }, 1, { provider: 'stripe', path: '/checkout/sessions' });
    const begun = () =>
      control
        .calls()
        .filter((call) => call.method === 'POST' && /checkout.sessions$/.test(call.path));
    const before = begun().length;
    const slow = server.post(path, body);
    await eventually(async () => begun().length > before);
    server.clock.advance(16_000);
    const quick = await server.post(path, body);
    expect(quick.status).toBe(200);
    expect(await slow).toMatchObject({ status: 503, json: { code: 'provider-unavailable' } });
    // The checkout of the slow request, if any, cannot be paid any more.
    const { payment } = await server.recordsOf(String(quick.json['sessionId']));
    expect(payment?.attempt).toBe(2);
  });

  test('an old checkout that cannot be closed means 503, not a second checkout', async () => {
    const { path, body } = await server.openedCheckout();
    server.clock.advance(45 * 60_000);
    server.control.failNext({ status: 500 }, 2, { provider: 'stripe', path: '/expire' });
    expect((await server.post(path, body)).status).toBe(503);
  });

  test('a provider that is not configured is refused before anything is written', async () => {
    const { path, body, person } = await server.aCheckout();
    const { providers } = server.context;
    const stripe = providers.get('stripe');
    Reflect.apply(Map.prototype.delete, providers, ['stripe']);
    expect((await server.post(path, body)).status).toBe(503);
    Reflect.apply(Map.prototype.set, providers, ['stripe', stripe]);
    const orders = await server.listOrders();
    expect(orders.some(({ customer }) => customer.email === person.email)).toBe(false);
  });

  test('a status call is answered 503, and the answer says not to pay again', async () => {
    const { sessionId } = await server.openedCheckout();
    server.control.failNext({ status: 500 }, 2, { provider: 'stripe', purpose: 'look' });
    const answer = await status(sessionId);
    expect(answer).toMatchObject({ status: 503, json: { code: 'provider-unavailable' } });
    expect((await status(sessionId)).status).toBe(200);
  });
});
