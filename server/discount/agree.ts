import type { Cents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { normalised, timestamp } from '#server/identity.ts';
import {
  amountBeforeFee,
  getOrder,
  listUnagreed,
  lockOrderRows,
  type Order,
} from '#server/orders/rows/orders.ts';
import { nameAgreedAmount } from '#server/orders/rows/order-items.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  type InvoiceRecipient,
  saveAgreedRecipient,
} from '#server/orders/rows/invoice-recipients.ts';
import { getPayment } from '#server/payments/payments.ts';
import { insertAgreement, lockAgreements, useAgreement } from './agreements.ts';

/** The organisers' agreement with a payer: an amount without the fee, and its text. */
export type Agreed = { email: string; amountCents: Cents; words: string };

/** The recipient of the invoice, and the organiser who typed it. */
type Invoice = { recipient: InvoiceRecipient; actor: string };

/**
 * Records an agreed amount. Confirms and returns a paid discount order that waits for this agreement; its payer gets
 * a mail.
 */
export async function agree(
  tx: Tx,
  { newId, clock, events }: PaymentContext,
  agreed: Agreed,
  invoice?: Invoice,
): Promise<Order | undefined> {
  await lockAgreements(tx, agreed.email);
  const agreement = { ...agreed, id: newId(), createdAt: timestamp(clock()), orderId: undefined };
  await insertAgreement(tx, agreement);
  if (invoice) {
    const { recipient, actor } = invoice;
    await saveAgreedRecipient(tx, { clock, newId, actor }, agreement.id, recipient);
  }
  const waiting = (await listUnagreed(tx)).find((each) => isFor(agreed, each));
  if (!waiting) return undefined;
  // Another transaction may refund or erase the order at this moment.
  await lockOrderRows(tx, [waiting.id]);
  const order = await getOrder(tx, waiting.id);
  const isStill = order.state === 'CONFIRMED' && isFor(agreed, order);
  if (!isStill || order.paidPaymentId === undefined) return undefined;
  const confirmed = await confirmAgreed(tx, order);
  if (confirmed) await events.agreed(tx, confirmed, await getPayment(tx, order.paidPaymentId));
  return confirmed;
}

/**
 * Confirms a discount order that was just paid, if its amount was agreed with the payer: its lines then have the agreed
 * text instead of the payer's. Undefined if nobody agreed.
 */
export async function confirmAgreed(tx: Tx, order: Order): Promise<Order | undefined> {
  await lockAgreements(tx, order.customer.email);
  const agreement = await useAgreement(tx, order);
  if (!agreement) return undefined;
  await nameAgreedAmount(tx, order.id, agreement.words);
  return getOrder(tx, order.id);
}

export function isFor(
  { email, amountCents }: Pick<Agreed, 'email' | 'amountCents'>,
  order: Order,
): boolean {
  return (
    normalised(order.customer.email) === normalised(email) && amountBeforeFee(order) === amountCents
  );
}
