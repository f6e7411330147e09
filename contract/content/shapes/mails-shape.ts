import * as z from 'zod/mini';
import { text } from '#contract/content/content-fields.ts';
import { withAdded } from '#contract/content/feature-texts.ts';
import { mails } from '#contract/content/sentences/mails.ts';
import { wordsOf } from './words-shape.ts';

const days = z
  .int('expected a whole number of days')
  .check(z.minimum(1, 'must be at least 1'), z.maximum(90, 'must not be above 90'));

/**
 * The days on which an unpaid order gets a reminder. `price_ends`: the last day of its price. `transfer_due`: the last day
 * for the bank transfer that its payer has chosen. The others are to authors who have not answered, not given title and
 * authors (before the end of edits, or after submitting the abstract), not sent the final version, or not registered.
 */
const Reminder = z.union(
  [
    z.strictObject({ days, after: z.enum(['registering', 'submitting']) }),
    z.strictObject({
      days,
      before: z.enum([
        'price_ends',
        'registration_closes',
        'transfer_due',
        'answers_end',
        'edits_end',
        'final_versions_end',
        'authors_register',
      ]),
    }),
  ],
  'expected { days: 7, after: registering }, { days: 3, before: price_ends }, { days: 5, before: registration_closes }, { days: 3, before: transfer_due }, or for authors { days: 3, after: submitting }, { days: 5, before: answers_end }, edits_end, final_versions_end or authors_register, with 1 to 90 days',
);
export type Reminder = z.output<typeof Reminder>;

const Own = z.strictObject({
  ...wordsOf(mails),
  /** In the mail about a confirmed place, if the conference asks for consent to invitations. */
  consentToAnswer: z.optional(text),
  reminders: z._default(z.array(Reminder), []),
  /** How often one mail replaces the secretary's routine mails. */
  digest: z._default(z.enum(['off', 'hourly', 'daily']), 'off'),
  /** How often the secretary gets a report in numbers. */
  report: z._default(z.enum(['off', 'weekly']), 'off'),
});
/** The texts of the mails and of the receipt page to which the mails link. */
export const Mails = withAdded('mails', Own);
export type Mails = z.output<typeof Mails>;
