import { DAY } from '#contract/time-spans.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { listConcerns } from '#server/operations/concerns.ts';
import { findPaymentLink, pathOf as payPathOf } from '#server/orders/rows/payment-links.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { reconcile } from './reconcile.ts';
import { refundsOf } from './refunds.ts';
import { requestRefund, sendRefund } from './send-refunds.ts';

const server = await startTestSite({ stripeMethods: ['card', 'sepa_debit', 'customer_balance'] });
afterEach(async () => {
  server.control.webhooks('on');
  await server.control.releaseWebhooks();
  server.control.clearFaults();
});

const PAYS = 'DE89370400440532013000';
const IS_REFUSED = 'DE62370400440532013001';
const IS_DISPUTED = 'DE35370400440532013002';

const poll = () => pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });

/** Time passes for the server and for the provider. */
async function pass(ms: number) {
  server.clock.advance(ms);
  await server.control.settled();
  server.control.advance(0);
  await server.control.settled();
}

const card = { card_number: '4242424242424242', expiry: '12 / 40', cvc: '123' };

const methods = {
  // This card is debited like a bank account, and no bank decides by itself.
  debit: (url: string, iban?: string) =>
    iban === undefined
      ? send(url, { ...card, card_number: '4000000000000077' })
      : send(`${url}/sepa_debit`, { iban }),
  transfer: (url: string) => send(`${url}/customer_balance`, {}),
};

async function send(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
}

/** A registration whose payer has chosen a method on Stripe's page, and what everybody sees of it. */
async function chosen(method: keyof typeof methods, iban?: string) {
  const checkout = await server.openedCheckout();
  const { sessionId, url, person } = checkout;
  await methods[method](url, iban);
  await server.control.settled();
  const records = () => server.recordsOf(sessionId);
  const { order, payment } = await records();
  const states = async () => {
    const now = await records();
    return [now.order.state, now.payment.state];
  };
  return {
    ...checkout,
    order,
    payment,
    records,
    states,
    mails: () => server.mailsTo(person.email),
    kinds: async () => (await server.mailsTo(person.email)).map(({ kind }) => kind),
    ownPage: async () => server.openPage(`/registration/${await server.pageTokenOf(person.email)}`),
    payPage: async () => {
      const link = await findPaymentLink(server.db, order.id);
      if (!link) throw new Error('there is no link to pay');
      return server.openPage(payPathOf(link));
    },
    status: async () =>
      (await server.get(`/api/payment/status/${sessionId}`)).json['paymentStatus'],
    payAgain: async () => server.post(checkout.path, checkout.body),
    concerns: async () =>
      (await listConcerns({ db: server.db, clock: server.clock.now }))
        .filter(({ reference }) => reference === order.reference)
        .map(({ words }) => words),
  };
}

describe.each([
  ['debit', 'debit'],
  ['transfer', 'virtual-account'],
] as const)('a %s', (method, delayedBy) => {
  test('holds the place, and nobody is asked for the money again', async () => {
    const { states, status, payAgain, kinds, payPage } = await chosen(method);
    expect(await states()).toEqual(['AWAITING_PAYMENT', 'PENDING']);
    expect(await status()).toBe('pending');
    expect(await payAgain()).toMatchObject({ status: 409, json: { success: false } });
    expect((await payPage()).text).not.toContain('/card"');
    await pass(13 * DAY);
    await poll();
    expect(await states()).toEqual(['AWAITING_PAYMENT', 'PENDING']);
    expect(await kinds()).toEqual(['registration-received', 'payment-on-its-way']);
  });

  test.each(['webhook', 'poller'] as const)('is confirmed by the %s when it comes', async (by) => {
    const { states, sessionId, records, order, kinds } = await chosen(method);
    if (by === 'poller') server.control.webhooks('off');
    server.control.resolveAsync(sessionId, 'succeeded');
    await server.control.settled();
    if (by === 'poller') await poll();
    expect(await states()).toEqual(['CONFIRMED', 'PAID']);
    const { charges, mails, payment } = await records();
    expect(charges).toHaveLength(1);
    expect(mails).toHaveLength(1);
    expect(payment).toMatchObject({ delayedBy, overpaidCents: 0 });
    expect(payment.arrivedCents).toBeUndefined();
    expect((await server.documentsOf(order.id)).map(({ kind }) => kind)).toEqual(['receipt']);
    expect((await kinds()).at(-1)).toBe('payment-confirmed');
  });

  test('is confirmed once by doubled and reversed events', async () => {
    server.control.webhooks('delayed');
    const { states, sessionId, records } = await chosen(method);
    expect(await states()).toEqual(['AWAITING_PAYMENT', 'OPEN']);
    server.control.resolveAsync(sessionId, 'succeeded');
    await server.control.releaseWebhooks('reversed');
    server.control.webhooks('duplicate');
    await server.control.releaseWebhooks();
    await poll();
    expect(await states()).toEqual(['CONFIRMED', 'PAID']);
    expect((await records()).mails).toHaveLength(1);
  });

  test('that fails later tells the payer, frees the place, and can be paid again', async () => {
    const { states, sessionId, kinds, payAgain } = await chosen(method);
    server.control.resolveAsync(sessionId, 'failed');
    await server.control.settled();
    expect((await states())[1]).toBe('FAILED');
    expect((await kinds()).at(-1)).toBe('payment-failed');
    const again = await payAgain();
    expect(again.status).toBe(200);
    expect(again.json['sessionId']).not.toBe(sessionId);
    await pass(2 * DAY);
    await poll();
    expect((await states())[0]).toBe('EXPIRED');
  });

  test('is refunded in whole, with a credit note', async () => {
    const { states, sessionId, payment, order, kinds } = await chosen(method);
    server.control.resolveAsync(sessionId, 'succeeded');
    await server.control.settled();
    const refund = await requestRefund(server.context, payment.id, undefined, 'asked');
    expect(await sendRefund(server.context, refund)).toBe('SENT');
    expect(await states()).toEqual(['REFUNDED', 'REFUNDED']);
    expect(server.ledgerOf(order)).toEqual({
      paid: payment.amountCents,
      refunded: payment.amountCents,
    });
    expect(await kinds()).toContain('payment-refunded');
  });

  test('of which nobody heard is found by the poller alone', async () => {
    server.control.webhooks('off');
    const { states, status } = await chosen(method);
    await poll();
    expect(await states()).toEqual(['AWAITING_PAYMENT', 'PENDING']);
    expect(await status()).toBe('pending');
  });
});

describe('a debit', () => {
  test('is announced as one that takes up to 14 days', async () => {
    const { mails, ownPage, payPage } = await chosen('debit');
    const words = 'may take up to 14 days';
    expect((await mails()).at(-1)?.text).toContain(words);
    expect((await ownPage()).words).toContain(words);
    expect((await payPage()).words).toContain(words);
  });

  test('that the bank pays is confirmed', async () => {
    const { states } = await chosen('debit', PAYS);
    await pass(6000);
    expect(await states()).toEqual(['CONFIRMED', 'PAID']);
  });

  test('that the bank refuses is over', async () => {
    const { states, kinds } = await chosen('debit', IS_REFUSED);
    await pass(6000);
    expect((await states())[1]).toBe('FAILED');
    expect((await kinds()).at(-1)).toBe('payment-failed');
  });

  test('that is disputed after the confirmation is money lost', async () => {
    const { states, order, kinds } = await chosen('debit', IS_DISPUTED);
    await pass(6000);
    await poll();
    expect(await states()).toEqual(['REFUNDED', 'REFUNDED']);
    expect((await server.documentsOf(order.id)).map(({ kind }) => kind)).toEqual([
      'receipt',
      'credit-note',
    ]);
    expect(await kinds()).toContain('payment-returned');
  });

  test('says on the receipt how it was paid', async () => {
    const { mails, sessionId } = await chosen('debit');
    server.control.resolveAsync(sessionId, 'succeeded');
    await server.control.settled();
    expect((await mails()).at(-1)?.text).toContain('Direct debit');
  });
});

describe('a bank transfer', () => {
  test('names its amount, its time and the page with the bank details', async () => {
    const { mails, ownPage, payPage, sessionId, totalPrice } = await chosen('transfer');
    const mail = (await mails()).at(-1);
    const details = `${server.origin}/sandbox/stripe/transfer/${sessionId}`;
    for (const text of [mail?.text, (await ownPage()).text, (await payPage()).text]) {
      expect(text).toContain(details);
      expect(text).toContain(`Please transfer €${totalPrice.toFixed(2)}`);
    }
    expect((await fetch(details)).status).toBe(200);
  });

  test('that comes in parts tells payer and organisers what is missing', async () => {
    const { states, sessionId, mails, ownPage, concerns, records } = await chosen('transfer');
    server.control.sendTransfer(sessionId, 10_000);
    await server.control.settled();
    const missing = moneyOf((await records()).payment.amountCents - 10_000);
    expect(await states()).toEqual(['AWAITING_PAYMENT', 'PENDING']);
    expect((await mails()).at(-1)?.text).toContain(`€100.00 of your bank transfer has arrived`);
    expect((await ownPage()).words).toContain(`${missing} is missing`);
    expect(await concerns()).toEqual([expect.stringContaining('318.95 EUR is missing')]);
    // A part is never given up: a person decides.
    await pass(20 * DAY);
    await poll();
    expect(await states()).toEqual(['AWAITING_PAYMENT', 'PENDING']);
    server.control.sendTransfer(sessionId);
    await server.control.settled();
    expect(await states()).toEqual(['CONFIRMED', 'PAID']);
    expect(await concerns()).toEqual([]);
    expect((await reconcile(server.context, new Date(0))).differences).toEqual([]);
  });

  test('of too much is confirmed, and a person returns the rest', async () => {
    const { states, sessionId, concerns, payment, records } = await chosen('transfer');
    server.control.sendTransfer(sessionId, payment.amountCents + 1234);
    await server.control.settled();
    expect(await states()).toEqual(['CONFIRMED', 'PAID']);
    expect((await records()).payment.overpaidCents).toBe(1234);
    expect(await concerns()).toEqual([expect.stringContaining('Stripe keeps 12.34 EUR')]);
    server.control.sendTransfer(sessionId, 100);
    await poll();
    expect(await concerns()).toEqual([expect.stringContaining('Stripe keeps 13.34 EUR')]);
  });

  test('that does not come in time lapses, and comes late nevertheless', async () => {
    const { states, sessionId, kinds, payAgain, records } = await chosen('transfer');
    await pass(15 * DAY);
    await poll();
    await poll();
    expect(await states()).toEqual(['EXPIRED', 'EXPIRED']);
    expect((await kinds()).at(-1)).toBe('payment-expired');
    expect((await payAgain()).status).toBe(200);
    server.control.webhooks('off');
    await pass(10 * DAY);
    server.control.sendTransfer(sessionId);
    await poll();
    expect(await states()).toEqual(['CONFIRMED', 'PAID']);
    expect((await records()).charges).toHaveLength(1);
  });

  test('that comes after another payment is refunded', async () => {
    const { sessionId, payAgain, order, records } = await chosen('transfer');
    await pass(15 * DAY);
    await poll();
    const again = await payAgain();
    await send(String(again.json['url']), card);
    await server.control.settled();
    server.control.sendTransfer(sessionId);
    await server.control.settled();
    await poll();
    const { payment, charges } = await records();
    expect(payment.state).toBe('REFUNDED');
    expect(charges.map(({ amount, refunded }) => amount - refunded).toSorted()).toEqual([
      0,
      payment.amountCents,
    ]);
    expect(server.ledgerOf(order).refunded).toBe(payment.amountCents);
  });

  test('is refunded after the payer has named a bank account', async () => {
    const { sessionId, payment, concerns, mails } = await chosen('transfer');
    server.control.sendTransfer(sessionId, undefined, 'unknown');
    await server.control.settled();
    const refund = await requestRefund(server.context, payment.id, undefined, 'asked');
    await sendRefund(server.context, refund);
    expect(await concerns()).toEqual([expect.stringContaining('told Stripe a bank account')]);
    const mail = (await mails()).find(({ kind }) => kind === 'payment-refunded');
    expect(mail?.text).toContain('it asks you for it by email');
    const [sent] = await refundsOf(server.db, payment.id);
    server.control.finishRefund(sent?.ref ?? '');
    await server.control.settled();
    await poll();
    expect(await concerns()).toEqual([]);
  });

  test('whose refund nobody claims is for a person', async () => {
    const { sessionId, payment, concerns, states } = await chosen('transfer');
    server.control.sendTransfer(sessionId, undefined, 'unknown');
    await server.control.settled();
    const refund = await requestRefund(server.context, payment.id, undefined, 'asked');
    await sendRefund(server.context, refund);
    await pass(46 * DAY);
    await poll();
    expect((await states())[1]).toBe('REFUNDED');
    expect((await refundsOf(server.db, payment.id)).map(({ state }) => state)).toEqual(['FAILED']);
    expect(await concerns()).toEqual([expect.stringContaining('Stripe keeps')]);
  });

  test('needs one customer, however often the answer is lost', async () => {
    server.control.failNext('reset-after', 1, { path: '/customers' });
    server.control.failNext('reset-after', 1, { purpose: 'open' });
    const checkout = await server.openedCheckout();
    const calls = server.control
      .calls()
      .filter(({ method }) => method === 'POST')
      .slice(-4);
    const keys = calls
      .filter(({ path }) => path === '/v1/customers')
      .map((call) => call.idempotencyKey);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await methods.transfer(checkout.url);
    server.control.sendTransfer(checkout.sessionId);
    await server.control.settled();
    expect((await server.recordsOf(checkout.sessionId)).order.state).toBe('CONFIRMED');
  });
});

test('twenty questions at once confirm a transfer once', async () => {
  server.control.webhooks('off');
  const { sessionId, records, payment } = await chosen('transfer');
  server.control.sendTransfer(sessionId, payment.amountCents + 500);
  const ask = () => server.post(`/api/payment/update?sessionId=${sessionId}`);
  const answers = await Promise.all([...Array.from({ length: 20 }, ask), poll(), poll()]);
  expect(answers).toHaveLength(22);
  const { mails, moves, payment: paid } = await records();
  expect(mails).toHaveLength(1);
  expect(moves.filter(({ to }) => to === 'PAID')).toHaveLength(1);
  expect(paid).toMatchObject({ state: 'PAID', overpaidCents: 500 });
});

function moneyOf(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}
