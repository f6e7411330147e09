import { type MailLayout, mailTo, withSentence } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { type Order, registrationPath } from '#server/orders/rows/orders.ts';
import type { Participant } from '#server/orders/rows/participants.ts';
import { asksToPay, mailToPayer, readerOf } from '#server/orders/rows/payer-mails.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';
import type { NeededProof } from './proof-needs.ts';

export const proofMailKinds = {
  'proof-reminder': { perDay: 20, rank: 'last', isUnasked: true, isAboutMoney: false },
  'proof-missing': { perDay: 'money' },
  'proof-refused': { perDay: 'money', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof proofMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/** There is one reminder for each person and last day. */
const reminderEvent = (participantId: string, { until }: Pick<NeededProof, 'until'>) =>
  `${participantId}:${until.at}`;

export const reminderKey = (participantId: string, needed: Pick<NeededProof, 'until'>) =>
  `proof-reminder:${reminderEvent(participantId, needed)}`;

/** To a participant who has not proved a price a week before the last day. Nobody has checked a name without a payment. */
export function proofReminder(
  layouts: MailLayout,
  order: Order,
  person: Pick<Participant, 'id' | 'name' | 'email' | 'pageToken'>,
  { needed, origin }: { needed: NeededProof; origin: string },
): Message {
  const { name, email } = person;
  return mailTo(layouts, { ...readerOf(order), email }, ({ words, proofs = {} }) => ({
    kind: 'proof-reminder',
    event: reminderEvent(person.id, needed),
    text: withSentence(words.proofReminder, proofs[needed.type]?.words),
    greets: order.paidPaymentId === undefined ? plainName(name) : name,
    link: `${origin}${registrationPath(person)}`,
  }));
}

/** To the payer: the difference is due. */
export function proofMissing(layouts: MailLayout, toPay: ToPay): Message {
  const { order, change } = toPay;
  return mailToPayer(layouts, order, (layout) => ({
    ...asksToPay(layout, toPay),
    kind: 'proof-missing',
    event: change?.id ?? order.id,
    text: layout.words.proofMissing,
  }));
}

/** To a participant whose proof an organiser could not accept. */
export function proofRefused(
  layouts: MailLayout,
  order: Order,
  person: Pick<Participant, 'id' | 'name' | 'email' | 'pageToken'>,
  { reason, event, origin }: { reason: string; event: string; origin: string },
): Message {
  return mailTo(layouts, { ...readerOf(order), email: person.email }, ({ words }) => ({
    kind: 'proof-refused',
    event: `${person.id}:${event}`,
    text: withSentence(words.proofRefused, reason),
    greets: person.name,
    link: `${origin}${registrationPath(person)}`,
  }));
}
