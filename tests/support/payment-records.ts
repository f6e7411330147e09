import { listMessages } from '#server/mail/posted-messages.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import type { TestServer } from './test-server.ts';

/** The rows, the mails and the provider's ledger of one checkout. */
export async function recordsOf(server: TestServer, ref: string) {
  const payment = await findPaymentByRef(server.db, ref);
  if (!payment) throw new Error(`there is no payment ${ref}`);
  const order = await getOrder(server.db, payment.orderId);
  const mails = await server.db
    .selectFrom('outbox')
    .select('id')
    .where(
      'message_key',
      'in',
      ['payment-confirmed', 'free-confirmed', 'payment-received'].map(
        (kind) => `${kind}:${order.id}`,
      ),
    )
    .execute();
  const moves = await server.db
    .selectFrom('payment_history')
    .select(['from_state as from', 'to_state as to', 'actor'])
    .where('payment_id', '=', payment.id)
    .orderBy('at')
    .execute();
  const charges = server.sandbox.control.ledger()[order.id] ?? [];
  return { payment, order, mails, moves, charges };
}

/** The cents that a provider took and refunded for an order. */
export function ledgerOf({ sandbox }: TestServer, { id }: { id: string }) {
  const charges = sandbox.control.ledger()[id] ?? [];
  return {
    paid: charges.reduce((sum, { amount }) => sum + amount, 0),
    refunded: charges.reduce((sum, { refunded }) => sum + refunded, 0),
  };
}

/** The mails of a kind whose subject has a reference. */
export async function mailsAbout({ db }: TestServer, wanted: string, reference: string) {
  const mails = await listMessages(db, 1000);
  return mails.filter(
    ({ kind, content }) => kind === wanted && content.subject.includes(reference),
  );
}

/** The mails that ask the secretary to review a payment of an order. */
export function reviewRequestsOf(server: TestServer, { reference }: { reference: string }) {
  return mailsAbout(server, 'payment-review-for-secretary', reference);
}

/** Waits for the effect of a webhook, long enough for a busy machine. */
export async function eventually(check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 45_000;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error('it did not happen within 45 seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
