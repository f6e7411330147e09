import { asCents, type Cents, type Fee, feeWithin } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import {
  type Checkout,
  checkout,
  checkoutOptions,
  reservePayment,
} from '#server/payments/checkout.ts';
import { type CheckoutOptions, createOrder, type Purchase } from '#server/orders/place-order.ts';
import { AGREED_AMOUNT, feeItem } from '#server/orders/order-items.ts';
import type { Customer, Order } from '#server/orders/orders.ts';
import { isIn, type PaymentContext } from '#server/payments/payment-context.ts';
import { goodLinkOf, payableBy, type ToPay } from '#server/orders/payment-links.ts';
import type { Payment } from '#server/payments/payments.ts';
import { type DiscountRegistration, discountReceived } from './discount-mails.ts';
import { countParticipants, insertParticipant } from '#server/orders/participants.ts';
import { discountOrderKey } from '#server/orders/purchase-key.ts';

/** What recording discount registrations needs besides a transaction. */
export type DiscountDeps = {
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  /** Off for load tests: a mail address may get any number of mails. */
  isLimited: boolean;
};

/** What the page sends: an agreed amount, the total with the fee as the payer saw it. */
export type DiscountInput = {
  customer: Customer;
  /** What the payer wrote, empty if the call does not carry it. */
  description: string;
  totalCents: Cents | undefined;
  orderReference: string | undefined;
  quantity: number | undefined;
  currency: string | undefined;
};

/** Stripe takes no less than 0.50; above 10,000.00 somebody has mistyped. */
const LEAST_CENTS = 50;
const MOST_CENTS = 1_000_000;

/** Opens a checkout for exactly the total that the payer chose; the fee in it is only split off for the accounts. */
export async function payDiscount(
  context: PaymentContext,
  deps: DiscountDeps,
  input: DiscountInput,
  fee: Fee,
  wanted: CheckoutOptions,
): Promise<Checkout> {
  const totalCents = agreedTotal(context, input);
  const options = checkoutOptions(context, totalCents, wanted);
  const purchaseFor = (id: string) => purchaseOf(context, input, { totalCents, fee, id });
  const { order, payment } = await orderDiscount(context, deps, input, purchaseFor, options);
  return checkout(context, { order }, payment, options);
}

async function orderDiscount(
  context: PaymentContext,
  deps: DiscountDeps,
  { customer, description }: DiscountInput,
  purchaseFor: (participantId: string) => Purchase,
  options: CheckoutOptions,
): Promise<{ order: Order; payment: Payment | undefined }> {
  const { dedupeKey } = purchaseFor('');
  using _place = await reservePayment(context, options, dedupeKey);
  const ordered = await context.commit(async (tx) => {
    const id = context.newId();
    const created = await createOrder(tx, context, purchaseFor(id), options);
    if (created.payment !== undefined) {
      const { amountCents } = created.order;
      const discount = { ...customer, id, description, amountCents };
      const link = await goodLinkOf(tx, context, created.order);
      const toPay = payableBy(link, created, context, options.returns.origin);
      await recordDiscount(deps, tx, discount, toPay);
    }
    return created;
  });
  return ordered;
}

function purchaseOf(
  { currency }: PaymentContext,
  { customer, description, orderReference }: DiscountInput,
  { totalCents, fee, id }: { totalCents: Cents; fee: Fee; id: string },
): Purchase {
  const feeCents = feeWithin(totalCents, fee);
  return {
    offeredBy: undefined,
    dedupeKey: discountOrderKey(customer, { description, totalCents }),
    fee,
    productName: AGREED_AMOUNT,
    items: [
      {
        kind: 'agreed',
        item: '',
        label: '',
        participantId: id,
        ...(description !== '' && { statedByPayer: description }),
        quantity: 1,
        unitCents: asCents(totalCents - feeCents),
      },
      ...feeItem(fee, feeCents, currency),
    ],
    customer,
    orderReference,
  };
}

function agreedTotal(context: PaymentContext, input: DiscountInput): Cents {
  const { totalCents, quantity, currency } = input;
  if (totalCents === undefined || totalCents < LEAST_CENTS || totalCents > MOST_CENTS) {
    throw new AppError('bad-request', 'Please enter a valid discount amount', {
      fields: ['amount'],
    });
  }
  if ((quantity ?? 1) !== 1 || !isIn(context, currency)) {
    throw new AppError(
      'bad-request',
      `Payments are made one by one, in ${context.currency.code}.`,
      {
        fields: ['quantity', 'currency'],
      },
    );
  }
  return totalCents;
}

const DAY = 24 * 60 * 60_000;
/** Each is an amount that was agreed with the organisers, so nobody needs many. */
const MOST_MAILS_PER_DAY = 10;

/**
 * Inserts a discount registration together with its mails. A mail address that many of them name today gets no more mails,
 * but nobody is refused for what others typed.
 */
async function recordDiscount(
  { clock, newId, mailLayout, isLimited }: DiscountDeps,
  tx: Tx,
  discount: DiscountRegistration,
  toPay: ToPay,
): Promise<void> {
  const now = clock();
  const today = await countParticipants(tx, {
    since: timestamp(now, -DAY),
    email: discount.email,
    isAgreed: true,
  });
  await insertParticipant(tx, {
    ...discount,
    presentationType: undefined,
    registrationType: undefined,
    createdAt: timestamp(now),
  });
  if (isLimited && today >= MOST_MAILS_PER_DAY) return;
  await postMessages(tx, discountReceived(mailLayout, discount, toPay), newId, now);
}
