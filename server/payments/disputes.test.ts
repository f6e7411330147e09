import { DAY } from '#contract/time-spans.ts';
import { asCents } from '#contract/money.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { momentAt } from '#contract/content/moments.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { sendStripeWebhook } from '#tests/support/stripe-webhook.ts';
import { sumDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { listDisputes } from './disputes.ts';

import { pollOpenPayments } from './poll-open-payments.ts';
import { reconcile } from './reconcile.ts';
import { openReviews } from './reviews.ts';
import { refundsOf } from './refunds.ts';
import { PaymentDisputed, requestRefund, sendRefund, sendRefunds } from './send-refunds.ts';
import { syncDispute } from './sync-disputes.ts';

let server: TestSite;
beforeAll(async () => {
  server = await startTestSite();
  return server.close;
});
afterEach(() => server.control.webhooks('on'));

const ways = {
  async stripe() {
    const { sessionId } = await server.paidCheckout();
    return sessionId;
  },
  async paypal() {
    const { orderId } = await server.paidPaypal();
    return orderId;
  },
};

/** A paid registration, and its rows in our ledger. */
async function paid(provider: keyof typeof ways = 'stripe') {
  const ref = await ways[provider]();
  await server.control.settled();
  const ledger = async () => {
    const { payment, order, moves } = await server.recordsOf(ref);
    return {
      payment,
      order,
      moves,
      disputes: await listDisputes(server.db, { paymentId: payment.id }),
      documents: (await server.documentsOf(order.id)).map(({ kind }) => kind),
      letters: (await server.reviewRequestsOf(order)).toReversed().map(({ content }) => content),
    };
  };
  const { payment, order } = await ledger();
  const toPayer = async () =>
    (await server.listMessages(1000)).filter(
      ({ recipient, content }) =>
        recipient === order.customer.email && content.subject.includes(order.reference),
    );
  return { ref, id: payment.id, amountCents: payment.amountCents, ledger, toPayer };
}

function differences() {
  return reconcile(server.context, new Date(server.clock.now().getTime() - DAY));
}

describe.each(['stripe', 'paypal'] as const)('a dispute at %s', (provider) => {
  test('that opens is recorded with amount and deadline, and the secretary gets one letter', async () => {
    const { ref, ledger, amountCents } = await paid(provider);
    server.control.webhooks('duplicate');
    const id = server.control.dispute(ref);
    await server.control.settled();
    const { payment, disputes, letters } = await ledger();
    expect(payment.state).toBe('PAID');
    expect(disputes).toMatchObject([
      { provider, ref: id, state: 'OPENED', amountCents, currency: 'EUR', closedAt: undefined },
    ]);
    const due = disputes[0]?.dueAt ?? '';
    expect(Date.parse(due)).toBeGreaterThan(server.clock.now().getTime() + 6 * DAY);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain(id);
    expect(letters[0]?.text).toContain(endText(momentAt(due, fixtureContent.conference.dates)));
    expect(letters[0]?.text).toContain('wants an answer');
  });

  test('that is lost takes the money out of the ledger, a mail tells the payer about money and place, and the secretary gets one letter', async () => {
    const { ref, ledger, amountCents, toPayer } = await paid(provider);
    server.control.dispute(ref);
    await server.control.settled();
    const before = (await toPayer()).length;
    server.control.closeDispute(ref, 'lost');
    await server.control.settled();
    const { payment, order, disputes, documents, letters } = await ledger();
    expect(disputes).toMatchObject([{ state: 'LOST', dueAt: undefined }]);
    expect(disputes[0]?.closedAt).toBeDefined();
    expect(payment).toMatchObject({ state: 'REFUNDED', refundedCents: amountCents });
    expect(order.state).toBe('REFUNDED');
    expect(documents).toEqual(['receipt', 'credit-note']);
    expect(letters).toHaveLength(2);
    expect(letters[1]?.subject).toContain('A dispute has ended');
    expect(letters[1]?.text).toContain('the payer has the money');
    const mails = await toPayer();
    expect(mails.slice(0, -before).map(({ kind }) => kind)).toEqual([
      'registration-cancelled',
      'payment-returned',
    ]);
    expect((await differences()).differences).toEqual([]);
  });

  test('about a part of the amount leaves the order paid if it is lost, and the rest can be refunded', async () => {
    const { ref, id, ledger, amountCents } = await paid(provider);
    server.control.dispute(ref, 2_000);
    await server.control.settled();
    server.control.closeDispute(ref, 'lost');
    await server.control.settled();
    const { payment, order } = await ledger();
    expect(payment).toMatchObject({ state: 'PART_REFUNDED', refundedCents: 2_000 });
    expect(order.state).toBe('CONFIRMED');
    const refund = await requestRefund(server.context, id, undefined, 'organiser');
    expect(refund.amountCents).toBe(amountCents - 2_000);
  });

  test('that is won changes no amount, and the secretary gets a letter', async () => {
    const { ref, id, ledger } = await paid(provider);
    server.control.dispute(ref);
    await server.control.settled();
    server.control.closeDispute(ref, 'won');
    await server.control.settled();
    const { payment, disputes, documents, letters } = await ledger();
    expect(disputes).toMatchObject([{ state: 'WON', dueAt: undefined }]);
    expect(payment).toMatchObject({ state: 'PAID', refundedCents: 0 });
    expect(documents).toEqual(['receipt']);
    expect(letters).toHaveLength(2);
    expect(letters[1]?.text).toContain('the money stays with you');
    await requestRefund(server.context, id, undefined, 'organiser');
    await sendRefunds(server.context, unexpected);
    expect((await ledger()).payment.state).toBe('REFUNDED');
  });

  test('whose webhooks are lost is found by the daily comparison', async () => {
    const { ref, ledger } = await paid(provider);
    server.control.webhooks('off');
    server.control.dispute(ref);
    expect((await differences()).differences).toEqual([]);
    expect(await ledger()).toMatchObject({ disputes: [{ state: 'OPENED' }], letters: [{}] });
    server.control.closeDispute(ref, 'lost');
    expect((await differences()).differences).toEqual([]);
    const { payment, disputes, letters } = await ledger();
    expect(disputes).toMatchObject([{ state: 'LOST' }]);
    expect(payment.state).toBe('REFUNDED');
    expect(letters).toHaveLength(2);
  });

  test('is asked about again if its provider does not answer', async () => {
    const { ref, ledger } = await paid(provider);
    server.control.failNext({ status: 500 }, 500, { provider, path: 'disputes' });
    server.control.dispute(ref);
    await server.control.settled();
    expect((await ledger()).disputes).toEqual([]);
    server.control.clearFaults();
    server.clock.advance(2 * 60_000);
    await pollOpenPayments(server.context, unexpected);
    expect((await ledger()).disputes).toMatchObject([{ state: 'OPENED' }]);
  });
});

describe('an event about a dispute', () => {
  test('that lies changes nothing, because the server asks the provider', async () => {
    const { ref, ledger } = await paid();
    const id = server.control.dispute(ref);
    await server.control.settled();
    const { payment } = await ledger();
    const object = { id, payment_intent: payment.paymentRef, status: 'lost', amount: 1 };
    const event = { id: `evt_lie_${id}`, type: 'charge.dispute.closed', object };
    expect((await sendStripeWebhook(server, event)).status).toBe(200);
    expect(await ledger()).toMatchObject({
      payment: { state: 'PAID' },
      disputes: [{ state: 'OPENED', amountCents: payment.amountCents }],
      letters: [{}],
    });
  });

  test('that names another payment than the dispute changes nothing', async () => {
    const [one, other] = [await paid(), await paid()];
    server.control.webhooks('off');
    const id = server.control.dispute(one.ref);
    const { payment } = await other.ledger();
    const object = { id, payment_intent: payment.paymentRef };
    const event = { id: `evt_other_${id}`, type: 'charge.dispute.created', object };
    expect((await sendStripeWebhook(server, event)).status).toBe(200);
    expect((await other.ledger()).disputes).toEqual([]);
    expect((await one.ledger()).disputes).toMatchObject([{ ref: id }]);
  });

  test('that is late or repeated changes nothing', async () => {
    const { ref, ledger } = await paid();
    server.control.webhooks('delayed');
    const id = server.control.dispute(ref);
    server.control.closeDispute(ref, 'lost');
    await server.control.releaseWebhooks('reversed');
    await server.control.settled();
    const after = await ledger();
    expect(after).toMatchObject({ disputes: [{ state: 'LOST' }], letters: [{}] });
    const object = { id, payment_intent: after.payment.paymentRef };
    const event = { id: `evt_late_${id}`, type: 'charge.dispute.created', object };
    await sendStripeWebhook(server, event);
    expect(await ledger()).toEqual(after);
  });
});

test('an answer that is older than our record changes nothing', async () => {
  const { ref, ledger } = await paid();
  const id = server.control.dispute(ref);
  await server.control.settled();
  const stripe = server.providerNamed('stripe');
  /** While this answer is on its way, the dispute is lost, and a webhook reports it. */
  const slow = {
    ...stripe,
    getDispute: async (disputeRef: string) => {
      const answer = await stripe.getDispute(disputeRef);
      server.clock.advance(1000);
      server.control.closeDispute(ref, 'lost');
      await server.control.settled();
      return answer;
    },
  };
  const context = { ...server.context, providers: new Map([['stripe' as const, slow]]) };
  await syncDispute(context, 'stripe', id, 'webhook');
  expect(await ledger()).toMatchObject({
    payment: { state: 'REFUNDED' },
    disputes: [{ state: 'LOST' }],
    letters: [{}, {}],
  });
});

test('a later deadline is recorded without another letter', async () => {
  const { ref, ledger } = await paid('paypal');
  const id = server.control.dispute(ref);
  await server.control.settled();
  const paypal = server.providerNamed('paypal');
  const dueAt = '2040-01-01T00:00:00.000Z';
  const escalated = {
    ...paypal,
    getDispute: async (disputeRef: string) => {
      const dispute = await paypal.getDispute(disputeRef);
      return dispute && { ...dispute, dueAt };
    },
  };
  const context = { ...server.context, providers: new Map([['paypal' as const, escalated]]) };
  await syncDispute(context, 'paypal', id, 'webhook');
  expect(await ledger()).toMatchObject({ disputes: [{ state: 'OPENED', dueAt }], letters: [{}] });
});

test.each(['before', 'after'] as const)(
  'a refund that fails %s the dispute about the rest is lost leaves us the refund, as in the account',
  async (when) => {
    const { ref, id, ledger, amountCents } = await paid();
    const refund = await requestRefund(server.context, id, asCents(2_000), 'organiser');
    await sendRefund(server.context, refund);
    await server.control.settled();
    const [sent] = await refundsOf(server.db, id);
    server.control.dispute(ref);
    if (when === 'before') server.control.failRefund(sent?.ref ?? '');
    server.control.closeDispute(ref, 'lost');
    if (when === 'after') server.control.failRefund(sent?.ref ?? '');
    await server.control.settled();
    const { payment, order } = await ledger();
    expect(payment).toMatchObject({ state: 'PART_REFUNDED', refundedCents: amountCents - 2_000 });
    const charges = server.control.ledger()[order.id];
    expect(charges).toMatchObject([{ refunded: 0, lost: amountCents - 2_000 }]);
    expect(await sumDifferences(server)).toEqual([]);
    expect((await differences()).differences).toEqual([]);
  },
);

test('a lost dispute that is won after all makes the order count as paid again', async () => {
  const { ref, ledger } = await paid();
  server.control.dispute(ref);
  server.control.closeDispute(ref, 'lost');
  await server.control.settled();
  expect((await ledger()).order.state).toBe('REFUNDED');
  server.control.closeDispute(ref, 'won');
  await server.control.settled();
  const { payment, order, documents, letters, disputes } = await ledger();
  expect(disputes).toMatchObject([{ state: 'WON' }]);
  expect(payment).toMatchObject({ state: 'PAID', refundedCents: 0 });
  expect(order.state).toBe('CONFIRMED');
  expect(documents).toEqual(['receipt', 'credit-note', 'cancellation']);
  expect(letters.at(-1)?.text).toContain('the money stays with you');
  expect((await differences()).differences).toEqual([]);
});

test.each([
  [
    'a refund that fails',
    async (id: string) => {
      const refund = await requestRefund(server.context, id, undefined, 'organiser');
      await sendRefund(server.context, refund);
      await server.control.settled();
      const sent = (await refundsOf(server.db, id)).find((each) => each.id === refund.id);
      return () => server.control.failRefund(sent?.ref ?? '');
    },
  ],
  [
    'a dispute that is won',
    async (_: string, ref: string) => {
      server.control.dispute(ref);
      server.control.closeDispute(ref, 'lost');
      await server.control.settled();
      return () => server.control.closeDispute(ref, 'won');
    },
  ],
] as const)(
  'the last place that comes back after it was sold, by %s, asks for a review',
  async (_, lose) => {
    const { prices } = fixtureContent;
    const first = server;
    server = await startTestSite({
      content: { ...fixtureContent, prices: { ...prices, places: 1 } },
    });
    try {
      const one = await paid();
      const comesBack = await lose(one.id, one.ref);
      await paid();
      expect((await openReviews(server.db)).map(({ kind }) => kind)).toEqual([]);
      comesBack();
      await server.control.settled();
      const { order, letters } = await one.ledger();
      expect(order.state).toBe('CONFIRMED');
      expect(await openReviews(server.db)).toMatchObject([
        { kind: 'noPlaceLeft', reference: order.reference },
      ]);
      expect(letters.map(({ text }) => text).join()).toContain(
        'more places are paid now than there are',
      );
      expect(JSON.stringify(await server.listConcerns())).toContain(order.reference);
    } finally {
      await server.close();
      server = first;
    }
  },
);

describe('a refund of a payment under dispute', () => {
  test('is refused, unless it is requested despite the dispute', async () => {
    const { ref, id } = await paid('paypal');
    server.control.dispute(ref);
    await server.control.settled();
    await expect(requestRefund(server.context, id, undefined, 'organiser')).rejects.toThrow(
      PaymentDisputed,
    );
    await requestRefund(server.context, id, undefined, 'organiser', true);
    await sendRefunds(server.context, unexpected);
    expect(await refundsOf(server.db, id)).toMatchObject([{ state: 'SENT' }]);
  });

  test('that was requested before waits for the decision, and is sent if the dispute is won', async () => {
    const { ref, id } = await paid('paypal');
    await requestRefund(server.context, id, undefined, 'organiser');
    server.control.dispute(ref);
    await server.control.settled();
    await sendRefunds(server.context, unexpected);
    expect(await refundsOf(server.db, id)).toMatchObject([{ state: 'REQUESTED' }]);
    server.control.closeDispute(ref, 'won');
    await server.control.settled();
    await sendRefunds(server.context, unexpected);
    expect(await refundsOf(server.db, id)).toMatchObject([{ state: 'SENT' }]);
  });

  test('whose request never reached the provider waits, too', async () => {
    const { ref, id } = await paid('paypal');
    const refund = await requestRefund(server.context, id, undefined, 'organiser');
    server.control.failNext('reset-before', 1, { purpose: 'refund' });
    expect(await sendRefund(server.context, refund)).toBe('ASKED');
    server.control.dispute(ref);
    await server.control.settled();
    await sendRefunds(server.context, unexpected);
    expect(await refundsOf(server.db, id)).toMatchObject([{ state: 'ASKED' }]);
    server.control.closeDispute(ref, 'won');
    await server.control.settled();
    await sendRefunds(server.context, unexpected);
    expect(await refundsOf(server.db, id)).toMatchObject([{ state: 'SENT' }]);
  });

  test('is not sent once the dispute has taken the money', async () => {
    const { ref, id, ledger, toPayer } = await paid();
    await requestRefund(server.context, id, undefined, 'organiser');
    server.control.dispute(ref);
    server.control.closeDispute(ref, 'lost');
    await server.control.settled();
    await sendRefunds(server.context, unexpected);
    expect(await refundsOf(server.db, id)).toMatchObject([{ state: 'SENT', ref: undefined }]);
    const { payment, documents } = await ledger();
    expect(payment).toMatchObject({ refundedCents: payment.amountCents });
    expect(documents).toEqual(['receipt', 'credit-note']);
    expect((await toPayer()).map(({ kind }) => kind)).toContain('payment-returned');
  });
});
