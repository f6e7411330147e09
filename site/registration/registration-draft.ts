import { forgetDraft } from '#site/forms/form-draft.ts';
import { inThisTab, onThisDevice } from '#site/forms/shelf.ts';

/** The id of the form, and the name of its draft. */
export const REGISTRATION_FORM = 'registration';

/** Once it is paid there is nothing left to fill in. */
export function forgetRegistrationDraft(): void {
  forgetDraft(onThisDevice, REGISTRATION_FORM);
  forgetDraft(inThisTab, REGISTRATION_FORM);
}
