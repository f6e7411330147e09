import { centsFromDecimal, centsFromNumber } from '#contract/money.ts';
import type { Prices } from '#contract/content.ts';
import type { RegistrationType } from '#contract/registration-options.ts';
import { withIncluded } from '#contract/content/combinations.ts';
import { AppError } from '#server/errors.ts';
import { timestamp } from '#server/identity.ts';
import {
  type Checkout,
  checkoutOfForm,
  checkoutOptions,
  isConfirmedByMail,
  reservePayment,
} from '#server/payments/checkout.ts';
import { type CheckoutOptions, createOrder } from '#server/orders/sell/place-order.ts';
import { isIn, type PaymentContext } from '#server/payments/payment-context.ts';
import type { FindMemberKey } from '#server/orders/sell/price-needs.ts';
import { registrationOrderKey } from '#server/orders/rows/purchase-key.ts';
import { refuseCombination } from '#server/orders/sell/refuse-combination.ts';
import {
  choiceOfPrice,
  findPrice,
  type RegistrationPrice,
} from '#server/orders/sell/registration-price.ts';
import { orderRegistration, type Registering } from './order-registration.ts';
import type { RegistrationDeps } from './register.ts';

/** The page's request after a click on a payment button. The price in the request is only compared with ours. */
export type PaymentInput = Registering & {
  priceId: string;
  /** The visitor's choice, if the request has one. It has to be the choice of `priceId`. */
  presentationType?: string;
  registrationType?: RegistrationType;
  /** Nights and guests of the room; absent if the page left them out, and ignored without a room. */
  nights?: number | undefined;
  guests?: number | undefined;
  /** The total the visitor was shown, as a number or decimal text. */
  shownTotal?: number | string | undefined;
  quantity?: number | undefined;
  membershipNumber?: string | undefined;
  currency?: string | undefined;
};

/**
 * Opens a checkout for the registration at our own price. One transaction finds or inserts the registration and creates
 * the order and its first payment; only then is the provider asked.
 */
export async function payForRegistration(
  context: PaymentContext,
  deps: RegistrationDeps & { findMemberKey: FindMemberKey },
  typed: PaymentInput,
  wanted: CheckoutOptions,
): Promise<Checkout> {
  const price = agreedPrice(context, deps.prices, typed);
  const { membershipNumber: number, email } = typed;
  const { address } = wanted;
  const memberKey = await deps.findMemberKey(context.db, price.presentation, {
    number,
    email,
    address,
  });
  const input = { ...typed, memberKey };
  const options = checkoutOptions(context, price.totalCents, wanted);
  const { order, payment } = await orderWithPayment(context, deps, input, price, options);
  return checkoutOfForm(context, order, payment, options);
}

async function orderWithPayment(
  context: PaymentContext,
  deps: RegistrationDeps,
  input: PaymentInput,
  price: RegistrationPrice,
  options: CheckoutOptions,
) {
  const { origin } = options.returns;
  const isConfirming = isConfirmedByMail(options);
  using _place = await reservePayment(
    context,
    options,
    registrationOrderKey(input, price, input.memberKey),
  );
  // Awaited here, because the reservation ends with this function.
  return await context.commit((tx) =>
    orderRegistration(tx, { context, deps }, input, { price, origin, isConfirming }, (purchase) =>
      createOrder(tx, context, purchase, options),
    ),
  );
}

/** The price, if the visitor was shown the same price: no other amount may be charged. */
function agreedPrice(
  context: PaymentContext,
  prices: Prices,
  input: PaymentInput,
): RegistrationPrice {
  const price = findPrice(prices, input.priceId, timestamp(context.clock()));
  if (!price) throw new AppError('unknown-price', 'unknownPrice');
  const choice = choiceOfPrice(price);
  refuseCombination(prices, choice);

  const isForThisChoice =
    (input.presentationType ?? price.presentation) === price.presentation &&
    (input.registrationType ?? price.registration) === price.registration &&
    (price.registration === 'registration' ||
      ((input.nights ?? price.nights) === price.nights &&
        (input.guests ?? price.guests) === price.guests));
  const isShownTotal =
    input.shownTotal === undefined || centsOf(input.shownTotal, prices) === price.totalCents;
  // A page that was opened before may not know what its type includes by now.
  const isWhole = withIncluded(prices, choice) === choice;
  if (!isForThisChoice || !isShownTotal || !isWhole) {
    throw new AppError('price-changed', 'priceChanged');
  }
  if ((input.quantity ?? 1) !== 1 || !isIn(context, input.currency)) {
    throw new AppError('bad-request', 'oneByOne', {
      values: { currency: context.currency.code },
      fields: ['quantity', 'currency'],
    });
  }
  return price;
}

function centsOf(amount: number | string, { currency }: Prices) {
  return typeof amount === 'number'
    ? centsFromNumber(amount, currency)
    : centsFromDecimal(amount, currency);
}
