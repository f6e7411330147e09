import * as z from 'zod/mini';
import { ofRefusals } from '../refusals.ts';
import { text, textWith } from './content-fields.ts';
import { VisaLetter } from './visa-letter-shape.ts';

/** The sentences about a refund by the rules of `cancellation` in conference.yaml. */
const Refund = z.strictObject({
  amount: textWith(['amount']),
  amountInParts: textWith(['amount', 'paypal', 'card']),
  share: textWith(['percent', 'price', 'until']),
  shareWhole: textWith(['price', 'until']),
  feeKept: textWith(['fee']),
  lessEarlier: text,
  none: textWith(['until']),
  noneAnyMore: textWith(['until']),
  next: textWith(['percent']),
  nextHalf: text,
  nextWithoutFee: textWith(['percent']),
  nextNone: text,
});

/** The form of a change of type, room and extras, and its effect. */
const Change = z.strictObject({
  title: text,
  titleOf: textWith(['person']),
  unpaid: text,
  intro: text,
  type: text,
  room: text,
  noRoom: text,
  withRoom: textWith(['hotel']),
  roomPrice: textWith(['night', 'guest']),
  nights: text,
  guests: text,
  extras: text,
  soldOut: text,
  next: text,
  check: text,
  adds: textWith(['part']),
  givesUp: textWith(['part']),
  instead: textWith(['was', 'becomes']),
  withdraws: textWith(['part']),
  costsMore: textWith(['amount']),
  costsMoreWithFee: textWith(['amount']),
  reserved: textWith(['hours']),
  paypalAlone: text,
  costsLess: textWith(['amount']),
  costsTheSame: text,
  pay: textWith(['amount']),
  make: text,
  makeWithRefund: textWith(['amount']),
  withdraw: text,
  withdrawOf: textWith(['person']),
  done: text,
  doneWithRefund: text,
  withdrawn: text,
  paid: text,
});

const Cancel = z.strictObject({
  title: text,
  titleOf: textWith(['person']),
  titleOfGroup: text,
  intro: textWith(['person']),
  introOfGroup: textWith(['count']),
  notPaid: text,
  nothingLeft: text,
  keptBy: textWith(['reference']),
  button: text,
  buttonWithRefund: textWith(['amount']),
  done: text,
  doneWithRefund: text,
});

/** The texts of a participant's own page, /registration/TOKEN. */
export const YourRegistration = z.strictObject({
  title: text,
  /** The first sentence, by the state of the registration. */
  states: z.strictObject({
    registered: text,
    unpaid: text,
    checking: text,
    lapsed: text,
    paidByAnother: text,
    confirmed: text,
    waitsForAgreement: text,
    refunded: text,
    cancelled: text,
  }),
  labels: z.strictObject({
    takingPart: text,
    conference: text,
    place: text,
    paid: text,
    refunded: text,
    kept: text,
    due: text,
  }),
  /** The headings of the sections. */
  sections: z.strictObject({
    people: text,
    openChanges: text,
    documents: text,
    calendar: text,
    changes: text,
    waiting: text,
    contact: text,
  }),
  form: text,
  payNote: text,
  /** Before a change that is not paid yet, and before one whose payment is being checked. */
  openChange: text,
  checkedChange: text,
  pay: text,
  payFor: textWith(['person']),
  receipt: text,
  calendar: text,
  /** The acts, and the sentence before the moment until which they are open. */
  acts: z.strictObject({ correct: text, change: text, cancel: text, handOver: text }),
  /** The acts for one person of a group. */
  actsOf: z.strictObject({
    correct: textWith(['person']),
    change: textWith(['person']),
    cancel: textWith(['person']),
    handOver: textWith(['person']),
  }),
  until: text,
  /** The part with the emblem, and the links to its picture without and with the name. */
  emblem: z.strictObject({ heading: text, words: text, picture: text, pictureWithName: text }),
  certificate: z.strictObject({
    heading: text,
    later: textWith(['day']),
    download: text,
    /** Before the address of the secretary. */
    notCheckedIn: text,
  }),
  /** Without this group nobody can ask for a letter. */
  visaLetter: z.optional(VisaLetter),
  /** Before the address of the secretary. */
  contact: text,
  /** The questions of the conference (conference.yaml), and the answers to them. */
  questions: z.strictObject({
    heading: text,
    intro: text,
    required: text,
    /** Before the moment until which a question can be answered, or could be answered. */
    until: text,
    over: text,
    onBadge: text,
    noAnswer: text,
    yes: text,
    no: text,
    notOffered: text,
    save: text,
    /** Before the link to the privacy page. */
    privacy: text,
    /** On the page of a member of a group. */
    payerSees: text,
    /** On the page of a group's payer, beside each name. */
    answered: text,
    unanswered: text,
    /** Above the form of which an entry was refused, with the messages beside the entries. */
    refused: text,
    back: text,
    mistakes: z.strictObject({ missing: text, tooLong: text, unusable: text, notOffered: text }),
  }),
  /** Notices after an act. */
  changedMeanwhile: text,
  /** A price or a rule has changed while somebody was reading. */
  amountChanged: text,
  refund: Refund,
  change: Change,
  cancel: Cancel,
  answersSaved: text,
  answersPartly: text,
  answersStale: text,
  /** Before the address of the secretary. */
  notFound: text,
  /** The button on the page of the receipt, which mails the link to this page, and the answer to it. */
  mailLink: z.strictObject({ words: text, button: text, sent: text }),
  /** The fields about a person, here and on the pages of the waiting list. */
  personFields: z.strictObject({
    choose: text,
    unreadable: z.strictObject({
      name: text,
      email: text,
      phone: text,
      institute: text,
      country: text,
    }),
    tooLong: text,
  }),
  details: z.strictObject({
    title: text,
    titleOf: textWith(['person']),
    email: text,
    button: text,
    check: text,
    change: textWith(['entry', 'from', 'to']),
    new: textWith(['entry', 'to']),
    receipt: text,
    receiptOfGroup: text,
    receiptOfPayer: text,
    confirm: text,
    unchanged: text,
    done: text,
  }),
  address: z.strictObject({
    title: text,
    titleOf: textWith(['person']),
    present: textWith(['email']),
    label: text,
    button: text,
    check: text,
    sends: textWith(['email']),
    afterwards: text,
    receipt: text,
    confirm: text,
    same: text,
    sent: text,
    waiting: textWith(['email', 'until']),
    withdraw: text,
    withdrawn: text,
  }),
  handOver: z.strictObject({
    title: text,
    titleOf: textWith(['person']),
    intro: textWith(['booked']),
    introOf: textWith(['booked']),
    button: text,
    check: text,
    sends: textWith(['email', 'person']),
    booked: textWith(['booked']),
    openChange: textWith(['part']),
    receipt: text,
    receiptOfGroup: text,
    leaves: text,
    leavesOf: textWith(['person']),
    money: text,
    /** For a place that the colleague can change or cancel. */
    afterwards: text,
    forgotten: text,
    confirm: text,
    same: text,
    sameName: text,
    sent: text,
    waiting: textWith(['person', 'email', 'until']),
    withdraw: text,
    withdrawn: text,
  }),
  /** The page behind the link in the mail to a new address, or to a colleague. */
  confirmation: z.strictObject({
    address: z.strictObject({
      title: text,
      words: textWith(['email', 'reference']),
      button: text,
      done: text,
    }),
    handOver: z.strictObject({
      title: text,
      words: textWith(['person', 'conference']),
      booked: text,
      entries: text,
      free: text,
      /** The same to the colleague. */
      afterwards: text,
      button: text,
      done: text,
      declineNote: text,
      decline: text,
      declined: text,
    }),
    changed: text,
    /** Before the address of the secretary. */
    over: text,
  }),
  tooMany: text,
  /** Above a form with mistakes. */
  mistakes: text,
  /** Before the address of the secretary. */
  closed: textWith(['until']),
  notOpen: text,
  back: text,
  /** Back to the form, which keeps the entries. */
  edit: text,
  /** The reasons why an act is not possible. */
  refusals: z.strictObject(ofRefusals(() => text)),
});
export type YourRegistration = z.output<typeof YourRegistration>;
