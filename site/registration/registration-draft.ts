import { forgetDraft } from '#site/forms/form-draft.ts';
import { inThisTab, onThisDevice } from '#site/forms/shelf.ts';

/** The id of the form, and the name of its draft. */
export const REGISTRATION_FORM = 'registration';

/** What the way back from PayPal needs (site/payment-result/payment-places.ts reads it). */
export const PAYPAL_REGISTRATION = 'paypalRegistration';
/** What was to be recorded and could not be. */
export const PENDING_REGISTRATION = 'pendingRegistration';

/** Once it is paid there is nothing left to fill in. */
export function forgetRegistrationDraft(): void {
  onThisDevice.drop(PENDING_REGISTRATION);
  forgetDraft(onThisDevice, REGISTRATION_FORM);
  forgetDraft(inThisTab, REGISTRATION_FORM);
}
