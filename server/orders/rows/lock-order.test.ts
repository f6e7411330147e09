import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inTransaction } from '#server/database/database.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';
import { carriedOut, linkedChange, press } from '#tests/support/a-group.ts';
import { paidRegistration } from '#tests/support/paid-registration.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { payAt } from '#tests/support/visitor.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { findOrderByReference } from './orders.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A paid order with a change that is paid at the provider. The server has had no webhook about it yet. */
async function changeBeingPaid() {
  const { reference, order } = await paidRegistration(server, { presentationType: 'POSTER' });
  const said = await carriedOut(planMove(server.organising, { reference, type: 'speaker' }));
  const { change, path } = await linkedChange(server, said);
  server.sandbox.control.webhooks('off');
  const page = await press(server, path, 'card');
  await payAt(page.headers.get('location') ?? '');
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

const onPostgres = test.runIf(process.env['DATABASE_ENGINE'] === 'postgres');

onPostgres('a correction waits for the payment of a change that is being paid', async () => {
  const { reference, paymentId } = await changeBeingPaid();
  const plan = await planCorrection(server.organising, { reference, institute: 'Elsewhere' });
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
      ['Here', 'There'].map((institute) =>
        planCorrection(server.organising, { reference, institute }),
      ),
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
