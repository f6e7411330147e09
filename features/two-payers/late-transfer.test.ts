import { expect, test } from 'vitest';
import { DAY } from '#contract/time-spans.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { reconcile } from '#server/payments/reconcile.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { differencesIn } from '#tests/support/payment-differences.ts';
import { documentDifferences, sumDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { payAt } from '#tests/support/visitor.ts';

const content = { ...fixtureContent, prices: withExtras(fixtureContent.prices) };
const server = await startTestSite({ content, stripeMethods: ['card', 'customer_balance'] });
const poll = () => pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });
const orderNow = ({ id }: { id: string }) => server.getOrder(id);

async function withLateTransfer() {
  const { sendTransfer, ...found } = await withoutTransfer();
  await sendTransfer();
  return found;
}

/** A registration of which somebody else pays the dinner, and the transfer of the whole price, which comes too late. */
async function withoutTransfer() {
  const { order } = await server.unpaidRegistration({ extras: [{ id: 'dinner', count: 1 }] });
  const path = pathOf(order);
  const url = (await server.press(`${path}/pay`, 'card')).headers.get('location') ?? '';
  await fetch(`${url}/customer_balance`, { method: 'POST', redirect: 'manual' });
  await server.control.settled();
  const ref = (await server.paymentsOfOrder(order.id)).at(-1)?.ref ?? '';
  server.clock.advance(15 * DAY);
  server.control.advance(0);
  await poll();
  const [dinner] = order.items.filter(({ kind }) => kind === 'extra');
  const payer = { name: 'Accounts Payable', email: 'accounts@university.example', country: '' };
  const answer = await server.fillIn(`${path}/payers`, { [`line-${dinner?.id}`]: 'yes', ...payer });
  expect(answer.location).toContain('notice=divided');
  const sendTransfer = async () => {
    server.control.sendTransfer(ref);
    await server.control.settled();
    await poll();
  };
  const paymentNow = async () => (await server.recordsOf(ref)).payment;
  const concerns = async () =>
    (await server.listConcerns()).filter(({ reference }) => reference === order.reference);
  return { order, path, ref, paymentNow, concerns, sendTransfer };
}

async function differences() {
  return [
    ...(await differencesIn(server, [...server.log], false)),
    ...(await sumDifferences(server)),
    ...(await documentDifferences(server)),
    ...(await reconcile(server.context, new Date(0))).differences.map(({ words }) => words),
  ];
}

test('a transfer of the price of before a registration was divided is refunded by the command that “To do” names', async () => {
  const { order, path, paymentNow, concerns } = await withLateTransfer();
  expect(await paymentNow()).toMatchObject({ state: 'MISMATCH', arrivedCents: order.amountCents });
  const { reference } = order;
  const [concern] = await concerns();
  expect(concern?.words).toContain(`refund it with organiser refund ${reference}`);
  expect((await server.openPage(path)).status).toBe(200);

  await expect(server.organise('refund', reference, '--amount', '1.00')).rejects.toThrow(
    'only all of it',
  );
  expect(await server.organise('refund', reference)).toContain('can be paid again afterwards');
  expect(await server.organise('refund', reference, '--send')).toContain('was refunded');
  await server.control.settled();
  expect(await paymentNow()).toMatchObject({ state: 'REFUNDED', refundedCents: order.amountCents });
  expect(server.ledgerOf(order)).toMatchObject({ refunded: order.amountCents });
  expect(await concerns()).toEqual([]);
  await expect(server.organise('refund', reference)).rejects.toThrow('was not paid');

  // The rest can be paid.
  const own = await server.press(`${path}/pay`, 'card');
  await payAt(own.headers.get('location') ?? '');
  await server.control.settled();
  const { paidPaymentId, amountCents } = await orderNow(order);
  const paid = (await server.paymentsOfOrder(order.id)).find(({ id }) => id === paidPaymentId);
  expect(paid).toMatchObject({ state: 'PAID', amountCents });
  expect(await differences()).toEqual([]);
});

test('such a transfer is refunded beside the card that has paid the rest meanwhile', async () => {
  const { order, path, paymentNow, concerns, sendTransfer } = await withoutTransfer();
  const own = await server.press(`${path}/pay`, 'card');
  const none = server.organise('refund', '--misfit', order.reference);
  await expect(none).rejects.toThrow('No money came');
  await sendTransfer();
  await payAt(own.headers.get('location') ?? '');
  await server.control.settled();
  expect(await paymentNow()).toMatchObject({ state: 'MISMATCH', arrivedCents: order.amountCents });
  const { reference } = order;
  const [concern] = await concerns();
  expect(concern?.words).toContain(`refund it with organiser refund --misfit ${reference}`);
  const plan = await server.organise('refund', '--misfit', reference);
  expect(plan).toContain('What paid the order stays as it is.');
  const both = await Promise.allSettled(
    ['', ''].map(() => server.organise('refund', '--misfit', reference, '--send')),
  );
  expect(both.map(({ status }) => status)).toContain('fulfilled');
  await server.control.settled();
  expect(await paymentNow()).toMatchObject({ state: 'REFUNDED', refundedCents: order.amountCents });
  expect(await concerns()).toEqual([]);
  const after = await orderNow(order);
  const paid = (await server.paymentsOfOrder(order.id)).find(
    ({ id }) => id === after.paidPaymentId,
  );
  expect(paid).toMatchObject({ state: 'PAID', refundedCents: 0 });
  expect(server.ledgerOf(order)).toMatchObject({ refunded: order.amountCents });
  expect(await differences()).toEqual([]);
});

test('a refund of such a transfer that the bank returns asks for a person again', async () => {
  const { order, paymentNow, concerns } = await withLateTransfer();
  await server.organise('refund', order.reference, '--send');
  const payment = await paymentNow();
  const refunds = (await server.listRefunds()).filter(({ paymentId }) => paymentId === payment.id);
  server.control.failRefund(refunds[0]?.ref ?? '');
  await server.control.settled();
  expect(await paymentNow()).toMatchObject({ state: 'MISMATCH' });
  expect((await concerns()).map(({ words }) => words)).toEqual([
    expect.stringContaining('does not fit it'),
    expect.stringContaining('came back from the bank'),
  ]);
  await server.organise('refund', order.reference, '--send');
  await server.control.settled();
  expect(await paymentNow()).toMatchObject({ state: 'REFUNDED' });
  expect(await concerns()).toEqual([]);
});
