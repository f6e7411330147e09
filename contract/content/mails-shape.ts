import * as z from 'zod/mini';
import { text } from './content-fields.ts';
import { Points } from './page-words.ts';

/** A mail: its subject, to which the reference is added, and what it says above its table. */
const mail = { subject: text, paragraphs: z.array(text).check(z.minLength(1)) };
const mailWithButton = z.strictObject({ ...mail, button: text });

/** The words of the mails and of the receipt that they link to. */
export const Mails = z.strictObject({
  greeting: text,
  closing: text,
  closingWithoutReference: text,
  /** Marks what was typed, in mails to the secretary. */
  typed: text,
  testMode: text,
  testModeSubject: text,
  labels: z.strictObject({
    reference: text,
    name: text,
    email: text,
    phone: text,
    institute: text,
    country: text,
    takingPart: text,
    statedByPayer: text,
    for: text,
    total: text,
    refunded: text,
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
    digest: text,
    activeContent: text,
    finding: text,
    presentation: text,
    slot: text,
  }),
  requests: z.strictObject({ accompanyingPerson: text, extraNights: text, note: text }),
  providers: z.strictObject({ stripe: text, paypal: text, free: text }),
  registrationReceived: mailWithButton,
  paymentConfirmed: z.strictObject({
    ...mail,
    button: text,
    next: Points,
  }),
  /** `next` is for the secretary. */
  paymentReceived: z.strictObject({ ...mail, button: text, next: text }),
  paymentFailed: mailWithButton,
  paymentExpired: mailWithButton,
  paymentRefunded: mailWithButton,
  paymentReturned: mailWithButton,
  abstractReceived: z.strictObject(mail),
  abstractInfected: z.strictObject(mail),
  /** The mail to the secretary about a payment that a person has to check. */
  paymentInDoubt: z.strictObject({
    subject: text,
    disputeEnded: text,
    of: z.strictObject({
      mismatch: text,
      paidTwice: text,
      paidTwoOrders: text,
      disputed: text,
      disputeWon: text,
      disputeLost: text,
      refundRefused: text,
      refundFailed: text,
    }),
    next: text,
  }),
  /** The mail to the secretary about a quota that is reached. */
  ceilingReached: z.strictObject({
    subject: text,
    of: z.strictObject({ payments: text, mails: text, uploads: text, uploadBytes: text }),
    next: text,
  }),
  receiptReplaced: mailWithButton,
  registrationChanged: z.strictObject(mail),
  paymentReminder: mailWithButton,
  abstractAccepted: mailWithButton,
  abstractRejected: z.strictObject(mail),
  /** Where authors answer. */
  authorPage: z.strictObject({
    title: text,
    accepted: text,
    rejected: text,
    question: text,
    present: text,
    withdraw: text,
    presenting: text,
    withdrawn: text,
    changeable: text,
    over: text,
    notFound: text,
  }),
  /** Letters that one can unsubscribe from. */
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
  /** The secretary's routine mails, gathered into one. */
  digest: z.enum(['off', 'hourly', 'daily']),
  digestMail: z.strictObject(mail),
  /** The report in numbers, to the secretary. */
  report: z._default(z.enum(['off', 'weekly']), 'off'),
  reportMail: z.strictObject(mail),
  /** Subjects of the secretary's copies. */
  secretary: z.strictObject({
    registrationReceived: text,
    paymentConfirmed: text,
    paymentReceived: text,
    paymentFailed: text,
    paymentExpired: text,
    paymentRefunded: text,
    abstractReceived: text,
    abstractWithdrawn: text,
    abstractConfirmed: text,
  }),
  receipt: z.strictObject({
    title: text,
    creditNoteTitle: text,
    number: text,
    issued: text,
    issuedBy: text,
    issuedTo: text,
    ofReceipt: text,
    download: text,
    downloadCreditNote: text,
    creditNotes: text,
    states: z.strictObject({ paid: text, partRefunded: text, refunded: text }),
    notFound: text,
    /** What a screen reader says of the square code, before the reference, and what is below the code. */
    code: text,
    atDesk: text,
    receiptText: text,
    creditNoteText: text,
    cancellationTitle: text,
    cancellationText: text,
    replacedBy: text,
    replaces: text,
    earlier: text,
  }),
});
export type Mails = z.output<typeof Mails>;
