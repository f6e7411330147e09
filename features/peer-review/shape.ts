import * as z from 'zod/mini';
import { id, noTwins, text } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

/** The headings of a reviewer's workbook. A criterion has a column of its own beside them. */
const HEADINGS =
  /^(?:reference|contribution|session|interest area|keywords|file|authors|affiliations|assigned|comment for the (?:committee|author)|conflict|reviewer|reviews|mean|spread|decision|name|email|state)$/i;

const USUAL = ['Novelty', 'Quality', 'Relevance'].map((name) => {
  return { id: name.toLowerCase(), name, best: 5, weight: 1 };
});

/**
 * The peer review of abstracts. The scores of a criterion are whole numbers from 1 to `best`. A criterion that was used
 * once keeps its id, because scores are stored with it.
 */
export const PeerReview = z.prefault(
  z.strictObject({
    /** The number of reviews of each abstract. */
    reviews: z._default(whole(1, 9), 3),
    /** The most abstracts of a reviewer without a limit in the sheet; absent: any number. */
    mostPerReviewer: z.optional(whole(1, 500)),
    /** Whether reviewers see no authors. */
    blind: z._default(z.boolean('expected true or false'), true),
    /** Whether reviewers tick the topics that they know well. */
    topics: z._default(z.boolean('expected true or false'), false),
    /** Whether reviewers say before the assignment which abstracts they would like to review, and which not. */
    bids: z._default(z.boolean('expected true or false'), false),
    criteria: z._default(
      z
        .array(
          z.strictObject({
            id,
            name: text.check(
              z.maxLength(40, 'must not be longer than 40 letters'),
              z.refine((name) => !HEADINGS.test(name.trim()), {
                error: ({ input }) => `"${String(input)}" is another column of the workbook`,
              }),
            ),
            /** A sentence for the reviewers. */
            text: z.optional(text),
            best: z._default(whole(2, 10), 5),
            /** The weight in the mean. */
            weight: z._default(whole(1, 100), 1),
          }),
        )
        .check(
          z.minLength(1, 'needs at least one criterion'),
          z.maxLength(12, 'must not have more than 12 criteria'),
          noTwins('id'),
          // The headings of a sheet are compared by letters and digits.
          noTwins('name', (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')),
        ),
      USUAL,
    ),
  }),
  {},
);
export type PeerReview = z.output<typeof PeerReview>;
export type Criterion = PeerReview['criteria'][number];

function whole(least: number, most: number) {
  const message = `expected a whole number from ${least} to ${most}`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
}

export const peerReviewTexts: FeatureTexts = {
  sentences: en,
  shapes: { abstracts: { review: PeerReview } },
};

type YourAbstract = Words<typeof en.yourAbstract>;

declare module '#contract/content/feature-texts.ts' {
  interface AddedToYourAbstract extends YourAbstract {}
  interface AddedToAbstracts {
    review: PeerReview;
  }
}
