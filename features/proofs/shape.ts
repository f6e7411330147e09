import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
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
};

const de: typeof en = {
  mails: {
    proofMissing: {
      subject: 'Ein Teil der Tagungsgebühr ist noch zu zahlen',
      paragraphs: [
        'Der Preis dieser Anmeldung braucht einen Nachweis, und es wurde keiner rechtzeitig anerkannt. Deshalb ist der Unterschied zum vollen Preis zu zahlen.',
        'Der Link führt zur Zahlung. Wenn ein Nachweis anerkannt wird, bevor Sie bezahlt haben, ist nichts mehr zu zahlen.',
      ],
      button: 'Ansehen und zahlen',
    },
    proofRefused: {
      subject: 'Ihr Nachweis wurde nicht anerkannt',
      paragraphs: [
        'Wir konnten den Nachweis für Ihren Preis nicht anerkennen. Bitte senden Sie auf der Seite Ihrer Anmeldung einen anderen.',
      ],
      button: 'Anderen Nachweis senden',
    },
  },
};

export const proofsTexts: FeatureTexts = { sentences: { en, de } };

type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
}
