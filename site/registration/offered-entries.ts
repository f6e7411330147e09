import { registrationTypes } from '#contract/registration-options.ts';
import type { Offer } from './offer.ts';
import { presentationTypeOf } from './pricing-question.ts';
import { readRegistrationDraft, type RegistrationValues } from './registration-fields.ts';

/**
 * Reads a draft, which may be older than the current offer. The function drops choices that are no longer offered, and a
 * room if the conference has no rooms.
 */
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
