import type { RequestOf } from '#contract/call.ts';
import type { getPricing } from '#contract/pricing.ts';
import { GUESTS, NIGHTS, registrationTypes } from '#contract/registration-options.ts';
import type { Offer } from './offer.ts';
import type { RegistrationValues } from './registration-fields.ts';

export type PricingQuestion = RequestOf<typeof getPricing>['body'];
export type Choice = Pick<
  RegistrationValues,
  'registrationType' | 'presentationType' | 'nights' | 'guests' | 'extras'
>;

/** The request for a price; undefined until both types are chosen. */
export function pricingQuestionOf(
  choice: Choice,
  { types, extras }: Offer,
): PricingQuestion | undefined {
  const registration = registrationTypeOf(choice.registrationType);
  const presentation = presentationTypeOf(types, choice.presentationType);
  if (!registration || !presentation) return undefined;
  const { nights, guests } = hasRoom(choice) ? choice : noRoom;
  return {
    registrationType: registration.wire,
    presentationType: presentation.pricing,
    numberOfNights: nights,
    numberOfGuests: guests,
    ...(extras.length > 0 && {
      extras: extras.map(({ id }, at) => ({ id, count: choice.extras[at] ?? 0 })),
    }),
  };
}

export function hasRoom({ registrationType }: { registrationType: string }): boolean {
  return registrationType === registrationTypes.stay.form;
}

/** The values for a registration without a room. The form hides the fields of the room, and ignores their values. */
export const noRoom = { nights: NIGHTS.byDefault, guests: GUESTS.byDefault };

export function registrationTypeOf(form: string) {
  return Object.values(registrationTypes).find((type) => type.form === form);
}

export function presentationTypeOf(types: Offer['types'], form: string) {
  return types.find((type) => type.form === form);
}
