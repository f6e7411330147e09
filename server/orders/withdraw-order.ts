import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { withdrawMessages } from '#server/mail/outbox.ts';
import { holdOrders } from './hold-orders.ts';
import { closePayment } from '#server/payments/checkout.ts';
import {
  cancelOrder,
  isCancelled,
  type Order,
  supplementsOf,
  unpaidKeyOf,
  withdrawOrder,
} from './orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { deletePaymentLink } from './payment-links.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { replacePlaces } from './places.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** Takes an unpaid order back: what is open of it is closed with its provider, and nobody can begin to pay it. */
export async function takeOrderBack(context: PaymentContext, order: Order): Promise<void> {
  const latest = await latestPaymentOf(context.db, order.id);
  if (latest?.state === 'NEW' || latest?.state === 'OPEN') {
    await closePayment(context, latest).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new ActionImpossible(
        `The payment page of ${order.reference} is open, and its provider does not answer: try again later.`,
      );
    });
  }
  await inTransaction(context.db, async (tx) => {
    await holdOrders(tx, [order.id]);
    await refusePaying(tx, order);
    if (!(await withdrawOrder(tx, order.id))) throw beingPaid(order);
    await cancelOrder(tx, order.id, timestamp(context.clock()));
    await deletePaymentLink(tx, order.id);
    await replacePlaces(tx, order.id, {});
    await withdrawMessages(tx, unpaidKeyOf(order), context.clock());
  });
}

/** Orders over changes of these registrations that may still be paid. */
export async function openSupplements(
  db: Db,
  registrationIds: readonly string[],
): Promise<Order[]> {
  return (await supplementsOf(db, registrationIds)).filter(
    (order) => order.paidPaymentId === undefined && !isCancelled(order),
  );
}

/** Another attempt may have begun, and money may be on its way. */
async function refusePaying(tx: Tx, order: Order): Promise<void> {
  const latest = await latestPaymentOf(tx, order.id);
  if (latest && !isOver(latest.state)) throw beingPaid(order);
}

function beingPaid({ reference }: Order): ActionImpossible {
  return new ActionImpossible(
    `${reference} is being paid at this moment: look again in a few minutes, with show ${reference}.`,
  );
}
