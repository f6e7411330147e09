import * as z from 'zod/mini';
import type { ContentToCheck, FeatureTexts, TextMistake } from '#contract/content/feature-texts.ts';
import { extraOf } from '#contract/content/combinations.ts';
import { text } from '#contract/content/content-fields.ts';
import { moment } from '#contract/content/moments.ts';
import { Kept } from '#contract/content/shapes/privacy-shape.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

/** Participants name those who come with them. Without it nobody is asked. */
const Companions = z.strictObject({
  /** The ids of the extras of which each is a place for one person. */
  extras: z._default(z.array(text), []),
  /** Whether the guests who share a room come, too. */
  roomGuests: z._default(z.boolean('expected true or false'), false),
  /** Afterwards only organisers change names. */
  until: z.optional(moment),
  /** The ids of those of `questions` that are asked about each companion. */
  questions: z._default(z.array(text), []),
});

const labels = {
  companions: {
    /** In place of the heading on the own page, if names are missing. */
    toName: {
      one: 'Name {n} person who comes with you',
      other: 'Name {n} people who come with you',
    },
  },
};

export const companionsTexts: FeatureTexts = {
  sentences: en,
  labels,
  facts: { conference: ['roomGuests'] },
  shapes: {
    conference: { companions: z.optional(Companions) },
    kept: { companions: z.optional(Kept) },
  },
  kept: ({ conference, privacy }) => {
    const { companions } = privacy.page.kept;
    return conference.companions && companions ? [companions] : [];
  },
  mistakes: mistakesIn,
};

/**
 * Extras and questions that the conference does not have, a switch that gives nobody a place, and a page about privacy
 * that does not name those people.
 */
function mistakesIn({ conference, prices, privacy }: ContentToCheck): TextMistake[] {
  const { companions, questions } = conference;
  if (!companions) return [];
  const wrong = (path: (string | number)[], input: unknown, message: string): TextMistake => ({
    path: ['conference', 'companions', ...path],
    input,
    message,
  });
  const extras = new Set(prices.extras.flatMap(({ id }) => [id, extraOf(id)]));
  const asked = new Set(questions.map(({ id }) => id));
  const { kept } = privacy.page;
  const isNobody = companions.extras.length === 0 && !companions.roomGuests;
  return [
    ...(isNobody
      ? [wrong([], companions, 'needs `extras`, or `room_guests: true`: nobody could come along')]
      : []),
    ...companions.extras.flatMap((id, at) =>
      extras.has(id) ? [] : [wrong(['extras', at], id, `prices.yaml has no extra ${id}`)],
    ),
    ...companions.questions.flatMap((id, at) =>
      asked.has(id) ? [] : [wrong(['questions', at], id, `\`questions\` has no ${id}`)],
    ),
    ...(kept.companions
      ? []
      : [
          {
            path: ['privacy', 'page', 'kept', 'companions'],
            input: kept,
            message:
              'is missing: participants name others (`companions`), and the page has to say so',
          },
        ]),
  ];
}

type Labels = typeof labels;
type Mails = Words<typeof en.mails>;
type YourRegistration = Words<typeof en.yourRegistration>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToLabels extends Labels {}
  interface AddedToMails extends Mails {}
  interface AddedToYourRegistration extends YourRegistration {}
  interface AddedToConference {
    companions?: z.output<typeof Companions> | undefined;
  }
  interface AddedToKept {
    companions?: z.output<typeof Kept> | undefined;
  }
}
