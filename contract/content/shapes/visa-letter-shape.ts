import * as z from 'zod/mini';
import { text, textWith } from '#contract/content/content-fields.ts';
import { yourRegistration } from '#contract/content/sentences/your-registration.ts';
import { wordsOf } from './words-shape.ts';

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

const { letter, ...page } = yourRegistration.visaLetter;

/** The letter with which a participant applies for a visa, and its part of the participant's page. */
export const VisaLetter = z.strictObject({
  ...wordsOf(page),
  letter: z.strictObject({
    ...wordsOf(letter),
    paragraphs: z.array(letterText).check(z.minLength(1), z.maxLength(12)),
    /** The small print below the signature. */
    check: letterText,
    /** The person who signs, for which the product has no words. */
    signer: text,
    role: text,
  }),
});
export type VisaLetter = z.output<typeof VisaLetter>;
