import { expect, test } from 'vitest';
import * as paypal from './tests/paypal-shop.ts';
import { lineItem, payWith, startTestShop } from './tests/stripe-shop.ts';

const [PAGE, ACCEPTED] = ["default-src 'none'; style-src 'sha256-", '4242424242424242'];

test('a card page has its own style and forms only, and escapes text from the shop', async () => {
  const { create, origin } = await startTestShop();
  const name = `<script>alert("x")</script> & 'more'`;
  const page = await fetch((await create({ line_items: [lineItem(100, name)] })).url ?? '');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain(PAGE);
  expect(policy).toContain(`form-action 'self' ${origin};`);
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  const text = await page.text();
  expect(text).not.toContain('<script>');
  expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
});

test('a session is charged once when several payers pay at once', async () => {
  const { create, control } = await startTestShop();
  const session = await create();
  const answers = await Promise.all(Array.from({ length: 5 }, () => payWith(session, ACCEPTED)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409]);
  expect(control.ledger()['order-1']).toHaveLength(1);
});

test('an order is captured once for any number of requests at once', async () => {
  const { approved, capture, control } = await paypal.startTestShop();
  const { id } = await approved();
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => capture(id)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(control.ledger()['order-1']).toHaveLength(1);
});

test('an order without a capture lapses three hours after its creation, and never after it', async () => {
  const { approved, capture, create, orders, control } = await paypal.startTestShop();
  const [{ id }, paid] = [await create(), await approved()];
  await capture(paid.id);
  control.advance(3 * 60 * 60_000 - 2_000);
  expect((await orders.getOrder({ id })).result.status).toBe('PAYER_ACTION_REQUIRED');
  control.advance(2_000);
  await expect(orders.getOrder({ id })).rejects.toMatchObject({ statusCode: 404 });
  expect((await orders.getOrder({ id: paid.id })).result.status).toBe('COMPLETED');
});

test.each([
  ['succeeded', 'paid', 1],
  ['failed', 'unpaid', 0],
] as const)('a delayed card payment that %s is announced', async (outcome, status, charges) => {
  const { create, stripe, control, webhooks } = await startTestShop();
  const { id, url } = await create();
  await payWith({ url }, '4000 0000 0000 0077');
  control.resolveAsync(id, outcome);
  await control.settled();
  expect(webhooks.types()).toContain(`checkout.session.async_payment_${outcome}`);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: status });
  expect(control.ledger()['order-1'] ?? []).toHaveLength(charges);
});

async function paidSession() {
  const shop = await startTestShop();
  const session = await shop.create();
  await payWith(session, ACCEPTED);
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(session.id);
  return { ...shop, intent: String(intent) };
}

test('refunds of a charge add up to its amount at most', async () => {
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

test('a refund that is requested twice at once is made once', async () => {
  const { stripe, control, intent } = await paidSession();
  const make = () => stripe.refunds.create({ payment_intent: intent });
  const results = await Promise.allSettled([make(), make()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(control.ledger()).toMatchObject({ 'order-1': [{ refunded: 42_000 }] });
});

test('refunds of a capture add up to its amount at most', async () => {
  const { approved, capture, payments, control } = await paypal.startTestShop();
  const { order } = await capture((await approved()).id);
  const captureId = order.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '';
  const refund = (value: string) =>
    payments.refundCapturedPayment({ captureId, body: { amount: { currencyCode: 'EUR', value } } });
  await refund('100.00');
  await expect(refund('320.01')).rejects.toMatchObject({ statusCode: 422 });
  await refund('320.00');
  await expect(refund('0.01')).rejects.toMatchObject({ statusCode: 422 });
  expect(control.ledger()['order-1']).toMatchObject([{ refunded: 42_000 }]);
});

test('sessions are listed newest first, in pages, and from a given time', async () => {
  const { create, stripe, control } = await startTestShop();
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.unshift((await create()).id);
  control.advance(60_000);
  const latest = await create();
  const seen: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 2 })) seen.push(session.id);
  expect(seen).toEqual([latest.id, ...ids]);
  const since = await stripe.checkout.sessions.list({ created: { gte: latest.created } });
  expect(since).toMatchObject({ data: [{ id: latest.id }], has_more: false });
});
