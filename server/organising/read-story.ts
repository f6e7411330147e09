import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { messagesAbout } from '#server/mail/posted-messages.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { findOrderByReference } from '#server/payments/orders.ts';
import { historyByPayment } from '#server/payments/payment-history.ts';
import { paymentsOfOrder } from '#server/payments/payments.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { documentsOf } from '#server/receipt/receipts.ts';

/** One order as it was bought, each attempt to pay it with what became of the money, its documents and mails; undefined if there is none. */
export async function readOrder(db: Db, reference: string) {
  const order = await findOrderByReference(db, reference);
  if (!order) return undefined;
  const payments = await paymentsOfOrder(db, order.id);
  const history = await historyByPayment(
    db,
    payments.map(({ id }) => id),
  );
  const { id, kind, state, createdAt, productName, lines, amountCents, currency } = order;
  return {
    reference,
    id,
    kind,
    state,
    createdAt,
    customer: order.customer,
    productName,
    lines,
    amountCents,
    currency,
    payments: await Promise.all(
      payments.map(async (payment) => ({
        id: payment.id,
        attempt: payment.attempt,
        provider: payment.provider,
        mode: payment.mode,
        state: payment.state,
        isPaidBy: order.paidPaymentId === payment.id,
        providerRef: payment.ref,
        providerPaymentRef: payment.paymentRef,
        amountCents: payment.amountCents,
        wentBackCents: payment.refundedCents,
        createdAt: payment.createdAt,
        history: history.get(payment.id) ?? [],
        refunds: await refundsOf(db, payment.id),
        disputes: await listDisputes(db, { paymentId: payment.id }),
      })),
    ),
    documents: (await documentsOf(db, order.id)).map(
      ({ kind: what, number, issuedAt, totalCents }) => ({
        kind: what,
        number,
        issuedAt,
        totalCents,
      }),
    ),
    mails: (await messagesAbout(db, order)).map((mail) => ({
      kind: mail.kind,
      recipient: mail.recipient,
      postedAt: mail.postedAt,
      state: mail.state,
    })),
  };
}

/** The references of all orders for somebody's registration, also of those that expired or were refunded; oldest first. */
export async function referencesOf(db: Db, subjectIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('reference')
    .where('subject_id', 'in', ['', ...subjectIds])
    .orderBy('created_at')
    .execute();
  return rows.map(({ reference }) => reference);
}

/** An abstract, what was decided about it, and the mails about it; undefined if there is none. */
export async function findAbstractStory(db: Db, reference: string) {
  const abstract = await findAbstractByReference(db, reference);
  if (!abstract) return undefined;
  const decision = await db
    .selectFrom('decisions')
    .select(['outcome', 'presentation', 'slot', 'decided_at', 'answer', 'answered_at'])
    .where('abstract_id', '=', abstract.id)
    .executeTakeFirst();
  return {
    abstract,
    decision: decision && {
      outcome: decision.outcome,
      presentation: decision.presentation ?? undefined,
      slot: decision.slot ?? undefined,
      decidedAt: decision.decided_at,
      answer: decision.answer ?? undefined,
      answeredAt: decision.answered_at ?? undefined,
    },
    mails: (await messagesAbout(db, { reference, subjectId: abstract.id })).map(
      ({ kind, recipient, postedAt, state }) => ({ kind, recipient, postedAt, state }),
    ),
  };
}
