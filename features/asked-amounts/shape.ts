import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
    // The words for such an amount, where a refund was sent by mistake, or a dispute was decided for a payer who did not want it.
    refundByMistake: {
      refund: 'Refund of {amount} of {date}, sent by mistake',
      dispute: 'Payment of {amount}, returned on {date} after a dispute by mistake',
    },
  },
  yourRegistration: {
    // Before an amount that the secretary asks for; in place of the link to pay, where it has lapsed; and if it is paid.
    asked: {
      owed: 'Owed:',
      lapsed: 'The link to pay it has lapsed. Please ask the conference secretary for a new one.',
      paid: 'Paid:',
    },
  },
};

export const askedAmountsTexts: FeatureTexts = { sentences: en };

type Mails = Words<typeof en.mails>;
type YourRegistration = Words<typeof en.yourRegistration>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourRegistration extends YourRegistration {}
}
