import { asCents, type Cents, feeWithin } from '#contract/money.ts';
import { Refusal } from '#server/http/refusal.ts';
import { digestOf } from '#server/identity.ts';
import type { ReturnAddresses } from '#server/payment/write-attempt.ts';
import type { Customer } from '#server/payment/orders.ts';
import type { Checkout } from '#server/payment/open-checkout.ts';
import type { ProviderName } from '#server/payment/payment-provider.ts';
import { startCheckout } from '#server/payment/start-checkout.ts';
import type { Till } from '#server/payment/till.ts';
import { type DiscountTools, recordDiscount } from './record-discount.ts';

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

/** Opens a checkout for exactly the total that the payer chose; the fee in it is only split off for the books. */
export function payDiscount(
  till: Till,
  tools: DiscountTools,
  wish: DiscountWish,
  feePercent: number,
  provider: ProviderName,
  returns: ReturnAddresses,
): Promise<Checkout> {
  const totalCents = agreedTotal(wish);
  const { customer, description } = wish;
  const feeCents = feeWithin(totalCents, feePercent);
  return startCheckout(
    till,
    {
      kind: 'discount',
      contentKey: digestOf('discount-order', {
        ...customer,
        email: customer.email.toLowerCase(),
        description,
        totalCents,
      }),
      subject: {
        find: async () => undefined,
        complete: async () => true,
        write: (tx, id) =>
          recordDiscount(
            tools,
            tx,
            { ...customer, id, description, amountCents: totalCents },
            new URL(returns.cancel).origin,
          ),
      },
      amountCents: totalCents,
      feeCents,
      productName: 'Discount registration',
      lines: [
        { words: description, cents: asCents(totalCents - feeCents) },
        { words: `Processing fee of ${feePercent} %`, cents: feeCents },
      ],
      priceSnapshot: { description, totalCents, feePercent },
      customer,
      orderReference: wish.orderReference,
    },
    provider,
    returns,
  );
}

function agreedTotal({ totalCents, quantity, currency }: DiscountWish): Cents {
  if (totalCents === undefined || totalCents < LEAST_CENTS || totalCents > MOST_CENTS) {
    throw new Refusal('bad-request', 'Please enter a valid discount amount', {
      fields: ['amount'],
    });
  }
  if ((quantity ?? 1) !== 1 || (currency ?? 'eur').toLowerCase() !== 'eur') {
    throw new Refusal('bad-request', 'Payments are made one by one, in euros.', {
      fields: ['quantity', 'currency'],
    });
  }
  return totalCents;
}
