import * as z from 'zod/mini';
import { id, noTwins, text } from '#contract/content/content-fields.ts';
import type { ContentToCheck, FeatureTexts, TextMistake } from '#contract/content/feature-texts.ts';
import { moment } from '#contract/content/moments.ts';
import { Kept } from '#contract/content/shapes/privacy-shape.ts';
import { asked, optionsOfChoice } from '#contract/content/shapes/questions-shape.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

const isOrNot = z.boolean('expected true or false');

/** `scale`: a number from 1 to `most`. `choice`: one of the options. `text`: several lines. */
const SurveyQuestion = z
  .strictObject({
    ...asked,
    id,
    kind: z.enum(['scale', 'choice', 'text']),
    most: z.optional(
      z
        .int('expected a whole number')
        .check(z.minimum(3, 'must be at least 3'), z.maximum(10, 'must not be above 10')),
    ),
    /** The meaning of the lowest and of the highest number. */
    low: z.optional(text),
    high: z.optional(text),
  })
  .check(
    optionsOfChoice(),
    z.superRefine(({ kind, most, low, high }, { addIssue }) => {
      if (kind === 'scale' || [most, low, high].every((one) => one === undefined)) return;
      const path = [most === undefined ? (low === undefined ? 'high' : 'low') : 'most'];
      addIssue({ code: 'custom', path, message: 'is for a scale' });
    }),
  );
export type SurveyQuestion = z.output<typeof SurveyQuestion>;

/** The survey after the conference. Without it nobody is asked. */
const Survey = z.strictObject({
  from: z.optional(moment),
  until: moment,
  /** Whether answers are stored without names. */
  anonymous: z._default(isOrNot, true),
  /** Whether people can write a few words to speakers. */
  talkWords: z._default(isOrNot, true),
  questions: z.array(SurveyQuestion).check(z.minLength(1), noTwins('id'), noTwins('label')),
});
export type Survey = z.output<typeof Survey>;

export const surveyTexts: FeatureTexts = {
  sentences: en,
  shapes: { conference: { survey: z.optional(Survey) }, kept: { survey: z.optional(Kept) } },
  kept: ({ conference, privacy }) => {
    const { survey } = privacy.page.kept;
    return conference.survey && survey ? [survey] : [];
  },
  mistakes: mistakesIn,
};

function mistakesIn({ conference, privacy }: ContentToCheck): TextMistake[] {
  const { survey } = conference;
  if (!survey) return [];
  const { kept } = privacy.page;
  if (kept.survey) return [];
  return [
    {
      path: ['privacy', 'page', 'kept', 'survey'],
      input: kept,
      message: 'is missing: conference.yaml has a survey, and the page has to name it',
    },
  ];
}

type Mails = Words<typeof en.mails>;
type YourRegistration = Words<typeof en.yourRegistration>;
type YourAbstract = Words<typeof en.yourAbstract>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourRegistration extends YourRegistration {}
  interface AddedToYourAbstract extends YourAbstract {}
  interface AddedToConference {
    survey?: Survey | undefined;
  }
  interface AddedToKept {
    /** An entry of the list, if conference.yaml has a survey. */
    survey?: z.output<typeof Kept> | undefined;
  }
}
