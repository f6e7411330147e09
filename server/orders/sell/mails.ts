import { asCents, type Cents, moneyText } from '#contract/money.ts';
import type { Requested } from '#contract/requested.ts';
import { personKey } from '#server/identity.ts';
import { labelled, type MailLayout, mailsTo } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import {
  factsAbout,
  factsOf,
  factsOfReference,
  requestFacts,
} from '#server/orders/rows/order-facts.ts';
import { type Customer, registrationPath } from '#server/orders/rows/orders.ts';
import { holdsPlace, type Payable } from '#server/orders/rows/payables.ts';
import { asksToPay, mailToPayer } from '#server/orders/rows/payer-mails.ts';
import { pathOf, type ToPay } from '#server/orders/rows/payment-links.ts';
import type { Payment } from '#server/payments/payments.ts';
import { PRO_FORMA, transferFacts } from './transfer-facts.ts';

/**
 * The site on which a registration was recorded, and the link to pay if the registration is ordered already.
 * `isConfirming` says that another mail follows at once: the person pays nothing, or gets the details of a transfer.
 */
export type Recorded = {
  origin?: string | undefined;
  toPay: ToPay | undefined;
  isConfirming?: boolean | undefined;
};

/**
 * The page asks for a checkout right after the registration, and a confirmation follows a checkout without a payment.
 * The mails wait this long, so that they have the ordered items and the reference, or are not sent.
 */
const NEXT_FOLLOWS_MS = 30_000;

/**
 * The mails about a registration that is recorded and not paid yet. The person's mail has the link to pay, or a link
 * to the form if nothing is ordered yet. Anybody can type the address of a stranger, so a plain name is the only
 * typed entry in the person's mail; the secretary's mail has all entries. `chosenIn` gives the choices from lists; after
 * an order only the secretary's mail has them.
 */
export function registrationReceived(
  layouts: MailLayout,
  person: Customer & Requested & { id: string; pageToken: string },
  recorded: Recorded & { now: Date; chosenIn: (layout: MailLayout) => Fact[] },
): [person: Message, secretary: Message] {
  const { origin, toPay, isConfirming, now, chosenIn } = recorded;
  const { base, language } = layouts;
  const { name, email, institute, country } = person;
  const reference = toPay?.order.reference;
  const reader = { email, language, reference };
  const [received, toSecretary] = mailsTo(layouts, reader, (layout) => {
    const { form, ...text } = layout.words.registrationReceived;
    const chosen = chosenIn(layout);
    const sum = chosen.find(({ isSum }) => isSum)?.text;
    return {
      kind: 'registration-received',
      event: person.id,
      ...(toPay
        ? { text, ...asksToPay(layout, toPay, person) }
        : {
            text: { ...text, ...form },
            facts: chosen,
            link: origin && `${origin}${base}/register`,
            page: origin && origin + registrationPath(person),
            untilPaid: personKey(person),
          }),
      greets: plainName(name),
      copy: {
        facts: [...labelled(layout.words.labels, { reference }), ...chosen],
        typed: [...factsAbout(layout, person), ...requestFacts(layout, person)],
        line: [reference, name, institute, country, email, sum],
      },
    };
  });
  const notBefore = new Date(now.getTime() + NEXT_FOLLOWS_MS);
  return [
    toPay && !isConfirming ? received : { ...received, notBefore },
    toPay ? toSecretary : { ...toSecretary, notBefore },
  ];
}

const KINDS = {
  chosen: 'transfer-to-pay',
  reminder: 'payment-reminder',
  partArrived: 'transfer-in-part',
} as const;

/** A bank transfer that was chosen, what has arrived of it, and the rule of a reminder. */
type Chosen = { payment: Payment; receivedCents?: Cents } & (
  | { what: 'chosen' | 'partArrived' }
  | { what: 'reminder'; rule: string }
);

/**
 * To a payer who has chosen the bank transfer: the account, the amount, the reference and the last day. The same again
 * some days before that day, and after a transfer of less than the amount.
 */
export function aboutTransfer(layouts: MailLayout, toPay: ToPay, about: Chosen): Message {
  const { what, payment, receivedCents = asCents(0) } = about;
  const { order, change, link } = toPay;
  const stillDueCents = asCents(Math.max(0, payment.amountCents - receivedCents));
  const proForma = `${payment.request.origin}${pathOf(link)}/${PRO_FORMA}`;
  const part = what === 'partArrived' ? `:${receivedCents}` : '';
  const event = about.what === 'reminder' ? about.rule : `${payment.id}${part}`;
  return mailToPayer(layouts, order, (layout) => {
    const { words, conference } = layout;
    const label = words.transfer.labels.received;
    const received = { label, text: moneyText(receivedCents, order.currency), isAmount: true };
    return {
      ...asksToPay(layout, toPay),
      kind: KINDS[what],
      event: `${change?.id ?? order.id}:${event}`,
      text: transferWords(layout, what, toPay),
      facts: [
        ...factsOf(layout, toPay, { isStated: false }),
        ...(receivedCents === 0 ? [] : [received]),
        ...transferFacts(words, conference, toPay, { payment, receivedCents, stillDueCents }),
      ],
      links: [{ words: words.transfer.proForma, address: proForma }],
    };
  });
}

/** The words of a mail about a transfer. */
export function transferWords(
  { words, labels }: Pick<MailLayout, 'words' | 'labels'>,
  what: keyof typeof KINDS | 'expired',
  payable: Payable,
) {
  const text = words.transfer[what];
  if (holdsPlace(payable)) return text;
  const { [what]: paragraph, untilPaid } = labels.transfers;
  return { ...text, paragraphs: payable.change ? [paragraph, untilPaid] : [paragraph] };
}

/** The reason why money of a transfer is returned. */
export type ReturnReason = 'tooMuch' | 'alreadyPaid' | 'notPossible';

/** `page` is absent where an order has no page of its own, such as an amount that was asked for. */
type Returned = { event: string; cents: Cents; why: ReturnReason; page: string | undefined };

/** To a payer whose transfer, or a part of it, is returned. */
export function transferReturned(
  layouts: MailLayout,
  { order }: Payable,
  { event, cents, why, page }: Returned,
): Message {
  return mailToPayer(layouts, order, (layout) => {
    const { labels, returned } = layout.words.transfer;
    const { subject, next, button, [why]: reason } = returned;
    const text = moneyText(cents, order.currency);
    return {
      kind: 'transfer-returned',
      event,
      text: { subject, paragraphs: [reason, next], button },
      ...(order.paidPaymentId === undefined && { greets: undefined }),
      facts: [...factsOfReference(layout, order), { label: labels.returned, text, isAmount: true }],
      link: page,
      page,
    };
  });
}
