import { dayText } from '#contract/content/calendar-days.ts';
import { fillPlaceholders } from '#contract/content/content-facts.ts';
import { amountWithCode, asCents, moneyText } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { getPayment } from '#server/payments/payments.ts';
import { findReturned, type Returned } from '#server/payments/returned-money.ts';
import { NO_FEE, planOfAsking, purchaseOf } from './ask-for-amount.ts';
import { askedIn, undoingOrders } from './asked-orders.ts';
import { changedMeanwhile, lockOrders } from './lock-orders.ts';
import type { OrderItem } from './order-items.ts';
import { getOrder, type Order } from './orders.ts';
import { isErased } from './participants.ts';

/**
 * Asks the payer of a refund that was sent by mistake for exactly its amount, without a fee. The refund may have been
 * made here or at the provider, or be a dispute that the payer won by mistake.
 */
export async function planRefundUndone(
  organising: Organising,
  { id: typed }: { id: string },
): Promise<Plan> {
  const { payments, mailLayout } = organising;
  const { db } = payments;
  const returned = await findReturned(db, typed.trim());
  if (!returned) throw new ActionImpossible(`There is no refund ${typed.trim()}.`);
  const { id, paymentId } = returned;
  const order = await getOrder(db, (await getPayment(db, paymentId)).orderId);
  const { reference, currency, customer } = order;
  refuseNotSent(returned, order);
  if (isErased(customer)) {
    throw new ActionImpossible(
      `${reference} was erased, so nobody is known to ask. With an address, use “Ask for an amount”.`,
    );
  }
  const before = await askedAgain(db, id);
  const cents = asCents(returned.cents - before.cents);
  if (cents <= 0) {
    throw new ActionImpossible(
      `This refund is asked for again already: ${before.references.join(', ')}.`,
    );
  }
  const date = dayText((returned.sentAt ?? '').slice(0, 10));
  const words = mailLayout.words.refundByMistake;
  const label = fillPlaceholders(words[returned.reason === 'dispute' ? 'dispute' : 'refund'], {
    amount: moneyText(cents, currency),
    date,
  });
  const items: OrderItem[] = [
    { kind: 'asked', item: reference, label, quantity: 1, unitCents: cents },
  ];
  const key = { undoes: id, before: before.cents };
  const purchase = purchaseOf(organising, { customer, fee: NO_FEE, items, key, undoes: id });
  const amount = amountWithCode(cents, currency);
  const asking = {
    purchase,
    action: 'refund',
    words: `${amount} again, for the refund ${id} of ${reference}`,
  } as const;
  return planOfAsking(
    organising,
    asking,
    [
      `${reference}: ${customer.name} got ${amount} on ${date}, by mistake, and would be asked for it again, without a fee.`,
      ...(order.state === 'REFUNDED'
        ? [
            `${reference} was refunded as a whole, so it gives nobody a place any more, and this payment does not bring the place back: invite those who come.`,
          ]
        : []),
    ],
    {
      currency,
      async recheck(tx) {
        await lockOrders(tx, [order.id]);
        const now = await findReturned(tx, id);
        const isSame = now?.cents === returned.cents;
        if (!isSame || (await askedAgain(tx, id)).cents !== before.cents) {
          throw changedMeanwhile(reference);
        }
      },
    },
  );
}

/** The orders that ask for a refund again, and their sum. */
async function askedAgain(db: Db, id: string) {
  const orders = await undoingOrders(db, [id]);
  return { cents: askedIn(orders), references: orders.map(({ reference }) => reference) };
}

function refuseNotSent({ id, state, cents }: Returned, { reference }: Order): void {
  if (cents > 0) return;
  const isWaiting = state === 'REQUESTED' || state === 'ASKED';
  throw new ActionImpossible(
    isWaiting
      ? `The refund ${id} of ${reference} is ${state}, not sent: take it back instead (refund --cancel ${id}).`
      : `Nothing of ${id} is with the payer of ${reference}: it is ${state}.`,
  );
}
