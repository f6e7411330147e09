import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
    // A personal link that carries a price, for the invited person.
    invited: {
      subject: 'Your invitation',
      paragraphs: [
        'You are invited to take part with the price below. The link is yours alone and works once.',
        'The page asks for the rest of your details. As soon as you have confirmed or paid, your place is certain.',
      ],
      free: 'free of charge',
      button: 'Open the invitation',
    },
  },
};

const labels = {
  /** The page behind a personal link that carries a price. */
  invitation: {
    title: 'Your invitation',
    intro:
      'You are invited to take part with the price below. The link is yours alone and works once.',
    until: 'The link can be used until',
    details: 'Your details',
    free: 'There is nothing to pay. Your place is confirmed as soon as you press the button.',
    toPay: 'On the next page you choose how to pay. Your place is confirmed as soon as it is paid.',
    confirm: 'Confirm my place',
    register: 'Register and go on to pay',
    check: 'Please check the fields below.',
    changed: 'This page was out of date. Please check the price, and press the button again.',
    used: 'This link has been used. A mail with the page of the registration went to the invited address.',
    over: 'This link cannot be used any more. If that surprises you, please write to',
    notFound: 'This link is incomplete. Please copy the whole link from the mail, or write to',
  },
};

export const invitationsTexts: FeatureTexts = { sentences: en, labels };

type Mails = Words<typeof en.mails>;
type Labels = typeof labels;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToLabels extends Labels {}
}
