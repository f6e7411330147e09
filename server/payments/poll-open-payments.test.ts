import { MINUTE } from '#contract/time-spans.ts';
import { afterEach, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { providerNamed } from '#tests/support/provider-named.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { asCents } from '#contract/money.ts';
import { findPayment, listPayments } from './payments.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';
import { pollOpenPayments, pollPayments } from './poll-open-payments.ts';
import { listRefunds } from './refunds.ts';
import { RefundImpossible, requestRefund, sendRefunds } from './send-refunds.ts';
import { listDisputes } from './disputes.ts';
import type { PaymentContext } from './payment-context.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const DAY = 24 * 60 * MINUTE;
const faults: unknown[] = [];
const round = (context = server.context) =>
  pollOpenPayments(context, (_, error) => void faults.push(error));

function withStripe(changes: Partial<PaymentProvider>): PaymentContext {
  const { context } = server;
  const stripe = { ...providerNamed(context, 'stripe'), ...changes };
  return { ...context, providers: new Map([...context.providers, ['stripe', stripe]]) };
}

async function paid() {
  const checkout = await server.leftCheckout();
  await server.control.settled();
  await server.post(`/api/payment/update?sessionId=${checkout.sessionId}`);
  const { payment, order } = await server.recordsOf(checkout.sessionId);
  return { ...checkout, payment, order };
}

describe('the poller', () => {
  test('finds a payment that no webhook reported and no page asked about', async () => {
    server.control.webhooks('off');
    const { sessionId } = await server.leftCheckout();
    await round();
    expect((await server.recordsOf(sessionId)).order.state).toBe('AWAITING_PAYMENT');
    server.clock.advance(3 * MINUTE);
    await round();
    expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
    expect(faults).toEqual([]);
  });

  test.each([1, 9, 26, 29])(
    'finds within ten minutes a payment that was made %i minutes after its checkout opened, with the browser closed',
    async (minutes) => {
      server.control.webhooks('off');
      const { sessionId, url } = await server.openedCheckout();
      const pass = async (count: number) => {
        for (let minute = 0; minute < count; minute++) {
          server.clock.advance(MINUTE);
          await round();
        }
      };
      await pass(minutes);
      await server.payAt(url);
      await pass(10);
      expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
    },
  );

  test('asks daily about money that came after the polling had stopped', async () => {
    const { sessionId, url } = await server.openedCheckout();
    const { payment } = await server.recordsOf(sessionId);
    const row = server.db.selectFrom('payments').where('id', '=', payment.id);
    await server.db
      .updateTable('payments')
      .set({ next_check_at: null })
      .where('id', '=', payment.id)
      .execute();
    await server.payAt(url);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    const { next_check_at: next } = await row.select('next_check_at').executeTakeFirstOrThrow();
    expect(Date.parse(next ?? '') - server.clock.now().getTime()).toBeLessThanOrEqual(DAY);
  });

  test('ends a payment that lapsed if no webhook came', async () => {
    server.control.webhooks('off');
    const { sessionId } = await server.openedCheckout();
    server.clock.advance(61 * MINUTE);
    server.control.advance(0);
    await round();
    expect((await server.recordsOf(sessionId)).payment.state).toBe('EXPIRED');
  });

  test('ends a payment whose checkout never opened', async () => {
    server.control.failNext({ status: 500 }, 2);
    const { path, body, person } = await server.aCheckout();
    await server.post(path, body);
    server.clock.advance(3 * MINUTE);
    await round();
    const payment = (await listPayments(server.db)).find(
      ({ request }) => request.customerEmail === person.email,
    );
    expect(payment?.state).toBe('FAILED');
  });

  test('goes on with other payments when the provider does not answer about one payment', async () => {
    server.control.webhooks('off');
    const first = await server.openedCheckout();
    const second = await server.openedCheckout();
    await server.payAt(first.url);
    await server.payAt(second.url);
    server.clock.advance(3 * MINUTE);
    server.control.failNext({ status: 500 }, 2);
    await round();
    server.clock.advance(10 * MINUTE);
    await round();
    expect((await server.recordsOf(first.sessionId)).order.state).toBe('CONFIRMED');
    expect((await server.recordsOf(second.sessionId)).order.state).toBe('CONFIRMED');
    expect(faults).toEqual([]);
  });

  test('asks until it has an answer, and finds money that came while the provider was away', async () => {
    server.control.webhooks('off');
    const { sessionId } = await server.leftCheckout();
    const away = withStripe({ getStatus: () => Promise.reject(new ProviderUnavailable('away')) });
    for (const days of [3, 2, 30]) {
      server.clock.advance(days * DAY);
      await round(away);
      expect((await server.recordsOf(sessionId)).payment.state).toBe('OPEN');
    }
    await round();
    expect((await server.recordsOf(sessionId)).payment.state).toBe('OPEN');
    server.clock.advance(DAY);
    await round();
    expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
    expect(faults).toEqual([]);
  });

  test('goes on with other payments when one payment is erased during its check', async () => {
    server.control.webhooks('off');
    const first = await server.openedCheckout();
    server.clock.advance(1000);
    const second = await server.leftCheckout();
    server.clock.advance(3 * MINUTE);
    const { db, context } = server;
    const { id } = (await server.recordsOf(first.sessionId)).payment;
    const erasing = withStripe({
      async getStatus(ref) {
        if (ref === first.sessionId) {
          await db.deleteFrom('payment_history').where('payment_id', '=', id).execute();
          await db.deleteFrom('payments').where('id', '=', id).execute();
        }
        return providerNamed(context, 'stripe').getStatus(ref);
      },
    });
    await round(erasing);
    expect(await findPayment(db, id)).toBeUndefined();
    expect((await server.recordsOf(second.sessionId)).order.state).toBe('CONFIRMED');
    expect(faults).toEqual([]);
  });

  test('retries a webhook event that was recorded but not finished', async () => {
    server.control.webhooks('off');
    const { sessionId } = await server.leftCheckout();
    await server.db
      .insertInto('webhook_events')
      .values({
        provider: 'stripe',
        event_id: `evt_${sessionId}`,
        type: 'checkout.session.completed',
        ref: sessionId,
        payment_ref: null,
        dispute_ref: null,
        live: 0,
        received_at: server.clock.now().toISOString(),
        done_at: null,
        outcome: null,
      })
      .execute();
    server.clock.advance(1.5 * MINUTE);
    await round();
    expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
  });
});

describe('polling', () => {
  /** A site with due payments, and a second server on its tables. */
  async function withDue(count: number) {
    const one = await startTestSite();
    const other = await startTestSite({ beside: one });
    one.control.webhooks('off');
    await Promise.all(Array.from({ length: count }, () => one.leftCheckout()));
    one.clock.advance(3 * MINUTE);
    return { one, other };
  }

  /** The context of a server whose Stripe answers after `answer` has; `asked` gets each question. */
  function slowed({ context }: typeof server, asked: string[], answer: () => Promise<unknown>) {
    const stripe = providerNamed(context, 'stripe');
    const getStatus: PaymentProvider['getStatus'] = async (ref) => {
      asked.push(ref);
      await answer();
      return stripe.getStatus(ref);
    };
    const providers = new Map([
      ...context.providers,
      ['stripe', { ...stripe, getStatus }] as const,
    ]);
    return { ...context, providers };
  }

  const confirmed = async ({ db }: typeof server) =>
    (await listPayments(db)).filter(({ state }) => state === 'PAID').length;

  atOnce('asks about eight payments at once, and about each of them once', async () => {
    const { one } = await withDue(12);
    const asked: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const polling = pollPayments(
      slowed(one, asked, () => released),
      unexpected,
    );
    await expect.poll(() => asked).toHaveLength(8);
    release();
    expect(await polling).toBe(12);
    expect(new Set(asked).size).toBe(12);
    expect(asked).toHaveLength(12);
    expect(await confirmed(one)).toBe(12);
  });

  atOnce('is shared by servers, and asks about no payment twice', async () => {
    const { one, other } = await withDue(12);
    const asked: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const rounds = [one, other].map((site) =>
      pollPayments(
        slowed(site, asked, () => released),
        unexpected,
        { lanes: 4 },
      ),
    );
    await expect.poll(() => asked).toHaveLength(8);
    release();
    const counts = await Promise.all(rounds);
    expect(counts.every((count) => count >= 4)).toBe(true);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(asked).toHaveLength(12);
    expect(await confirmed(one)).toBe(12);
  });

  test('asks again two minutes after a server died in the middle of a check', async () => {
    const { one, other } = await withDue(1);
    const asked: string[] = [];
    const { promise: died, reject: die } = Promise.withResolvers<never>();
    const dying = pollPayments(
      slowed(one, asked, () => died),
      () => undefined,
    );
    await expect.poll(() => asked).toHaveLength(1);
    one.clock.advance(1.9 * MINUTE);
    expect(await pollPayments(other.context, unexpected)).toBe(0);
    one.clock.advance(0.2 * MINUTE);
    expect(await pollPayments(other.context, unexpected)).toBe(1);
    expect(await confirmed(one)).toBe(1);
    die(new ProviderUnavailable('gone'));
    await dying;
  });

  test('ends after the present payments when the server stops', async () => {
    const { one } = await withDue(3);
    const stopping = new AbortController();
    const asked: string[] = [];
    const stop = async () => stopping.abort();
    const { signal } = stopping;
    const count = await pollPayments(slowed(one, asked, stop), unexpected, { lanes: 1, signal });
    expect([count, asked.length]).toEqual([1, 1]);
  });

  test('delays no refund, webhook event or expiry, however long a provider is silent', async () => {
    const { one } = await withDue(1);
    const { orderId } = await one.paidPaypal();
    const { payment } = await one.recordsOf(orderId);
    const refund = await one.requestRefund(payment.id, undefined, 'asked for');
    const left = await one.openedPaypal();
    await one.db
      .updateTable('payments')
      .set({ state: 'EXPIRED', next_check_at: null })
      .where('provider_ref', '=', left.orderId)
      .execute();
    const asked: string[] = [];
    const { promise: silent, reject: hangUp } = Promise.withResolvers<never>();
    Object.assign(
      one.context,
      slowed(one, asked, () => silent),
    );
    one.clock.advance(DAY);
    const stop = one.startJobs();
    await expect.poll(() => asked).not.toEqual([]);
    const refundState = async () =>
      (await one.listRefunds()).find(({ id }) => id === refund.id)?.state;
    await expect.poll(refundState).toBe('SENT');
    const orderState = async () => (await one.recordsOf(left.orderId)).order.state;
    await expect.poll(orderState).toBe('EXPIRED');
    hangUp(new ProviderUnavailable('gone'));
    await stop();
  });
});

describe('a refund', () => {
  test('in the dashboard of the provider is recorded once', async () => {
    const { sessionId, payment } = await paid();
    server.control.refund(sessionId, 1000);
    await server.control.settled();
    expect((await server.recordsOf(sessionId)).payment).toMatchObject({
      state: 'PART_REFUNDED',
      refundedCents: 1000,
    });
    server.control.webhooks('duplicate');
    server.control.refund(sessionId);
    await server.control.settled();
    expect(await server.recordsOf(sessionId)).toMatchObject({
      payment: { state: 'REFUNDED', refundedCents: payment.amountCents },
      order: { state: 'REFUNDED' },
    });
  });

  test('that we request is sent once, even if the answer was lost', async () => {
    const { sessionId, payment, order } = await paid();
    await requestRefund(server.context, payment.id, undefined, 'asked for');
    server.control.failNext('reset-after', 2);
    await sendRefunds(server.context, unexpected);
    await sendRefunds(server.context, unexpected);
    expect((await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
    expect(server.control.ledger()[order.id]).toMatchObject([
      { amount: payment.amountCents, refunded: payment.amountCents },
    ]);
  });

  atOnce('is never more than the payment, even with two requests at once', async () => {
    const { payment } = await paid();
    const half = asCents(Math.ceil(payment.amountCents / 2) + 1);
    const requests = await Promise.allSettled(
      [1, 2].map(() => requestRefund(server.context, payment.id, half, 'asked for')),
    );
    expect(requests.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await sendRefunds(server.context, unexpected);
    const sent = (await listRefunds(server.db)).filter(({ paymentId }) => paymentId === payment.id);
    expect(sent).toMatchObject([{ state: 'SENT', amountCents: half }]);
  });

  test('is never more than the dashboard left of the payment', async () => {
    const { sessionId } = await paid();
    const { payment } = await server.recordsOf(sessionId);
    server.control.refund(sessionId, 10_000);
    await server.control.settled();
    await requestRefund(server.context, payment.id, asCents(10_000), 'organiser');
    const rest = await requestRefund(server.context, payment.id, undefined, 'organiser');
    expect(rest.amountCents).toBe(payment.amountCents - 20_000);
    await sendRefunds(server.context, unexpected);
    expect((await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
  });

  test('of a payment that was not paid is refused', async () => {
    const { sessionId } = await server.openedCheckout();
    const { payment } = await server.recordsOf(sessionId);
    await expect(requestRefund(server.context, payment.id, undefined, 'x')).rejects.toThrow(
      RefundImpossible,
    );
  });

  test('in part leaves the order paid, and a payer who asks again gets the page that says so', async () => {
    const { payment, path, body, sessionId } = await paid();
    await requestRefund(server.context, payment.id, asCents(1000), 'asked for');
    await sendRefunds(server.context, unexpected);
    const again = await server.post(path, body);
    const paidPage = `${server.origin}/payment-success?session_id=${sessionId}&paid=before`;
    expect(again.json['url']).toBe(paidPage);
  });

  test('makes the same purchase possible again', async () => {
    const { payment, path, body, sessionId } = await paid();
    await requestRefund(server.context, payment.id, undefined, 'asked for');
    await sendRefunds(server.context, unexpected);
    const again = await server.post(path, body);
    expect(again.status).toBe(200);
    expect(again.json['sessionId']).not.toBe(sessionId);
    expect(again.json['url']).toContain('/sandbox/stripe/pay/');
  });

  test('a dispute flags the payment, raises an alarm and is mailed to the secretary', async () => {
    const { sessionId, url } = await server.openedCheckout();
    await server.payAt(url, '4000000000000259');
    await server.control.settled();
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    // The event of the dispute may have come before the event of the money, and then waits for the next round.
    server.clock.advance(2 * MINUTE);
    await round();
    const { payment } = await server.recordsOf(sessionId);
    expect(payment.state).toBe('PAID');
    expect(await listDisputes(server.db, { paymentId: payment.id })).toHaveLength(1);
    expect(server.log).toContainEqual(expect.objectContaining({ alarm: true }));
    expect(await server.reviewRequestsOf((await server.recordsOf(sessionId)).order)).toHaveLength(
      1,
    );
  });
});

test('a payment that a bank decides after a month has kept its place reserved, and the next round finds it', async () => {
  const content = { ...fixtureContent, prices: { ...fixtureContent.prices, places: 1 } };
  const limited = await startTestSite({ content });
  const { context, clock, sandbox } = limited;
  const { url, orderId } = await limited.openedPaypal();
  await server.chooseAt(url, 'stays-pending');
  await limited.post(`/api/payment/paypal/capture/${orderId}`);
  for (let day = 0; day < 31; day += 1) {
    clock.advance(DAY);
    await pollOpenPayments(context, unexpected);
  }
  const { path, body } = await limited.aCheckout();
  expect((await limited.post(path, body)).json).toMatchObject({
    code: 'sold-out',
  });
  sandbox.control.webhooks('off');
  sandbox.control.resolvePending(orderId, 'completed');
  clock.advance(DAY);
  await pollOpenPayments(context, unexpected);
  expect(await listPayments(limited.db)).toMatchObject([{ state: 'PAID' }]);
});
