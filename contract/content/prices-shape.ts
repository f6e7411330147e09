import * as z from 'zod/mini';
import type { PresentationType } from '../registration-options.ts';
import { price } from './content-fields.ts';

export const Prices = z.strictObject({
  /** The fee on the price and the room together. */
  processingFeePercent: z
    .int('expected a whole number of per cent')
    .check(z.minimum(0, 'must not be negative'), z.maximum(100, 'must not be above 100')),
  presentation: z.strictObject({
    speaker: price,
    poster: price,
    delegate: price,
    listener: price,
    student: price,
    exhibitor: price,
  } satisfies Record<PresentationType, typeof price>),
  /** `guestPerNight` is for each guest who shares the room of the person who registers. */
  room: z.strictObject({ night: price, guestPerNight: price }),
});
/** What registrations cost, in cents. */
export type Prices = z.output<typeof Prices>;
