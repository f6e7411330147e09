import * as z from 'zod/mini';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';
import { moreEn } from './texts/more-en.ts';

/** Participants wait on their own page for what is sold out. Each offer is open for so many hours. */
const WaitingForMore = z.strictObject({
  hours: z._default(
    z
      .int('expected a whole number of hours')
      .check(z.minimum(1, 'must be at least 1'), z.maximum(336, 'must not be above 336')),
    48,
  ),
});

const labels = {
  /** In the registration form, where something is sold out. */
  registration: { joinWaitingList: 'Join the waiting list' },
  /** The confirmation of an address on the waiting list, after which the entry counts. */
  waitingList: {
    /** On the page after the form. */
    byMail:
      'Please confirm your address with the link in the email: your entry counts from then on.',
    /** In the email, above its text. */
    byLink:
      'Please confirm your address on the page behind the link: your entry counts from then on.',
    /** In the email, on the page behind the link. */
    button: 'Confirm the address',
    notConfirmed: 'You have not confirmed your address. Your entry counts as soon as you do.',
  },
};

export const waitingListTexts: FeatureTexts = {
  sentences: { ...moreEn, mails: { ...en.mails, ...moreEn.mails } },
  labels,
  facts: { conference: ['hours'] },
  shapes: { conference: { waitingForMore: z.optional(WaitingForMore) } },
};

type Mails = Words<typeof en.mails & typeof moreEn.mails>;
type YourRegistration = Words<typeof moreEn.yourRegistration>;
type Labels = typeof labels;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToLabels extends Labels {}
  interface AddedToYourRegistration extends YourRegistration {}
  interface AddedToConference {
    waitingForMore?: z.output<typeof WaitingForMore> | undefined;
  }
}
