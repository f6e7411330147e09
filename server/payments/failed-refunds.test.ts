import { DAY } from '#contract/time-spans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { listRefunds } from './refunds.ts';
import { requestRefund, sendRefund, sendRefunds } from './send-refunds.ts';
import { syncRefunds } from './sync-refunds.ts';

const server = await startTestSite();

async function paidByCard() {
  const { sessionId } = await server.paidCheckout();
  return sessionId;
}

async function paidByPaypal() {
  const { orderId } = await server.paidPaypal();
  return orderId;
}

/** A paid registration with a refund of `cents`, or of the whole amount. */
async function refunded(cents?: number, pay = paidByCard) {
  const sessionId = await pay();
  const { payment } = await server.recordsOf(sessionId);
  const amount = cents === undefined ? undefined : asCents(cents);
  const refund = await requestRefund(server.context, payment.id, amount, 'organiser');
  expect(await sendRefund(server.context, refund)).toBe('SENT');
  await server.control.settled();
  const sent = await refundOf(refund.id);
  return { sessionId, refundId: refund.id, providerRef: sent?.ref ?? '' };
}

async function refundOf(id: string) {
  return (await listRefunds(server.db)).find((refund) => refund.id === id);
}

/** Stripe's event about a checkout that we close may come before we have recorded the end of the payment. */
const CLOSED = ['CANCELLED', 'EXPIRED'];

/** Runs the poller a day later. */
async function pollTomorrow() {
  server.clock.advance(DAY + 60_000);
  await pollOpenPayments(server.context, unexpected);
}

test('a refund that the bank returns counts the order as paid again, cancels its credit note and asks for a review', async () => {
  const { sessionId, refundId, providerRef } = await refunded();
  expect((await server.recordsOf(sessionId)).order.state).toBe('REFUNDED');
  server.control.failRefund(providerRef);
  await server.control.settled();
  const { payment, order, moves } = await server.recordsOf(sessionId);
  expect(payment).toMatchObject({ state: 'PAID', refundedCents: 0 });
  expect(order.state).toBe('CONFIRMED');
  expect(moves.at(-1)).toMatchObject({ from: 'REFUNDED', to: 'PAID', actor: 'webhook' });
  expect(await refundOf(refundId)).toMatchObject({ state: 'FAILED' });
  expect(await server.documentsOf(order.id)).toMatchObject([
    { kind: 'receipt' },
    { kind: 'credit-note', number: `${order.reference}-C1` },
    { kind: 'cancellation', number: `${order.reference}-C2`, totalCents: order.amountCents },
  ]);
  const letters = await server.reviewRequestsOf(order);
  expect(letters.at(-1)?.content.html).toContain('bank has returned a refund');
});

test('a person who has the place again cannot pay another open checkout', async () => {
  const { sessionId, providerRef } = await refunded();
  const { name, email } = (await server.recordsOf(sessionId)).order.customer;
  const { path, body } = await server.aCheckout({}, { name, email });
  const { json } = await server.post(path, body);
  const other = async () => (await server.recordsOf(String(json['sessionId']))).payment.state;
  expect(await other()).toBe('OPEN');
  server.control.failRefund(providerRef);
  await server.control.settled();
  expect(CLOSED).toContain(await other());
});

test('a person who has the place again gets no mail about another payment that lapsed', async () => {
  const { sessionId, providerRef } = await refunded();
  const { name, email } = (await server.recordsOf(sessionId)).order.customer;
  const { path, body } = await server.aCheckout({}, { name, email });
  await server.post(path, body);
  server.clock.advance(2 * 60 * 60_000);
  server.control.advance(0);
  await pollOpenPayments(server.context, unexpected);
  const expired = async () =>
    (await server.listMessages(1000)).find(
      ({ kind, recipient }) => kind === 'payment-expired' && recipient === email,
    )?.state;
  expect(await expired()).toBe('waiting');
  server.control.failRefund(providerRef);
  await server.control.settled();
  expect(await expired()).toBe('withdrawn');
});

test('after a refund that the bank returns the receipt page says paid and shows the cancellation', async () => {
  const { sessionId, providerRef } = await refunded(5000);
  server.control.failRefund(providerRef);
  await server.control.settled();
  const { order } = await server.recordsOf(sessionId);
  const { receiptToken: token } = order;
  const { text } = await server.get(`/receipt/${token}`);
  const { states, cancellationTitle } = server.content.mails.receipt;
  expect(text).toContain(`<p class="receipt-state">${states.paid}</p>`);
  expect(text).toContain(cancellationTitle);
  const pdf = await fetch(`${server.origin}/receipt/${token}/${order.reference}-C2.pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
});

test('the amount of a failed refund can be refunded again, and a repeated report of the failure changes nothing', async () => {
  const { sessionId, providerRef } = await refunded();
  server.control.failRefund(providerRef);
  await server.control.settled();
  const { payment, order } = await server.recordsOf(sessionId);
  await syncRefunds(server.context, payment.id, 'reconciler');
  expect(await server.documentsOf(order.id)).toHaveLength(3);
  const again = await requestRefund(server.context, payment.id, undefined, 'organiser');
  expect(await sendRefund(server.context, again)).toBe('SENT');
  expect((await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
  expect((await server.documentsOf(order.id)).at(-1)).toMatchObject({
    kind: 'credit-note',
    number: `${order.reference}-C3`,
  });
});

test('an answer that is older than a refund does not make it look failed', async () => {
  const { sessionId } = await server.paidCheckout();
  const { payment, order } = await server.recordsOf(sessionId);
  const stripe = server.providerNamed('stripe');
  /** While this answer is on its way, a refund is sent and recorded. */
  const slow = {
    ...stripe,
    getStatus: async (ref: string) => {
      const status = await stripe.getStatus(ref);
      const refund = await requestRefund(server.context, payment.id, undefined, 'organiser');
      expect(await sendRefund(server.context, refund)).toBe('SENT');
      return status;
    },
  };
  const context = { ...server.context, providers: new Map([['stripe' as const, slow]]) };
  await syncRefunds(context, payment.id, 'reconciler');
  expect((await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
  // This provider answers from an old copy.
  const old = {
    ...stripe,
    getStatus: async (ref: string) => ({ ...(await stripe.getStatus(ref)), refundedCents: 0 }),
  };
  const stale = { ...server.context, providers: new Map([['stripe' as const, old]]) };
  await syncRefunds(stale, payment.id, 'reconciler');
  expect((await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
  expect((await server.documentsOf(order.id)).map(({ kind }) => kind)).toEqual([
    'receipt',
    'credit-note',
  ]);
});

test('a refund that was sent and failed before the server knew of it is not requested again', async () => {
  const { sessionId } = await server.paidCheckout();
  const { payment, order } = await server.recordsOf(sessionId);
  server.control.webhooks('off');
  const { id } = await requestRefund(server.context, payment.id, undefined, 'organiser');
  server.control.failNext('reset-after', 2, { provider: 'stripe', purpose: 'refund' });
  await sendRefunds(server.context, unexpected);
  server.control.clearFaults();
  const [sent] = await server
    .providerNamed('stripe')
    .listRefunds(sessionId, (await server.recordsOf(sessionId)).payment.paymentRef ?? '');
  server.control.failRefund(sent?.ref ?? '');
  await sendRefunds(server.context, unexpected);
  await sendRefunds(server.context, unexpected);
  expect(await refundOf(id)).toMatchObject({ state: 'FAILED' });
  expect((await server.recordsOf(sessionId)).payment).toMatchObject({ state: 'PAID' });
  expect(await server.reviewRequestsOf(order)).toHaveLength(1);
  server.control.webhooks('on');
});

describe.each([
  ['Stripe', paidByCard],
  ['PayPal', paidByPaypal],
])('a refund by %s that the bank returns while no webhook comes', (_, pay) => {
  beforeAll(() => server.control.webhooks('off'));
  afterAll(() => server.control.webhooks('on'));

  test.each([undefined, 5000])('is found by the poller (%s cents)', async (cents) => {
    const { sessionId, refundId, providerRef } = await refunded(cents, pay);
    server.control.failRefund(providerRef);
    await pollTomorrow();
    const { payment, order } = await server.recordsOf(sessionId);
    expect(payment).toMatchObject({ state: 'PAID', refundedCents: 0 });
    expect(order.state).toBe('CONFIRMED');
    expect(await refundOf(refundId)).toMatchObject({ state: 'FAILED' });
    expect((await server.documentsOf(order.id)).at(-1)?.kind).toBe('cancellation');
    expect(await server.reviewRequestsOf(order)).toHaveLength(1);
  });

  test('is found beside a larger refund in the dashboard', async () => {
    const { sessionId, refundId, providerRef } = await refunded(100, pay);
    server.control.refund(sessionId, 5000);
    server.control.failRefund(providerRef);
    await pollTomorrow();
    const { payment, order } = await server.recordsOf(sessionId);
    expect(payment).toMatchObject({ state: 'PART_REFUNDED', refundedCents: 5000 });
    expect(await refundOf(refundId)).toMatchObject({ state: 'FAILED' });
    expect(await server.reviewRequestsOf(order)).toHaveLength(1);
  });
});

describe('a refund that waits for the bank of a PayPal payer', () => {
  beforeAll(() => server.control.pendingRefunds(true));
  afterAll(() => server.control.pendingRefunds(false));

  test('is recorded once the bank has taken it', async () => {
    const { sessionId } = await refunded(5000, paidByPaypal);
    expect((await server.recordsOf(sessionId)).payment).toMatchObject({ refundedCents: 0 });
    server.control.pendingRefunds(false);
    await server.control.settled();
    expect((await server.recordsOf(sessionId)).payment).toMatchObject({ refundedCents: 5000 });
    server.control.pendingRefunds(true);
  });

  test('asks for a review if the bank refuses it, and its amount can be refunded again', async () => {
    const { sessionId, refundId, providerRef } = await refunded(undefined, paidByPaypal);
    const { payment, order } = await server.recordsOf(sessionId);
    server.control.failRefund(providerRef);
    await pollTomorrow();
    expect(await refundOf(refundId)).toMatchObject({ state: 'FAILED' });
    expect(await server.reviewRequestsOf(order)).toHaveLength(1);
    expect((await server.documentsOf(order.id)).map(({ kind }) => kind)).toEqual(['receipt']);
    server.control.pendingRefunds(false);
    const again = await requestRefund(server.context, payment.id, undefined, 'organiser');
    expect(await sendRefund(server.context, again)).toBe('SENT');
    expect((await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
    server.control.pendingRefunds(true);
  });
});

test('a late answer does not mark a failed refund as sent', async () => {
  const sessionId = await paidByCard();
  const { payment } = await server.recordsOf(sessionId);
  const stripe = server.providerNamed('stripe');
  /** The answer comes after the refund was recorded and has failed. */
  const late = {
    ...stripe,
    refund: async (...request: Parameters<typeof stripe.refund>) => {
      const sent = await stripe.refund(...request);
      await syncRefunds(server.context, payment.id, 'webhook');
      server.control.failRefund(sent.ref);
      await syncRefunds(server.context, payment.id, 'webhook');
      return sent;
    },
  };
  const context = { ...server.context, providers: new Map([['stripe' as const, late]]) };
  const refund = await requestRefund(context, payment.id, undefined, 'organiser');
  await sendRefund(context, refund);
  expect(await refundOf(refund.id)).toMatchObject({ state: 'FAILED' });
  const again = await requestRefund(server.context, payment.id, undefined, 'organiser');
  expect(await sendRefund(server.context, again)).toBe('SENT');
});

describe('a refund in the dashboard that the bank returns', () => {
  const concernsOf = async (paymentId: string) =>
    (await server.listConcerns()).filter(({ id }) => id === paymentId);

  async function returned() {
    const sessionId = await paidByCard();
    const ref = server.control.refund(sessionId);
    await server.control.settled();
    server.control.failRefund(ref);
    await server.control.settled();
    return { ref, ...(await server.recordsOf(sessionId)) };
  }

  test('waits for a person, once, until the money is sent again', async () => {
    const { ref, payment } = await returned();
    await syncRefunds(server.context, payment.id, 'reconciler');
    expect(await concernsOf(payment.id)).toMatchObject([
      {
        words: expect.stringContaining('418.95 EUR came back from the bank'),
        details: expect.stringMatching(/^dashboard, /),
      },
    ]);
    expect(
      (await listRefunds(server.db, 'FAILED')).filter((refund) => refund.ref === ref),
    ).toHaveLength(1);
    const again = await requestRefund(server.context, payment.id, undefined, 'organiser');
    expect(await sendRefund(server.context, again)).toBe('SENT');
    expect(await concernsOf(payment.id)).toEqual([]);
  });

  test('waits for a person until somebody says that the payer has the money', async () => {
    const { ref, payment } = await returned();
    const settle = (id: string) => server.organise('refund', '--settled', id, '--yes');
    // The command accepts the provider's id, which its dashboard shows, as well as our id.
    expect(await settle(ref)).toContain('It is settled.');
    expect(await concernsOf(payment.id)).toEqual([]);
    await expect(settle(ref)).rejects.toThrow('waits to be settled');
    await syncRefunds(server.context, payment.id, 'reconciler');
    expect(await concernsOf(payment.id)).toEqual([]);
  });
});

describe('after a refund that the bank returns', () => {
  const form = () => {
    const { name, email, phone, instituteOrUniversity, country } = aPerson();
    return {
      name,
      customerEmail: email,
      phone,
      instituteOrUniversity,
      country,
      description: 'Invited speaker',
      unitAmount: '105.00',
      currency: 'eur',
    };
  };
  const CREATE = '/api/discounts/create-session';

  async function refundedAmount() {
    const body = form();
    const { json } = await server.post(CREATE, body);
    await server.payAt(String(json['url']));
    await server.control.settled();
    const sessionId = String(json['sessionId']);
    const ref = server.control.refund(sessionId);
    await server.control.settled();
    return { body, sessionId, ref };
  }

  /** The same form leads to the page that says that the amount is paid. */
  async function expectPaid(body: object, sessionId: string) {
    const { json } = await server.post(CREATE, body);
    expect(json['sessionId']).toBe(sessionId);
    expect(json['url']).toContain(`/payment-success?session_id=${sessionId}`);
  }

  test('the same amount is not charged again', async () => {
    const { body, sessionId, ref } = await refundedAmount();
    server.control.failRefund(ref);
    await server.control.settled();
    const { order } = await server.recordsOf(sessionId);
    expect(order.state).toBe('CONFIRMED');
    await expectPaid(body, sessionId);
  });

  test('the same amount is not charged by a checkout that was opened before the return and not paid', async () => {
    const { body, sessionId, ref } = await refundedAmount();
    const { json } = await server.post(CREATE, body);
    expect(json['url']).toContain('/sandbox/stripe/');
    server.control.failRefund(ref);
    await server.control.settled();
    const { order } = await server.recordsOf(sessionId);
    expect(await server.post(CREATE, body)).toMatchObject({
      status: 409,
      text: expect.stringContaining(order.reference),
    });
  });

  test('an open checkout for the same amount is closed', async () => {
    const { body, ref } = await refundedAmount();
    const { json } = await server.post(CREATE, body);
    server.control.failRefund(ref);
    await server.control.settled();
    const { payment } = await server.recordsOf(String(json['sessionId']));
    expect(CLOSED).toContain(payment.state);
  });

  test('a checkout that cannot be closed can be paid, and then a person has to review the payments', async () => {
    const { body, ref } = await refundedAmount();
    const { json } = await server.post(CREATE, body);
    server.control.failNext({ status: 500 }, 9, { path: '/expire' });
    server.control.failRefund(ref);
    await server.control.settled();
    server.control.clearFaults();
    await server.payAt(String(json['url']));
    await server.control.settled();
    const { order } = await server.recordsOf(String(json['sessionId']));
    expect(order.state).toBe('CONFIRMED');
    const letters = await server.reviewRequestsOf(order);
    expect(letters.map(({ content }) => content.text)).toEqual([
      expect.stringContaining('has paid for two orders'),
    ]);
  });

  test('a checkout that was paid before the return stays paid', async () => {
    const { body, sessionId, ref } = await refundedAmount();
    const { json } = await server.post(CREATE, body);
    await server.payAt(String(json['url']));
    await server.control.settled();
    server.control.failRefund(ref);
    await server.control.settled();
    for (const id of [sessionId, String(json['sessionId'])]) {
      expect((await server.recordsOf(id)).order.state).toBe('CONFIRMED');
    }
  });
});
