/** Receipts, pages and mails name with these words what is ordered. */
export const orders = {
  /** `{what}` is the ticket, and the phase if prices depend on the date. */
  registration: 'Registration ({what})',
  /** `{guests}` is empty, or a comma and the number of guests. */
  room: 'Room, {nights}{guests} ({stay})',
  nights: { one: '{n} night', other: '{n} nights' },
  guests: { one: '{n} guest', other: '{n} guests' },
  fee: 'Processing fee of {fee}',
  /** An amount that the payer chose, and one that the organisers ask for. */
  agreed: 'Discount registration',
  asked: 'Amount asked for',
  /** The name of an order: `{type}` is the ticket. */
  ofOne: '{type} registration',
  ofGroup: { one: 'Registration of {n} person', other: 'Registration of {n} people' },
  /** A change of an order, and its name. */
  change: 'From {was} to {becomes}',
  ofChange: 'Change of {order}',
  /** In the mail about a refund whose money the payer has already, because the bank has taken it back. */
  returned:
    'The amount below has been returned to the account that paid, and no further transfer follows.',
};
