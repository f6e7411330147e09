import * as z from 'zod/mini';
import { text } from '#contract/content/content-fields.ts';
import type { ContentToCheck, FeatureTexts, TextMistake } from '#contract/content/feature-texts.ts';
import { Kept } from '#contract/content/shapes/privacy-shape.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

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
        'revisions_end',
        'authors_register',
      ]),
    }),
  ],
  'expected { days: 7, after: registering }, { days: 3, before: price_ends }, { days: 5, before: registration_closes }, { days: 3, before: transfer_due }, or for authors { days: 3, after: submitting }, { days: 5, before: answers_end }, edits_end, final_versions_end, revisions_end or authors_register, with 1 to 90 days',
);
export type Reminder = z.output<typeof Reminder>;

const labels = {
  /** The question on "Your registration" whether the next conference may invite the reader. */
  consent: {
    heading: 'The next conference',
    question: 'May we invite you by email?',
    note: 'You can change your answer here at any time. Each invitation also has a link to unsubscribe.',
    unanswered: 'Not answered',
    yes: 'Yes',
    no: 'No',
    save: 'Save',
    /** `{day}` is the day of the answer. */
    agreed: 'You agreed on {day}.',
    declined: 'You declined on {day}.',
  },
};

export const lettersTexts: FeatureTexts = {
  sentences: en,
  labels,
  facts: { mails: ['reminders'] },
  shapes: {
    mails: { consentToAnswer: z.optional(text), reminders: z._default(z.array(Reminder), []) },
    conference: { invitesAgain: z._default(z.boolean(), false) },
    kept: { consent: z.optional(Kept) },
  },
  kept: ({ conference, privacy }) => {
    const { consent } = privacy.page.kept;
    return conference.invitesAgain && consent ? [consent] : [];
  },
  mistakes: lackingConsent,
};

function lackingConsent({ conference, privacy }: ContentToCheck): TextMistake[] {
  const { kept } = privacy.page;
  if (!conference.invitesAgain || kept.consent) return [];
  const message =
    'is missing: conference.yaml asks for consent to invitations, and the page has to name it';
  return [{ path: ['privacy', 'page', 'kept', 'consent'], input: kept, message }];
}

type Mails = Words<typeof en.mails>;
type Labels = typeof labels;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {
    /** In the mail about a confirmed place, if the conference asks for consent to invitations. */
    consentToAnswer?: string | undefined;
    reminders: Reminder[];
  }
  interface AddedToLabels extends Labels {}
  interface AddedToConference {
    /** Whether participants are asked on their own page if the next conference may invite them. */
    invitesAgain: boolean;
  }
  interface AddedToKept {
    /** The last entry of the list, if conference.yaml asks for consent to invitations. */
    consent?: z.output<typeof Kept> | undefined;
  }
}
