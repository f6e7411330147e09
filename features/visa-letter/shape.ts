import * as z from 'zod/mini';
import { text, textWith } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import { type Words, wordsOf } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

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

const { letter, ...page } = en.yourRegistration.visaLetter;

/** The letter with which a participant applies for a visa, and its part of the participant's page. */
const VisaLetter = z.strictObject({
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

const labels = { ownPage: { toGetVisa: 'ask for a letter for a visa' } };

export const visaLetterTexts: FeatureTexts = {
  sentences: en,
  labels,
  switches: ['visaLetter'],
  shapes: { yourRegistration: { visaLetter: z.optional(VisaLetter) } },
};

type Mails = Words<typeof en.mails>;
type Labels = typeof labels;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToLabels extends Labels {}
  interface AddedToYourRegistration {
    /** Without this group nobody can ask for a letter. */
    visaLetter?: VisaLetter | undefined;
  }
}
