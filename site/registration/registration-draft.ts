import { inThisTab, onThisDevice } from '#site/forms/expiring-storage.ts';
import { removeDraft } from '#site/forms/form-draft.ts';
import { PENDING_REGISTRATION } from '#site/forms/storage-keys.ts';

/** The id of the form, and the name of its draft. */
export const REGISTRATION_FORM = 'registration';

/** Once the registration is paid, nothing is left to fill in. */
export function removeRegistrationDraft(): void {
  onThisDevice.remove(PENDING_REGISTRATION);
  removeDraft(onThisDevice, REGISTRATION_FORM);
  removeDraft(inThisTab, REGISTRATION_FORM);
}
