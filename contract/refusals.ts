/**
 * The reasons why an act on a registration is not possible. The page of a participant has a sentence for each in
 * content/; organisers read a sentence with the details.
 */
export const refusals = [
  /** Somebody else changed the registration at the same moment. */
  'changed',
  /** It is being paid at this moment. */
  'beingPaid',
  /** The payment provider does not answer. */
  'providerSilent',
  /** Money came that does not fit the order. */
  'mismatch',
  /** The payer disputes the payment. */
  'disputed',
  /** Too few places are left. */
  'soldOut',
  /** It is not for sale now. */
  'closed',
  /** The conference does not offer the choice. */
  'notOffered',
  /** The entries say what is recorded already. */
  'unchanged',
  /** An entry cannot be read. */
  'unreadable',
  /** The difference is less than the least amount that can be paid. */
  'tooLittle',
  /** The refund would be all that was paid, which releases the place. */
  'allRefunded',
  /** The conference has no rules for refunds. */
  'noRules',
  /** The person has a place already. */
  'samePerson',
  /** It was asked for too often. */
  'tooMany',
  /** The participant has come to the conference. */
  'checkedIn',
  'cancelled',
  'refunded',
  'notPaid',
  'erased',
  /** Any other reason. */
  'other',
] as const;
export type Refusal = (typeof refusals)[number];
