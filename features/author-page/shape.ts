import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
    // The author has sent another file on the page of the abstract, before the deadline or as final version.
    abstractFileReplaced: {
      subject: 'New file received',
      paragraphs: [
        'Thank you. The new file of your abstract has arrived, and the programme committee gets it in place of the earlier one.',
        'If you did not send it, please reply to this email.',
      ],
      ofFinal: {
        subject: 'Final version received',
        paragraphs: [
          'Thank you. The final version of your contribution has arrived.',
          'If you did not send it, please reply to this email.',
        ],
      },
      button: 'Open your abstract',
      proof: 'The fingerprint identifies the file that we have now.',
    },
    // After the author has withdrawn the abstract, and after the author has undone that.
    abstractWithdrawn: {
      subject: 'Your abstract is withdrawn',
      paragraphs: [
        'The abstract below is withdrawn, so the programme committee no longer considers it.',
        'If you did not ask for this, or have changed your mind, the link leads to the page of the abstract.',
      ],
      button: 'Open your abstract',
    },
    abstractRestored: {
      subject: 'Your abstract takes part again',
      paragraphs: [
        'The withdrawal of the abstract below is undone, and it takes part again with all its entries and files.',
      ],
      button: 'Open your abstract',
    },
  },
};

export const authorPageTexts: FeatureTexts = { sentences: en };

type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
}
