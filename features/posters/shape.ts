import * as z from 'zod/mini';
import { id, noTwins, text, webAddress } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import { openingTimes } from '#contract/content/moments.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

const CC = 'https://creativecommons.org/licenses';

/** A row of boards in the hall. */
const Wall = z.strictObject({
  name: text.check(z.maxLength(40, 'must not be longer than 40 letters')),
  boards: whole(1, 500),
  /** A board with two sides has a poster on its back, too. */
  sides: z._default(whole(1, 2), 1),
});

/** The headings of a judge's sheet. A criterion has a column of its own beside them. */
const HEADINGS = /^(?:number|title|topic|board|judge)$/i;

/** Judges look at posters without authors, and give each criterion a whole number from 1 to `best`. */
const Judging = z.strictObject({
  // Judges type their numbers on pages then.
  ...openingTimes,
  /** So many judges look at each poster. */
  judges: z._default(whole(1, 9), 3),
  /** So many posters get a prize. */
  prizes: z._default(whole(1, 50), 3),
  criteria: z
    .array(
      z.strictObject({
        id,
        name: text.check(
          z.maxLength(40, 'must not be longer than 40 letters'),
          z.refine((name) => !HEADINGS.test(name.trim()), {
            error: ({ input }) => `"${String(input)}" is another column of the sheet`,
          }),
        ),
        /** A sentence for the judges. */
        text: z.optional(text),
        best: z._default(whole(2, 10), 5),
      }),
    )
    .check(
      z.minLength(1, 'needs at least one criterion'),
      z.maxLength(12, 'must not have more than 12 criteria'),
      noTwins('id'),
      noTwins('name', (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')),
    ),
});

/** The gallery of posters. Without it there is none, and authors send no poster. */
const Posters = z.strictObject({
  ...openingTimes,
  /** The licences from which authors choose. */
  licences: z._default(
    z
      .array(z.strictObject({ name: text, url: z.optional(webAddress) }))
      .check(z.minLength(1), noTwins('name')),
    [
      { name: 'CC BY 4.0', url: `${CC}/by/4.0/` },
      { name: 'CC BY-NC-ND 4.0', url: `${CC}/by-nc-nd/4.0/` },
      { name: '© the authors' },
    ],
  ),
  walls: z._default(z.array(Wall).check(noTwins('name')), []),
  judging: z.optional(Judging),
});
export type Posters = z.output<typeof Posters>;
export type Criterion = NonNullable<Posters['judging']>['criteria'][number];

function whole(least: number, most: number) {
  const message = `expected a whole number from ${least} to ${most}`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
}

export const postersTexts: FeatureTexts = {
  sentences: en,
  // Rows name licences and criteria, and the boards of the hall are counted once for all languages.
  facts: { conference: ['licences', 'walls', 'judging'] },
  mistakes: ({ conference: { abstracts } }) =>
    abstracts.posters && !abstracts.website
      ? [
          {
            path: ['conference', 'abstracts', 'posters'],
            input: abstracts.posters,
            message: 'posters are shown on the pages of contributions: please set website, too',
          },
        ]
      : [],
  shapes: { abstracts: { posters: z.optional(Posters) } },
};

type YourAbstract = Words<typeof en.yourAbstract>;
type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourAbstract extends YourAbstract {}
  interface AddedToAbstracts {
    posters?: Posters | undefined;
  }
}
