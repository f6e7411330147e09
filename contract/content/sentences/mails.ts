export const mails = {
  // The first line of a mail, if its reader is known.
  greeting: 'Dear {person},',
  // The last sentence of every mail; the secretary's address follows.
  closing: 'Questions? Reply to this email and quote the reference, or write to',
  // The same where there is no reference yet.
  closingWithoutReference: 'Questions? Reply to this email, or write to',
  // The link to the reader's own page, in every mail about an order.
  ownPage: 'Your registration',
  // Above the tables of the mails to the secretary.
  typed: 'Below is what the visitor typed, word for word. Nobody has checked it.',
  // Above every mail and receipt while the payment providers are pretended.
  testMode: 'TEST MODE: no real money was taken.',
  // The same before a payment.
  testModeBefore: 'TEST MODE: no real money will be taken.',
  testModeSubject: '[TEST MODE]',
  // The labels in the tables of the mails and of the receipt.
  labels: {
    reference: 'Reference',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    institute: 'Institute',
    country: 'Country',
    takingPart: 'Taking part as',
    // Before the name of each of a group, on its receipt.
    participant: 'Participant',
    // Before what payers wrote themselves, such as what they have agreed about a discount.
    statedByPayer: 'As stated by the payer',
    for: 'For',
    // Before the reference of the order that an amount asked for is about.
    about: 'About',
    total: 'Total',
    payableUntil: 'Payable until',
    refunded: 'Refunded',
    // Before what a participant has changed, in a mail to the secretary.
    change: 'Change',
    paidBy: 'Paid by',
    dispute: 'Dispute',
    disputed: 'Disputed amount',
    answerBy: 'Answer by',
    answerAt: 'Answer at',
    session: 'Session',
    interestArea: 'Interest area',
    organization: 'Organization',
    file: 'File',
    size: 'Size',
    decisionBy: 'You hear from us by',
    digest: 'Fingerprint of the file (SHA-256)',
    activeContent: 'Active content in the file',
    finding: 'Finding',
    presentation: 'Presentation',
    slot: 'Time and place',
    contribution: 'Contribution',
    deadline: 'Deadline',
    comment: 'Comments on your abstract',
  },
  // The participants' requests, which cost nothing; the note follows each number.
  requests: {
    accompanyingPerson: 'Accompanying person',
    extraNights: 'Extra nights',
    note: 'requested, not part of the price',
  },
  // How the table calls the ways to pay.
  providers: {
    stripe: 'Card',
    paypal: 'PayPal',
    // By Stripe, if the money comes days later.
    debit: 'Direct debit',
    transfer: 'Bank transfer',
    cash: 'Cash',
    free: 'Nothing to pay',
  },
  registrationReceived: {
    subject: 'Registration received',
    paragraphs: [
      'Thank you. We have received your registration.',
      'Your place is confirmed once the amount below is paid. If you have just paid, an email with your receipt follows within a few minutes, and there is nothing more to do.',
      'If you have not paid yet, the link leads to the payment, on any device, and you do not have to type anything again.',
      'If you did not register, somebody entered your address by mistake. You do not need to do anything.',
    ],
    button: 'View and pay',
    // In place of these where no payment was begun.
    form: {
      paragraphs: [
        'Thank you. We have received your registration, but the payment was not begun.',
        'Your place is confirmed once the fee is paid. You can return to the form and pay there.',
        'If you did not register, somebody entered your address by mistake. You do not need to do anything.',
      ],
      button: 'Return to the registration',
    },
  },
  paymentConfirmed: {
    subject: 'Payment confirmed',
    paragraphs: [
      'Thank you. Your payment has arrived, and your place is confirmed.',
      'The attached calendar file adds the conference days to your calendar.',
    ],
    // In place of these where several registrations were paid together.
    ofGroup: [
      'Thank you. Your payment has arrived, and the places of everybody it is for are confirmed. Each of them gets an email.',
    ],
    // And where a change was paid.
    ofChange: ['Thank you. Your payment has arrived and your registration is changed.'],
    // For an amount that the secretary had asked for; it gives nobody a place.
    ofAsked: {
      paragraphs: [
        'Thank you. Your payment has arrived, and nothing more is due for it.',
        'You can open the receipt and save it as PDF at any time with the link below.',
      ],
      button: 'Open the receipt',
    },
    // The same, where the payer gets an invoice.
    ofAskedInvoice: {
      paragraphs: [
        'Thank you. Your payment has arrived, and nothing more is due for it.',
        'You can open the invoice and save it as PDF at any time with the link below.',
      ],
      button: 'Open the invoice',
    },
    button: 'Open your registration',
    next: {
      heading: 'What happens next',
      points: [
        'On your own page you can change or cancel your registration, hand it over, and get an invoice or a letter for a visa. The button above opens it.',
        'Keep the reference. It is all the conference secretary needs to find your registration.',
        'You can open the receipt or invoice and save it as PDF at any time with the link above. Anyone with the link can see it.',
        'Your badge will be waiting for you at the registration desk on the first morning.',
      ],
    },
    // After the payment of an agreed amount, perhaps by somebody who does not take part.
    nextOfDiscount: {
      heading: 'What happens next',
      points: [
        'Keep the reference. It is all the conference secretary needs to find this payment.',
        'You can open the receipt or invoice and save it as PDF at any time with the link above. Anyone with the link can see it.',
        'If you paid for other people, reply to this email with their names. The conference secretary then registers them.',
      ],
    },
  },
  // After a discount registration whose amount nobody has agreed to yet: the payer chose it.
  paymentReceived: {
    subject: 'Payment received',
    paragraphs: [
      'Thank you. Your payment has arrived.',
      'The conference secretary checks the amount against your agreement and then confirms your place by email.',
    ],
    // In place of all paragraphs, where somebody else still has to pay a part.
    ofPart: [
      'Thank you. Your part of the payment has arrived.',
      'Somebody else pays the other part. As soon as it is paid, too, you get an email that confirms your place.',
    ],
    button: 'Open your registration',
    // To the secretary.
    next: 'The payer chose this amount. If it was agreed, please have it recorded with “organiser agree”: the payer then gets an email that confirms the place. If it was not, please have the money refunded.',
  },
  paymentFailed: {
    subject: 'Payment not completed',
    paragraphs: [
      'The payment provider did not take your payment, and nothing was charged.',
      'You can try again with the link below, on any device, with the same or another way of payment. It costs the same until the time below.',
    ],
    button: 'View and pay',
  },
  paymentExpired: {
    subject: 'Payment not completed in time',
    paragraphs: [
      'The payment page that you opened has expired, and nothing was charged.',
      'Your place is not confirmed yet. You can pay with the link below, on any device, until the time below.',
    ],
    button: 'View and pay',
  },
  // Money that comes days after the payment page, on the pages and by email: a bank collects it, or the payer transfers it.
  moneyOnItsWay: {
    subject: 'Your payment is on its way',
    byDebit:
      'Your bank has been asked for the money, and may take up to 14 days to answer. Your place is held until then. You do not have to do anything; please do not pay again.',
    byTransfer:
      'You have chosen to pay by bank transfer. Please transfer {amount} with the bank details and the reference on Stripe’s page, so that it arrives by {until}. Your place is held until then. Please do not pay in another way as well.',
    // A part of the transfer has arrived.
    inPart:
      '{arrived} of your bank transfer has arrived, and {missing} is missing. Please transfer the rest with the same bank details and the same reference. Your place is held, so please do not pay in another way.',
    follows: 'As soon as the whole amount has arrived, an email confirms it.',
    instructions: 'Open the bank details',
    button: 'See the payment',
  },
  // Nothing of a bank transfer has arrived in time.
  transferNotReceived: {
    subject: 'Bank transfer not received',
    paragraphs: [
      'Nothing has arrived by bank transfer within two weeks, so your place is no longer held.',
      'If you have sent the money, please do not pay again, and reply to this email. If not, you can still pay with the link below, on any device, until the time below.',
    ],
    button: 'View and pay',
  },
  // The same about a change that costs more.
  changeNotPaid: {
    subject: 'Change not paid',
    paragraphs: [
      'The payment of the change below was not completed, and nothing was charged.',
      'Your registration stays as it is. You can still pay for the change with the link below, on any device, until the time below.',
    ],
    button: 'View and pay',
  },
  // The same about an amount that the secretary asked for.
  askedNotPaid: {
    subject: 'Payment not completed',
    paragraphs: [
      'The payment of the amount below was not completed, and nothing was charged.',
      'You can still pay it with the link below, on any device, until the time below.',
    ],
    button: 'View and pay',
  },
  paymentRefunded: {
    subject: 'Refund',
    paragraphs: [
      'We have refunded the amount below to the card or account that paid. It arrives within a few working days.',
      'You will find the credit note on the page of your receipt.',
    ],
    // In place of the first paragraph, if the payment was made in cash.
    inCash:
      'We refund the amount below. It was paid in cash, so you get it back in cash, or we ask you for a bank account.',
    // After these paragraphs, if a bank transfer is refunded.
    ofTransfer:
      'You paid by bank transfer. If Stripe does not know your bank account, it asks you for it by email: please answer within 45 days, or the refund is cancelled.',
    button: 'Open the credit note',
  },
  paymentReturned: {
    subject: 'Payment returned',
    paragraphs: [
      'You had disputed this payment, and your bank or PayPal has returned the amount below to you.',
      'You will find the credit note on the page of your receipt. If you still want to take part, please reply to this email.',
    ],
    button: 'Open the credit note',
  },
  // Organisers' changes of registrations. Somebody pays for several people: to the payer.
  groupToPay: {
    subject: 'Registration of a group',
    paragraphs: [
      'The conference secretary has prepared the registration of several people, to be paid together.',
      'The page lists the people and the items, and lets you pay.',
      'As soon as it is paid, everybody named there gets an email that their place is confirmed, and you get the receipt or invoice.',
    ],
    button: 'View and pay',
  },
  // A change that costs more than what was paid.
  changeToPay: {
    subject: 'A change of your registration',
    paragraphs: [
      'The change you asked for costs more than you have paid so far. The difference is below.',
      'The link leads to the payment. Until it is paid, your registration stays as it is.',
    ],
    button: 'View and pay',
  },
  // An amount that the secretary asks for, such as a table of an exhibitor or a refund that was sent by mistake. The table
  // says what it is for.
  askedToPay: {
    subject: 'Request for payment',
    paragraphs: [
      'The conference secretary asks you to pay the amount below.',
      'The link leads to a page where you can pay it, on any device, until the time below. The receipt or invoice follows by email.',
      'If you do not know what this is about, please ask before you pay.',
    ],
    button: 'View and pay',
  },
  // To the same reader, where nothing was paid and the secretary no longer asks for it.
  askedWithdrawn: {
    subject: 'Nothing to pay',
    paragraphs: [
      'We had asked you for the amount below. You do not have to pay it, and the link in earlier emails no longer works.',
    ],
  },
  // To everybody of a group that was paid.
  placePaid: {
    subject: 'Your place is confirmed',
    paragraphs: [
      'Your place at the conference is confirmed.',
      'The conference days are attached as a calendar file. Your badge will be waiting for you at the registration desk.',
    ],
    button: 'Open your registration',
  },
  // To a guest, and to everybody whose place costs nothing.
  placeFree: {
    subject: 'Your place is confirmed',
    paragraphs: [
      'Your place at the conference is confirmed.',
      'The conference days are attached as a calendar file. Your badge will be waiting for you at the registration desk.',
    ],
    button: 'Open your registration',
  },
  registrationChanged: {
    subject: 'Registration changed',
    paragraphs: ['Your registration has been changed; the new details are below.'],
    // If a refund is due; the amount is in the table.
    refundDue: 'We refund the amount below to the card or account that paid.',
    // The same, if the payment was made in cash.
    refundDueInCash:
      'We refund the amount below. It was paid in cash, so you get it back in cash, or we ask you for a bank account.',
  },
  registrationCancelled: {
    subject: 'Registration cancelled',
    paragraphs: ['Your registration has been cancelled.'],
    // If a refund is due; the amount is in the table.
    refundDue:
      'We refund the amount below to the card or account that paid; it arrives within a few working days. You will find the credit note on the page of your receipt.',
    // The same, if the payment was made in cash.
    refundDueInCash:
      'We refund the amount below. It was paid in cash, so you get it back in cash, or we ask you for a bank account. You will find the credit note on the page of your receipt.',
    noRefundDue: 'No refund is due.',
    // Before a payment.
    notPaid: 'You had not paid, so there is nothing to refund.',
  },
  registrationRestored: {
    subject: 'Registration valid again',
    paragraphs: [
      'Your registration is valid again. We apologise for the email that said that it had been cancelled.',
      'Your place is confirmed as before, with everything below.',
    ],
    // If a refund was announced that had not been sent yet.
    refundWithdrawn:
      'The refund that we had announced has not been sent; the amount stays with us as the payment for your place.',
  },
  abstractReceived: {
    subject: 'Abstract received',
    paragraphs: [
      'Thank you. Your abstract has arrived, and the programme committee will write to you once it has been read.',
      'Please add the title and the authors now, with the link below: the committee and the programme need them. On the same page you can later replace the file, correct what you entered, and see the decision.',
      'If you did not send it, somebody entered your address by mistake. You do not need to do anything.',
    ],
    // Added if reviewers do not learn the authors.
    blind:
      'Reviewers do not learn who the authors are. If your file names them, or has their affiliations or addresses, please replace it by one without.',
    button: 'Add title and authors',
    // Small, before the fingerprint.
    proof:
      'The fingerprint identifies the file that we received. Compare it with that of your own file if you are ever unsure which version we have.',
  },
  // To the new address of an author, which is entered on the page of the abstract.
  abstractLink: {
    subject: 'Your abstract',
    paragraphs: [
      'Emails about the abstract below now come to this address. The link leads to its page.',
      'If the abstract is not yours, somebody entered your address by mistake. Please reply to this email.',
    ],
    button: 'Open the page of the abstract',
  },
  // To the secretary, where files are scanned for viruses.
  abstractInfected: {
    subject: 'The file of an abstract is infected',
    paragraphs: [
      'The virus scanner found something in this file. Please do not open it, and ask the author for a clean one. The website does not hand the file out unless it is asked for by name.',
    ],
  },
  // To the secretary, once for each payment: what the website does not decide by itself.
  paymentInDoubt: {
    subject: 'A payment needs your attention',
    disputeEnded: 'A dispute has ended',
    of: {
      mismatch:
        'Money arrived that does not fit the order: another amount, currency or reference. The order is not confirmed, and the payer has not received a receipt.',
      paidTwice:
        'This order was paid twice. The first payment counts; the second is being refunded automatically.',
      paidTwoOrders:
        'This person has paid for two orders with the same name and email address. Both are confirmed. Please ask which one is meant, and refund the other.',
      overtaken:
        'Money arrived for something that you had cancelled or changed before. Nothing was changed by it. The extra payment for a change is refunded automatically; please refund anything else.',
      noPlaceLeft:
        'Money arrived after the place had been given to somebody else, so more places are paid now than there are. The registration is confirmed. Please find room for one more, or cancel the registration and refund the money.',
      disputed:
        'The payer has asked the bank or PayPal for the money back. The payment provider withholds the amount below until this is decided, and wants an answer from you on its own website. Without one by the date below the money is lost. Please do not refund the money in the meantime: the payer could get it twice.',
      disputeWon:
        'The dispute about this payment has ended in your favour: you keep the money. If more places are paid now than there are, another email says so.',
      disputeLost:
        "The dispute about this payment has ended in the payer's favour. A credit note has been issued. If nothing of the payment is left, the order is no longer confirmed.",
      refundFailed:
        "The payer's bank has returned a refund. The order counts as paid again, and its credit note is cancelled. Please ask the payer how else to send it.",
      fraudWarning:
        'The bank of the payer reports that the card of this payment may have been used by somebody else. Nothing was charged back yet. A refund now saves the dispute and its fee; so please look at the registration, write to the payer, and refund the payment if it does not seem to be theirs.',
      partPaid:
        'A part of this payment has arrived by bank transfer. If it came in time, the payer was asked for the rest, and the place is held until it comes.',
      overpaid:
        'The payer has transferred more than the amount. The registration is paid; Stripe keeps the rest for the payer, until you return it.',
      refundRefused: 'The payment provider refused a refund for this order. No money was moved.',
    },
    next: "Please look at the payment on the payment provider's own website; search for the reference above. The operator of this website finds it in the log, and what to do about it in docs/payments.md.",
  },
  // To the secretary, at most once a day for each: more comes in than a conference gets, maybe from machines.
  quotaReached: {
    subject: 'An unusual number of requests',
    of: {
      payments:
        'Within an hour, more payments were begun and not completed than the limit allows. Until there are fewer, visitors who want to pay are asked to try again later. Payments already begun go on.',
      mails:
        'Within an hour, as many emails were sent as the limit allows. The others wait and go out later; none is lost.',
      uploads:
        'Within an hour, more abstracts arrived than the limit allows. Until there are fewer, authors are asked to try again later.',
      uploadBytes:
        'Within a day, the files of the abstracts grew larger than the limit allows. Until there is room again, authors are asked to try again later.',
    },
    next: 'If you expected this many, the operator of the website can raise the limit. If not, somebody may be testing stolen cards or sending junk: please ask them to look at the log.',
  },
  // After a paid registration was corrected: to the payer.
  receiptReplaced: {
    subject: 'New receipt',
    paragraphs: [
      'The registration was corrected. Your new receipt takes the place of the one before.',
      'The attached calendar file adds the conference days to your calendar.',
    ],
    // In place of the first paragraph, where the payer has confirmed a new email address.
    ofAddress: 'Your new email address is confirmed. Here are your new receipts.',
    // In place of all paragraphs, where the receipt is of an amount that the secretary had asked for.
    ofAsked:
      'The entries on your receipt were corrected. The new receipt takes the place of the one before.',
    button: 'Open your receipt',
  },
  // After the payer or an organiser has asked for an invoice: to the payer.
  invoiceIssued: {
    subject: 'Your invoice',
    paragraphs: [
      'Here is your invoice. It takes the place of the receipt, so please pass on the invoice alone.',
    ],
    // In place of the paragraphs, where an invoice was corrected.
    ofCorrection: [
      'The invoice was corrected: a cancellation invoice cancels the earlier one, and a new invoice takes its place. Please pass both on to those who keep your books.',
    ],
    button: 'Open your invoice',
    // The words of the link to the form, in the mail about a payment.
    offer: 'Need an invoice with your organisation’s address? Add the details',
    // The same on the page of the receipt, before the button that mails the link to the page of the registration.
    offerOnReceipt:
      'Need an invoice with your organisation’s address? Add the details on the page of your registration. The invoice takes the place of this receipt.',
  },
  // To the address that a registration had before. It says nothing of what is entered now.
  addressReplaced: {
    subject: 'Registration changed',
    paragraphs: [
      'Another email address was entered for the registration below. All further emails go there, and the links in earlier emails no longer work.',
      'If you did not ask for this, please reply to this email.',
    ],
    // The same about an amount that the secretary asked for.
    ofAsked: {
      subject: 'Request for payment changed',
      paragraphs: [
        'Another email address was entered for the request for payment below. All further emails go there, and the links in earlier emails no longer work.',
        'If you did not expect this, please reply to this email.',
      ],
    },
    // The same about an abstract, whose link stays as it is.
    ofAbstract: {
      subject: 'Email address changed',
      paragraphs: [
        'Another email address was entered for the abstract below. All further emails about it go there.',
        'If you did not ask for this, please reply to this email.',
      ],
    },
  },
  // To the new address, before anything changes. The reader may be a stranger, so the email names nobody.
  addressAsked: {
    subject: 'Confirm your new email address',
    paragraphs: [
      'This address was entered as the new email address of the registration below. The link leads to a page where you confirm it. Until you do, nothing changes.',
      'The link works for 48 hours, and it replaces earlier links of this kind.',
      'If you did not ask for this, somebody entered your address by mistake. You do not need to do anything.',
    ],
    button: 'Confirm the address',
  },
  // To a colleague who may take a place that is paid. The email names nobody.
  placeOffered: {
    subject: 'A place at the conference for you',
    paragraphs: [
      'A participant would like to hand over a paid place at the conference to you. The link leads to a page that shows who offers it and what is booked. The place is yours once you accept it there; you do not pay anything.',
      'The link works for seven days. Until you accept, the participant keeps the place and can withdraw the offer.',
      'If you do not want the place, please say so on that page. If you do not know what this is about, you do not need to do anything.',
    ],
    button: 'View the place',
  },
  // To the payer who has offered a place, if the colleague does not want it.
  placeDeclined: {
    subject: 'Your offer was declined',
    paragraphs: [
      'Your colleague does not take the place that you offered. The offer is over, and the place stays as it is.',
      'You can offer it to somebody else on the page of your registration.',
    ],
  },
  // To a participant whose colleague has accepted.
  placeHandedOver: {
    subject: 'Your place is handed over',
    paragraphs: [
      'Your colleague has accepted, and the place is no longer yours. All further emails go to your colleague, and the links in earlier emails no longer work. No money changed hands.',
      'If you did not want this, please reply to this email.',
    ],
  },
  // To the colleague, with the receipt in the new name.
  placeTakenOver: {
    subject: 'Your place is confirmed',
    paragraphs: [
      'The place at the conference is yours. The new receipt is in your name and takes the place of the one before.',
      'The attached calendar file adds the conference days to your calendar.',
    ],
    button: 'Open your receipt',
  },
  // The payer asked for it on the page of the receipt.
  ownPageLink: {
    subject: 'The link to your registration',
    paragraphs: [
      'On the page behind this link you can see your registration, change it, and find all documents.',
      'Anyone with the link can change your registration, so please pass on only your receipt.',
    ],
    button: 'Open your registration',
  },
  // A reminder to somebody who has not paid yet: on the days below, or when an organiser sends it (`organiser resend`).
  paymentReminder: {
    subject: 'Payment still open',
    paragraphs: [
      'We have received your registration but not your payment yet. Your place is confirmed once the amount below is paid.',
      'The link leads to the payment, on any device, and you do not have to type anything again.',
      'If you have just paid, there is nothing more to do.',
      'If you did not register, somebody entered your address by mistake. You do not need to do anything.',
    ],
    // In place of these, to the payer of a group.
    ofGroup: [
      'The registration of your group is ready but not paid yet. The places are confirmed once the amount below is paid.',
      'If you have just paid, there is nothing more to do.',
    ],
    // And where the change of a paid registration costs more.
    ofChange: [
      'The change of your registration is not paid yet. It is made once the amount below is paid; until then the registration stays as it is.',
      'If you have just paid, there is nothing more to do.',
    ],
    // And about an amount that the secretary asked for.
    ofAsked: [
      'We have not received the payment of the amount below yet. The link leads to the payment, on any device.',
      'If you have just paid, there is nothing more to do.',
    ],
    button: 'View and pay',
  },
  digestMail: {
    subject: 'Summary',
    paragraphs: [
      'These registrations, abstracts, payments and refunds came in since the last summary. They need nothing from you.',
    ],
    // Above the list of things that need a person at that moment, such as a payment that is disputed.
    attention: 'Needs your attention',
  },
  reportMail: {
    subject: 'Report of the week',
    paragraphs: [
      'The attached page has the registrations, payments and abstracts up to now. It opens in any browser and can be printed.',
    ],
  },
  // The subjects of what the secretary gets of each of the above.
  secretary: {
    registrationReceived: 'New registration',
    paymentConfirmed: 'Paid registration',
    askedPaid: 'Paid amount that you asked for',
    paymentReceived: 'Payment to confirm',
    paymentFailed: 'Payment failed',
    paymentExpired: 'Payment expired',
    paymentRefunded: 'Refund sent',
    // A change, or the request of a change that is not paid yet.
    ownAct: 'A participant’s change',
    abstractReceived: 'New abstract',
    // Another file, or corrected entries.
    abstractReplaced: 'New file of an abstract',
    abstractChanged: 'An author’s change',
    abstractWithdrawn: 'Abstract withdrawn',
    abstractRestored: 'Abstract not withdrawn after all',
  },
  // Payment by bank transfer, if conference.yaml has an account for it.
  transfer: {
    heading: 'Pay by bank transfer',
    // Below the buttons to pay.
    offer:
      'If you choose the bank transfer, you get an email with our account and a pro-forma invoice, and we wait for your transfer until {until}.',
    // With the account, after a payer has chosen the transfer.
    held: 'Please transfer the amount below and quote the reference exactly. Your order is held for you until {until}, and no longer. We confirm the payment by email when the money has arrived.',
    inPart:
      'We have received {received}, which is less than the whole amount. Please transfer the rest of {due} with the same reference.',
    // Before the buttons of the other ways to pay.
    instead:
      'You can still pay in another way. Please do not do this if you have already made the transfer: the money would arrive twice, and we would have to return it.',
    proForma: 'Pro-forma invoice (PDF)',
    labels: {
      amount: 'Amount',
      stillDue: 'Still to pay',
      received: 'Received',
      returned: 'Returned',
      holder: 'Account holder',
      iban: 'IBAN',
      bic: 'BIC',
      bank: 'Bank',
      // The words to type into the transfer.
      quote: 'Reference to quote',
      until: 'To arrive by',
    },
    // The mail after a payer has chosen the transfer.
    chosen: {
      subject: 'Bank transfer',
      paragraphs: [
        'Please transfer the amount below to our account, and quote the reference exactly as it is written here.',
        'Your order is held for you until the day below, and your place is confirmed when the money has arrived. A transfer takes one to three days, and longer from other countries.',
        'The link leads to the same facts.',
      ],
      button: 'View and pay',
    },
    // Some days before the last day; the list of reminders says how many.
    reminder: {
      subject: 'Bank transfer still open',
      paragraphs: [
        'The transfer below has not arrived yet. Your order is held for you until the day below, and no longer.',
        'If you have made the transfer in the last few days, there is nothing more to do.',
      ],
      button: 'View and pay',
    },
    expired: {
      subject: 'Bank transfer not arrived',
      paragraphs: [
        'Your bank transfer has not arrived in time, so your order is no longer held for you.',
        'If you have already made the transfer, there is nothing more to do: when the money arrives, we use it for this order, or return it if that is not possible any more. If not, the link below says how you can still pay.',
      ],
      button: 'View and pay',
    },
    // A transfer of less than the amount.
    partArrived: {
      subject: 'Part of your transfer is missing',
      paragraphs: [
        'We have received a transfer for the order below, but it is less than the whole amount. Perhaps your bank has deducted a fee.',
        'Please transfer the rest with the same reference. Your place is confirmed when the whole amount has arrived.',
      ],
      button: 'View and pay',
    },
    // The first sentence says why money is returned.
    returned: {
      subject: 'Transfer returned',
      tooMuch:
        'We have received more than the amount of this order, and return the rest. If you would rather give it to the conference, please reply to this email.',
      alreadyPaid: 'We have received a transfer for this order, but the order is paid already.',
      notPossible:
        'We have received a transfer for this order, but the order was cancelled or can no longer be paid.',
      next: 'We return the amount below by bank transfer to the account that paid, within ten working days. If we do not know the account, we ask you for it.',
      button: 'Open your registration',
    },
    // In the mail about a refund, in place of its first sentence.
    refunded:
      'We refund the amount below by bank transfer to the account that paid, within ten working days. If we do not know the account, we ask you for it.',
    // The PDF.
    document: {
      title: 'Pro-forma invoice',
      noInvoice:
        'This is not an invoice and not a receipt. It asks for a payment that has not been made yet. The receipt or invoice follows when the money has arrived.',
      date: 'Date',
      payer: 'Prepared for',
      payee: 'You pay to',
      for: 'For',
      // The name of the square code for screen readers, and the line below it.
      code: 'Code for banking apps',
      codeNote: 'For your banking app',
    },
  },
  // The page behind the link to pay in the mails.
  paymentLink: {
    title: 'Payment',
    from: 'Prepared for',
    payee: 'You pay to',
    toPay: 'To be paid',
    // Before the registration as it is, and as it will be, if a change is paid.
    was: 'Was',
    becomes: 'Becomes',
    difference: 'Difference',
    note: 'The payment page of {providers} opens next. Afterwards you return to this page, and the receipt or invoice follows by email.',
    // If there is nothing to pay.
    noteFree: 'You stay on this page, and the confirmation follows by email.',
    // Before the amount.
    card: 'Pay by card',
    paypal: 'Pay with PayPal',
    transfer: 'Pay by bank transfer',
    free: 'Confirm',
    paid: 'Paid',
    paidByAnother:
      'This registration is paid already, by the order below, and nothing more is due. The receipt was sent by email when it was paid.',
    paidAs: 'Paid as',
    // Above the buttons, if a registration with the same email address is paid.
    paidAtAddress:
      'Another registration with your email address is paid: {reference}. If it is yours, you do not have to pay this one.',
    receipt: 'Open the receipt',
    checking:
      'Your payment is being checked. Please do not pay again: an email follows as soon as it is complete, and this page will say so.',
    checkAgain: 'Check again',
    notPaid: 'The payment was not completed, and nothing was charged. You can try again.',
    lapsed: 'This link has lapsed. Please write to the conference secretary for a new one.',
    // The same where a form leads to another.
    lapsedForm:
      'This link has lapsed, and nothing was charged. With the form you can order at the price of today.',
    form: 'Go to the form',
    cancelled: 'This registration was cancelled, so there is nothing to pay.',
    withdrawn: 'This change was withdrawn, so there is nothing to pay.',
    askedNoMore:
      'The conference secretary no longer asks for this amount, so there is nothing to pay.',
    // A change whose payment arrived too late.
    notPossible: 'This change is no longer possible.',
    // After each of the four, by what is known of the payment.
    nothingTaken: 'No money was taken.',
    stillChecked: 'Your payment is still being checked.',
    cameLate: 'Your payment arrived after that. It is refunded to the card or account that paid.',
    // After the first three: for a change, and for a registration.
    lateIsRefunded: 'A payment that still arrives is refunded automatically.',
    lateIsReviewed: 'If a payment still arrives, we look at it and write to you.',
    contact: 'If you have a question, please write to',
    notFound: 'There is nothing to pay at this address. Please check that the link is complete.',
  },
  // The page that the link in the mails leads to, and its PDF.
  receipt: {
    title: 'Receipt',
    creditNoteTitle: 'Credit note',
    invoiceTitle: 'Invoice',
    invoiceCancellationTitle: 'Cancellation invoice',
    number: 'Number',
    issued: 'Issued',
    issuedBy: 'Issued by',
    issuedTo: 'Issued to',
    ofReceipt: 'For receipt',
    ofInvoice: 'For invoice',
    // On an invoice: the payer, the numbers of seller and recipient, the days of the conference and the day of the payment.
    orderedBy: 'Ordered by',
    vatId: 'VAT number',
    taxNumber: 'Tax number',
    leitwegId: 'Leitweg-ID',
    peppolId: 'Peppol ID',
    purchaseOrder: 'Your order number',
    supplied: 'Date of supply',
    paidOn: 'on',
    // Behind the way to pay, where a bank transfer was short and was accepted.
    accepted: '{received} received, {rest} accepted as bank charges; nothing is owed',
    download: 'Download PDF',
    downloadCreditNote: 'Download credit note',
    // Before the names of the XML files of an e-invoice, such as XRechnung.
    downloadXml: 'For accounting programs:',
    creditNotes: 'Credit notes',
    // In place of the file of a document that the holder before a hand-over has.
    ofFormerPayer: 'Issued to the previous holder',
    // Receipts of changes that cost more.
    ofChanges: 'Paid for changes',
    // The states of an order.
    states: {
      paid: 'Paid',
      partRefunded: 'Paid, partly refunded',
      refunded: 'Refunded',
    },
    notFound: 'There is no receipt at this address. Please check that the link is complete.',
    // The square code of the reference, where a place is confirmed: what a screen reader says of it, and what is below it.
    code: 'QR code of',
    atDesk: 'Show this at the registration desk.',
    // Above the table, and below each page of a document that has several: Page 2 of 3.
    item: 'Item',
    amount: 'Amount',
    // The tax in the amounts, if prices.yaml states one: below the total, and beside a line where the rates differ.
    tax: 'VAT',
    net: 'Net',
    exempt: 'Exempt from VAT',
    page: 'Page',
    ofPages: 'of',
    // Under the table of a receipt.
    receiptText: 'This amount has been paid.',
    // Under the table of a cancellation invoice.
    invoiceCancellationText:
      'This document cancels the invoice that is named above. A corrected invoice takes the place of the cancelled one, and no money moves.',
    // Under the table of a credit note.
    creditNoteText: 'This amount was refunded to the card or account that paid.',
    // The same, if the payment was made in cash.
    creditNoteInCash: 'This amount was paid in cash. It is given back in cash or by bank transfer.',
    cancellationTitle: 'Cancellation of a credit note',
    // Under its table.
    cancellationText:
      "The payer's bank did not accept this refund, so the amount was not returned.",
    // On a receipt that was corrected since, and on the one that took its place.
    replacedBy: 'Replaced by',
    replaces: 'Replaces receipt',
    cancelledBy: 'Cancelled by',
    cancels: 'Cancels invoice',
    corrects: 'Replaces invoice',
    earlier: 'Earlier documents',
  },
};
