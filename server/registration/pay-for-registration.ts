import { centsFromDecimal, centsFromNumber } from '#contract/money.ts';
import type { Prices } from '#contract/content.ts';
import type { RegistrationType } from '#contract/registration-options.ts';
import type { Requested } from '#contract/answers.ts';
import { lockKey } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { timestamp } from '#server/identity.ts';
import {
  type Checkout,
  checkout,
  checkoutOptions,
  reservePayment,
} from '#server/payments/checkout.ts';
import { type CheckoutOptions, createOrder, type Purchase } from '#server/orders/place-order.ts';
import { type Order, removed } from '#server/orders/orders.ts';
import { toPay } from '#server/orders/payment-links.ts';
import { isIn, type PaymentContext } from '#server/payments/payment-context.ts';
import type { Payment } from '#server/payments/payments.ts';
import { registrationOrderKey } from '#server/orders/purchase-key.ts';
import { addOrderToMail, recordRegistration, type RegistrationDeps } from './register.ts';
import { feeItem } from '#server/orders/order-items.ts';
import { itemsOf, productNameOf } from '#server/orders/registration-items.ts';
import { findPrice, type RegistrationPrice } from '#server/orders/registration-price.ts';
import {
  completeRegistration,
  dedupeKeyOf,
  findRegistration,
  type Participant,
  type Registrant,
} from '#server/orders/participants.ts';

/** The page's request after a click on a payment button. The price in the request is only compared with ours. */
export type PaymentInput = Omit<Registrant, 'presentationType'> &
  Requested & {
    priceId: string;
    /** The visitor's choice, if the request has one. It has to be the choice of `priceId`. */
    presentationType?: string;
    registrationType?: RegistrationType;
    /** Nights and guests of the room; absent if the page left them out, and ignored without a room. */
    nights?: number | undefined;
    guests?: number | undefined;
    orderReference?: string | undefined;
    /** The total the visitor was shown, as a number or decimal text. */
    shownTotal?: number | string | undefined;
    quantity?: number | undefined;
    currency?: string | undefined;
  };

/**
 * Opens a checkout for the registration at our own price. One transaction finds or inserts the registration and creates
 * the order and its first payment; only then is the provider asked.
 */
export async function payForRegistration(
  context: PaymentContext,
  deps: RegistrationDeps,
  input: PaymentInput,
  wanted: CheckoutOptions,
): Promise<Checkout> {
  const price = agreedPrice(context, deps.prices, input);
  const options = checkoutOptions(context, price.totalCents, wanted);
  const { order, payment } = await orderRegistration(context, deps, input, price, options);
  return checkout(context, { order }, payment, options);
}

async function orderRegistration(
  context: PaymentContext,
  deps: RegistrationDeps,
  input: PaymentInput,
  price: RegistrationPrice,
  options: CheckoutOptions,
): Promise<{ order: Order; payment: Payment | undefined }> {
  const dedupeKey = registrationOrderKey(input, price);
  const { presentation: presentationType, registration: registrationType } = price;
  const registrant = { ...input, presentationType, registrationType };

  const personKey = dedupeKeyOf(registrant);
  using _place = await reservePayment(context, options, dedupeKey);
  const ordered = await context.commit(async (tx) => {
    await lockKey(tx, personKey);
    const known = await findRegistration(tx, registrant, registrationType);
    const participant = known ?? { id: context.newId(), pageToken: context.newId() };
    const purchase = purchaseOf(deps.prices, input, price, participant);
    const created = await createOrder(tx, context, { ...purchase, dedupeKey }, options);
    const { origin } = options.returns;
    if (created.payment === undefined) {
      // The order existed already. Once it is paid, its registration does not change any more.
      const {
        paidPaymentId,
        participantIds: [id = ''],
      } = created.order;
      // An erased registration has nothing to complete.
      if (paidPaymentId === undefined) await completeRegistration(tx, id, registrationType, input);
    } else if (known === undefined) {
      const registration = { ...registrant, ...participant };
      const where = { origin, toPay: await toPay(tx, context, created, origin) };
      await recordRegistration(deps, tx, registration, where);
    } else if (await completeRegistration(tx, known.id, registrationType, input)) {
      const where = { origin, toPay: await toPay(tx, context, created, origin) };
      await addOrderToMail(deps, tx, known.id, where);
    } else {
      throw removed(`the registration ${known.id}`);
    }
    return created;
  });
  return ordered;
}

/** The price, if the visitor was shown the same price: no other amount may be charged. */
function agreedPrice(
  context: PaymentContext,
  prices: Prices,
  input: PaymentInput,
): RegistrationPrice {
  const price = findPrice(prices, input.priceId, timestamp(context.clock()));
  if (!price) throw new AppError('unknown-price', 'Pricing configuration not found');

  const isForThisChoice =
    (input.presentationType ?? price.presentation) === price.presentation &&
    (input.registrationType ?? price.registration) === price.registration &&
    (price.registration === 'registration' ||
      ((input.nights ?? price.nights) === price.nights &&
        (input.guests ?? price.guests) === price.guests));
  const isShownTotal =
    input.shownTotal === undefined || centsOf(input.shownTotal, prices) === price.totalCents;
  if (!isForThisChoice || !isShownTotal) {
    throw new AppError('price-changed', 'The price has changed, please reload');
  }
  if ((input.quantity ?? 1) !== 1 || !isIn(context, input.currency)) {
    throw new AppError(
      'bad-request',
      `Registrations are sold one by one, in ${context.currency.code}.`,
      {
        fields: ['quantity', 'currency'],
      },
    );
  }
  return price;
}

function purchaseOf(
  { fee, currency }: Prices,
  input: PaymentInput,
  price: RegistrationPrice,
  { id, pageToken }: Pick<Participant, 'id' | 'pageToken'>,
): Omit<Purchase, 'dedupeKey'> {
  const { name, phone, email, country, institute } = input;
  return {
    offeredBy: undefined,
    fee,
    productName: productNameOf(price.label),
    items: [...itemsOf(price, id), ...feeItem(fee, price.feeCents, currency)],
    customer: { name, email, phone, institute, country },
    orderReference: input.orderReference,
    pageToken,
  };
}

function centsOf(amount: number | string, { currency }: Prices) {
  return typeof amount === 'number'
    ? centsFromNumber(amount, currency)
    : centsFromDecimal(amount, currency);
}
