import * as z from 'zod/mini';
import { email, text } from '#contract/content/content-fields.ts';
import { withAdded } from '#contract/content/feature-texts.ts';
import { pageWords, Points, Titled } from '#contract/content/page-words.ts';
import { period, type PeriodName } from '#contract/content/periods.ts';

/** An entry of the list of what is kept. */
export const Kept = z.strictObject({
  title: text,
  what: text,
  why: text,
  basis: text,
  howLong: text,
});

const KeptList = z.strictObject({
  heading: text,
  labels: z.strictObject({ what: text, why: text, basis: text, howLong: text }),
  entries: z.array(Kept).check(z.minLength(1)),
});

/** The privacy rules. Only these periods decide when the server removes data. */
export const Privacy = z.strictObject({
  /** The mail address for questions about personal data. The organiser is legally responsible for the data. */
  controller: z.strictObject({ email }),
  periods: z.strictObject({
    unpaid: period,
    participant: period,
    answers: period,
    abstract: period,
    mail: period,
    visa: period,
    /** The files with which participants prove a price. */
    proof: z.prefault(period, '3 months'),
    /** Answers to the survey after the conference, and words to speakers. */
    survey: z.prefault(period, '12 months'),
    payment: period,
    log: period,
    backup: period,
  } satisfies Record<PeriodName, z.ZodMiniType>),
  page: z.strictObject({
    ...pageWords,
    kept: withAdded('kept', KeptList),
    sections: z.array(Points).check(z.minLength(1)),
    contact: Titled,
    reviewed: text,
  }),
  /** The note beside the button of a form that asks for personal data. */
  formNote: z.strictObject({ text, link: text }),
});
export type Privacy = z.output<typeof Privacy>;
