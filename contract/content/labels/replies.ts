/** What the server answers to the pages of the site after a call that was done. */
export const replies = {
  registered: 'Your registration is recorded.',
  abstractArrived: 'Your abstract has arrived.',
  paymentRecorded: 'The payment is recorded.',
  paymentComplete: 'The payment is complete.',
};
