import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the table in docs/payments.md is the table in the code', () => {
  const lines = readFileSync(join(root, 'docs/payments.md'), 'utf8').split('\n');
  for (const from of states) {
    const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
    const written = cells.find(([, state]) => state === from)?.[3] ?? '';
    const leadsTo = written.replaceAll(/\([^)]*\)/g, '').match(/[A-Z_]{3,}/g) ?? [];
    const told = states.filter((to) => reachedFrom[to].includes(from));
    expect(leadsTo.toSorted(), from).toEqual(told.toSorted());
  }
});

test('R45: only syncPayment writes PAID', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .concat(
      readdirSync(join(root, 'organiser'), { encoding: 'utf8' }).map(
        (name) => `../organiser/${name}`,
      ),
    )
    .filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing/'),
    );
  const filesWith = (pattern: RegExp) =>
    files
      .filter((name) => pattern.test(readFileSync(join(root, 'server', name), 'utf8')))
      .toSorted();
  expect(filesWith(/\bmovePaymentAsEvaluated\b/)).toEqual([
    'payments/payments.ts',
    'payments/sync-payment.ts',
  ]);
  expect(filesWith(/updateTable\('payments'\)|update payments/)).toEqual([
    'database/migrations.ts',
    'payments/payment-records.ts',
    'payments/payments.ts',
    'payments/poll-open-payments.ts',
  ]);
  // Only the compare-and-set moves write a state.
  expect(filesWith(/updateTable\('payments'\)\s*\.set\(\{\s*state\b/)).toEqual([
    'payments/payments.ts',
  ]);
  expect(filesWith(/updateTable\('orders'\)|update orders/)).toEqual([
    'database/migrations.ts',
    'payments/orders.ts',
  ]);
  expect(filesWith(/\bconfirmOrder\b/)).toEqual(['payments/orders.ts', 'payments/sync-payment.ts']);
  expect(filesWith(/state: 'PAID'/)).toEqual(['payments/evaluate-payment.ts']);
});
