import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

export const posterJudgesTexts: FeatureTexts = { sentences: en };

type YourAbstract = Words<typeof en.yourAbstract>;
type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourAbstract extends YourAbstract {}
}
