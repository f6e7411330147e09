import * as z from 'zod/mini';
import { icon, text } from '#contract/content/content-fields.ts';
import { Titled } from '#contract/content/page-words.ts';

export const Home = z.strictObject({
  hero: z.strictObject({
    heading: text,
    text,
    registerButton: text,
    speakerButton: text,
    brochureButton: text,
  }),
  /** Shown below the hero once the last day is over: the way to contributions, pictures and the next conference. */
  after: z.optional(
    z.strictObject({
      heading: text,
      text: z.optional(text),
      links: z
        .array(
          z.strictObject({
            /** A page or file of the site, or an address of another one. */
            to: z.string().check(z.regex(/^(?:\/|https:\/\/)/, 'expected /speakers or https://…')),
            label: text,
            /** A line below the label. */
            note: z.optional(text),
          }),
        )
        .check(z.minLength(1), z.maxLength(8, 'must not be more than 8 links')),
    }),
  ),
  statistics: z.strictObject({ heading: text }),
  partners: z.strictObject({
    heading: text,
    /** Above the sponsors in levels, if partners.yaml has any. */
    sponsors: z.optional(text),
  }),
  vision: z.strictObject({
    eyebrow: text,
    heading: text,
    intro: text,
    points: z.array(text).check(z.minLength(1)),
    button: text,
    badges: z._default(z.array(text), []),
    statement: z.optional(z.strictObject({ quote: text, name: text, role: text })),
  }),
  speakers: z.strictObject({ heading: text, subtitle: text, link: text }),
  highlights: z.strictObject({
    heading: text,
    intro: text,
    locationLabel: text,
    datesLabel: text,
    datesNote: text,
    deadlinesLabel: text,
    deadlinePassed: z._default(text, 'passed'),
    today: z._default(text, 'today'),
    whyAttend: z.strictObject({
      heading: text,
      reasons: z.array(z.strictObject({ icon, title: text, text })).check(z.minLength(1)),
    }),
  }),
  audience: z.strictObject({
    heading: text,
    intro: text,
    cards: z.array(Titled).check(z.minLength(1)),
  }),
  topics: z.strictObject({ heading: text, intro: text }),
  agenda: z.strictObject({ heading: text, intro: text, link: text }),
  closing: z._default(
    z.strictObject({ heading: text, registerButton: text, abstractButton: text }),
    {
      heading: 'Be part of it',
      registerButton: 'Choose your registration',
      abstractButton: 'Submit an abstract',
    },
  ),
});
export type Home = z.output<typeof Home>;
