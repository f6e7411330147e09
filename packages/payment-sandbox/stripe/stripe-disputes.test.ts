import { expect, test } from 'vitest';
import { startTestShop, payWith } from '../tests/stripe-shop.ts';

async function disputedSession(amount?: number) {
  const shop = await startTestShop();
  const session = await shop.create();
  await payWith(session, '4242424242424242');
  await shop.control.settled();
  shop.webhooks.verified.length = 0;
  const id = shop.control.dispute(session.id, amount);
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(session.id);
  return { ...shop, session, id, intent: String(intent) };
}

test('a dispute is found by its id, by its payment and by its time', async () => {
  const { stripe, id, intent } = await disputedSession(1_200);
  const found = { id, amount: 1_200, status: 'needs_response', payment_intent: intent };
  expect(await stripe.disputes.retrieve(id)).toMatchObject(found);
  expect((await stripe.disputes.list({ payment_intent: intent })).data).toMatchObject([found]);
  const { data } = await stripe.disputes.list({ created: { gte: 4_000_000_000 } });
  expect(data).toEqual([]);
  await expect(stripe.disputes.retrieve('du_none')).rejects.toMatchObject({
    code: 'resource_missing',
  });
});

test('a lost dispute leaves the refunds of its charge as they are', async () => {
  const { stripe, control, webhooks, session, id, intent } = await disputedSession();
  control.closeDispute(session.id, 'lost');
  await control.settled();
  expect(webhooks.types().toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ]);
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost' });
  expect(control.ledger()).toMatchObject({
    'order-1': [{ refunded: 0, disputed: true, lost: 42_000 }],
  });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
});

test('the charge of a dispute that was won can be refunded', async () => {
  const { stripe, control, webhooks, session, intent } = await disputedSession();
  control.closeDispute(session.id, 'won');
  expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({
    status: 'succeeded',
  });
  await control.settled();
  expect(webhooks.types()).toContain('charge.dispute.funds_reinstated');
});
