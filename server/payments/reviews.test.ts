import { describe, expect, test } from 'vitest';
import { carriedOut } from '#tests/support/a-group.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { getPayment } from './payments.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { syncPayment } from './sync-payment.ts';

const server = await startTestSite();

/** The reviews that wait for a person and are about this payment. */
async function concernsOf(paymentId: string) {
  return (await server.listConcerns()).filter(({ id }) => id === paymentId);
}

async function pageOf(path: string): Promise<string> {
  return (await server.press(path, 'card')).headers.get('location') ?? '';
}

/** A group of two people; one of them also pays alone, at the same moment as the group. */
async function paidTwice() {
  const { order, path, people } = await server.aGroup(['Speaker', 'Poster']);
  const page = await pageOf(path);
  server.control.webhooks('off');
  const request = await server.aCheckout({}, people[0]);
  const { json } = await server.post(request.path, request.body);
  const own = { sessionId: String(json['sessionId']), url: String(json['url']) };
  // Both are paid before the server knows of either payment.
  await server.payAt(page);
  await server.payAt(own.url);
  server.control.webhooks('on');
  await server.post(`/api/payment/update?sessionId=${own.sessionId}`);
  await fetch(`${server.origin}${path}/return`);
  const alone = await server.recordsOf(own.sessionId);
  const { payment_id: paymentId } = await server.db
    .selectFrom('reviews')
    .innerJoin('payments', 'payments.id', 'reviews.payment_id')
    .select('payment_id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  return { group: order, alone: alone.order, paymentId };
}

describe('two paid places of one person', () => {
  test('need a review until somebody says that both are intended', async () => {
    const { group, alone, paymentId } = await paidTwice();
    const [concern] = await concernsOf(paymentId);
    expect(concern?.words).toContain(`has another paid place by ${alone.reference}`);
    const id = concern?.settles ?? '';
    const said = await server.organise('refund', '--settled', id, '--yes');
    expect(said).toContain('It is settled.');
    expect(await concernsOf(paymentId)).toEqual([]);
    const [activity] = await server.listActivities({ reference: group.reference });
    expect(activity).toMatchObject({ words: expect.stringContaining('second paid place') });
    expect(
      await server.db.selectFrom('reviews').select('settled_by').where('id', '=', id).execute(),
    ).toEqual([{ settled_by: server.organising.actor }]);
  });

  test('need no review once one of them is cancelled', async () => {
    const { alone, paymentId } = await paidTwice();
    const { reference } = alone;
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    expect(await concernsOf(paymentId)).toEqual([]);
  });
});

describe('money for a change that is no longer possible', () => {
  async function overtaken() {
    const { reference, order } = await server.paidRegistration({ presentationType: 'POSTER' });
    const said = await carriedOut(server.planMove({ reference, type: 'speaker' }));
    const { change, path } = await server.linkedChange(said);
    const page = await pageOf(path);
    server.control.webhooks('off');
    await server.payAt(page);
    await carriedOut(server.planRefund({ reference }));
    await fetch(`${server.origin}${path}/return`);
    server.control.webhooks('on');
    const { id } = await server.db
      .selectFrom('payments')
      .select('id')
      .where('change_id', '=', change.id)
      .executeTakeFirstOrThrow();
    await syncPayment(server.context, id, 'reconciler');
    return { order, paymentId: id, path };
  }

  test('is refunded automatically, and needs a review until the refund', async () => {
    const { order, paymentId, path } = await overtaken();
    const { text } = await server.get(path);
    expect(text).toContain('This change is no longer possible. Your payment arrived after that.');
    expect(text).toContain('It is refunded to the card or account that paid.');
    expect(await concernsOf(paymentId)).toMatchObject([
      { words: expect.stringContaining('something that had been cancelled or changed') },
    ]);
    expect(await server.reviewRequestsOf(order)).toHaveLength(1);
    await pollOpenPayments(server.context, unexpected);
    expect(await concernsOf(paymentId)).toEqual([]);
    expect(await getPayment(server.db, paymentId)).toMatchObject({ state: 'REFUNDED' });
  });

  test('needs a review until somebody says that we keep the money', async () => {
    const { paymentId } = await overtaken();
    const [concern] = await concernsOf(paymentId);
    await server.organise('refund', '--settled', concern?.settles ?? '', '--yes');
    expect(await concernsOf(paymentId)).toEqual([]);
  });
});

describe('a payment that does not fit its order', () => {
  async function mismatch() {
    server.control.webhooks('off');
    const { sessionId, url } = await server.openedCheckout();
    await server.db
      .updateTable('payments')
      .set({ amount_cents: 41_894 })
      .where('provider_ref', '=', sessionId)
      .execute();
    await server.payAt(url);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    server.control.webhooks('on');
    const { payment } = await server.recordsOf(sessionId);
    return { sessionId, paymentId: payment.id };
  }

  test('needs no review after its refund, and needs one again if the bank returns the refund', async () => {
    const { sessionId, paymentId } = await mismatch();
    expect(await concernsOf(paymentId)).toMatchObject([
      { details: expect.stringContaining('MISMATCH') },
    ]);
    const refund = server.control.refund(sessionId);
    await server.control.settled();
    expect(await concernsOf(paymentId)).toEqual([]);
    server.control.failRefund(refund);
    await server.control.settled();
    await pollOpenPayments(server.context, unexpected);
    expect((await concernsOf(paymentId)).map(({ words }) => words)).toEqual([
      expect.stringContaining('does not fit it'),
      expect.stringContaining('came back from the bank'),
    ]);
    server.control.refund(sessionId);
    await server.control.settled();
    expect(await concernsOf(paymentId)).toEqual([]);
  });

  test('needs no review once somebody says that it is settled', async () => {
    const { paymentId } = await mismatch();
    await server.organise('refund', '--settled', paymentId, '--yes');
    expect(await concernsOf(paymentId)).toEqual([]);
  });
});
