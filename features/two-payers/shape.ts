import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  mails: {
    // To an institute, or anybody whom a participant has named as the payer of a part of the registration.
    partToPay: {
      subject: 'A part of a registration to pay',
      paragraphs: [
        'A participant of the conference has named you as the payer of the items below.',
        'The link leads to a page where you can pay them, on any device, until the time below. Your receipt or invoice follows by email.',
        'If you do not know what this is about, please do nothing: nobody has to pay without agreeing.',
      ],
      // After these paragraphs, if the name is one.
      byName: 'The participant is {person}.',
      button: 'View and pay',
    },
  },
  yourRegistration: {
    // Somebody else, such as an institute, pays some items.
    twoPayers: {
      heading: 'Two payers',
      // Behind an item that another order pays, and the name of that order.
      paidWith: 'paid with {reference}',
      product: 'Part of a registration',
      offer:
        'Your institute, or anybody else, can pay some of the items: it gets a link, a receipt or invoice and reminders of its own, and you pay the rest.',
      choose: 'Choose the items',
      title: 'Who pays what?',
      intro:
        'Choose what somebody else pays. We send them a link by email; you pay the rest on your own page. Your place is confirmed as soon as both parts are paid. The processing fee is divided as the amounts are.',
      items: 'Paid by somebody else',
      payer: 'Who gets the link',
      name: 'Name of the payer',
      email: 'Email of the payer',
      invoice: 'Address for the invoice',
      invoiceNote: 'Leave these empty for a receipt.',
      button: 'Send the link, and pay the rest yourself',
      mistakes: 'Please check the marked entries.',
      chooseSome:
        'Please choose at least one item for the other payer, and leave at least one for yourself.',
      // At the address, if it is that of the person who fills in the form.
      ownAddress: 'This is your own address. Please enter that of the other payer.',
      // The part of the other payer.
      part: 'Paid by {payer}, with {reference}:',
      waits: 'not paid yet',
      isPaid: 'paid',
      refunded: 'refunded',
      withdrawn: 'withdrawn',
      takeOver: 'Pay this part yourself instead',
      // Below it, if a part of a bank transfer has come.
      partCame:
        'We have received {amount} of it by bank transfer. If you pay this part yourself, we return that to the account that paid.',
      done: 'The link is on its way to the other payer. Below is the rest, which you pay.',
      takenOver: 'The part is yours again.',
    },
  },
};

export const twoPayersTexts: FeatureTexts = { sentences: en };

type Mails = Words<typeof en.mails>;
type YourRegistration = Words<typeof en.yourRegistration>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourRegistration extends YourRegistration {}
}
