import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
    // In the mail about a confirmed place, if conference.yaml has questions for its reader. The button leads to them.
    questionsToAnswer:
      'We have a few questions for you before the conference. Please answer them on the page of your registration.',
  },
};

export const questionsTexts: FeatureTexts = { sentences: en };

type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
}
