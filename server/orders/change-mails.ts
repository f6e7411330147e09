import { type Cents, type Currency, moneyText } from '#contract/money.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import { type MailLayout, type Particulars, withMailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import type { Order } from './orders.ts';
import { unpaidKeyOfPayable } from './payables.ts';
import type { ToPay } from './payment-links.ts';
import { factsToPay, greetsBeforePayment } from './order-facts.ts';

/** To the payer of an organiser's order for a group, or of a change that costs more. */
export function orderToPay(mailLayout: MailLayout, toPay: ToPay): Message {
  const { groupToPay, changeToPay } = mailLayout.words;
  const { order, change, address, until } = toPay;
  const { button, ...words } = change ? changeToPay : groupToPay;
  return {
    // A link that is sent again lapses later, or has another address.
    key: `order-to-pay:${change?.id ?? order.id}:${until.at}:${order.version}`,
    kind: change ? 'change-to-pay' : 'group-to-pay',
    recipient: order.customer.email,
    untilPaid: unpaidKeyOfPayable(toPay),
    ...withMailLayout(mailLayout, {
      ...words,
      reference: order.reference,
      greets: greetsBeforePayment(toPay),
      facts: factsToPay(mailLayout, toPay),
      button: { words: button, address },
      isAboutMoney: true,
      isBeforePayment: true,
    }),
  };
}

/** A participant, as mails name them. */
type Participating = { id: string; name: string; email: string };

/** To one member of a group that is paid now, or to a guest. The price concerns the payer alone. */
export function placePaid(
  mailLayout: MailLayout,
  order: Order,
  person: Participating,
  { takingPart, calendar }: { takingPart: string; calendar: Attachment },
): Message {
  const { words } = mailLayout;
  const { institute, name } = order.customer;
  const isFree = order.amountCents === 0;
  return {
    key: `place-paid:${order.id}:${person.id}`,
    kind: 'place-paid',
    recipient: person.email,
    ...aboutPlace(mailLayout, order, person, {
      ...(isFree ? words.placeFree : words.placePaid),
      facts: [
        ...factsOfPlace(mailLayout, order, takingPart),
        ...(isFree
          ? []
          : [{ label: words.labels.paidBy, text: institute === '' ? name : institute }]),
      ],
    }),
    attachments: [calendar],
  };
}

/** To a participant whose presentation type or room has changed. */
export function registrationChanged(
  mailLayout: MailLayout,
  order: Order,
  person: Participating,
  { takingPart, event }: { takingPart: string; event: string },
): Message {
  return {
    key: `registration-changed:${event}`,
    kind: 'registration-changed',
    recipient: person.email,
    ...aboutPlace(mailLayout, order, person, {
      ...mailLayout.words.registrationChanged,
      facts: factsOfPlace(mailLayout, order, takingPart),
    }),
  };
}

/** To a participant who was cancelled; `back` is the refund, if it is this person's. */
export function registrationCancelled(
  mailLayout: MailLayout,
  order: Order,
  person: Participating,
  back: { cents: Cents; currency: Currency } | undefined,
): Message {
  const { goesBack, nothingBack, ...words } = mailLayout.words.registrationCancelled;
  const { labels } = mailLayout.words;
  const sum = back && (back.cents > 0 ? goesBack : nothingBack);
  return {
    // The cancellation may be undone, and made again.
    key: `registration-cancelled:${order.id}:${person.id}:${order.version}`,
    kind: 'registration-cancelled',
    recipient: person.email,
    ...aboutPlace(mailLayout, order, person, {
      ...words,
      paragraphs: sum === undefined ? words.paragraphs : [...words.paragraphs, sum],
      facts: [
        { label: labels.reference, text: order.reference },
        { label: labels.for, text: order.productName },
        ...(back && back.cents > 0
          ? [
              {
                label: labels.refunded,
                text: moneyText(back.cents, back.currency),
                isAmount: true,
                isSum: true,
              },
            ]
          : []),
      ],
    }),
  };
}

/** To somebody whose cancellation is undone. Refunds that are taken back concern the payer alone. */
export function registrationRestored(
  mailLayout: MailLayout,
  order: Order,
  person: Participating,
  { takingPart, isRefundWithdrawn }: { takingPart: string; isRefundWithdrawn: boolean },
): Message {
  const { refundWithdrawn, ...words } = mailLayout.words.registrationRestored;
  return {
    key: `registration-restored:${order.id}:${person.id}:${order.version}`,
    kind: 'registration-restored',
    recipient: person.email,
    ...aboutPlace(mailLayout, order, person, {
      ...words,
      paragraphs: isRefundWithdrawn ? [...words.paragraphs, refundWithdrawn] : words.paragraphs,
      facts: factsOfPlace(mailLayout, order, takingPart),
    }),
  };
}

function aboutPlace(
  mailLayout: MailLayout,
  { reference }: Order,
  { name }: Participating,
  mail: Pick<Particulars, 'subject' | 'paragraphs' | 'facts'>,
) {
  return withMailLayout(mailLayout, {
    ...mail,
    reference,
    greets: name,
    button: undefined,
    steps: undefined,
    // A place is worthless only in test mode.
    isAboutMoney: true,
  });
}

function factsOfPlace(
  { words: { labels } }: MailLayout,
  { reference }: Order,
  takingPart: string,
): Fact[] {
  return [
    { label: labels.reference, text: reference },
    { label: labels.takingPart, text: takingPart },
  ];
}
