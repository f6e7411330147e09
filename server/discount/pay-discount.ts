import type { Prices } from '#contract/content.ts';
import { asCents, type Cents, feeWithin, moneyText } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import {
  type Checkout,
  checkoutOfForm,
  checkoutOptions,
  isConfirmedByMail,
  reservePayment,
} from '#server/payments/checkout.ts';
import {
  type CheckoutOptions,
  createOrder,
  type Purchase,
} from '#server/orders/sell/place-order.ts';
import { feeIn, feeItem } from '#server/orders/rows/order-items.ts';
import type { Customer, Order } from '#server/orders/rows/orders.ts';
import { isPayableAgreed } from '#server/payments/offered-ways.ts';
import { isIn, type PaymentContext } from '#server/payments/payment-context.ts';
import { goodLinkOf, payableBy, type ToPay } from '#server/orders/rows/payment-links.ts';
import type { Payment } from '#server/payments/payments.ts';
import { registrationReceived } from '#server/orders/sell/mails.ts';
import { insertParticipant, type Participant } from '#server/orders/rows/participants.ts';
import { discountOrderKey } from '#server/orders/rows/purchase-key.ts';

/** The dependencies for recording discount registrations, besides a transaction. */
export type DiscountDeps = {
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
};

/** The part of prices.yaml that agreed amounts follow. */
export type DiscountPrices = Pick<Prices, 'fee' | 'taxBasisPoints' | 'words'>;

/** The page's request. `totalCents` is the agreed amount with the fee, as the payer saw it. */
export type DiscountInput = {
  customer: Customer;
  /** The payer's text; empty if the call has none. */
  description: string;
  totalCents: Cents | undefined;
  quantity: number | undefined;
  currency: string | undefined;
};

/** Opens a checkout for exactly the total that the payer chose. The total includes the fee, which becomes an item. */
export async function payDiscount(
  context: PaymentContext,
  deps: DiscountDeps,
  input: DiscountInput,
  prices: DiscountPrices,
  wanted: CheckoutOptions,
): Promise<Checkout> {
  const totalCents = agreedTotal(context, input);
  const options = checkoutOptions(context, totalCents, wanted);
  const { language } = deps.mailLayout;
  const purchaseFor = (participant: NewParticipant) =>
    purchaseOf(context, input, { totalCents, prices, participant, language });
  const { order, payment } = await orderDiscount(context, deps, input, purchaseFor, options);
  return checkoutOfForm(context, order, payment, options);
}

async function orderDiscount(
  context: PaymentContext,
  deps: DiscountDeps,
  { customer, description }: DiscountInput,
  purchaseFor: (participant: NewParticipant) => Purchase,
  options: CheckoutOptions,
): Promise<{ order: Order; payment: Payment | undefined }> {
  const participant = { id: context.newId(), pageToken: context.newId() };
  const purchase = purchaseFor(participant);
  using _place = await reservePayment(context, options, purchase.dedupeKey);
  const ordered = await context.commit(async (tx) => {
    const created = await createOrder(tx, context, purchase, options);
    if (created.payment !== undefined) {
      const { amountCents } = created.order;
      const discount = { ...customer, ...participant, description, amountCents };
      const link = await goodLinkOf(tx, context, created.order);
      const toPay = payableBy(link, created, context, options.returns.origin);
      const isConfirming = isConfirmedByMail(options);
      await recordDiscount(deps, tx, discount, { toPay, isConfirming });
    }
    return created;
  });
  return ordered;
}

type Sold = {
  totalCents: Cents;
  prices: DiscountPrices;
  participant: NewParticipant;
  language: string;
};

function purchaseOf(
  { currency }: PaymentContext,
  { customer, description }: DiscountInput,
  { totalCents, prices, participant, language }: Sold,
): Purchase {
  const { taxBasisPoints, words } = prices;
  const fee = feeIn(prices);
  const feeCents = feeWithin(totalCents, fee, currency);
  return {
    offeredBy: undefined,
    dedupeKey: discountOrderKey(customer, { description, totalCents }),
    fee,
    productName: words.orders.agreed,
    items: [
      {
        kind: 'agreed',
        item: '',
        label: '',
        words: words.orders.agreed,
        participantId: participant.id,
        ...(description !== '' && { statedByPayer: description }),
        quantity: 1,
        unitCents: asCents(totalCents - feeCents),
        taxBasisPoints,
      },
      ...feeItem(fee, feeCents, { ...currency, language }),
    ],
    customer,
    language,
    pageToken: participant.pageToken,
  };
}

function agreedTotal(context: PaymentContext, input: DiscountInput): Cents {
  const { totalCents, quantity, currency } = input;
  if (totalCents === undefined || !isPayableAgreed(context.currency, totalCents)) {
    throw new AppError('bad-request', 'discountAmount', {
      fields: ['amount'],
    });
  }
  if ((quantity ?? 1) !== 1 || !isIn(context, currency)) {
    throw new AppError('bad-request', 'paymentsOneByOne', {
      values: { currency: context.currency.code },
      fields: ['quantity', 'currency'],
    });
  }
  return totalCents;
}

type NewParticipant = Pick<Participant, 'id' | 'pageToken'>;

/** A payer of an amount that was agreed with the organisers. */
type DiscountRegistration = Customer & NewParticipant & { description: string; amountCents: Cents };

/** Inserts a discount registration together with its mails. */
async function recordDiscount(
  { clock, newId, mailLayout }: DiscountDeps,
  tx: Tx,
  discount: DiscountRegistration,
  { toPay, isConfirming }: { toPay: ToPay; isConfirming: boolean },
): Promise<void> {
  const now = clock();
  await insertParticipant(tx, {
    ...discount,
    presentationType: undefined,
    registrationType: undefined,
    language: mailLayout.language,
    createdAt: timestamp(now),
  });
  const { description, amountCents } = discount;
  const amount = moneyText(amountCents, toPay.order.currency);
  const mails = registrationReceived(mailLayout, discount, {
    toPay,
    isConfirming,
    now,
    chosenIn: ({ words: { labels } }) => [
      ...(description === '' ? [] : [{ label: labels.statedByPayer, text: description }]),
      { label: labels.total, text: amount, isAmount: true, isSum: true },
    ],
  });
  await postMessages(tx, { newId, clock: () => now }, ...mails);
}
