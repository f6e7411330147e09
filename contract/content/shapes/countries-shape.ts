import * as z from 'zod/mini';
import { countryOf } from '#contract/countries.ts';
import { noTwins, text } from '#contract/content/content-fields.ts';

const inEnglish = new Intl.Collator('en');

/** The transform builds `discountFallback`: all countries and territories in alphabetical order, then the last choice. */
export const Countries = z.pipe(
  z.strictObject({
    registration: z.array(text).check(z.minLength(1), noTwins(undefined, countryOf)),
    territories: z.array(text),
    lastChoice: text,
    abstractFallback: z.array(text).check(z.minLength(1)),
    sponsorship: z.array(text).check(z.minLength(1)),
  }),
  z.transform(({ registration, territories, lastChoice, abstractFallback, sponsorship }) => ({
    registration,
    discountFallback: [...[...registration, ...territories].sort(inEnglish.compare), lastChoice],
    abstractFallback,
    sponsorship,
  })),
);
export type Countries = z.output<typeof Countries>;
