import * as z from 'zod/mini';
import { ofRefusals } from '../refusals.ts';
import { text, textWith } from './content-fields.ts';
import { VisaLetter } from './visa-letter-shape.ts';

const withPerson = textWith(['person']);
const withAmount = textWith(['amount']);

/** The title of the page of an act, and the same for one person of a group. */
const titles = { title: text, titleOf: withPerson };

/** A form, and the page that says what will happen before somebody confirms it. */
const form = { ...titles, button: text, check: text, confirm: text };

/** A request that waits until somebody presses the button behind a link in a mail, or withdraws it. */
const request = { sent: text, withdraw: text, withdrawn: text };

/** The sentences about a refund by the rules of `cancellation` in conference.yaml. */
const Refund = z.strictObject({
  amount: withAmount,
  amountInParts: textWith(['amount', 'parts']),
  /** The parts of a refund, by the way to pay. */
  parts: z.strictObject({ stripe: withAmount, paypal: withAmount, transfer: withAmount }),
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
  ...titles,
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
  /** Not read any more: a table says these. */
  adds: z.optional(textWith(['part'])),
  givesUp: z.optional(textWith(['part'])),
  instead: z.optional(textWith(['was', 'becomes'])),
  withdraws: textWith(['part']),
  costsMore: withAmount,
  costsMoreWithFee: withAmount,
  reserved: textWith(['hours']),
  paypalAlone: text,
  costsLess: withAmount,
  costsTheSame: text,
  pay: withAmount,
  make: text,
  makeWithRefund: withAmount,
  withdraw: text,
  withdrawOf: withPerson,
  done: text,
  doneWithRefund: text,
  withdrawn: text,
  paid: text,
});

const Cancel = z.strictObject({
  ...titles,
  titleOfGroup: text,
  intro: withPerson,
  introOfGroup: textWith(['count']),
  notPaid: text,
  partReturned: withAmount,
  nothingLeft: text,
  keptBy: textWith(['reference']),
  button: text,
  buttonWithRefund: withAmount,
  done: text,
  doneWithRefund: text,
});

const PersonFields = z.strictObject({
  choose: text,
  unreadable: z.strictObject({
    name: text,
    email: text,
    phone: text,
    institute: text,
    country: text,
  }),
  tooLong: text,
});

const Details = z.strictObject({
  ...form,
  email: text,
  change: textWith(['entry', 'from', 'to']),
  new: textWith(['entry', 'to']),
  receipt: text,
  receiptOfGroup: text,
  receiptOfPayer: text,
  unchanged: text,
  done: text,
});

const Address = z.strictObject({
  ...form,
  ...request,
  present: textWith(['email']),
  label: text,
  sends: textWith(['email']),
  afterwards: text,
  receipt: text,
  same: text,
  waiting: textWith(['email', 'until']),
});

const HandOver = z.strictObject({
  ...form,
  ...request,
  intro: textWith(['booked']),
  introOf: textWith(['booked']),
  sends: textWith(['email', 'person']),
  /** Not read any more: a table says it. */
  booked: z.optional(textWith(['booked'])),
  openChange: textWith(['part']),
  receipt: text,
  receiptOfGroup: text,
  leaves: text,
  leavesOf: withPerson,
  money: text,
  /** For a place that the colleague can change or cancel. */
  afterwards: text,
  forgotten: text,
  same: text,
  sameName: text,
  waiting: textWith(['person', 'email', 'until']),
});

/** The page behind the link in the mail to a new address, or to a colleague. */
const Confirmation = z.strictObject({
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
});

/** The questions of the conference (conference.yaml), and the answers to them. */
const Questions = z.strictObject({
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
});

const invoiceField = {
  legalName: text,
  address: text,
  country: text,
  vatId: text,
  purchaseOrder: text,
};

/** The part about the invoice, and its form. */
const Invoice = z.strictObject({
  heading: text,
  offer: text,
  add: text,
  asked: text,
  issued: text,
  correct: text,
  until: text,
  title: text,
  intro: text,
  before: text,
  replaces: text,
  corrects: text,
  labels: z.strictObject(invoiceField),
  hints: z.strictObject({ legalName: text, address: text, vatId: text, purchaseOrder: text }),
  optional: text,
  choose: text,
  button: text,
  buttonBefore: text,
  mistakes: text,
  messages: z.strictObject(invoiceField),
  done: text,
  saved: text,
  unchanged: text,
  /** Before the address of the secretary. */
  closed: text,
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
    /** Amounts that an organiser asks the reader for. */
    asked: text,
    documents: text,
    calendar: text,
    changes: text,
    waiting: text,
    contact: text,
  }),
  form: text,
  /** `{providers}` are those whose pages open: Stripe or PayPal. */
  payNote: textWith(['providers']),
  /** Before an amount that an organiser asks for, in place of the link to pay it, and if it is paid. */
  asked: z.strictObject({ owed: text, lapsed: text, paid: text }),
  /** Before a change that is not paid yet, and before one whose payment is being checked. */
  openChange: text,
  checkedChange: text,
  pay: text,
  payFor: withPerson,
  receipt: text,
  invoice: Invoice,
  calendar: text,
  /** The links to the acts. */
  acts: z.strictObject({ correct: text, change: text, cancel: text, handOver: text }),
  /** The acts for one person of a group. */
  actsOf: z.strictObject({
    correct: withPerson,
    change: withPerson,
    cancel: withPerson,
    handOver: withPerson,
  }),
  /** Before the moment until which an act is open. */
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
  questions: Questions,
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
  personFields: PersonFields,
  details: Details,
  address: Address,
  handOver: HandOver,
  confirmation: Confirmation,
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
