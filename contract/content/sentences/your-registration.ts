export const yourRegistration = {
  title: 'Your registration',
  // The first sentence, by the state of the registration.
  states: {
    registered: 'We have your entries. Nothing has been ordered yet.',
    unpaid: 'This registration is not paid yet. Your place is confirmed once it is paid.',
    checking: 'We are waiting for the payment to arrive. You do not have to do anything.',
    lapsed: 'This registration was not paid in time, and its place is open again.',
    paidByAnother: 'This registration was paid with another order.',
    confirmed: 'Your place is confirmed.',
    // On the page of the payer of a group, who may have no place.
    confirmedOfGroup: 'The places of everybody below are confirmed.',
    waitsForAgreement:
      'Your payment has arrived. The conference office still has to confirm the amount.',
    // Somebody else pays a part of it, and has not paid yet.
    waitsForPayer:
      'Your part is paid. Your place is confirmed as soon as the other part is paid, too.',
    refunded: 'This registration was refunded, and its place is open again.',
    cancelled: 'This registration is cancelled.',
  },
  labels: {
    takingPart: 'Taking part',
    conference: 'Conference',
    place: 'Place',
    paid: 'Paid',
    refunded: 'Refunded',
    // The part of a cancellation or of a lower price that the rules keep.
    kept: 'Not refunded',
    due: 'Still to pay',
  },
  // The headings of the parts of the page.
  sections: {
    people: 'People',
    openChanges: 'Changes to pay',
    // Amounts that the secretary asks this reader for, paid or not.
    asked: 'Further amounts',
    documents: 'Documents',
    calendar: 'Calendar',
    changes: 'Change something',
    waiting: 'Waiting for a confirmation',
    contact: 'Questions',
  },
  // The link to the form, where nothing was ordered or the time to pay is over.
  form: 'Register again',
  // Below the buttons to pay.
  payNote: 'You pay on the page of {providers}. Nothing has to be typed again here.',
  // Before a change that costs more and is not paid yet.
  openChange: 'Not paid yet:',
  // Before a change whose payment is not decided.
  checkedChange: 'Your payment is being checked. Please do not pay again:',
  pay: 'Pay',
  // The same on the page of a group's payer, for each person.
  payFor: 'Pay for {person}',
  receipt: 'Receipts, invoices and credit notes',
  // Invoices, if `documents` in conference.yaml switches them on: the part of the page, and the form that asks for one.
  invoice: {
    heading: 'Invoice',
    // Before and after somebody has asked, and where it is paid.
    offer: 'Need an invoice with your organisation’s address?',
    add: 'Add the details',
    asked: 'When you have paid, you get an invoice instead of a receipt. It is addressed to:',
    issued: 'Your invoice is addressed to:',
    correct: 'Correct these details',
    until: 'Possible until',
    title: 'Invoice',
    intro:
      'Enter what the invoice of your organisation has to say. The amounts stay as they are, with or without a VAT number.',
    // The effect of the button: before the payment, after it, and where there is an invoice already.
    before: 'The invoice is issued when the payment arrives.',
    replaces: 'The invoice is issued at once and takes the place of your receipt.',
    corrects:
      'Your present invoice is cancelled by a cancellation invoice, and a new invoice is issued at once. You get both by email.',
    labels: {
      legalName: 'Name of the organisation',
      address: 'Address',
      country: 'Country',
      vatId: 'VAT number',
      leitwegId: 'Leitweg-ID',
      peppolId: 'Peppol ID',
      purchaseOrder: 'Your order number',
    },
    hints: {
      legalName: 'The full legal name.',
      address: 'Street, postal code and city, each in a line of its own.',
      vatId: 'With the letters of the country, such as DE136695976.',
      leitwegId:
        'Only for invoices to a German authority, such as 04011000-1234512345-06. It is in your order.',
      peppolId: 'If you receive invoices in the Peppol network, such as 0208:0202239951.',
      purchaseOrder: 'If your accounts department has given you one.',
    },
    // Behind the label of a field that may stay empty.
    optional: 'may be empty',
    choose: 'Please choose',
    button: 'Issue the invoice',
    buttonBefore: 'Save',
    mistakes: 'Nothing was saved. Please check the marked fields.',
    messages: {
      legalName: 'Please enter the name, with at most 200 characters.',
      address:
        'Please enter one to six lines, each with at most 100 characters. With a Leitweg-ID, the last line has the postal code and the city, such as 18055 Rostock.',
      country: 'Please choose the country.',
      vatId:
        'This is not a VAT number of the country. Please check its letters and digits, or leave the field empty.',
      leitwegId: 'This is not a Leitweg-ID. Please check its digits, or leave the field empty.',
      peppolId:
        'This is not a Peppol ID. Please check the four digits before the colon and the number after it, or leave the field empty.',
      purchaseOrder: 'Please use at most 60 characters.',
    },
    // Notices after the form was sent.
    done: 'Your invoice is issued. You find it below, and you get it by email.',
    saved: 'Saved. You get the invoice when the payment arrives.',
    unchanged: 'The invoice says this already. Nothing was changed.',
    // Before the address of the secretary, where the form can no longer be used.
    closed: 'An invoice can no longer be made on this page. Please write to',
  },
  calendar: 'Add the conference to your calendar',
  // The links to what people can change themselves, and the words before the date until which they can.
  acts: {
    correct: 'Correct your details',
    change: 'Change type, room or extras',
    cancel: 'Cancel',
    handOver: 'Hand over to a colleague',
  },
  // The same on the page of a group's payer, for each person.
  actsOf: {
    correct: 'Correct the details of {person}',
    change: 'Change type, room or extras of {person}',
    cancel: 'Cancel the registration of {person}',
    handOver: 'Hand over the place of {person}',
  },
  until: 'Possible until',
  // Before the address of the secretary.
  contact: 'For everything else, quote your reference and write to',
  // The questions of conference.yaml, and the form with the answers.
  questions: {
    heading: 'Please tell us',
    intro: 'Your answers help us to prepare the conference for you. You can change them here.',
    required: 'Questions with an asterisk need an answer.',
    // Before the moment until which a question can be answered, and after that moment.
    until: 'You can answer until',
    over: 'Answers were possible until',
    onBadge: 'Your answer is printed on your badge.',
    noAnswer: 'No answer',
    yes: 'Yes',
    no: 'No',
    // Behind an earlier answer that is no choice any more.
    notOffered: 'no longer offered',
    save: 'Save the answers',
    // Before the link to the privacy page.
    privacy:
      'The organisers and those who prepare for you see your answers, which are deleted {answers_period} after the conference.',
    // On the page of a member of a group.
    payerSees: 'The person who pays for your group can read and change your answers, too.',
    // On the page of a group's payer, beside each name.
    answered: 'Answered',
    unanswered: 'Not answered yet',
    // Above the form of which an answer was refused.
    refused: 'Nothing has been saved yet. Please check the marked answers.',
    back: 'Back to your registration',
    mistakes: {
      missing: 'Please answer this question.',
      tooLong: 'This is too long. Please use at most 200 characters.',
      unusable: 'Please write one line of plain text.',
      notOffered: 'Please choose one of the answers.',
    },
  },
  changedMeanwhile:
    'Your registration has changed since that page was opened. Below is how it is now.',
  // If a price or a rule has changed while somebody was reading.
  amountChanged: 'The amount has changed since you saw it. Please check it again.',
  // The sentences about a refund by the rules of `cancellation` in conference.yaml.
  refund: {
    amount: 'We refund {amount} to the card or account that paid.',
    // If the money came in several ways; the parts follow one another.
    amountInParts: 'We refund {amount}: {parts}.',
    parts: {
      stripe: '{amount} to the card',
      paypal: '{amount} to PayPal',
      transfer: '{amount} to the bank account',
      cash: '{amount} that was paid in cash',
    },
    // If all of it was paid in cash.
    inCash:
      'We refund {amount}. It was paid in cash, so the organisers ask you how you would like to get it.',
    share: 'Until {until} we refund {percent} % of the price of what you give up, {price}.',
    // The same if the rule refunds 100 %.
    shareWhole: 'Until {until} we refund the full price of what you give up, {price}.',
    // After each of the two with a rule that keeps the fee.
    feeKept: 'The processing fee of {fee} is not refunded.',
    lessEarlier: 'Earlier refunds are subtracted.',
    none: 'Until {until} nothing is refunded.',
    noneAnyMore: 'Nothing is refunded any more. Refunds were possible until {until}.',
    // The refund after that rule.
    next: 'After that we refund {percent} %.',
    nextHalf: 'After that we refund half.',
    // The fee was refunded before.
    nextWithoutFee: 'After that we refund {percent} %, without the processing fee.',
    nextNone: 'After that nothing is refunded.',
  },
  // The page on which people change type, room and extras, and its second step, which says what the change costs.
  change: {
    title: 'Change your registration',
    // The same for one person of a group.
    titleOf: 'Change the registration of {person}',
    // Instead of the form.
    unpaid:
      'This registration is not paid yet. To have something else, register again with the form: only what you pay counts.',
    intro:
      'Choose what you would like to have. The next step says what it costs or what is refunded; nothing changes before you agree to it. You keep the old price for what you have already booked.',
    type: 'Taking part as',
    room: 'Room',
    noRoom: 'No room',
    withRoom: 'A room at {hotel}',
    roomPrice: '{night} a night, and {guest} a night for each guest',
    nights: 'Nights',
    guests: 'Guests who share the room',
    extras: 'Extras',
    soldOut: 'sold out',
    next: 'Continue',
    check: 'Please check the change',
    withdraws: 'The earlier change, which is not paid, is withdrawn: {part}.',
    costsMore: 'You pay {amount} more.',
    costsMoreWithFee: 'You pay {amount} more, processing fee included.',
    // After either of the two.
    reserved:
      'The change is made as soon as it is paid. Until then your registration stays as it is, and the places are reserved for you for {hours} hours.',
    paypalAlone: 'Cards cannot pay so small an amount, so it is paid with PayPal.',
    costsLess: 'It costs {amount} less.',
    costsTheSame: 'There is nothing to pay.',
    pay: 'Continue to the payment of {amount}',
    make: 'Make the change',
    makeWithRefund: 'Make the change, refund {amount}',
    withdraw: 'Withdraw this change',
    // On the page of a group's payer, for each person.
    withdrawOf: 'Withdraw the change of {person}',
    done: 'Your registration is changed.',
    doneWithRefund:
      'Your registration is changed, and the refund is on its way. It can take some days to arrive.',
    withdrawn: 'The change is withdrawn. Nothing was paid for it.',
    // After the payment of a change.
    paid: 'Your payment has arrived and your registration is changed.',
  },
  // The page on which people cancel.
  cancel: {
    title: 'Cancel your registration',
    titleOf: 'Cancel the registration of {person}',
    titleOfGroup: 'Cancel the registration of the whole group',
    // Only the conference office can undo a cancellation.
    intro:
      'The button below cancels the registration of {person} at once. The place is then given to somebody else, and this cannot be undone here.',
    introOfGroup:
      'The button below cancels the registrations of all {count} people of the group at once. The places are then given to others, and this cannot be undone here.',
    notPaid: 'You had not paid, so there is nothing to refund.',
    // In place of it, if a part of a bank transfer has come.
    partReturned:
      'We have received {amount} of your bank transfer, and return it to the account that paid.',
    nothingLeft: 'Nothing is left to refund.',
    keptBy: 'The place itself stays, because it was also paid with {reference}.',
    // Somebody else has paid a part of the registration.
    otherPayer: 'Whoever paid the other part, {reference}, gets {amount} back.',
    button: 'Cancel the registration',
    buttonWithRefund: 'Cancel, refund {amount}',
    done: 'The registration is cancelled.',
    doneWithRefund:
      'The registration is cancelled, and the refund is on its way. It can take some days to arrive.',
  },
  answersSaved: 'Your answers are saved.',
  answersPartly: 'Your answers are saved, except those to questions that are closed now.',
  answersStale:
    'Your answers were changed in another window meanwhile, so nothing was saved just now. Below is how they are now.',
  // Before the address of the secretary.
  notFound:
    'There is nothing at this address. Perhaps the link is incomplete, or a newer email has another link: please use the one in the latest email. If you do not find it, write to',
  // On the page of the receipt, whose link may have been passed on to an accounts department.
  mailLink: {
    words:
      'To see or change your registration, use the link in our emails. We can send it to you again.',
    button: 'Email me the link',
    sent: 'The link is on its way to the address of this registration.',
  },
  // The fields about a person, here and on the pages of the waiting list.
  personFields: {
    // In place of a country.
    choose: 'Please choose',
    // Below a field that cannot be read.
    unreadable: {
      name: 'Please enter the name, in plain letters.',
      email: 'Please enter an email address such as name@example.org.',
      phone: 'Please enter the phone number.',
      institute: 'Please enter the institute, in plain letters.',
      country: 'Please choose a country from the list.',
    },
    tooLong: 'This is too long.',
  },
  // Correcting name, phone, institute and country. In a group the payer does it for everybody, and each person for themselves.
  details: {
    title: 'Correct your details',
    // The same for one person of a group.
    titleOf: 'Correct the details of {person}',
    // The link to the form for another address.
    email: 'Use another email address',
    button: 'Continue',
    // The page that says what will happen. There is a sentence for each entry.
    check: 'Please check',
    change: '{entry} changes from {from} to {to}.',
    // An entry that was empty before.
    new: '{entry} is now {to}.',
    receipt:
      'A corrected receipt is issued and mailed to you; the earlier one is marked as replaced.',
    // The payer corrects somebody of a group, and the person of a group corrects the own name.
    receiptOfGroup:
      'A corrected receipt is issued and mailed to you, with the new name; earlier receipts lose the old one.',
    receiptOfPayer: 'The payer of your group gets a corrected receipt with the new name.',
    confirm: 'Correct it',
    unchanged: 'The entries are the same as before, so there is nothing to correct.',
    done: 'The details are corrected.',
  },
  // A new email address counts only after a link in an email to this address was used.
  address: {
    title: 'Use another email address',
    titleOf: 'Another email address for {person}',
    present: 'All emails about this registration go to {email}.',
    label: 'New email address',
    button: 'Continue',
    // The page that says what will happen.
    check: 'Please check',
    sends:
      'We send an email with a link to {email}. Until the address is confirmed there, nothing changes. The link works for 48 hours.',
    afterwards:
      'After that all emails go to the new address, and it gets a new link to the registration. The links in earlier emails stop working. Your old address gets a short notice.',
    receipt: 'A corrected receipt is issued; the earlier one is marked as replaced.',
    confirm: 'Send the email',
    same: 'This is already your address.',
    sent: 'The email is on its way. The address changes when it is confirmed there.',
    // On the page of the registration, as long as the link works.
    waiting: 'A new email address, {email}, waits for its confirmation, until {until}.',
    withdraw: 'Keep the present address',
    withdrawn: 'The address stays as it is.',
  },
  // A colleague takes the place with all that is booked, and has to accept it by a link in an email.
  handOver: {
    title: 'Hand over to a colleague',
    titleOf: 'Hand over the place of {person}',
    intro: 'Your colleague gets the place with all that is booked: {booked}.',
    introOf: 'The colleague gets the place with all that is booked: {booked}.',
    button: 'Continue',
    // The page that says what will happen.
    check: 'Please check',
    sends:
      'We send an email with a link to {email}. The place passes to {person} when it is accepted there. Until then nothing changes, and the offer can be withdrawn. After seven days it lapses.',
    // If a change of the place is not paid yet.
    openChange: 'The change that is not paid yet ends when your colleague accepts: {part}.',
    receipt:
      'The receipt is issued again in the name of your colleague, and the earlier one is marked as replaced.',
    receiptOfGroup: 'A corrected receipt with the new name is issued and mailed to you.',
    leaves:
      'When your colleague accepts, this page is no longer yours, and the links in your emails stop working, including the one to your receipt. Save the receipt first if you need it.',
    leavesOf:
      'Then {person} is told that the place was handed over, and the links in earlier emails stop working.',
    money: 'No money changes hands. You agree between yourselves who pays.',
    // If people can change or cancel themselves.
    afterwards:
      'Your colleague can change or cancel the registration later. Any refund goes to the card or account that paid.',
    forgotten:
      'Answers to questions, a request for a visa letter and the names of people who come along are deleted; your colleague starts afresh.',
    confirm: 'Offer the place',
    same: 'Your colleague needs another email address than the one of this registration.',
    sameName:
      'This is the name of this registration. For another address of your own, use another email address instead.',
    sent: 'The offer is on its way. The place is handed over when your colleague accepts.',
    waiting: 'The place is offered to {person}, {email}, until {until}.',
    withdraw: 'Withdraw the offer',
    withdrawn: 'The offer is withdrawn, and the place stays as it is.',
  },
  // The page behind the link in the email to a new address, or to a colleague.
  confirmation: {
    address: {
      title: 'Your new email address',
      words:
        '{email} becomes the address of the registration {reference}. All emails about it go there, and the links in earlier emails stop working.',
      button: 'Confirm the address',
      done: 'The address is confirmed. An email with the link to your registration is on its way to it.',
    },
    handOver: {
      title: 'A place at the conference for you',
      words: '{person} offers you a paid place at {conference}.',
      booked: 'Booked',
      // Above the entries of the colleague.
      entries: 'You will be registered with these entries, which you can correct afterwards.',
      free: 'You pay nothing. When you accept, the place is yours.',
      // If people can change or cancel themselves.
      afterwards:
        'You can change or cancel the registration later. Any refund goes to the card or account that paid.',
      button: 'Accept the place',
      done: 'The place is yours. An email with the link to your registration is on its way to you.',
      // Before the second button, with which the colleague ends the offer.
      declineNote:
        'If you do not want the place, please say so, so that it can be offered to somebody else.',
      decline: 'No, thank you',
      declined:
        'Thank you for telling us. The offer is over, and the person who made it gets an email.',
    },
    changed: 'The registration has changed since this page was opened. Below is how it is now.',
    // Before the address of the secretary.
    over: 'There is nothing to confirm at this address. The link may be incomplete, its time may be over, or a newer email has another link. If you have a question, please write to',
  },
  // After five emails for one registration, or three to one address, in a day.
  tooMany:
    'No more emails can be sent for this today. Please try again tomorrow, or write to the conference office.',
  // Above a form with mistakes; the fields say more.
  mistakes: 'Please check the marked fields. Nothing has been changed yet.',
  // A page that is closed; the address of the secretary follows.
  closed: 'This was possible until {until}. Please write to',
  notOpen: 'This cannot be done here. Please write to',
  back: 'Back without a change',
  // On a page that says what will happen: back to the form, which keeps the entries.
  edit: 'Edit',
  // The reasons why something is not possible.
  refusals: {
    changed: 'Your registration has changed meanwhile. Please look at it again.',
    beingPaid:
      'A payment for this registration is still being checked. Please try again when it is decided.',
    providerSilent:
      'The payment provider does not answer at the moment. Please try again in a few minutes.',
    mismatch:
      'A payment for this registration does not fit it, and the conference office is looking at it.',
    disputed:
      'The payment is disputed at the bank or at PayPal. Until that is decided, nothing can be refunded here.',
    soldOut: 'Too few places are left.',
    closed: 'A part of this is not for sale now.',
    notOffered: 'The conference does not offer this choice.',
    unchanged: 'That is what you have already, so nothing would change.',
    unreadable: 'An entry could not be read. Please check all of them.',
    tooLittle: 'The difference is too small to be paid. Please combine it with another change.',
    allRefunded:
      'This would refund all that was paid, and without a payment there is no place. To give up the place, cancel the registration.',
    noRules:
      'This conference has no fixed rules for refunds, so the conference office decides about everything that costs less.',
    samePerson:
      'This person has a paid registration with this email address already, and needs only one.',
    tooMany:
      'This was changed too often, or places were kept for changes that nobody paid. Please try again tomorrow, or write to the conference office.',
    checkedIn: 'Somebody was already checked in with this registration.',
    cancelled: 'This registration is cancelled already.',
    refunded: 'This registration was refunded. To take part, please register again.',
    notPaid: 'This registration is not paid yet.',
    erased: 'The entries of this registration were deleted.',
    other: 'This is not possible here.',
  },
};
