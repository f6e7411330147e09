import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { asCents, decimalFromCents } from '#contract/money.ts';
import { findOrderByReference } from '#server/orders/rows/orders.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

const euro = currencyOf('EUR');
const DISPUTED = '4000000000000259';

async function paid(card?: string) {
  const { sessionId, url } = await server.openedCheckout();
  await server.payAt(url, card);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  const { order, payment } = await server.recordsOf(sessionId);
  const state = async () => (await server.recordsOf(sessionId)).payment.state;
  return {
    reference: order.reference,
    amount: decimalFromCents(payment.amountCents, payment.currency),
    state,
  };
}

function refund(
  reference: string,
  {
    amount,
    isReal = true,
    isDespiteDispute = false,
  }: { amount?: string; isReal?: boolean; isDespiteDispute?: boolean } = {},
) {
  return server.organise(
    'refund',
    reference,
    ...(amount === undefined ? [] : ['--amount', amount]),
    ...(isReal ? ['--send'] : []),
    ...(isDespiteDispute ? ['--despite-dispute'] : []),
  );
}

test('without --send, refund prints its effect and sends nothing', async () => {
  const { reference, amount, state } = await paid();
  const said = await refund(reference, { isReal: false });
  expect(said).toContain(`paid ${amount} EUR with Stripe; refunded so far: 0.00 EUR`);
  expect(said).toContain('Nothing was changed. Add --send to do it.');
  expect(await state()).toBe('PAID');
});

test('a part is refunded, then the remaining amount, also with a reference in lower case', async () => {
  const { reference, state } = await paid();
  expect(await refund(reference.toLowerCase(), { amount: '120.00' })).toContain(
    '120.00 EUR was refunded.',
  );
  expect(await state()).toBe('PART_REFUNDED');
  expect(await refund(reference)).toContain(
    'refunded so far: 120.00 EUR; would be refunded: the remaining',
  );
  expect(await state()).toBe('REFUNDED');
  await expect(refund(reference)).rejects.toThrow('Nothing is left to refund');
});

test('a refund that the provider refuses is not reported as sent, even if another refund is sent', async () => {
  const refused = await paid(DISPUTED);
  expect(await refund(refused.reference, { isDespiteDispute: true })).toContain(
    'EUR was not refunded: the provider refused',
  );
  expect(await refused.state()).toBe('PAID');
  const unanswered = await paid();
  server.control.failNext({ status: 500 }, 2, { provider: 'stripe', purpose: 'refund' });
  expect(await refund(unanswered.reference)).toContain(
    'The server checks and tries again every minute',
  );
  const good = await paid();
  expect(await refund(good.reference)).toContain('EUR was refunded.');
  expect(await unanswered.state()).toBe('PAID');
});

test.each([
  ['PS26-0000-0000', undefined, 'There is no order PS26-0000-0000.'],
  [undefined, '1.000', '"1.000" is not an amount in EUR. Please write 1000 or 1.00.'],
  [undefined, '9999.00', 'left to refund'],
  [undefined, '0', 'An amount of 0.00 cannot be refunded'],
])('%s, %s: %s', async (reference, amount, message) => {
  const order = reference ?? (await paid()).reference;
  await expect(refund(order, amount === undefined ? {} : { amount })).rejects.toThrow(message);
});

test('money that the payer has in another way is named, and not refunded once more by itself', async () => {
  const { reference, amount } = await paid();
  await refund(reference, { amount: '100' });
  const [failing] = (await server.listRefunds('SENT')).slice(-1);
  server.control.failRefund(failing?.ref ?? '');
  await server.control.settled();
  const settled = await server.organise('refund', '--settled', failing?.id ?? '');
  expect(settled).toContain('you confirm that the payer has the money');
  await server.organise('refund', '--settled', failing?.id ?? '', '--yes');
  const words = '100.00 EUR of it was marked as settled: the payer has that money in another way';
  const rest = decimalFromCents(asCents(Math.round(Number(amount) * 100) - 10_000), euro);
  for (const [options, said] of [
    [{}, `the remaining ${rest} EUR`],
    [{ amount: '100' }, 'would be refunded: 100.00 EUR'],
  ] as const) {
    const plan = await refund(reference, { ...options, isReal: false });
    expect(plan).toContain(words);
    expect(plan).toContain(said);
  }
  await expect(refund(reference, { amount })).rejects.toThrow(words);
  const cancelled = await server.organise('cancel', reference, '--amount', 'all');
  expect(cancelled).toContain('100.00 EUR was marked as settled in another way');
  expect(cancelled).toContain(`${rest} EUR`);
  const again = ['--despite-settled', '--send'];
  const done = await server.organise('refund', reference, ...again);
  expect(done).toContain(`${amount} EUR was refunded.`);
});

test('an unpaid order has nothing to refund', async () => {
  const { sessionId } = await server.openedCheckout();
  const { order } = await server.recordsOf(sessionId);
  await expect(refund(order.reference)).rejects.toThrow(`${order.reference} was not paid.`);
});

test('an amount above the paid amount is refused, even without --send', async () => {
  const { reference } = await paid();
  await expect(refund(reference, { amount: '9999.00', isReal: false })).rejects.toThrow(
    'left to refund',
  );
});

test('an unsent refund can be taken back, and a sent refund cannot', async () => {
  const { reference } = await paid();
  const order = await findOrderByReference(server.db, reference);
  const { id } = await server.requestRefund(order?.paidPaymentId ?? '', undefined, 'organiser');
  const cancel = (refundId: string, isReal: boolean) =>
    server.organise('refund', '--cancel', refundId, ...(isReal ? ['--send'] : []));
  expect(await cancel(id, false)).toContain('Nothing was changed. Add --send to do it.');
  expect(await cancel(id, true)).toContain('It is taken back; nothing will be sent.');
  await expect(cancel(id, true)).rejects.toThrow('is CANCELLED: it cannot be taken back');
  await refund(reference);
  const sent = (await server.listRefunds('SENT')).at(-1);
  await expect(cancel(sent?.id ?? '', true)).rejects.toThrow('is SENT: it cannot be taken back');
});
