import { centsFromDecimal, centsFromNumber } from '#contract/money.ts';
import {
  type PresentationType,
  presentationTypes,
  type RegistrationType,
} from '#contract/registration-options.ts';
import { Refusal } from '#server/http/refusal.ts';
import { digestOf } from '#server/identity.ts';
import type { ReturnAddresses } from '#server/payment/write-attempt.ts';
import type { Checkout } from '#server/payment/open-checkout.ts';
import type { OrderLine } from '#server/payment/order-lines.ts';
import type { ProviderName } from '#server/payment/payment-provider.ts';
import type { Purchase } from '#server/payment/write-order.ts';
import { startCheckout } from '#server/payment/start-checkout.ts';
import type { Till } from '#server/payment/till.ts';
import { recordRegistration, type RegistrationTools } from './record-registration.ts';
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

/** Opens a checkout for what the wish costs by our own prices. */
export async function payForRegistration(
  till: Till,
  tools: RegistrationTools,
  prices: ReadonlyMap<string, RegistrationPrice>,
  wish: PaymentWish,
  provider: ProviderName,
  returns: ReturnAddresses,
): Promise<Checkout> {
  const price = agreedPrice(prices, wish);
  return startCheckout(
    till,
    purchaseOf(tools, wish, price, new URL(returns.cancel).origin),
    provider,
    returns,
  );
}

/** The price, provided that the visitor saw the same one: nothing is charged that was not shown. */
function agreedPrice(
  prices: ReadonlyMap<string, RegistrationPrice>,
  wish: PaymentWish,
): RegistrationPrice {
  const price = prices.get(wish.priceId);
  if (!price) throw new Refusal('unknown-price', 'Pricing configuration not found');

  const isForThisChoice =
    (wish.presentationType ?? price.presentation) === price.presentation &&
    (wish.registrationType ?? price.registration) === price.registration &&
    (price.registration === 'registration' ||
      ((wish.nights ?? price.nights) === price.nights &&
        (wish.guests ?? price.guests) === price.guests));
  const isShownTotal =
    wish.shownTotal === undefined || centsOf(wish.shownTotal) === price.totalCents;
  if (!isForThisChoice || !isShownTotal) {
    throw new Refusal('price-changed', 'The price has changed, please reload');
  }
  if ((wish.quantity ?? 1) !== 1 || (wish.currency ?? 'eur').toLowerCase() !== 'eur') {
    throw new Refusal('bad-request', 'Registrations are sold one by one, in euros.', {
      fields: ['quantity', 'currency'],
    });
  }
  return price;
}

function purchaseOf(
  tools: RegistrationTools,
  wish: PaymentWish,
  price: RegistrationPrice,
  origin: string,
): Purchase {
  const { name, phone, email, country, institute } = wish;
  const registrant = { ...wish, presentationType: price.presentation };
  return {
    kind: 'registration',
    contentKey: digestOf('registration-order', {
      name,
      phone,
      email: email.toLowerCase(),
      institute,
      country,
      price: price.id,
      totalCents: price.totalCents,
    }),
    subject: {
      find: (tx) => findRegistrationId(tx, registrant, price.registration),
      complete: (tx, id) => completeRegistration(tx, id, price.registration, wish),
      write: (tx, id) =>
        recordRegistration(
          tools,
          tx,
          { ...registrant, registrationType: price.registration, id },
          origin,
        ),
    },
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
