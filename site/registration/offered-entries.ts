import { registrationTypes } from '#contract/registration-options.ts';
import type { Offer } from './offer.ts';
import { presentationTypeOf } from './pricing-question.ts';
import { defaults, readRegistrationDraft, type RegistrationValues } from './registration-fields.ts';

/**
 * Reads a draft, which may be older than the current offer. The function drops choices that are no longer offered, and a
 * room if the conference has no rooms.
 */
export function readEntries(draft: object, offer: Offer): RegistrationValues {
  return fitting(readRegistrationDraft(draft), offer);
}

/** The entries of an empty form. Nothing is checked, because the first use of the checks takes a slow phone a while. */
export function emptyEntries(offer: Offer): RegistrationValues {
  return fitting(defaults, offer);
}

function fitting(entries: RegistrationValues, offer: Offer): RegistrationValues {
  const { registrationType, presentationType, extras } = entries;
  return {
    ...entries,
    registrationType: offer.room ? registrationType : registrationTypes.registration.form,
    presentationType: presentationTypeOf(offer.types, presentationType) ? presentationType : '',
    extras: extras.map((count, at) => Math.min(count, offer.extras[at]?.most ?? 0)),
  };
}
