import type { Shelf } from '#site/forms/shelf.ts';

export type Shelves = { onThisDevice: Shelf; inThisTab: Shelf };
export type PaymentKind = 'registration' | 'discount';

/** Where the forms of this site leave what the way back from the provider needs. */
export const places = {
  registration: { shelf: 'onThisDevice', name: 'paypalRegistration' },
  discount: { shelf: 'inThisTab', name: 'paypalDiscountRegistration' },
} as const;
export const LAST_RESULT = 'paymentResult';
export const CARD_REDIRECT = 'stripeRedirect';

/** Whether anything lies there at all; what it is takes more code to say (payment-storage.ts). */
export function isAnythingKept(shelves: Shelves): boolean {
  const { inThisTab } = shelves;
  return (
    inThisTab.get(LAST_RESULT) !== undefined ||
    inThisTab.get(CARD_REDIRECT) !== undefined ||
    Object.values(places).some(({ shelf, name }) => shelves[shelf].get(name) !== undefined)
  );
}
