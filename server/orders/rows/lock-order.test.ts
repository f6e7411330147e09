import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { inTransaction } from '#server/database/database.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { findOrderByReference } from './orders.ts';

const server = await startTestSite();

/** A paid order with a change that is paid at the provider. The server has had no webhook about it yet. */
async function changeBeingPaid() {
  const { reference, order } = await server.paidRegistration({ presentationType: 'POSTER' });
  const said = await carriedOut(server.planMove({ reference, type: 'speaker' }));
  const { change, path } = await server.linkedChange(said);
  server.control.webhooks('off');
  const page = await server.press(path, 'card');
  await server.payAt(page.headers.get('location') ?? '');
  const payment = await latestPaymentOf(server.db, order.id, change.id);
  return { reference, order, paymentId: payment?.id ?? '' };
}

async function untilWaiting(statements: number) {
  await eventually(async () => {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
    return Number(rows[0]?.n) === statements;
  });
}

const onPostgres = test.runIf(process.env['TEST_ENGINE'] === 'postgres');

onPostgres('a correction waits for the payment of a change that is being paid', async () => {
  const { reference, paymentId } = await changeBeingPaid();
  const plan = await server.planCorrection({ reference, institute: 'Elsewhere' });
  const release = Promise.withResolvers<void>();
  const holder = inTransaction(server.db, async (tx) => {
    // Only this row: whoever waits for it first gets it first.
    await tx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
    await release.promise;
  });
  const settled = syncPayment(server.context, paymentId, 'update');
  await untilWaiting(1);
  const corrected = plan.perform().catch(String);
  await untilWaiting(2);
  release.resolve();
  await holder;
  expect(await settled).toBe('PAID');
  expect(await corrected).toContain('was changed at the same moment');
  expect((await findOrderByReference(server.db, reference))?.productName).toBe(
    'Speaker registration',
  );
});

onPostgres('many corrections during payments of changes cause no deadlock', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { reference, paymentId } = await changeBeingPaid();
    const plans = await Promise.all(
      ['Here', 'There'].map((institute) => server.planCorrection({ reference, institute })),
    );
    const [first, second, ...corrected] = await Promise.all([
      syncPayment(server.context, paymentId, 'update'),
      syncPayment(server.context, paymentId, 'webhook'),
      ...plans.map((plan) => plan.perform().catch(String)),
    ]);
    expect([first, second]).toEqual(['PAID', 'PAID']);
    for (const said of corrected)
      expect(String(said)).toMatch(/^Corrected|was changed at the same moment/);
  }
});
