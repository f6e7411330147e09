import { DAY } from '#contract/time-spans.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { RefundState } from '#server/database/payment-tables.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';

import { alarmAtDifferences, reconcile, reconcileTwice } from './reconcile.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { ProviderUnavailable } from './provider.ts';
import { requestRefund, sendRefund } from './send-refunds.ts';

const server = await startTestSite();
beforeAll(async () => {
  server.control.webhooks('off');
});

const nothing = async () => undefined;

/** A checkout that is paid at the provider, without a webhook. */
async function paidUnheard() {
  const { sessionId } = await server.leftCheckout();
  return sessionId;
}

test('a payment that is recorded between the two comparisons is no difference', async () => {
  await paidUnheard();
  const dueBy = new Date('9999-01-01');
  expect(
    await reconcileTwice(server.context, () =>
      pollOpenPayments(server.context, unexpected, { dueBy }),
    ),
  ).toEqual([]);
});

test('money that our ledger does not have is a difference for three days', async () => {
  const ref = await paidUnheard();
  expect(await reconcileTwice(server.context, nothing)).toEqual([
    { ref, words: 'stripe has 418.95 EUR, our ledger says 0.00 EUR (OPEN)' },
  ]);
  server.clock.advance(4 * DAY);
  expect(await reconcileTwice(server.context, nothing)).toEqual([]);
  server.clock.advance(-4 * DAY);
});

test('the server reconciles by itself, and a difference is an alarm', async () => {
  await alarmAtDifferences(server.context, AbortSignal.timeout(60_000), 0);
  const alarms = () =>
    server.log.filter(({ msg }) => String(msg).startsWith('ledger and providers'));
  expect(alarms()).toMatchObject([{ alarm: true, count: '1' }]);
});

describe('a payment or dispute of another shop with the same account', () => {
  /** Stripe's answers if another shop uses the same account. */
  function besideAnotherShop(invoice: string | undefined) {
    const stripe = server.providerNamed('stripe');
    const [paymentRef, currency] = ['pi_other', 'EUR'];
    const status = { ...PAID, paymentRef, currency };
    const shared = {
      ...stripe,
      list: async function* () {
        for (const number of [1, 2]) yield { ref: `cs_other_${number}`, invoice, status };
      },
      listDisputes: async function* () {
        yield { ...A_DISPUTE, paymentRef };
      },
    };
    return { ...server.context, providers: new Map([['stripe' as const, shared]]) };
  }

  test('is counted, and is no difference', async () => {
    const { differences, others } = await reconcile(besideAnotherShop('SHOP-1'), tomorrow());
    expect(differences).toEqual([]);
    expect(others).toEqual([
      { what: 'disputes of other shops at stripe', count: 1 },
      { what: 'payments of other shops at stripe', count: 2 },
    ]);
  });

  test('is a difference if it has one of our references and our ledger does not have it', async () => {
    const { referencePrefix } = server.context;
    const { differences, others } = await reconcile(
      besideAnotherShop(`${referencePrefix}-7K3M-9QXW-1`),
      tomorrow(),
    );
    expect(differences).toMatchObject([
      { ref: 'cs_other_1', words: expect.stringContaining('our ledger does not have it') },
      { ref: 'cs_other_2' },
    ]);
    expect(others).toEqual([{ what: 'disputes of other shops at stripe', count: 1 }]);
  });
});

test('a payment of another mode is counted, and the provider is not asked about it', async () => {
  const { sessionId } = await server.openedCheckout();
  const { payment } = await server.recordsOf(sessionId);
  const setMode = (to: PaymentMode) =>
    server.db.updateTable('payments').set({ mode: to }).where('id', '=', payment.id).execute();
  await setMode('live');
  const before = countCalls(sessionId);
  const { differences, others } = await reconcile(server.context, yesterday());
  expect(others).toContainEqual({ what: 'payments of the mode live', count: 1 });
  expect(differences.map(({ ref }) => ref)).not.toContain(sessionId);
  expect(countCalls(sessionId)).toBe(before);
  await setMode('sandbox');
});

describe('a refund', () => {
  async function refunded() {
    const { sessionId } = await server.paidCheckout();
    const { payment } = await server.recordsOf(sessionId);
    const refund = await requestRefund(server.context, payment.id, undefined, 'organiser');
    expect(await sendRefund(server.context, refund)).toBe('SENT');
    const setState = (state: RefundState) =>
      server.db.updateTable('refunds').set({ state }).where('id', '=', refund.id).execute();
    const differences = async () =>
      (await reconcile(server.context, yesterday())).differences.filter(
        ({ ref }) => ref === sessionId,
      );
    return { sessionId, id: refund.id, setState, differences };
  }

  test('that both sides know is no difference', async () => {
    const { differences } = await refunded();
    expect(await differences()).toEqual([]);
  });

  test('that the provider has sent and our ledger calls refused is a difference', async () => {
    const { id, setState, differences } = await refunded();
    await setState('REFUSED');
    expect(await differences()).toMatchObject([
      { words: `refund ${id} was sent by stripe, our ledger says REFUSED` },
    ]);
  });

  test('that our ledger calls sent and the provider does not know is a difference', async () => {
    const { id, differences } = await refunded();
    await server.db
      .updateTable('refunds')
      .set({ id: `${id}-other` })
      .where('id', '=', id)
      .execute();
    expect(await differences()).toMatchObject([
      { words: `refund ${id}-other is SENT in our ledger, and stripe does not have it` },
    ]);
  });

  test('of an old payment is compared as long as the refund is new', async () => {
    const { sessionId, id, differences } = await refunded();
    const payment = await server.recordsOf(sessionId);
    const old = '2020-01-01T00:00:00.000Z';
    await server.db
      .updateTable('payments')
      .set({ created_at: old })
      .where('id', '=', payment.payment.id)
      .execute();
    await server.db
      .updateTable('payment_history')
      .set({ at: old })
      .where('payment_id', '=', payment.payment.id)
      .execute();
    await server.db.updateTable('refunds').set({ state: 'FAILED' }).where('id', '=', id).execute();
    expect(await differences()).toHaveLength(1);
  });
});

test('a key that may not list disputes is a difference', async () => {
  const stripe = server.providerNamed('stripe');
  const keyWithoutDisputes = {
    ...stripe,
    // oxlint-disable-next-line require-yield -- it fails before the first dispute
    listDisputes: async function* () {
      throw new ProviderUnavailable('Stripe gave no clear answer: 403', 403);
    },
  };
  const providers = new Map([['stripe' as const, keyWithoutDisputes]]);
  const { differences } = await reconcile({ ...server.context, providers }, tomorrow());
  expect(differences).toEqual([
    { ref: 'stripe', words: expect.stringContaining('its disputes were not compared') },
  ]);
});

const PAID = {
  state: 'paid',
  orderId: 'another order',
  amountCents: 5000,
  live: false,
  refundedCents: 0,
} as const;

const A_DISPUTE = {
  ref: 'du_other',
  state: 'OPENED',
  amountCents: asCents(5000),
  currency: 'EUR',
  dueAt: undefined,
  openedAt: '2026-01-01T00:00:00.000Z',
} as const;

const yesterday = () => new Date(server.clock.now().getTime() - DAY);
/** No payment of ours has changed since then. */
const tomorrow = () => new Date(server.clock.now().getTime() + DAY);

function countCalls(ref: string): number {
  return server.control.calls().filter(({ path }) => path.includes(ref)).length;
}
