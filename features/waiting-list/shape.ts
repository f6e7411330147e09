import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

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

export const waitingListTexts: FeatureTexts = { sentences: en, labels };

type Mails = Words<typeof en.mails>;
type Labels = typeof labels;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToLabels extends Labels {}
}
