/** The confirmation of an address on the waiting list, after which the entry counts. */
export const waitingList = {
  /** On the page after the form. */
  byMail: 'Please confirm your address with the link in the email: your entry counts from then on.',
  /** In the email, above its text. */
  byLink:
    'Please confirm your address on the page behind the link: your entry counts from then on.',
  /** In the email, on the page behind the link. */
  button: 'Confirm the address',
  notConfirmed: 'You have not confirmed your address. Your entry counts as soon as you do.',
};
