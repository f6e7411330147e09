/** The answers of the server to a call of the site that was done. */
export const replies = {
  registered: 'Your registration is recorded.',
  abstractArrived: 'Your abstract has arrived.',
  paymentRecorded: 'The payment is recorded.',
  paymentComplete: 'The payment is complete.',
};
