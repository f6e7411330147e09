import { centsFromDecimal, centsFromNumber } from '#contract/money.ts';
import {
  type PresentationType,
  presentationTypes,
  type RegistrationType,
} from '#contract/registration-options.ts';
import { AppError } from '#server/errors.ts';
import { digestOf } from '#server/identity.ts';
import { type Checkout, checkout, routeOf, underPaymentQuota } from '#server/payments/checkout.ts';
import { createOrder, type Purchase, type ReturnAddresses } from '#server/payments/create-order.ts';
import { type OrderLine, removed } from '#server/payments/orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import { recordRegistration, type RegistrationDeps } from './register.ts';
import type { RegistrationPrice } from './registration-price.ts';
import {
  completeRegistration,
  type Extras,
  findRegistrationId,
  type Registrant,
} from './registrations.ts';

/** A wish to pay, as the page states it. What it says of the price is only compared. */
export type PaymentWish = Omit<Registrant, 'presentationType'> &
  Partial<Extras> & {
    priceId: string;
    /** What the visitor chose, where the call says so; it has to be what the price is for. */
    presentationType: PresentationType | undefined;
    registrationType: RegistrationType | undefined;
    /** Absent where the page left them out; without a room they do not count. */
    nights: number | undefined;
    guests: number | undefined;
    orderReference: string | undefined;
    /** The total the visitor was shown: euros as a number or decimal text. */
    shownTotal: number | string | undefined;
    quantity: number | undefined;
    currency: string | undefined;
  };

/**
 * Opens a checkout for what the wish costs by our own prices. One transaction finds or inserts the registration and creates
 * the order and its first payment; only then is the provider asked.
 */
export async function payForRegistration(
  context: PaymentContext,
  deps: RegistrationDeps,
  prices: ReadonlyMap<string, RegistrationPrice>,
  wish: PaymentWish,
  wanted: ProviderName,
  returns: ReturnAddresses,
): Promise<Checkout> {
  const price = agreedPrice(prices, wish);
  const purchase = purchaseOf(wish, price);
  const route = routeOf(context, price.totalCents, wanted, returns);
  const { presentation: presentationType, registration: registrationType } = price;
  const registrant = { ...wish, presentationType, registrationType };

  const { order, payment } = await underPaymentQuota(context, route, purchase.dedupeKey, () =>
    context.db.groupCommit.run(purchase.dedupeKey, async (tx) => {
      const knownId = await findRegistrationId(tx, registrant, registrationType);
      const subjectId = knownId ?? context.newId();
      const created = await createOrder(tx, context, { ...purchase, subjectId }, route);
      if (created.payment === undefined) {
        // The order was there already. Once it is paid, its registration does not change any more.
        const { paidPaymentId, subjectId: id } = created.order;
        if (paidPaymentId === undefined) await completeRegistration(tx, id, registrationType, wish);
      } else if (knownId === undefined) {
        await recordRegistration(deps, tx, { ...registrant, id: subjectId }, returns.origin);
      } else if (!(await completeRegistration(tx, knownId, registrationType, wish))) {
        throw removed(`the registration ${knownId}`);
      }
      return created;
    }),
  );
  return checkout(context, order, payment, route);
}

/** The price, if the visitor was shown the same one: nothing is charged that was not shown. */
function agreedPrice(
  prices: ReadonlyMap<string, RegistrationPrice>,
  wish: PaymentWish,
): RegistrationPrice {
  const price = prices.get(wish.priceId);
  if (!price) throw new AppError('unknown-price', 'Pricing configuration not found');

  const isForThisChoice =
    (wish.presentationType ?? price.presentation) === price.presentation &&
    (wish.registrationType ?? price.registration) === price.registration &&
    (price.registration === 'registration' ||
      ((wish.nights ?? price.nights) === price.nights &&
        (wish.guests ?? price.guests) === price.guests));
  const isShownTotal =
    wish.shownTotal === undefined || centsOf(wish.shownTotal) === price.totalCents;
  if (!isForThisChoice || !isShownTotal) {
    throw new AppError('price-changed', 'The price has changed, please reload');
  }
  if ((wish.quantity ?? 1) !== 1 || (wish.currency ?? 'eur').toLowerCase() !== 'eur') {
    throw new AppError('bad-request', 'Registrations are sold one by one, in euros.', {
      fields: ['quantity', 'currency'],
    });
  }
  return price;
}

function purchaseOf(wish: PaymentWish, price: RegistrationPrice): Purchase {
  const { name, phone, email, country, institute } = wish;
  return {
    kind: 'registration',
    dedupeKey: digestOf('registration-order', {
      name,
      phone,
      email: email.toLowerCase(),
      institute,
      country,
      price: price.id,
      totalCents: price.totalCents,
    }),
    amountCents: price.totalCents,
    feeCents: price.feeCents,
    productName: `${presentationTypes[price.presentation].label} registration`,
    lines: linesOf(price),
    priceSnapshot: { ...price },
    customer: { name, email, phone, institute, country },
    orderReference: wish.orderReference,
  };
}

function linesOf(price: RegistrationPrice): OrderLine[] {
  const part = presentationTypes[price.presentation].label;
  return [
    { words: `Registration as ${part.toLowerCase()}`, cents: price.presentationCents },
    ...(price.registration === 'stay'
      ? [
          {
            words: `Room, ${count(price.nights, 'night')}, ${count(price.guests, 'guest')}`,
            cents: price.roomCents,
          },
        ]
      : []),
    { words: `Processing fee of ${price.feePercent} %`, cents: price.feeCents },
  ];
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function centsOf(amount: number | string) {
  return typeof amount === 'number' ? centsFromNumber(amount) : centsFromDecimal(amount);
}
