import { asCents, type OrderFee } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { HOUR } from '#contract/time-spans.ts';
import { newReference, timestamp } from '#server/identity.ts';
import { reviveOrder } from '#server/orders/rows/order-states.ts';
import {
  type Customer,
  findOrderByDedupeKey,
  insertOrder,
  type Order,
  otherOrdersOf,
  removed,
} from '#server/orders/rows/orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { logTransition } from '#server/payments/payment-history.ts';
import { recordNetwork, refuseCrowdedNetwork } from '#server/payments/payment-quota.ts';
import {
  isFee,
  type OrderItem,
  peopleIn,
  positioned,
  sumOf,
} from '#server/orders/rows/order-items.ts';
import { insertPayment, latestPaymentOf, type Payment } from '#server/payments/payments.ts';
import { amountDue, describe, nameOf, type Payable } from '#server/orders/rows/payables.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import { refuseTransfer, transferEndFor } from './promised-transfers.ts';

/** A purchase to pay for, with every amount computed by us. */
export type Purchase = {
  /** The organiser who makes this purchase for others. */
  offeredBy: string | undefined;
  /** The same person buying the same thing at the same price has the same key, and so the same order. */
  dedupeKey: string;
  /** The rule for the fee of this purchase. */
  fee: OrderFee;
  productName: string;
  /** All items, fee included: they add up to the amount. */
  items: readonly OrderItem[];
  customer: Customer;
  /** The language of the payer's mails, pages and documents. */
  language: string;
  /** The token in the address of the payer's own page: for a purchase of one person, the page of the participant. */
  pageToken: string;
  /** The end of the personal link whose price this purchase has. */
  invitedUntil?: string;
  /** The refund sent by mistake that this purchase asks for again. */
  undoes?: string;
};

/**
 * The addresses to which the provider sends the payer. In these addresses CHECKOUT_ID is a placeholder for the
 * provider's id of the checkout.
 */
export type ReturnAddresses = {
  /** The origin of this site as the payer reached it. */
  origin: string;
  success: string;
  /** The page of a payment that is complete, whichever provider it was made with. */
  paid: string;
  cancel: string;
};

export type CheckoutOptions = {
  /** Which provider collects the money. */
  provider: ProviderName;
  /** The addresses to which the payer returns. */
  returns: ReturnAddresses;
  /** The network address of the payer. */
  address: string;
};

/** The lifetime of a hosted checkout. Stripe takes 30 minutes to 24 hours. */
export const LIFETIME_MS = HOUR;

/** Inserts the order of a purchase with its first payment. Returns an existing order without a payment. */
export async function createOrder(
  tx: Tx,
  context: PaymentContext,
  purchase: Purchase,
  options: CheckoutOptions,
): Promise<{ order: Order; isNew: boolean; payment: Payment | undefined }> {
  const { order: known, isNew } = await placeOrder(tx, context, purchase);
  if (known.paidPaymentId === undefined) {
    for (const other of await otherOrdersOf(tx, known)) refuseSecondOrder(context, other);
  }
  return {
    order: known,
    isNew,
    payment: isNew ? await createPayment(tx, context, { order: known }, options, 1) : undefined,
  };
}

type OrderContext = Pick<
  PaymentContext,
  'newId' | 'clock' | 'currency' | 'statesTax' | 'referencePrefix'
>;

/** The order that a purchase would make now. */
export function orderOf(context: OrderContext, purchase: Purchase): Order {
  const items = positioned(purchase.items, context.newId);
  return {
    ...purchase,
    id: context.newId(),
    participantIds: peopleIn(items),
    reference: newReference(context.referencePrefix, context.newId()),
    version: 1,
    amountCents: sumOf(items),
    feeCents: sumOf(items.filter(isFee)),
    items,
    statesTax: context.statesTax,
    currency: { ...context.currency, language: purchase.language },
    state: 'AWAITING_PAYMENT',
    paidPaymentId: undefined,
    receiptToken: context.newId(),
    cancelledAt: undefined,
    createdAt: timestamp(context.clock()),
  };
}

/** Inserts the order of a purchase without a payment, or returns the existing order. */
export async function placeOrder(
  tx: Tx,
  context: OrderContext,
  purchase: Purchase,
): Promise<{ order: Order; isNew: boolean }> {
  const order = orderOf(context, purchase);
  const isNew = await insertOrder(tx, order);
  const known = isNew ? order : await findOrderByDedupeKey(tx, purchase.dedupeKey);
  if (!known) throw removed('the order that was there');
  return { order: known, isNew };
}

/** Refuses to sell the same person a second registration. */
export function refuseSecondOrder(context: PaymentContext, other: Order): void {
  if (other.state !== 'CONFIRMED') return;
  throw paidAlready(other.customer.name, other.reference, context.secretary);
}

export function paidAlready(name: string, reference: string, secretary: string): AppError {
  return new AppError('paid-already', 'paidAlready', {
    values: { person: name, reference, contact: secretary },
  });
}

/**
 * Inserts the next attempt to collect the amount due, or finds the attempt that a concurrent request has just
 * inserted; undefined if that attempt pays another payable of the order. Throws if no attempt may begin any more.
 */
export async function createPayment(
  tx: Tx,
  context: PaymentContext,
  payable: Payable,
  options: CheckoutOptions,
  attempt: number,
): Promise<Payment | undefined> {
  const network = await refuseAttempt(tx, context, payable, options);
  const payment = await insertAttempt(tx, context, payable, options, attempt);
  if (payment && options.provider !== 'free') await recordNetwork(tx, context, payment.id, network);
  return payment;
}

/** Throws if no attempt to pay this payable may begin now; returns the payer's network. */
export async function refuseAttempt(
  tx: Tx,
  context: PaymentContext,
  payable: Payable,
  { provider, address }: CheckoutOptions,
): Promise<string> {
  const network = context.quota.networkOf(address);
  await context.admit(tx, payable, network);
  if (provider === 'transfer') await refuseTransfer(tx, context, payable);
  if (provider !== 'free') await refuseCrowdedNetwork(tx, context, network);
  return network;
}

/** Like `createPayment`, for a caller that has called `refuseAttempt`. */
export async function insertAttempt(
  tx: Tx,
  context: PaymentContext,
  payable: Payable,
  { provider, returns }: Omit<CheckoutOptions, 'address'>,
  attempt: number,
): Promise<Payment | undefined> {
  const { order, change } = payable;
  const id = context.newId();
  const createdAt = timestamp(context.clock());
  const expiresAt = await expiryOf(tx, context, payable, provider);
  const made = { id, attempt, createdAt, expiresAt };
  const payment = newPayment(context, payable, { provider, returns }, made);
  if (await insertPayment(tx, payment)) {
    if (!change) await reviveOrder(tx, order.id);
    await logTransition(tx, context, {
      paymentId: id,
      actor: 'checkout',
      from: undefined,
      to: 'NEW',
      evidence: `attempt ${attempt} with ${provider}`,
    });
    return payment;
  }
  return latestPaymentOf(tx, order.id, change?.id);
}

function newPayment(
  context: PaymentContext,
  payable: Payable,
  { provider, returns }: Omit<CheckoutOptions, 'address'>,
  attempted: Pick<Payment, 'id' | 'attempt' | 'createdAt' | 'expiresAt'>,
): Payment {
  const { id, attempt, createdAt, expiresAt } = attempted;
  const { order, change } = payable;
  const words = context.wordsIn(order.language);
  return {
    id,
    orderId: order.id,
    changeId: change?.id,
    attempt,
    provider,
    mode: context.mode,
    account: context.providers.get(provider)?.account,
    idempotencyKey: `pay_${id}_create`,
    request: {
      orderId: order.id,
      paymentId: id,
      invoice: `${order.reference}-${attempt}`,
      amountCents: amountDue(payable),
      currency: order.currency.code,
      productName: `${words.conference.name}: ${nameOf(words, payable)}`,
      description: describe(words, payable),
      customerEmail: order.customer.email,
      // English is also the language of visitors who read no language of the conference.
      ...(order.language !== 'en' && { language: order.language }),
      origin: returns.origin,
      // A free order is paid at once, without a provider's page in between.
      successUrl: provider === 'free' ? returns.paid : returns.success,
      cancelUrl: returns.cancel,
      expiresAt: Math.floor(Date.parse(expiresAt) / 1000),
    },
    ref: undefined,
    checkoutUrl: undefined,
    paymentRef: undefined,
    amountCents: amountDue(payable),
    currency: order.currency,
    state: 'NEW',
    failureCode: undefined,
    declines: 0,
    delayedBy: undefined,
    overpaidCents: asCents(0),
    refundedCents: asCents(0),
    checks: 0,
    createdAt,
    expiresAt,
  };
}

/** The end of an attempt. A transfer that an organiser books without a promise of the payer needs no time. */
async function expiryOf(
  tx: Tx,
  context: PaymentContext,
  payable: Payable,
  provider: ProviderName,
): Promise<string> {
  const now = context.clock();
  if (provider !== 'transfer') return timestamp(now, LIFETIME_MS);
  return (await transferEndFor(tx, context, payable))?.at ?? timestamp(now);
}
