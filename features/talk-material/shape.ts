import * as z from 'zod/mini';
import { noTwins, text, webAddress } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import { openingTimes } from '#contract/content/moments.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

const CC = 'https://creativecommons.org/licenses';

/** When authors add slides, recordings and links. Without it there are none. */
const Material = z.strictObject({
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
});
export type Material = z.output<typeof Material>;

export const materialTexts: FeatureTexts = {
  sentences: en,
  // Material names its licence, so every language offers the same ones.
  facts: { conference: ['licences'] },
  shapes: { abstracts: { material: z.optional(Material) } },
};

type YourAbstract = Words<typeof en.yourAbstract>;
type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourAbstract extends YourAbstract {}
  interface AddedToAbstracts {
    material?: Material | undefined;
  }
}
