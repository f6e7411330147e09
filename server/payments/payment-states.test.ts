import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import type { Evaluation } from './evaluate-payment.ts';
import { type PaymentState, reachedFrom } from './payment-states.ts';
import { findPaymentByRef, getPayment, recordEvaluation } from './payments.ts';

const server = await startTestSite();

const states = Object.keys(reachedFrom) as PaymentState[];

describe.each(states)('a payment that is %s', (from) => {
  test('changes only to the states that the table allows', async () => {
    const { sessionId } = await server.openedCheckout();
    const payment = await findPaymentByRef(server.db, sessionId);
    if (!payment) throw new Error('no payment');
    for (const to of states) {
      await server.db
        .updateTable('payments')
        .set({ state: from })
        .where('id', '=', payment.id)
        .execute();
      const isChanged = await inTransaction(server.db, (tx) =>
        recordEvaluation(tx, payment.id, { state: to, evidence: 'tried' } as Evaluation, {}),
      );
      expect(isChanged, `${from} to ${to}`).toBe(reachedFrom[to].includes(from));
      const now = await getPayment(server.db, payment.id);
      expect(now.state).toBe(isChanged ? to : from);
    }
  });
});

test('a payment with money never returns to a state without money', () => {
  for (const to of ['NEW', 'OPEN', 'APPROVED', 'CAPTURING', 'PENDING', 'FAILED'] as const) {
    for (const money of ['PAID', 'PART_REFUNDED', 'REFUNDED', 'MISMATCH'] as const) {
      expect(reachedFrom[to]).not.toContain(money);
    }
  }
});
