/** What the visitor is told when a payment could not be confirmed. */
export const messages = {
  badLink:
    'Invalid payment link. Please complete your registration through the proper payment process.',
  dataLost: {
    registration: 'PayPal registration data not found. Please try registering again.',
    discount: 'PayPal discount registration data not found. Please try registering again.',
  },
  captureFailed: (reason: string) => `PayPal payment processing failed: ${reason}`,
  /** The provider was asked and says that the payment is not complete. */
  unverified:
    'Could not verify payment status after 10 attempts. Please contact support if payment was deducted.',
  /** The last question had no answer. */
  timedOut:
    'Payment verification timed out. Could not verify payment status after 10 attempts. Please contact support if payment was deducted.',
  /** The last answer could not be read, or the page itself failed. */
  unreadable: 'Error processing payment status. Please contact support if payment was deducted.',
  updateFailed: 'Payment verified but failed to update database. Please contact support.',
} as const;
