import * as z from 'zod/mini';
import { countryOf, OTHER_COUNTRY, registrationCountries } from '#contract/countries.ts';
import { noTwins, text } from '#contract/content/content-fields.ts';

const inEnglish = new Intl.Collator('en');

const oneOrMore = z.array(text).check(z.minLength(1));

/** The transform builds `discountFallback`: all countries and territories in alphabetical order, then the last choice. */
export const Countries = z.pipe(
  z.strictObject({
    registration: z._default(oneOrMore.check(noTwins(undefined, countryOf)), [
      ...registrationCountries,
    ]),
    territories: z._default(z.array(text), ['Greenland', 'Puerto Rico']),
    lastChoice: z._default(text, OTHER_COUNTRY),
    abstractFallback: z._default(oneOrMore, ['India', 'USA', 'UK']),
    sponsorship: z._default(oneOrMore, ['India', 'UAE', 'USA', 'UK', 'Germany']),
  }),
  z.transform(({ registration, territories, lastChoice, abstractFallback, sponsorship }) => ({
    registration,
    discountFallback: [...[...registration, ...territories].sort(inEnglish.compare), lastChoice],
    abstractFallback,
    sponsorship,
  })),
);
export type Countries = z.output<typeof Countries>;
