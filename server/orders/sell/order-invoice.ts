import type { Content } from '#contract/content.ts';
import type { Moment } from '#contract/content/opening.ts';
import { timestamp } from '#server/identity.ts';
import { findRecipient, type InvoiceRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { isAsked, isCancelled, type Order } from '#server/orders/rows/orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { invoiceUntil, type ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import type { Linked } from './link-state.ts';
import type { LinkState } from './payment-link-page.ts';

/** The invoice of an order, for its payer. */
export type OrderInvoice = {
  order: Order;
  /** The recipient, if somebody has asked for an invoice. */
  recipient: InvoiceRecipient | undefined;
  /** The moment until which the payer can ask for it; before the payment there is none. */
  until: Moment | undefined;
  canAsk: boolean;
};

type Deps = { context: Pick<PaymentContext, 'db' | 'clock'>; content: Content };

/** The invoice of an order; `isOrdered` says whether the order is paid or can be paid. */
export async function invoiceOf(
  { context: { db, clock }, content: { conference } }: Deps,
  order: Order,
  { isOrdered, documents }: { isOrdered: boolean; documents?: readonly ReceiptDocument[] },
): Promise<OrderInvoice> {
  const [first] = documents ?? (await documentsOf(db, order.id));
  const until = first && invoiceUntil(conference, first);
  const isInTime = first ? until !== undefined && timestamp(clock()) < until.at : true;
  return {
    order,
    recipient: await findRecipient(db, order.id),
    until,
    canAsk: isInTime && isOrdered && !isCancelled(order),
  };
}

/** The states of a link whose payable is paid or can be paid. */
const ORDERED = new Set<LinkState['is']>(['open', 'missed', 'checking', 'paid']);

/**
 * The invoice for whoever pays by a link alone, such as the other payer of a registration: an amount that is asked for
 * has no own page. Any other link may be passed on, and leads to no invoice.
 */
export async function invoiceOfLink(
  deps: Deps,
  { payable: { order, change } }: Linked,
  { is }: LinkState,
): Promise<OrderInvoice | undefined> {
  const isPossible =
    deps.content.conference.documents !== undefined &&
    isAsked(order) &&
    change === undefined &&
    order.amountCents > 0 &&
    order.customer.email !== '';
  if (!isPossible) return undefined;
  return invoiceOf(deps, order, { isOrdered: ORDERED.has(is) && order.state !== 'REFUNDED' });
}
