import * as z from 'zod/mini';
import { email, text } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import { moment } from '#contract/content/moments.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

const DAYS = 'expected a whole number of days from 0 to 60';
const day = z.int(DAYS).check(z.minimum(0, DAYS), z.maximum(60, DAYS));

/** The pages on which reviewers write their reviews. Without this key they have workbooks only. */
const ReviewerPages = z.strictObject({
  from: z.optional(moment),
  until: moment,
  /** The person to whom reviewers answer; absent: `abstracts.chair`. */
  chair: z.optional(z.strictObject({ name: text, email })),
  /** Whether reviewers of one abstract talk about it, and see each other's names then; absent: they do not. */
  discussion: z.optional(z.enum(['names', 'numbers'])),
  /** The days before the end on which those with something open are reminded. */
  reminders: z._default(
    z.array(day).check(z.maxLength(5, 'must not have more than 5 days')),
    [7, 2],
  ),
  /** Whether the server thanks reviewers whose reviews are complete. */
  thanks: z._default(z.boolean('expected true or false'), true),
});
export type ReviewerPages = z.output<typeof ReviewerPages>;

export const reviewerPagesTexts: FeatureTexts = {
  sentences: en,
  facts: { conference: ['discussion'] },
  shapes: { abstracts: { reviewerPages: z.optional(ReviewerPages) } },
  hidesAuthors: ({ conference: { abstracts } }) =>
    abstracts.reviewerPages !== undefined && abstracts.review.blind,
};

type Mails = Words<typeof en.mails>;
type YourAbstract = Words<typeof en.yourAbstract>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourAbstract extends YourAbstract {}
  interface AddedToAbstracts {
    reviewerPages?: ReviewerPages | undefined;
  }
}
