import * as z from 'zod/mini';
import { ofRefusals } from '../refusals.ts';
import { text, textWith } from './content-fields.ts';

/** The sentences about a refund by the rules of `cancellation` in conference.yaml. */
const Refund = z.strictObject({
  amount: textWith(['amount']),
  share: textWith(['percent', 'price', 'until']),
  shareWithoutFee: textWith(['percent', 'price', 'until']),
  lessEarlier: text,
  none: textWith(['until']),
  noneAnyMore: textWith(['until']),
  next: textWith(['percent']),
  nextWithoutFee: textWith(['percent']),
  nextNone: text,
});

/** The form of a change of type, room and extras, and its effect. */
const Change = z.strictObject({
  title: text,
  titleOf: textWith(['person']),
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
  takenBack: textWith(['part']),
  costsMore: textWith(['amount']),
  costsMoreWithFee: textWith(['amount']),
  reserved: text,
  paypalAlone: text,
  costsLess: textWith(['amount']),
  costsTheSame: text,
  pay: textWith(['amount']),
  make: text,
  makeWithRefund: textWith(['amount']),
  takeBack: text,
  done: text,
  doneWithRefund: text,
  doneTakingBack: text,
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
    due: text,
  }),
  /** The headings of the sections. */
  sections: z.strictObject({
    people: text,
    openChanges: text,
    documents: text,
    calendar: text,
    changes: text,
    contact: text,
  }),
  form: text,
  payNote: text,
  openChange: text,
  pay: text,
  receipt: text,
  calendar: text,
  /** The acts, and the sentence before the moment until which they are open. */
  acts: z.strictObject({ correct: text, change: text, cancel: text, handOver: text }),
  until: text,
  noActs: text,
  /** The part with the emblem, and the links to its picture without and with the name. */
  emblem: z.strictObject({ heading: text, words: text, picture: text, pictureWithName: text }),
  /** Before the address of the secretary. */
  contact: text,
  /** Notices after an act. */
  changedMeanwhile: text,
  /** A price or a rule has changed while somebody was reading. */
  amountChanged: text,
  refund: Refund,
  change: Change,
  cancel: Cancel,
  notFound: text,
  /** The button on the page of the receipt, which mails the link to this page, and the answer to it. */
  mailLink: z.strictObject({ words: text, button: text, sent: text }),
  /** Before the address of the secretary. */
  closed: textWith(['until']),
  notOpen: text,
  back: text,
  /** The reasons why an act is not possible. */
  refusals: z.strictObject(ofRefusals(() => text)),
});
export type YourRegistration = z.output<typeof YourRegistration>;
