import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
    // A week before the last day of a proof (`proof` in prices.yaml). The text of the proof, its last day and the difference
    // that is due without it stand below.
    proofReminder: {
      subject: 'Please send the proof of your price',
      paragraphs: [
        'The price of your registration needs a proof, and we have not accepted one yet.',
      ],
      button: 'Send the proof',
    },
    // A price that needs a proof (`proof` in prices.yaml), and none was accepted in time. To the payer.
    proofMissing: {
      subject: 'A part of the registration fee is due',
      paragraphs: [
        'The price of this registration needs a proof, and none was accepted in time. The difference to the full price is therefore due.',
        'The link leads to the payment. If a proof is accepted before it is paid, nothing is due any more.',
      ],
      button: 'View and pay',
    },
    // An organiser could not accept a proof. The reason stands below.
    proofRefused: {
      subject: 'Your proof was not accepted',
      paragraphs: [
        'We could not accept the proof of your price. Please send another one on the page of your registration.',
      ],
      button: 'Send another proof',
    },
  },
  yourRegistration: {
    // On the page, after a file was sent.
    proofSent: 'Thank you. Your file has arrived, and we look at it soon.',
  },
};

export const proofsTexts: FeatureTexts = { sentences: en };

type Mails = Words<typeof en.mails>;
type YourRegistration = Words<typeof en.yourRegistration>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourRegistration extends YourRegistration {}
}
