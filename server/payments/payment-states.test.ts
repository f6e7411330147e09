import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { openedCheckout } from '#server/testing/visitor.ts';
import { type PaymentState, reachedFrom } from './payment-states.ts';
import { findPaymentByRef, getPayment, movePaymentAsEvaluated } from './payments.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const states = Object.keys(reachedFrom) as PaymentState[];

describe.each(states)('a payment that is %s', (from) => {
  test('R43: moves only to the states that the table allows', async () => {
    const { sessionId } = await openedCheckout(server);
    const payment = await findPaymentByRef(server.db, sessionId);
    if (!payment) throw new Error('no payment');
    for (const to of states) {
      await server.db
        .updateTable('payments')
        .set({ state: from })
        .where('id', '=', payment.id)
        .execute();
      const moved = await inTransaction(server.db, (tx) =>
        movePaymentAsEvaluated(tx, payment.id, to, {}),
      );
      expect(moved, `${from} to ${to}`).toBe(reachedFrom[to].includes(from));
      const now = await getPayment(server.db, payment.id);
      expect(now.state).toBe(moved ? to : from);
    }
  });
});

test('money never becomes no money again', () => {
  for (const to of ['NEW', 'OPEN', 'APPROVED', 'CAPTURING', 'PENDING', 'FAILED'] as const) {
    for (const money of ['PAID', 'PART_REFUNDED', 'REFUNDED', 'MISMATCH'] as const) {
      expect(reachedFrom[to]).not.toContain(money);
    }
  }
});
