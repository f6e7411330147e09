/** The names of texts in the browser's storage: drafts, and data that a payment needs after the visitor leaves a form. */

/** On this device and in this tab: the prefix for drafts. The name of the form follows. */
export const DRAFT = 'draft:';
/** In this tab: the entries of a recorded registration, whose payment may still fail. */
export const SAVED_ENTRIES = 'savedEntries';
/** On this device: a text that is removed at once, and shows whether the browser keeps anything. */
export const PROBE = 'probe';
/** On this device: the registration that could not be recorded. */
export const PENDING_REGISTRATION = 'pendingRegistration';
/** On this device: the registration whose PayPal order waits for its capture. */
export const PAYPAL_REGISTRATION = 'paypalRegistration';
/** In this tab: the discount registration whose PayPal order waits for its capture. */
export const PAYPAL_DISCOUNT = 'paypalDiscountRegistration';
/** In this tab: a flag that the visitor has left for the card provider. */
export const CARD_REDIRECT = 'stripeRedirect';
/** In this tab and on this device: the last opened checkout, with the ordered things and the person. */
export const OPENED_CHECKOUT = 'openedCheckout';
/** In this tab and on this device: the last result of a payment. */
export const PAYMENT_RESULT = 'paymentResult';
/** On this device: the reference of the last sent abstract. */
export const SUBMITTED_ABSTRACT = 'submittedAbstract';
