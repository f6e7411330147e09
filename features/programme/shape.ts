import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
    // The programme committee's decision about an abstract. The link leads to a page where the author answers.
    abstractAccepted: {
      subject: 'Your abstract is accepted',
      paragraphs: [
        'Congratulations. The programme committee has accepted your abstract.',
        'Please tell us with the link below whether you will present it. You can change your answer until the day below.',
      ],
      button: 'Answer',
    },
    abstractRejected: {
      subject: 'Decision about your abstract',
      paragraphs: [
        'Thank you for your abstract. The committee received more abstracts than it could accept. We are sorry that yours is not among those selected.',
        'You are welcome to take part without a presentation.',
      ],
    },
    // The committee decides after it has seen a better version. The link leads to the page where the author sends it.
    abstractToRevise: {
      subject: 'Please revise your abstract',
      paragraphs: [
        'The programme committee would like to see a revised version of your abstract before it decides.',
        'Please send the new file with the link below before the deadline. The committee will look at it again, and then decide.',
      ],
      button: 'Send the revised version',
    },
  },
};

export const programmeTexts: FeatureTexts = { sentences: { en } };

type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
}
