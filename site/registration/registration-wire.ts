import { inOneLine } from '#contract/content/languages.ts';
import * as labels from 'content:labels/registration';
import { base, language } from 'content:language';
import { pluralText } from '#contract/content/plural.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { askedFor, type RequestValues } from '#contract/requested.ts';
import type { RequestOf } from '#contract/call.ts';
import { stayAt, stayText } from '#contract/content/stay.ts';
import { centsFromNumber, moneyText } from '#contract/money.ts';
import type { createCheckoutSession, createPaypalOrder } from '#contract/payment.ts';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { registrationTypes } from '#contract/registration-options.ts';
import { NOTHING, ofRequests } from '#contract/requests.ts';
import type { register } from '#contract/registration.ts';
import { honeypotOf } from '#site/forms/honeypot.ts';
import { roomNote } from './bill.ts';
import type { Offer } from './offer.ts';
import { hasRoom, noRoom, presentationTypeOf, registrationTypeOf } from './pricing-question.ts';
import type { RegistrationEntry } from './registration-fields.ts';

/** A price with an id. */
export type Price = PricingOptionAsRead & { id: string | number };

export function registrationOf(
  entry: RegistrationEntry,
  offer: Offer,
): RequestOf<typeof register>['body'] {
  const { registration, presentation } = wordsOf(entry, offer);
  return {
    ...personOnWire(entry),
    ...membershipIn(entry),
    registrationType: registration.wire,
    presentationType: presentation.register,
    ...honeypotOf(entry),
  };
}

/** The conference, its offer, the origin and the time of a payment. */
export type Occasion = { conference: string; offer: Offer; origin: string; now: number };

export function cardRequestOf(
  entry: RegistrationEntry,
  price: Price,
  { conference, offer, origin, now }: Occasion,
): RequestOf<typeof createCheckoutSession> {
  const { registration, presentation } = wordsOf(entry, offer);
  const room = hasRoom(entry) ? entry : noRoom;
  return {
    query: { pricingConfigId: price.id },
    body: {
      productName: `${conference}: ${presentation.label}`,
      description: registrationLabels[registration.wire],
      orderReference: `REG-${now}${entry.name.replace(/\s/g, '')}`,
      ...(price.totalPrice !== undefined && { unitAmount: price.totalPrice }),
      quantity: 1,
      currency: offer.currency.code.toLowerCase(),
      // The address is built as text, because a URL object would encode the braces, and the provider replaces them.
      successUrl: `${origin}${base}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}${base}/payment-cancel`,
      pricingConfigId: price.id,
      ...personOnWire(entry),
      registrationType: registration.wire,
      presentationType: presentation.pricing,
      ...requestsIn(entry),
      ...membershipIn(entry),
      accommodationNights: room.nights,
      accommodationGuests: room.guests,
      ...honeypotOf(entry),
    },
  };
}

export function paypalRequestOf(
  entry: RegistrationEntry,
  price: Price & { totalPrice: number },
  { offer, origin }: Pick<Occasion, 'offer' | 'origin'>,
): RequestOf<typeof createPaypalOrder> {
  const asked = askedFor(requestsIn(entry));
  return {
    body: {
      customerEmail: entry.email,
      customerName: entry.name,
      phone: entry.phone,
      country: entry.country,
      instituteOrUniversity: entry.institute,
      amount: price.totalPrice,
      currency: offer.currency.code,
      pricingConfigId: price.id,
      ...Object.fromEntries(asked.map(({ id, value }) => [id, value])),
      ...membershipIn(entry),
      successUrl: `${origin}${base}/payment-success`,
      cancelUrl: `${origin}${base}/register`,
      ...honeypotOf(entry),
    },
  };
}

/** The texts about the order for the result page. */
export function boughtBy(entry: RegistrationEntry, { totalPrice, extras }: Price, offer: Offer) {
  const { presentation } = wordsOf(entry, offer);
  const { currency } = offer;
  const total = totalPrice === undefined ? undefined : centsFromNumber(totalPrice, currency);
  return {
    kind: 'registration' as const,
    name: entry.name,
    email: entry.email,
    bought: inOneLine(
      [
        fillPlaceholders(labels.bought, { type: presentation.label }),
        ...(hasRoom(entry) ? [roomWords(entry, offer)] : []),
        ...(extras ?? []).map((extra) =>
          extra.count > 1 ? `${extra.label} (${extra.count})` : extra.label,
        ),
      ],
      language,
    ),
    requests: askedFor(requestsIn(entry)).map(requestText),
    ...(total !== undefined && { total: moneyText(total, currency) }),
  };
}

/** The fields about the person, with the names of the calls. */
function personOnWire({ name, phone, email, institute, country }: RegistrationEntry) {
  return { name, phone, email, instituteOrUniversity: institute, country };
}

/** The membership number, if the visitor typed one. */
function membershipIn({ membershipNumber }: RegistrationEntry) {
  return membershipNumber.trim() !== '' && { membershipNumber };
}

/** The visitor's requests. Requests that need a room do not count without a room. */
function requestsIn(entry: RegistrationEntry): RequestValues {
  return ofRequests(({ id, kind, needsRoom }) =>
    needsRoom && !hasRoom(entry) ? NOTHING[kind] : entry[id],
  );
}

/** "room for 3 nights (Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026)" */
function roomWords(entry: RegistrationEntry, { room }: Offer): string {
  const stay = room && stayText(stayAt(room, entry.nights), room.words);
  return fillPlaceholders(stay === undefined ? labels.boughtRoom : labels.boughtRoomAt, {
    room: roomNote(entry) ?? '',
    stay: stay ?? '',
  });
}

const registrationLabels = {
  [registrationTypes.registration.wire]: labels.registrationOnly,
  [registrationTypes.stay.wire]: labels.registrationAndAccommodation,
};

const askedWords = {
  accompanyingPerson: labels.askedAccompanyingPerson,
  extraNights: labels.askedExtraNights,
};

/** "accompanying person", "2 extra nights", "dietary requirements: vegan" */
function requestText({ id, value }: ReturnType<typeof askedFor>[number]): string {
  const words = askedWords[id];
  if (typeof words === 'object') return pluralText(words, Number(value), language);
  return typeof value === 'string' ? `${words}: ${value}` : words;
}

function wordsOf(entry: RegistrationEntry, { types }: Offer) {
  const registration = registrationTypeOf(entry.registrationType) ?? registrationTypes.registration;
  const presentation = presentationTypeOf(types, entry.presentationType);
  // The page has requested a price for this type, so a missing type is a bug.
  if (!presentation) throw new Error(`unknown presentation type ${entry.presentationType}`);
  return { registration, presentation };
}
