/** The page behind a personal link that carries a price. */
export const invitation = {
  title: 'Your invitation',
  intro:
    'You are invited to take part with the price below. The link is yours alone and works once.',
  until: 'The link can be used until',
  details: 'Your details',
  free: 'There is nothing to pay. Your place is confirmed as soon as you press the button.',
  toPay: 'On the next page you choose how to pay. Your place is confirmed as soon as it is paid.',
  confirm: 'Confirm my place',
  register: 'Register and go on to pay',
  check: 'Please check the fields below.',
  changed: 'This page was out of date. Please check the price, and press the button again.',
  used: 'This link has been used. A mail with the page of the registration went to the invited address.',
  over: 'This link cannot be used any more. If that surprises you, please write to',
  notFound: 'This link is incomplete. Please copy the whole link from the mail, or write to',
};
