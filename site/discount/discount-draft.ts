import { forgetDraft } from '#site/forms/form-draft.ts';
import { onThisDevice } from '#site/forms/shelf.ts';

/** The id of the form, and the name of its draft. */
export const DISCOUNT_FORM = 'discount';

/** Once it is paid there is nothing left to fill in. */
export function forgetDiscountDraft(): void {
  forgetDraft(onThisDevice, DISCOUNT_FORM);
}
