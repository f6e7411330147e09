import { afterAll, beforeAll, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { inTransaction, type Db } from '#server/database/database.ts';
import { planInvoice } from '#server/orders/change/ask-for-invoice.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { getPayment } from '#server/payments/payments.ts';
import { requestRefund, sendRefunds } from '#server/payments/send-refunds.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';
import { university, withInvoices } from '#tests/support/invoices.ts';
import { documentDifferences, sumDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { takeNumber } from './document-series.ts';
import { receiptOf } from './receipt-document.ts';
import { documentsOf, insertDocument } from './receipts.ts';
import { listSeries } from './series-gaps.ts';

const content = withInvoices({ receipts: true });
let beside: TestSite;
const server = await startTestSite({ content });
beforeAll(async () => {
  beside = await startTestSite({ content, beside: server });
});
afterAll(async () => {
  await beside.close();
});

/** Every series has the documents 1 to its last number. */
async function seriesAreWhole(db: Db): Promise<void> {
  const states = await listSeries(db);
  expect(states.length).toBeGreaterThan(0);
  for (const state of states) expect(state).toMatchObject({ count: state.last, missing: [] });
}

test('a hundred transactions at once on two servers, of which some are rolled back, leave no gap', async () => {
  const { order } = await server.paidRegistration();
  const payment = await getPayment(server.db, order.paidPaymentId ?? '');
  const { mailLayout } = server.organising;
  const issuedAt = '2031-03-04T10:00:00.000Z';
  const issueOne = (at: number) =>
    inTransaction(at % 2 ? server.db : beside.db, async (tx) => {
      const receipt = receiptOf(mailLayout, order, payment, { issuedAt, requests: [] });
      const taken = await takeNumber(tx, content.conference, receipt);
      if (!taken) throw new Error('there is no series');
      if (at % 7 === 0) throw new Error('given up after the number was taken');
      const document = { ...receipt, number: taken.number };
      await insertDocument(tx, payment, document, { series: taken.place });
    });
  const results = await Promise.allSettled(Array.from({ length: 100 }, (_, at) => issueOne(at)));
  const issued = results.filter(({ status }) => status === 'fulfilled').length;
  expect(issued).toBe(85);
  const numbers = (await documentsOf(server.db, order.id))
    .map(({ number }) => number)
    .filter((number) => number.startsWith('2031'));
  expect(numbers).toEqual(
    Array.from({ length: issued }, (_, at) => `2031-${String(at + 1).padStart(5, '0')}`),
  );
  await seriesAreWhole(server.db);
  await server.db.deleteFrom('documents').where('series', '=', '2031-{n}').execute();
  await server.db.deleteFrom('document_series').where('series', '=', '2031-{n}').execute();
});

test('payments, invoices, corrections and refunds at the same moment wait for each other without a deadlock', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => server.paidRegistration()));
  const unpaid = await Promise.all(Array.from({ length: 4 }, () => server.unpaidRegistration()));
  for (const { url } of unpaid) await server.payAt(url);
  const acts = all.flatMap(({ order, reference, person }, at) => {
    const { organising } = at % 2 ? server : beside;
    const { name: _, ...typed } = { ...university, name: person.name };
    const ask = async (purchaseOrder: string) =>
      (await planInvoice(organising, { ...typed, reference, purchaseOrder })).perform();
    const correct = async () =>
      (await planCorrection(organising, { reference, name: `Corrected ${at}` })).perform();
    const refund = async () => {
      await requestRefund(
        organising.payments,
        order.paidPaymentId ?? '',
        asCents(500),
        'organiser',
      );
      await sendRefunds(organising.payments, unexpected);
    };
    return [() => ask('one'), correct, () => ask('two'), refund];
  });
  const payments = unpaid.flatMap(({ order }) =>
    [server, beside].map(({ context }) => async () => {
      const row = await server.db
        .selectFrom('payments')
        .select('id')
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow();
      await syncPayment(context, row.id, 'status');
    }),
  );
  const results = await Promise.allSettled([...acts, ...payments].map((act) => act()));
  // A plan that was overtaken is refused with a sentence; no act fails otherwise.
  const failed = results.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []));
  for (const words of failed) expect(words).toMatch(/was changed at the same moment/);
  await server.sendRefunds();
  for (const { order } of unpaid) {
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
  }
  await seriesAreWhole(server.db);
  expect(await documentDifferences(server)).toEqual([]);
  expect(await sumDifferences(server)).toEqual([]);
});
