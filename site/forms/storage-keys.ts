/** The names under which the browser keeps what is typed, and what a payment needs after the visitor leaves a form. */

/** On this device and in this tab: what is typed into a form, before the name of the form. */
export const DRAFT = 'draft:';
/** On this device: the registration that could not be recorded. */
export const PENDING_REGISTRATION = 'pendingRegistration';
/** On this device: the registration whose PayPal order waits for its capture. */
export const PAYPAL_REGISTRATION = 'paypalRegistration';
/** In this tab: the discount registration whose PayPal order waits for its capture. */
export const PAYPAL_DISCOUNT = 'paypalDiscountRegistration';
/** In this tab: a flag that the visitor has left for the card provider. */
export const CARD_REDIRECT = 'stripeRedirect';
/** On this device: the checkout that was opened last, with what is paid there and for whom. */
export const OPENED_CHECKOUT = 'openedCheckout';
/** In this tab and on this device: the last result of a payment. */
export const PAYMENT_RESULT = 'paymentResult';
/** On this device: the reference of the abstract that was sent last. */
export const SUBMITTED_ABSTRACT = 'submittedAbstract';
