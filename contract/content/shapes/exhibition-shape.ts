import * as z from 'zod/mini';
import { email, icon, text } from '#contract/content/content-fields.ts';
import { pageWords, Statistic } from '#contract/content/page-words.ts';

const statistics = z.strictObject({
  heading: text,
  tiles: z.array(Statistic).check(z.minLength(1)),
});
const marketingCard = z.strictObject({ icon, title: text, text });

/** The pages about exhibiting and sponsoring. These pages advertise another congress, not this conference. */
export const Exhibition = z.strictObject({
  congress: z.strictObject({
    name: text,
    strapline: text,
    email,
    pages: z.strictObject({
      exhibition: text,
      stand: text,
      sponsorship: text,
      sponsorshipForm: text,
    }),
  }),
  exhibition: z.strictObject({
    ...pageWords,
    standButton: text,
    sponsorButton: text,
    buttonNote: text,
    statistics: z.array(statistics).check(z.minLength(1)),
    reasons: z.strictObject({ heading: text, cards: z.array(marketingCard).check(z.minLength(1)) }),
  }),
  bookAStand: z.strictObject({ ...pageWords, note: text }),
  sponsorshipForm: z.strictObject({ ...pageWords, note: text, logged: text, mailLink: text }),
  sponsorshipPage: z.strictObject({
    ...pageWords,
    statistics,
    objectives: z.strictObject({
      heading: text,
      cards: z.array(marketingCard).check(z.minLength(1)),
    }),
  }),
});
export type Exhibition = z.output<typeof Exhibition>;
