import { onThisDevice } from '#site/forms/expiring-storage.ts';
import { removeDraft } from '#site/forms/form-draft.ts';

/** The id of the form, and the name of its draft. */
export const DISCOUNT_FORM = 'discount';

/** Once the discount registration is paid, nothing is left to fill in. */
export function removeDiscountDraft(): void {
  removeDraft(onThisDevice, DISCOUNT_FORM);
}
