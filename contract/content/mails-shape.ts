import * as z from 'zod/mini';
import { ofRequests } from '../requests.ts';
import { text, textWith } from './content-fields.ts';
import { Points } from './page-words.ts';
import { WaitingListWords } from './waiting-list-shape.ts';

/** A mail: its subject, to which the mailer adds the reference, and its paragraphs above the table. */
const mail = { subject: text, paragraphs: z.array(text).check(z.minLength(1)) };
const mailWithButton = z.strictObject({ ...mail, button: text });

const days = z
  .int('expected a whole number of days')
  .check(z.minimum(1, 'must be at least 1'), z.maximum(90, 'must not be above 90'));

/**
 * The days on which an unpaid order gets a reminder. `price_ends`: the last day of its price. `transfer_due`: the last day
 * for the bank transfer that its payer has chosen. The others are to authors who have not answered, not given title and
 * authors (before the end of edits, or after submitting the abstract), not sent the final version, or not registered.
 */
const Reminder = z.union(
  [
    z.strictObject({ days, after: z.enum(['registering', 'submitting']) }),
    z.strictObject({
      days,
      before: z.enum([
        'price_ends',
        'registration_closes',
        'transfer_due',
        'answers_end',
        'edits_end',
        'final_versions_end',
        'authors_register',
      ]),
    }),
  ],
  'expected { days: 7, after: registering }, { days: 3, before: price_ends }, { days: 5, before: registration_closes }, { days: 3, before: transfer_due }, or for authors { days: 3, after: submitting }, { days: 5, before: answers_end }, edits_end, final_versions_end or authors_register, with 1 to 90 days',
);
export type Reminder = z.output<typeof Reminder>;

/** Payment by bank transfer: its part of the pages, its mails, and the pro-forma invoice. */
const TransferWords = z.strictObject({
  heading: text,
  /** Below the buttons to pay, before a payer has chosen the transfer. */
  offer: textWith(['until']),
  held: textWith(['until']),
  inPart: textWith(['received', 'due']),
  /** Before the buttons of other ways to pay. */
  instead: text,
  proForma: text,
  labels: z.strictObject({
    amount: text,
    stillDue: text,
    received: text,
    returned: text,
    holder: text,
    iban: text,
    bic: text,
    bank: text,
    quote: text,
    until: text,
  }),
  chosen: mailWithButton,
  reminder: mailWithButton,
  expired: mailWithButton,
  partArrived: mailWithButton,
  /** `tooMuch`, `alreadyPaid` and `notPossible` say why money is returned. */
  returned: z.strictObject({
    subject: text,
    tooMuch: text,
    alreadyPaid: text,
    notPossible: text,
    next: text,
    button: text,
  }),
  /** In the mail about a refund, in place of its first paragraph. */
  refunded: text,
  document: z.strictObject({
    title: text,
    noInvoice: text,
    date: text,
    payer: text,
    payee: text,
    for: text,
    code: text,
    codeNote: text,
  }),
});

/** The texts of the mails and of the receipt page to which the mails link. */
export const Mails = z.strictObject({
  greeting: textWith(['person']),
  closing: text,
  closingWithoutReference: text,
  /** The words of the link to the reader's own page. */
  ownPage: text,
  /** In the mail about a confirmed place, if the conference has questions for its reader. */
  questionsToAnswer: text,
  /** In the mail about a confirmed place, if the conference asks for consent to invitations. */
  consentToAnswer: z.optional(text),
  /** Marks text that a visitor typed, in mails to the secretary. */
  typed: text,
  testMode: text,
  testModeBefore: text,
  testModeSubject: text,
  labels: z.strictObject({
    reference: text,
    name: text,
    email: text,
    phone: text,
    institute: text,
    country: text,
    takingPart: text,
    participant: text,
    statedByPayer: text,
    for: text,
    about: text,
    total: text,
    payableUntil: text,
    refunded: text,
    change: text,
    paidBy: text,
    dispute: text,
    disputed: text,
    answerBy: text,
    answerAt: text,
    session: text,
    interestArea: text,
    organization: text,
    file: text,
    size: text,
    decisionBy: text,
    digest: text,
    activeContent: text,
    finding: text,
    presentation: text,
    slot: text,
    contribution: text,
    deadline: text,
    comment: text,
  }),
  requests: z.strictObject({ ...ofRequests(() => text), note: text }),
  /** `debit` and `transfer`: by Stripe, if the money comes days later. */
  providers: z.strictObject({
    stripe: text,
    paypal: text,
    debit: text,
    transfer: text,
    free: text,
  }),
  /** `form` replaces the paragraphs and the button if the person has no order yet. */
  registrationReceived: z.strictObject({
    ...mail,
    button: text,
    form: z.strictObject({ paragraphs: mail.paragraphs, button: text }),
  }),
  /**
   * `ofGroup` or `ofChange` replaces the paragraphs if the payment was for several registrations or for a change, and
   * `ofAsked` also the button if an organiser asked for the amount.
   */
  paymentConfirmed: z.strictObject({
    ...mail,
    ofGroup: mail.paragraphs,
    ofChange: mail.paragraphs,
    ofAsked: z.strictObject({ paragraphs: mail.paragraphs, button: text }),
    button: text,
    next: Points,
    nextOfDiscount: Points,
  }),
  /** `next` is a text for the secretary. */
  paymentReceived: z.strictObject({ ...mail, button: text, next: text }),
  paymentFailed: mailWithButton,
  paymentExpired: mailWithButton,
  /** Money that comes days after the payment page: on the pages, and in the mail about it. */
  moneyOnItsWay: z.strictObject({
    subject: text,
    byDebit: text,
    byTransfer: textWith(['amount', 'until']),
    inPart: textWith(['arrived', 'missing']),
    /** After each of the three. */
    follows: text,
    /** The link to the bank details. */
    instructions: text,
    button: text,
  }),
  transferNotReceived: mailWithButton,
  /** Instead of the two above, about a change that costs more, and about an amount that an organiser asked for. */
  changeNotPaid: mailWithButton,
  askedNotPaid: mailWithButton,
  /** `ofTransfer` follows the paragraphs if a bank transfer is refunded. */
  paymentRefunded: z.strictObject({ ...mail, ofTransfer: text, button: text }),
  paymentReturned: mailWithButton,
  /** Mails about registrations that organisers create or change. */
  /** With a personal link; `free` stands in place of the price. */
  invited: z.strictObject({ ...mail, button: text, free: text }),
  /** To a participant who proved a price in no way in time: the difference is due. */
  proofMissing: mailWithButton,
  proofRefused: mailWithButton,
  groupToPay: mailWithButton,
  changeToPay: mailWithButton,
  /** An amount that an organiser asks for: the mail with the link, and the mail that nothing is due any more. */
  askedToPay: mailWithButton,
  askedWithdrawn: z.strictObject(mail),
  /** The line of an amount that is asked for because a refund, or a lost dispute, was a mistake. */
  refundByMistake: z.strictObject({
    refund: textWith(['amount', 'date']),
    dispute: textWith(['amount', 'date']),
  }),
  placePaid: mailWithButton,
  placeFree: mailWithButton,
  registrationChanged: z.strictObject({ ...mail, refundDue: text }),
  registrationCancelled: z.strictObject({
    ...mail,
    refundDue: text,
    noRefundDue: text,
    notPaid: text,
  }),
  registrationRestored: z.strictObject({ ...mail, refundWithdrawn: text }),
  /** `proof` is the small print before the digest of the file. */
  abstractReceived: z.strictObject({ ...mail, button: text, proof: text }),
  /** `ofFinal` replaces subject and paragraphs for a final version. */
  abstractFileReplaced: z.strictObject({
    ...mail,
    ofFinal: z.strictObject(mail),
    button: text,
    proof: text,
  }),
  abstractLink: mailWithButton,
  abstractWithdrawn: mailWithButton,
  abstractRestored: mailWithButton,
  abstractInfected: z.strictObject(mail),
  /** The mail to the secretary about a payment that a person has to check. */
  paymentInDoubt: z.strictObject({
    subject: text,
    disputeEnded: text,
    of: z.strictObject({
      mismatch: text,
      paidTwice: text,
      paidTwoOrders: text,
      overtaken: text,
      noPlaceLeft: text,
      disputed: text,
      disputeWon: text,
      disputeLost: text,
      refundRefused: text,
      refundFailed: text,
      fraudWarning: text,
      partPaid: text,
      overpaid: text,
    }),
    next: text,
  }),
  /** The mail to the secretary about a quota that is reached. */
  quotaReached: z.strictObject({
    subject: text,
    of: z.strictObject({ payments: text, mails: text, uploads: text, uploadBytes: text }),
    next: text,
  }),
  /** `ofAddress` replaces the first paragraph, and `ofAsked` all of them if the receipt is of an amount asked for. */
  receiptReplaced: z.strictObject({ ...mail, ofAddress: text, ofAsked: text, button: text }),
  /** `ofCorrection` replaces the paragraphs. */
  invoiceIssued: z.strictObject({
    ...mail,
    ofCorrection: mail.paragraphs,
    button: text,
    offer: text,
    offerOnReceipt: text,
  }),
  /** The link to the own page, asked for on the page of the receipt. */
  ownPageLink: mailWithButton,
  /** `ofAsked` is about an amount that an organiser asked for, `ofAbstract` about an abstract. */
  addressReplaced: z.strictObject({
    ...mail,
    ofAsked: z.strictObject(mail),
    ofAbstract: z.strictObject(mail),
  }),
  addressAsked: mailWithButton,
  placeOffered: mailWithButton,
  placeDeclined: z.strictObject(mail),
  placeHandedOver: z.strictObject(mail),
  placeTakenOver: mailWithButton,
  /** `ofGroup`, `ofChange` or `ofAsked` replaces the paragraphs, as in `paymentConfirmed`. */
  paymentReminder: z.strictObject({
    ...mail,
    ofGroup: mail.paragraphs,
    ofChange: mail.paragraphs,
    ofAsked: mail.paragraphs,
    button: text,
  }),
  /** To authors, about an abstract. */
  authorReminder: z.strictObject({
    answer: mailWithButton,
    details: mailWithButton,
    finalVersion: mailWithButton,
    registration: mailWithButton,
  }),
  reminders: z._default(z.array(Reminder), []),
  /** To the secretary; the other two are to the participant. */
  visaLetterRequested: z.strictObject(mail),
  visaLetterIssued: mailWithButton,
  visaLetterDeclined: mailWithButton,
  abstractAccepted: mailWithButton,
  abstractRejected: z.strictObject(mail),
  waitingList: WaitingListWords,
  /** Letters from which a recipient can unsubscribe. */
  news: z.strictObject({
    unsubscribe: text,
    page: z.strictObject({
      title: text,
      question: text,
      button: text,
      done: text,
      notFound: text,
    }),
  }),
  /** How often one mail replaces the secretary's routine mails. */
  digest: z.enum(['off', 'hourly', 'daily']),
  digestMail: z.strictObject({ ...mail, attention: text }),
  /** How often the secretary gets a report in numbers. */
  report: z._default(z.enum(['off', 'weekly']), 'off'),
  reportMail: z.strictObject(mail),
  /** Subjects of the secretary's copies. */
  secretary: z.strictObject({
    registrationReceived: text,
    paymentConfirmed: text,
    askedPaid: text,
    paymentReceived: text,
    paymentFailed: text,
    paymentExpired: text,
    paymentRefunded: text,
    ownAct: text,
    abstractReceived: text,
    abstractReplaced: text,
    abstractChanged: text,
    abstractWithdrawn: text,
    abstractRestored: text,
  }),
  transfer: TransferWords,
  /** The page behind a link to pay. */
  paymentLink: z.strictObject({
    title: text,
    from: text,
    payee: text,
    toPay: text,
    was: text,
    becomes: text,
    difference: text,
    /** `{providers}` are those whose pages open: Stripe or PayPal. */
    note: textWith(['providers']),
    noteFree: text,
    card: text,
    paypal: text,
    transfer: text,
    free: text,
    paid: text,
    paidByAnother: text,
    paidAs: text,
    paidAtAddress: textWith(['reference']),
    receipt: text,
    checking: text,
    checkAgain: text,
    notPaid: text,
    lapsed: text,
    lapsedForm: text,
    form: text,
    /** A registration, a change or an asked amount that cannot be paid any more. */
    cancelled: text,
    withdrawn: text,
    /** An amount that an organiser asks for no more. */
    askedNoMore: text,
    notPossible: text,
    /** After each of the four: no money came, it may still come, or it came too late. */
    nothingTaken: text,
    stillChecked: text,
    cameLate: text,
    /** After the first three: a late payment is refunded, or looked at by a person. */
    lateIsRefunded: text,
    lateIsReviewed: text,
    /** Before the address of the secretary. */
    contact: text,
    notFound: text,
  }),
  receipt: z.strictObject({
    title: text,
    creditNoteTitle: text,
    invoiceTitle: text,
    invoiceCancellationTitle: text,
    number: text,
    issued: text,
    issuedBy: text,
    issuedTo: text,
    ofReceipt: text,
    ofInvoice: text,
    orderedBy: text,
    vatId: text,
    taxNumber: text,
    purchaseOrder: text,
    supplied: text,
    paidOn: text,
    download: text,
    downloadCreditNote: text,
    creditNotes: text,
    /** In place of the file of a document that names the payer before a hand-over. */
    ofFormerPayer: text,
    ofChanges: text,
    states: z.strictObject({ paid: text, partRefunded: text, refunded: text }),
    notFound: text,
    /** The name of the square code for screen readers, before the reference, and the line below the code. */
    code: text,
    atDesk: text,
    item: text,
    amount: text,
    page: text,
    ofPages: text,
    tax: text,
    net: text,
    exempt: text,
    receiptText: text,
    invoiceCancellationText: text,
    creditNoteText: text,
    cancellationTitle: text,
    cancellationText: text,
    replacedBy: text,
    replaces: text,
    cancelledBy: text,
    cancels: text,
    corrects: text,
    earlier: text,
  }),
});
export type Mails = z.output<typeof Mails>;
