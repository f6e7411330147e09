import type { Cents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { newReference, timestamp } from '#server/identity.ts';
import type { OrderLine } from './order-lines.ts';
import { type Customer, findOrderByContent, insertOrder, type Order } from './orders.ts';
import { removed } from './removed.ts';
import type { OrderKind, Till } from './till.ts';

/** What somebody wants to pay for, with every amount computed by us. */
export type Purchase = {
  kind: OrderKind;
  /** The same person buying the same thing at the same price has the same key, and so the same order. */
  contentKey: string;
  /** The registration that is paid for: found where it is known already, else written with the order. */
  subject: {
    find: (tx: Tx) => Promise<string | undefined>;
    write: (tx: Tx, id: string) => Promise<void>;
    /** Adds to one that was found what this purchase says of it, not any more once it is paid; false where it is gone. */
    complete: (tx: Tx, id: string) => Promise<boolean>;
  };
  amountCents: Cents;
  feeCents: Cents;
  productName: string;
  /** Everything in it, fee included; they add up to the amount. */
  lines: readonly OrderLine[];
  priceSnapshot: Record<string, unknown>;
  customer: Customer;
  /** Text the page sent for display. */
  orderReference: string | undefined;
};

/**
 * The order of a purchase: written once, found from then on. What is paid for, the order and what `alongside` writes
 * (the first attempt to collect it) are kept together or not at all; `first` is that attempt, where it was written now.
 */
export function writeOrder<First>(
  till: Till,
  purchase: Purchase,
  alongside: (tx: Tx, order: Order) => Promise<First>,
): Promise<{ order: Order; first: First | undefined }> {
  const { kind, contentKey, subject, amountCents, feeCents, productName } = purchase;
  return till.db.inGroup(contentKey, async (tx) => {
    const subjectId = await subject.find(tx);
    const order: Order = {
      id: till.newId(),
      kind,
      subjectId: subjectId ?? till.newId(),
      reference: newReference(till.referencePrefix),
      contentKey,
      amountCents,
      feeCents,
      currency: 'EUR',
      productName,
      lines: purchase.lines,
      priceSnapshot: purchase.priceSnapshot,
      customer: purchase.customer,
      orderReference: purchase.orderReference,
      state: 'AWAITING_PAYMENT',
      paidPaymentId: undefined,
      createdAt: timestamp(till.clock()),
    };
    if (!(await insertOrder(tx, order))) {
      const known = await findOrderByContent(tx, contentKey);
      if (!known) throw removed('the order that was there');
      if (known.paidPaymentId === undefined) await subject.complete(tx, known.subjectId);
      return { order: known, first: undefined };
    }
    if (subjectId === undefined) await subject.write(tx, order.subjectId);
    else if (!(await subject.complete(tx, subjectId))) throw removed(`the subject ${subjectId}`);
    return { order, first: await alongside(tx, order) };
  });
}
