import { registrationTypes } from '#contract/registration-options.ts';
import type { Offer } from './offer.ts';
import { presentationTypeOf } from './pricing-question.ts';
import { defaults, readRegistrationDraft, type RegistrationValues } from './registration-fields.ts';

/** The empty form. Where there is no accommodation, nobody is asked about it. */
export function emptyEntries({ room }: Offer): RegistrationValues {
  return room ? defaults : { ...defaults, registrationType: registrationTypes.registration.form };
}

/** Reads a draft. It may be older than what is offered now, and nothing else can be chosen. */
export function readEntries(draft: object, offer: Offer): RegistrationValues {
  const entries = readRegistrationDraft(draft);
  const { registrationType, presentationType, extras } = entries;
  return {
    ...entries,
    registrationType: offer.room ? registrationType : registrationTypes.registration.form,
    presentationType: presentationTypeOf(offer.types, presentationType) ? presentationType : '',
    extras: extras.map((count, at) => Math.min(count, offer.extras[at]?.most ?? 0)),
  };
}
