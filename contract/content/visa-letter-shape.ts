import * as z from 'zod/mini';
import { text, textWith } from './content-fields.ts';

/** The placeholders of the letter. The facts of the conference, such as {dates}, are known everywhere. */
const placeholders = [
  'participant',
  'nationality',
  'passport',
  'birth_date',
  'expiry_date',
  'type',
  'payment',
  'reference',
  'conference',
  'venue',
] as const;
export type LetterValues = Record<(typeof placeholders)[number], string>;

const letterText = textWith(placeholders).check(
  z.maxLength(1500, 'must not be longer than 1500 characters'),
);

const ofPassport = {
  name: text,
  nationality: text,
  passport: text,
  birthDate: text,
  expiryDate: text,
};
const ofFields = { ...ofPassport, consulate: text };

/** The letter with which a participant applies for a visa, and its part of the participant's page. */
export const VisaLetter = z.strictObject({
  heading: text,
  /** Before a request, while the participant can ask. */
  intro: text,
  ask: text,
  /** Without a confirmed place. */
  afterPayment: text,
  /** The notice after the request, with the time that the answer takes. */
  sent: text,
  requested: text,
  issued: text,
  download: text,
  /** Before the reason. */
  declined: text,
  /** The letter does not fit the registration any more. */
  void: text,
  /** The retention period is over; the second text is about a request that nobody decided about. */
  deleted: text,
  deletedUndecided: text,
  askAgain: text,
  form: z.strictObject({
    heading: text,
    intro: text,
    /** The passport data: who sees them, and how long they are kept. */
    privacy: text,
    /** A request replaces the earlier one and its letter. */
    replaces: text,
    labels: z.strictObject(ofFields),
    hints: z.strictObject({ name: text, birthDate: text, expiryDate: text, consulate: text }),
    choose: text,
    optional: text,
    messages: z.strictObject(ofFields),
    /** Above a form with mistakes. */
    mistakes: text,
    send: text,
    back: text,
  }),
  letter: z.strictObject({
    title: text,
    addressee: text,
    reference: text,
    labels: z.strictObject({ ...ofPassport, type: text }),
    /** The type of those who pay an agreed amount. */
    otherType: text,
    paragraphs: z.array(letterText).check(z.minLength(1), z.maxLength(12)),
    /** The sentence in place of {payment}: the participant paid, owes nothing, or is a member of a group. */
    payment: z.strictObject({ paid: textWith(['paid']), free: text, group: text }),
    closing: text,
    signer: text,
    role: text,
    /** The small print below the signature. */
    check: letterText,
  }),
});
export type VisaLetter = z.output<typeof VisaLetter>;
