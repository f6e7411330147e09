import type { Db, Tx } from '#server/database/database.ts';
import { wroteOne } from '#server/database/queries.ts';
import { sql } from 'kysely';
import { currencyOf } from '#contract/currency.ts';
import { amountWithCode, asCents } from '#contract/money.ts';
import { UNPAID } from './payment-states.ts';

/** The reasons for a review that no other table records: refunds and disputes have states of their own. */
export const reviewKinds = [
  'mismatch',
  'paidTwoOrders',
  'overtaken',
  'noPlaceLeft',
  'fraudWarning',
  'partPaid',
  'overpaid',
] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export type Review = {
  id: string;
  kind: ReviewKind;
  paymentId: string;
  /**
   * The id of the other order or of the warning, if the review is about one; the payment's id with the sum, if too much
   * was paid; otherwise the payment's id.
   */
  about: string;
};

/** Records that a person has to review a payment; false if the same review was recorded before. */
export function recordReview(
  tx: Tx,
  { id, kind, paymentId, about }: Review,
  now: string,
): Promise<boolean> {
  return tx
    .insertInto('reviews')
    .values({ id, kind, payment_id: paymentId, about, noted_at: now })
    .onConflict((conflict) => conflict.columns(['payment_id', 'kind', 'about']).doNothing())
    .$call(wroteOne);
}

/** A review with the reference of its order, and of the other order that it is about. */
export type OpenReview = Review & {
  reference: string;
  otherReference: string | null;
  /** The amount of the payment, the part that has come, and the money beyond it. */
  asked: string;
  arrived: string;
  missing: string;
  overpaid: string;
  /** Whether the payment is not decided, so that the places of its order are held. */
  isPending: boolean;
  /** The command that refunds money that does not fit its order; undefined if it is in another currency. */
  refundedBy: string | undefined;
};

/**
 * The open reviews, oldest first: nobody has settled them, and their cause remains. A mismatch and an overtaken payment
 * stay open while we have the money, two paid orders while both have a place, money for a place that is gone while it has one, a warning until a dispute follows, a part
 * until the rest has come, and too much while the provider keeps it.
 */
export async function openReviews(db: Db): Promise<OpenReview[]> {
  return (await openRows(db)).map((row) => {
    const currency = currencyOf(row.currency, row.currency_decimals);
    const amount = (cents: number) => amountWithCode(asCents(cents), currency);
    const arrivedCents = row.arrived_cents ?? 0;
    return {
      id: row.id,
      kind: row.kind as ReviewKind,
      paymentId: row.payment_id,
      about: row.about,
      reference: row.reference,
      otherReference: row.other_reference,
      asked: amount(row.amount_cents),
      arrived: amount(arrivedCents),
      missing: amount(Math.max(0, row.amount_cents - arrivedCents)),
      overpaid: amount(row.overpaid_cents),
      isPending: row.state === 'PENDING',
      refundedBy:
        row.arrived_cents === null
          ? undefined
          : refundOfMisfit(row.reference, row.paid_payment_id !== null),
    };
  });
}

/** The command of an organiser that refunds money that does not fit its order. */
export function refundOfMisfit(reference: string, isPaid: boolean): string {
  return `refund ${isPaid ? '--misfit ' : ''}${reference}`;
}

function openRows(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('payments', 'payments.id', 'reviews.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('orders as other', 'other.id', 'reviews.about')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.payment_id',
      'reviews.about',
      'orders.reference',
      'orders.paid_payment_id',
      'other.reference as other_reference',
      'payments.state',
      'payments.amount_cents',
      'payments.arrived_cents',
      'payments.overpaid_cents',
      'payments.currency',
      'payments.currency_decimals',
    ])
    .where('reviews.settled_at', 'is', null)
    .where(({ or, and, not, eb, exists, selectFrom }) => {
      const is = (kind: ReviewKind) => eb('reviews.kind', '=', kind);
      const hasPlace = (order: 'orders' | 'other') =>
        and([eb(`${order}.state`, '=', 'CONFIRMED'), eb(`${order}.cancelled_at`, 'is', null)]);
      const disputes = selectFrom('disputes')
        .select('disputes.provider_ref')
        .whereRef('disputes.payment_id', '=', 'payments.id');
      // Only the sum that the provider keeps now is open, not an earlier one.
      const isCurrent = sql<boolean>`reviews.about = payments.id || ':' || cast(payments.overpaid_cents as text)`;
      const hasMoney = eb('payments.state', '!=', 'REFUNDED');
      return or([
        and([is('mismatch'), eb('payments.state', '=', 'MISMATCH')]),
        and([is('overtaken'), hasMoney]),
        and([is('paidTwoOrders'), hasMoney, hasPlace('orders'), hasPlace('other')]),
        and([is('noPlaceLeft'), hasMoney, hasPlace('orders')]),
        and([is('fraudWarning'), hasMoney, not(exists(disputes))]),
        and([
          is('partPaid'),
          eb('payments.state', 'in', [...UNPAID]),
          eb('payments.arrived_cents', 'is not', null),
        ]),
        and([is('overpaid'), eb('payments.overpaid_cents', '>', 0), isCurrent]),
      ]);
    })
    .orderBy('reviews.noted_at')
    .orderBy('reviews.id')
    .execute();
}

/** Records a person's statement that nothing is left to do; false if the review was settled before. */
export function settleReview(
  tx: Tx,
  id: string,
  { now, actor }: { now: string; actor: string },
): Promise<boolean> {
  return tx
    .updateTable('reviews')
    .set({ settled_at: now, settled_by: actor })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .$call(wroteOne);
}
