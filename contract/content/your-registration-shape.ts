import * as z from 'zod/mini';
import { text, textWith } from './content-fields.ts';
import { VisaLetter } from './visa-letter-shape.ts';

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
  answersSaved: text,
  answersPartly: text,
  answersStale: text,
  notFound: text,
  /** The button on the page of the receipt, which mails the link to this page, and the answer to it. */
  mailLink: z.strictObject({ words: text, button: text, sent: text }),
});
export type YourRegistration = z.output<typeof YourRegistration>;
