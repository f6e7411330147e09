import type { RequestOf } from '#contract/call.ts';
import { centsFromNumber } from '#contract/money.ts';
import type { createCheckoutSession, createPaypalOrder } from '#contract/payment.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { presentationTypes, registrationTypes } from '#contract/registration-options.ts';
import type { register } from '#contract/registration.ts';
import { honeypotOf } from '#site/forms/honeypot.ts';
import { count, roomNote } from './bill.ts';
import { hasRoom, noRoom, presentationTypeOf, registrationTypeOf } from './pricing-question.ts';
import { extraNightsOf, personOnWire, type RegistrationEntry } from './registration-fields.ts';

/** A price with an id. */
export type Price = PricingOptionAsRead & { id: string | number };

export function registrationOf(entry: RegistrationEntry): RequestOf<typeof register>['body'] {
  return {
    ...personOnWire(entry),
    registrationType: wordsOf(entry).registration.wire,
    presentationType: wordsOf(entry).presentation.register,
    ...honeypotOf(entry),
  };
}

/** The conference, the origin and the time of a payment. */
export type Occasion = { conference: string; origin: string; now: number };

export function cardRequestOf(
  entry: RegistrationEntry,
  price: Price,
  { conference, origin, now }: Occasion,
): RequestOf<typeof createCheckoutSession> {
  const { registration, presentation } = wordsOf(entry);
  const room = hasRoom(entry) ? entry : noRoom;
  return {
    query: { pricingConfigId: price.id },
    body: {
      productName: `${conference}: ${presentation.label}`,
      description: registration.label,
      orderReference: `REG-${now}${entry.name.replace(/\s/g, '')}`,
      ...(price.totalPrice !== undefined && { unitAmount: price.totalPrice }),
      quantity: 1,
      currency: 'eur',
      // Built as text, because the provider looks for the braces, which a URL object would encode.
      successUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}/payment-cancel`,
      pricingConfigId: price.id,
      ...personOnWire(entry),
      registrationType: registration.wire,
      presentationType: presentation.pricing,
      accompanyingPerson: room.accompanyingPerson,
      extraNights: extraNightsOf(room.extraNights),
      accommodationNights: room.nights,
      accommodationGuests: room.guests,
      ...honeypotOf(entry),
    },
  };
}

export function paypalRequestOf(
  entry: RegistrationEntry,
  price: Price & { totalPrice: number },
  origin: string,
): RequestOf<typeof createPaypalOrder> {
  const room = hasRoom(entry) ? entry : noRoom;
  return {
    body: {
      customerEmail: entry.email,
      customerName: entry.name,
      phone: entry.phone,
      country: entry.country,
      instituteOrUniversity: entry.institute,
      amount: price.totalPrice,
      currency: 'EUR',
      pricingConfigId: price.id,
      accompanyingPerson: room.accompanyingPerson,
      extraNights: extraNightsOf(room.extraNights),
      successUrl: `${origin}/payment-success`,
      cancelUrl: `${origin}/register`,
      ...honeypotOf(entry),
    },
  };
}

/** What the page of the result says of it, in words. */
export function boughtBy(entry: RegistrationEntry, { totalPrice }: Price) {
  const { presentation } = wordsOf(entry);
  const totalCents = totalPrice === undefined ? undefined : centsFromNumber(totalPrice);
  const room = hasRoom(entry) ? entry : noRoom;
  const extraNights = extraNightsOf(room.extraNights);
  return {
    kind: 'registration' as const,
    name: entry.name,
    email: entry.email,
    bought: [
      `${presentation.label} registration`,
      ...(hasRoom(entry) ? [`room for ${roomNote(room)}`] : []),
    ].join(', '),
    requests: [
      ...(room.accompanyingPerson ? ['Accompanying person'] : []),
      ...(extraNights > 0 ? [count(extraNights, 'extra night')] : []),
    ],
    ...(totalCents !== undefined && { totalCents }),
  };
}

function wordsOf(entry: RegistrationEntry) {
  const registration = registrationTypeOf(entry.registrationType) ?? registrationTypes.registration;
  const presentation = presentationTypeOf(entry.presentationType) ?? presentationTypes.listener;
  return { registration, presentation };
}
