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
  }),
  requests: z.strictObject({ accompanyingPerson: text, extraNights: text, note: text }),
  providers: z.strictObject({ stripe: text, paypal: text, free: text }),
  registrationReceived: mailWithButton,
  /** `ofGroup` and `ofChange` stand in place of the paragraphs where several registrations or a change were paid. */
  paymentConfirmed: z.strictObject({
    ...mail,
    ofGroup: mail.paragraphs,
    ofChange: mail.paragraphs,
    button: text,
    next: Points,
  }),
  /** `next` is for the secretary. */
  paymentReceived: z.strictObject({ ...mail, button: text, next: text }),
  paymentFailed: mailWithButton,
  paymentExpired: mailWithButton,
  paymentRefunded: mailWithButton,
  paymentReturned: mailWithButton,
  /** What organisers do with registrations. */
  groupToPay: mailWithButton,
  changeToPay: mailWithButton,
  placePaid: z.strictObject(mail),
  registrationChanged: z.strictObject(mail),
  registrationCancelled: z.strictObject({ ...mail, goesBack: text, nothingBack: text }),
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
      overtaken: text,
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
  /** The secretary's routine mails, gathered into one. */
  digest: z.enum(['off', 'hourly', 'daily']),
  digestMail: z.strictObject(mail),
  /** Subjects of the secretary's copies. */
  secretary: z.strictObject({
    registrationReceived: text,
    paymentConfirmed: text,
    paymentReceived: text,
    paymentFailed: text,
    paymentExpired: text,
    paymentRefunded: text,
    abstractReceived: text,
  }),
  /** The page behind a link to pay. */
  paymentLink: z.strictObject({
    title: text,
    from: text,
    payee: text,
    toPay: text,
    note: text,
    card: text,
    paypal: text,
    free: text,
    paid: text,
    receipt: text,
    checking: text,
    checkAgain: text,
    notPaid: text,
    lapsed: text,
    notFound: text,
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
    receiptText: text,
    creditNoteText: text,
    cancellationTitle: text,
    cancellationText: text,
  }),
});
export type Mails = z.output<typeof Mails>;
