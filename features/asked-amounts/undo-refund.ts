import { dayOf, dayText } from '#contract/content/calendar-days.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { amountWithCode, asCents, type Cents, moneyText } from '#contract/money.ts';
import { divided } from '#contract/tax.ts';
import type { Db } from '#server/database/database.ts';
import {
  ActionImpossible,
  type Organising,
  organisingIn,
  type Plan,
} from '#server/operations/plan.ts';
import { getPayment } from '#server/payments/payments.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { findRefund } from '#server/payments/refunds.ts';
import { findReturned, type Returned } from '#server/payments/returned-money.ts';
import { isRefundToBeMade } from '#server/payments/send-refunds.ts';
import { validReceipts } from '#server/receipts/receipt-document.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { NO_FEE, planOfAsking, purchaseOf } from './ask-for-amount.ts';
import { sumOfOrders, undoingOrders } from '#server/orders/rows/asked-orders.ts';
import { changedMeanwhile, lockOrders } from '#server/orders/rows/lock-orders.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import { getOrder, linesOf, type Order } from '#server/orders/rows/orders.ts';
import { isErased } from '#server/orders/rows/participants.ts';

/**
 * Asks the payer of a refund that was sent by mistake for exactly its amount, without a fee. The refund may have been
 * made here or at the provider, or be a dispute that the payer won by mistake.
 */
export async function planRefundUndone(
  organising: Organising,
  { id: typed }: { id: string },
): Promise<Plan> {
  const { db } = organising.payments;
  const { returned, order, before, cents } = await readReturned(organising.payments, typed.trim());
  const { id, paymentId } = returned;
  const { reference, currency, customer } = order;
  const layout = organising.mailLayout.in(order.language);
  const { timezone } = organising.content.conference.dates;
  const sentOn = returned.sentAt === undefined ? '' : dayOf(returned.sentAt, timezone);
  const said = layout.words.refundByMistake;
  const label = fillPlaceholders(said[returned.reason === 'dispute' ? 'dispute' : 'refund'], {
    amount: moneyText(cents, currency),
    date: dayText(sentOn, layout.language),
  });
  const { rates, statesTax } = await ratesOf(db, order, { paymentId, cents });
  const items = rates.map(({ taxBasisPoints, unitCents }): OrderItem => {
    const words = layout.labels.orders.asked;
    const about = { kind: 'asked' as const, item: reference, label, words };
    return { ...about, quantity: 1, unitCents, taxBasisPoints };
  });
  const key = { undoes: id, before: before.cents };
  const purchase = purchaseOf(organisingIn(organising, layout.language), {
    customer,
    fee: NO_FEE,
    items,
    key,
    undoes: id,
  });
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
      `${reference}: ${customer.name} got ${amount} on ${dayText(sentOn, 'en')}, by mistake, and would be asked for it again, without a fee.`,
      ...(order.state === 'REFUNDED'
        ? [
            `${reference} was refunded as a whole, so it gives nobody a place any more, and this payment does not bring the place back: invite those who come.`,
          ]
        : []),
    ],
    {
      currency,
      statesTax,
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

/** The refund that somebody names, its order, and the `cents` that are not asked for again yet. */
async function readReturned(payments: PaymentContext, typed: string) {
  const { db } = payments;
  const returned = await findReturned(db, typed);
  if (!returned) throw new ActionImpossible(`There is no refund ${typed}.`);
  const order = await getOrder(db, (await getPayment(db, returned.paymentId)).orderId);
  refuseNotSent(returned, order);
  await refuseToBeMade(payments, returned, order);
  if (isErased(order.customer)) {
    throw new ActionImpossible(
      `${order.reference} was erased, so nobody is known to ask. With an address, use “Ask for an amount”.`,
    );
  }
  const before = await askedAgain(db, returned.id);
  const cents = asCents(returned.cents - before.cents);
  if (cents > 0) return { returned, order, before, cents };
  throw new ActionImpossible(
    `This refund is asked for again already: ${before.references.join(', ')}.`,
  );
}

/**
 * A refund divided on the rates of tax of its credit note; without a note of this amount, on those of the receipt or of
 * the order.
 */
async function ratesOf(
  db: Db,
  order: Order,
  { paymentId, cents }: { paymentId: string; cents: Cents },
): Promise<{
  rates: { taxBasisPoints: number | undefined; unitCents: Cents }[];
  statesTax: boolean;
}> {
  const issued = (await documentsOf(db, order.id)).filter((each) => each.paymentId === paymentId);
  const note = issued.findLast(
    ({ kind, totalCents }) => kind === 'credit-note' && totalCents === cents,
  );
  const document = note ?? validReceipts(issued)[0];
  const lines = document?.lines ?? linesOf(order);
  const byRate = [...Map.groupBy(lines, ({ taxBasisPoints }) => taxBasisPoints)]
    .map(([taxBasisPoints, own]) => ({
      taxBasisPoints,
      share: own.reduce((sum, line) => sum + line.cents, 0),
    }))
    .filter(({ share }) => share > 0);
  const parts = divided(
    cents,
    byRate.map(({ share }) => share),
  );
  const rates = byRate
    .map(({ taxBasisPoints }, at) => ({ taxBasisPoints, unitCents: asCents(parts[at] ?? 0) }))
    .filter(({ unitCents }) => unitCents > 0);
  return { rates, statesTax: document ? document.taxes !== undefined : order.statesTax };
}

/** The orders that ask for a refund again, and their sum. */
async function askedAgain(db: Db, id: string) {
  const orders = await undoingOrders(db, [id]);
  return { cents: sumOfOrders(orders), references: orders.map(({ reference }) => reference) };
}

/** Nobody is asked for money that nobody has got. */
async function refuseToBeMade(
  payments: PaymentContext,
  { id }: Returned,
  { reference }: Order,
): Promise<void> {
  const refund = await findRefund(payments.db, id);
  if (!refund || !(await isRefundToBeMade(payments, refund))) return;
  throw new ActionImpossible(
    `The refund ${id} of ${reference} is a bank transfer that nobody has made: take it off the list instead (refund --cancel ${id}).`,
  );
}

function refuseNotSent({ id, state, cents }: Returned, { reference }: Order): void {
  if (cents > 0) return;
  const isWaiting = state === 'REQUESTED' || state === 'ASKED';
  throw new ActionImpossible(
    isWaiting
      ? `The refund ${id} of ${reference} is ${state}, not sent: take it back instead (refund --cancel ${id}).`
      : `The payer of ${reference} has nothing of the refund ${id}: it is ${state}.`,
  );
}
