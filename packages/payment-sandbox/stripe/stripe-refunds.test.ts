import { describe, expect, test } from 'vitest';
import { startTestShop, payWith } from '../tests/stripe-shop.ts';

async function paidSession() {
  const shop = await startTestShop();
  const session = await shop.create();
  await payWith(session, '4242424242424242');
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(session.id);
  await shop.control.settled();
  shop.webhooks.verified.length = 0;
  return { ...shop, session, intent: String(intent) };
}

describe('a refund', () => {
  test('refunds the whole charge', async () => {
    const { stripe, control, webhooks, intent } = await paidSession();
    const refund = await stripe.refunds.create({
      payment_intent: intent,
      reason: 'duplicate',
      metadata: { refund_id: 'r1' },
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 42_000,
      currency: 'eur',
      status: 'succeeded',
      payment_intent: intent,
      reason: 'duplicate',
      metadata: { refund_id: 'r1' },
    });
    expect(await stripe.charges.retrieve(String(refund.charge))).toMatchObject({
      refunded: true,
      amount_refunded: 42_000,
    });
    await control.settled();
    expect(webhooks.types().toSorted()).toEqual(['charge.refunded', 'refund.created']);
    expect(control.ledger()).toMatchObject({ 'order-1': [{ amount: 42_000, refunded: 42_000 }] });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
  });

  test('may be partial, up to the amount of the charge', async () => {
    const { stripe, control, intent } = await paidSession();
    const refund = (amount: number) => stripe.refunds.create({ payment_intent: intent, amount });
    await refund(12_000);
    await refund(20_000);
    await expect(refund(10_001)).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    await refund(10_000);
    await expect(refund(1)).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(control.ledger()).toMatchObject({ 'order-1': [{ refunded: 42_000 }] });
    const list = await stripe.refunds.list({ payment_intent: intent });
    expect(list.data.map(({ amount }) => amount)).toEqual([10_000, 20_000, 12_000]);
  });

  test('that is requested twice at once is made once', async () => {
    const { stripe, control, intent } = await paidSession();
    const make = () => stripe.refunds.create({ payment_intent: intent });
    const results = await Promise.allSettled([make(), make()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(control.ledger()).toMatchObject({ 'order-1': [{ refunded: 42_000 }] });
  });

  test('needs a charge that has succeeded', async () => {
    const { stripe, create } = await startTestShop();
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' });
    await expect(stripe.refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    const session = await create();
    await payWith(session, '4000000000000077');
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
    await expect(stripe.refunds.create({ payment_intent: String(intent) })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('of a disputed charge is refused', async () => {
    const { stripe, control, intent } = await paidSession();
    control.dispute(intent);
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
  });

  test('may be made in the dashboard and fail at the bank', async () => {
    const { stripe, control, webhooks, session } = await paidSession();
    const id = control.refund(session.id, 2_000);
    expect(control.ledger()).toMatchObject({ 'order-1': [{ refunded: 2_000 }] });
    control.failRefund(id);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    });
    expect(control.ledger()).toMatchObject({ 'order-1': [{ refunded: 0 }] });
    await control.settled();
    expect(webhooks.types().toSorted()).toEqual([
      'charge.refunded',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ]);
  });
});
