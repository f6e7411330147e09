import { asCents, type Cents, feeWithin } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, digestOf, type NewId, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { type Checkout, checkout, routeOf, underPaymentQuota } from '#server/payments/checkout.ts';
import { createOrder, type Purchase, type ReturnAddresses } from '#server/payments/create-order.ts';
import type { Customer } from '#server/payments/orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import { discountReceived } from './discount-mails.ts';
import { countDiscounts, type DiscountRegistration, insertDiscount } from './discounts.ts';

/** What recording discount registrations needs besides a transaction. */
export type DiscountDeps = {
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  /** Off for load tests: the limit of a mail address does not count. */
  isLimited: boolean;
};

/** A wish to pay an agreed amount: the total with the fee, as the payer saw it. */
export type DiscountWish = {
  customer: Customer;
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
  wish: DiscountWish,
  feePercent: number,
  wanted: ProviderName,
  returns: ReturnAddresses,
): Promise<Checkout> {
  const totalCents = agreedTotal(wish);
  const purchase = purchaseOf(wish, totalCents, feePercent);
  const route = routeOf(context, totalCents, wanted, returns);
  const { customer, description } = wish;

  const { order, payment } = await underPaymentQuota(context, route, purchase.dedupeKey, () =>
    context.db.groupCommit.run(purchase.dedupeKey, async (tx) => {
      const id = context.newId();
      const created = await createOrder(tx, context, { ...purchase, subjectId: id }, route);
      if (created.payment !== undefined) {
        const discount = { ...customer, id, description, amountCents: totalCents };
        await recordDiscount(deps, tx, discount, returns.origin);
      }
      return created;
    }),
  );
  return checkout(context, order, payment, route);
}

function purchaseOf(
  { customer, description, orderReference }: DiscountWish,
  totalCents: Cents,
  feePercent: number,
): Purchase {
  const feeCents = feeWithin(totalCents, feePercent);
  return {
    kind: 'discount',
    dedupeKey: digestOf('discount-order', {
      ...customer,
      email: customer.email.toLowerCase(),
      description,
      totalCents,
    }),
    amountCents: totalCents,
    feeCents,
    productName: 'Discount registration',
    lines: [
      { words: description, cents: asCents(totalCents - feeCents) },
      { words: `Processing fee of ${feePercent} %`, cents: feeCents },
    ],
    priceSnapshot: { description, totalCents, feePercent },
    customer,
    orderReference,
  };
}

function agreedTotal({ totalCents, quantity, currency }: DiscountWish): Cents {
  if (totalCents === undefined || totalCents < LEAST_CENTS || totalCents > MOST_CENTS) {
    throw new AppError('bad-request', 'Please enter a valid discount amount', {
      fields: ['amount'],
    });
  }
  if ((quantity ?? 1) !== 1 || (currency ?? 'eur').toLowerCase() !== 'eur') {
    throw new AppError('bad-request', 'Payments are made one by one, in euros.', {
      fields: ['quantity', 'currency'],
    });
  }
  return totalCents;
}

const DAY = 24 * 60 * 60_000;
/** Each is an amount that was agreed with the organisers, so nobody needs many. */
const MOST_PER_PAYER_AND_DAY = 10;

/** Inserts a discount registration together with its mails; `origin` is the site that the mail links to. */
async function recordDiscount(
  { clock, newId, mailLayout, isLimited }: DiscountDeps,
  tx: Tx,
  discount: Omit<DiscountRegistration, 'createdAt'>,
  origin: string,
): Promise<void> {
  const now = clock();
  if (isLimited) await refuseBusyPayer(tx, now, discount.email);
  const recorded = { ...discount, createdAt: timestamp(now) };
  await insertDiscount(tx, recorded);
  await postMessages(tx, discountReceived(mailLayout, recorded, origin), newId, now);
}

async function refuseBusyPayer(tx: Tx, now: Date, email: string): Promise<void> {
  const count = await countDiscounts(tx, timestamp(now, -DAY), email);
  if (count < MOST_PER_PAYER_AND_DAY) return;
  throw new AppError(
    'too-many-requests',
    'Many payments were begun with this e-mail address today. Please try again tomorrow, or write to us.',
    { retryAfter: 60 * 60 },
  );
}
