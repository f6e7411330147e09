import * as z from 'zod/mini';
import { line } from './text.ts';

/** The two kinds of registration: `form` is the option's value on the page, and `label` is its text. */
export const registrationTypes = {
  registration: { form: 'registrationOnly', label: 'Registration only', wire: 'REGISTRATION_ONLY' },
  stay: {
    form: 'registrationAndAccommodation',
    label: 'Registration and accommodation',
    wire: 'REGISTRATION_AND_ACCOMMODATION',
  },
} as const;
export type RegistrationType = keyof typeof registrationTypes;

/** The allowed numbers of nights and guests for a room with a registration. */
export const NIGHTS = { least: 1, most: 10, byDefault: 1 } as const;
export const GUESTS = { least: 0, most: 10, byDefault: 0 } as const;

/** A presentation type in the spelling of the calls; prices.yaml lists the types. */
export const presentationTypeOnWire = z.string().check(z.minLength(1), z.maxLength(60));

export const registrationTypeOnWire = z.pipe(
  z.enum(Object.values(registrationTypes).map(({ wire }) => wire)),
  z.transform((wire): RegistrationType =>
    wire === registrationTypes.stay.wire ? 'stay' : 'registration',
  ),
);

export const nights = z.int().check(z.minimum(NIGHTS.least), z.maximum(NIGHTS.most));
export const guests = z.int().check(z.minimum(GUESTS.least), z.maximum(GUESTS.most));

/** The number that the visitor wants of each extra, by its id. */
export const extrasOnWire = z.array(z.object({ id: z.string(), count: z.int() }));

/** The number of a member, where the conference has prices for members. */
export const membership = {
  membershipNumber: z.optional(z.union([z.literal(''), line(60)])),
};
