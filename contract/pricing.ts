import * as z from 'zod/mini';
import { call } from './call.ts';
import { lenient } from './lenient.ts';
import {
  extrasOnWire,
  GUESTS,
  guests,
  NIGHTS,
  nights,
  presentationTypeOnWire,
  registrationTypeOnWire,
} from './registration-options.ts';

/** Fields that are absent if the conference does not offer the thing. */
const optionalFields = {
  processingFeeFixed: z.optional(z.number()),
  /** The name of the phase, if prices depend on the date. */
  phase: z.optional(z.string()),
  extras: z.optional(
    z.array(z.object({ label: z.string(), count: z.number(), price: z.number() })),
  ),
  /** Advice for the visitor, if other people are paying for the last places at this moment. */
  notice: z.optional(z.string()),
};

/** A price as the server offers it. Every amount is a JSON number with at most the decimals of its currency. */
const PricingOption = z.object({
  id: z.string(),
  totalPrice: z.number(),
  processingFeePercent: z.number(),
  presentationType: z.object({ type: z.string(), price: z.number() }),
  accommodationOption: z.optional(
    z.object({ nights: z.number(), guests: z.number(), price: z.number() }),
  ),
  ...optionalFields,
});

/** A price as the page reads it. A value of another type counts as absent. */
const PricingOptionAsRead = z.object({
  id: lenient(z.union([z.string(), z.number()])),
  totalPrice: lenient(z.number()),
  processingFeePercent: lenient(z.number()),
  presentationType: lenient(z.object({ type: lenient(z.string()), price: lenient(z.number()) })),
  accommodationOption: lenient(
    z.object({
      nights: lenient(z.number()),
      guests: lenient(z.number()),
      price: lenient(z.number()),
    }),
  ),
  ...optionalFields,
});
export type PricingOptionAsRead = z.output<typeof PricingOptionAsRead>;

export const getPricing = call({
  method: 'POST',
  path: '/api/registration/get-pricing-config',
  summary: 'The price of a registration with these choices',
  body: z.object({
    registrationType: registrationTypeOnWire,
    presentationType: presentationTypeOnWire,
    // A registration without a room may send 0.
    numberOfNights: z._default(z.union([z.literal(0), nights]), NIGHTS.byDefault),
    numberOfGuests: z._default(guests, GUESTS.byDefault),
    extras: z.optional(extrasOnWire),
  }),
  reply: z.array(PricingOption),
  reads: z.array(PricingOptionAsRead),
});
