/** The words of the page after a payment. */
export const paymentResult = {
  badLink:
    'Invalid payment link. Please complete your registration through the proper payment process.',
  registrationLost: 'PayPal registration data not found. Please try registering again.',
  discountLost: 'PayPal discount registration data not found. Please try registering again.',
  captureFailed: 'PayPal payment processing failed: {reason}',
  notConfirmed: 'PayPal did not confirm the payment.',
  unverified:
    'Could not verify payment status after 10 attempts. Please contact support if payment was deducted.',
  timedOut:
    'Payment verification timed out. Could not verify payment status after 10 attempts. Please contact support if payment was deducted.',
  unreadable: 'Error processing payment status. Please contact support if payment was deducted.',
  updateFailed: 'Payment verified but failed to update database. Please contact support.',
  step: 'Step {n} of {all}',
  yourReference: 'Your reference',
  continuePayment: 'Go on with this payment',
  checkAgain: 'Check again',
  tryAgain: 'Try Again',
  contactSupport: 'Contact Support',
  otherPaid: 'A payment from this browser was confirmed:',
  otherPaidOn: 'A payment from this browser was confirmed on {moment}:',
  showIt: 'Show it',
  /** The lines by which support finds a payment. */
  details: 'Technical details',
  message: 'Message',
  reference: 'Reference',
  paidBy: 'Paid by',
  card: 'Card',
  paypal: 'PayPal',
  time: 'Time',
  attempts: 'Attempts',
  lastAnswer: 'Last answer',
  noStatus: 'no status',
  noAnswer: 'no answer after {n} seconds',
  answerUnreadable: 'The answer of the server could not be read.',
  serverAnswered: 'The server answered {status}',
  /** For a place that costs nothing. */
  freeTitle: 'Your place is confirmed',
  freeText:
    'Thank you. There is nothing to pay, and a confirmation is on its way to your email address.',
  /** The paid view. */
  receipt: 'Receipt',
  openReceipt: 'Open the receipt',
  receiptAsPdf: 'Receipt as PDF',
  addToCalendar: 'Add to your calendar',
  print: 'Print this page',
  bought: 'For',
  paidOn: 'Paid on',
  amount: 'Amount',
  requested: 'Requested, not part of the price: {requests}',
  person: 'Name',
  /** If this browser had lost its entries. `{message}` is one of the messages above. */
  saidFirst:
    'This page first said: “{message}” You need not register again, because your payment has arrived.',
  receiptTo: 'Receipt to',
  notYourAddress: 'Not your address?',
  writeToSecretary: 'Write to the secretary',
};
