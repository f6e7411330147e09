import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { withdrawMessages } from '#server/mail/outbox.ts';
import { holdOrders } from './hold-orders.ts';
import { closePayment } from '#server/payments/checkout.ts';
import {
  supplementsOf,
  cancelOrder,
  isCancelled,
  type Order,
  unpaidKeyOf,
  withdrawOrder,
} from './orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { deletePaymentLink } from './payment-links.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { dropChange } from './change-order.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** Closes what is open of an unpaid order with its provider, before the transaction that takes the order back. */
export async function closeCheckout(context: PaymentContext, order: Order): Promise<void> {
  const latest = await latestPaymentOf(context.db, order.id);
  if (latest?.state !== 'NEW' && latest?.state !== 'OPEN') return;
  await closePayment(context, latest).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new ActionImpossible(
      `The payment page of ${order.reference} is open, and its provider does not answer: try again later.`,
    );
  });
}

/** Takes an unpaid order back whose checkout is closed, with the change that it is over. */
export async function withdraw(tx: Tx, context: PaymentContext, order: Order): Promise<void> {
  await holdOrders(tx, [order.id]);
  await refusePaying(tx, order);
  if (!(await withdrawOrder(tx, order.id))) throw beingPaid(order);
  await cancelOrder(tx, order.id, timestamp(context.clock()));
  await deletePaymentLink(tx, order.id);
  if (order.change) await dropChange(tx, context, order.change.id, 'withdrawn');
  await withdrawMessages(tx, unpaidKeyOf(order), context.clock());
}

/** Orders over changes of these people of an order that may still be paid. */
export async function openSupplements(
  db: Db,
  order: Order,
  participantIds: readonly string[],
): Promise<Order[]> {
  return (await supplementsOf(db, [order.id])).filter(
    (supplement) =>
      supplement.paidPaymentId === undefined &&
      !isCancelled(supplement) &&
      supplement.participantIds.some((id) => participantIds.includes(id)),
  );
}

/** Another attempt may have begun, and money may be on its way. */
async function refusePaying(tx: Tx, order: Order): Promise<void> {
  const latest = await latestPaymentOf(tx, order.id);
  if (latest?.state === 'MISMATCH') {
    throw new ActionImpossible(
      `Money came for ${order.reference} that does not fit it: doctor shows the payment, and the dashboard of its provider sends it back.`,
    );
  }
  if (latest && !isOver(latest.state)) throw beingPaid(order);
}

function beingPaid({ reference }: Order): ActionImpossible {
  return new ActionImpossible(
    `${reference} is being paid at this moment: look again in a few minutes, with show ${reference}.`,
  );
}
