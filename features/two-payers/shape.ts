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
      byName: 'The participant is {name}.',
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
      // The part of the other payer.
      part: 'Paid by {payer}, with {reference}:',
      waits: 'not paid yet',
      isPaid: 'paid',
      refunded: 'refunded',
      withdrawn: 'withdrawn',
      takeOver: 'Pay this part yourself instead',
      done: 'The link is on its way to the other payer. Below is the rest, which you pay.',
      takenOver: 'The part is yours again.',
    },
  },
};

const de: typeof en = {
  mails: {
    partToPay: {
      subject: 'Teil einer Anmeldung zu zahlen',
      paragraphs: [
        'Für die Posten unten wurden Sie bei einer Anmeldung zur Tagung als zahlende Stelle angegeben.',
        'Der Link führt zu einer Seite, auf der Sie sie bis zum Zeitpunkt unten auf jedem Gerät zahlen können. Quittung oder Rechnung folgen per E-Mail.',
        'Wenn Sie nicht wissen, worum es geht, tun Sie bitte nichts: Ohne Zustimmung muss niemand zahlen.',
      ],
      byName: 'Angemeldet ist {name}.',
      button: 'Ansehen und zahlen',
    },
  },
  yourRegistration: {
    twoPayers: {
      heading: 'Zwei Zahlende',
      paidWith: 'bezahlt mit {reference}',
      product: 'Teil einer Anmeldung',
      offer:
        'Ihr Institut oder jemand anders kann einen Teil der Posten zahlen: mit eigenem Link, eigener Quittung oder Rechnung und eigenen Erinnerungen. Sie zahlen den Rest.',
      choose: 'Posten auswählen',
      title: 'Wer zahlt was?',
      intro:
        'Wählen Sie, was jemand anders zahlt. Wir senden den Link per E-Mail; den Rest zahlen Sie auf Ihrer eigenen Seite. Ihr Platz ist bestätigt, sobald beide Teile bezahlt sind. Die Bearbeitungsgebühr wird im Verhältnis der Beträge geteilt.',
      items: 'Das zahlt jemand anders',
      payer: 'Wer den Link erhält',
      name: 'Name der zahlenden Stelle',
      email: 'E-Mail der zahlenden Stelle',
      invoice: 'Rechnungsanschrift',
      invoiceNote: 'Für eine Quittung lassen Sie diese Felder leer.',
      button: 'Link senden und den Rest selbst zahlen',
      mistakes: 'Bitte prüfen Sie die markierten Angaben.',
      chooseSome:
        'Bitte wählen Sie mindestens einen Posten für die andere Seite, und lassen Sie mindestens einen für sich.',
      part: 'Gezahlt von {payer}, mit {reference}:',
      waits: 'noch nicht bezahlt',
      isPaid: 'bezahlt',
      refunded: 'erstattet',
      withdrawn: 'zurückgezogen',
      takeOver: 'Diesen Teil doch selbst zahlen',
      done: 'Der Link ist unterwegs. Unten steht der Rest, den Sie zahlen.',
      takenOver: 'Der Teil gehört wieder Ihnen.',
    },
  },
};

export const twoPayersTexts: FeatureTexts = { sentences: { en, de } };

type Mails = Words<typeof en.mails>;
type YourRegistration = Words<typeof en.yourRegistration>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToYourRegistration extends YourRegistration {}
}
