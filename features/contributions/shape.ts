import * as z from 'zod/mini';
import { text, webAddress } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import { moment } from '#contract/content/moments.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

const Licence = z.strictObject({ name: text, url: webAddress });

const CC_BY = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };

const WORDS = 'expected a whole number of words from 50 to 2000';

/** The pages of accepted contributions on the site. Without this key there are none. */
const Website = z.strictObject({
  /** The moment from which the pages are public. */
  from: moment,
  /** The longest text of an abstract. */
  words: z._default(z.int(WORDS).check(z.minimum(50, WORDS), z.maximum(2000, WORDS)), 300),
  /** The licences from which an author chooses; the first one is offered. */
  licences: z._default(z.array(Licence).check(z.minLength(1)), [CC_BY]),
});
type Website = z.output<typeof Website>;

export const contributionsTexts: FeatureTexts = {
  sentences: en,
  facts: { conference: ['words', 'url'] },
  sitemaps: ({ conference }) =>
    conference.abstracts.website ? ['/contributions/sitemap.xml'] : [],
  shapes: { abstracts: { website: z.optional(Website) } },
};

type YourAbstract = Words<typeof en.yourAbstract>;
type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToAbstracts {
    website?: Website | undefined;
  }
  interface AddedToMails extends Mails {}
  interface AddedToYourAbstract extends YourAbstract {}
}
