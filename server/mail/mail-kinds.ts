import type { Mails } from '#contract/content/mails-shape.ts';

type Rank = 'urgent' | 'in turn' | 'last';

/**
 * Every event that is written about, and whether its mails go before others, or after them: letters to many go `last`, and
 * leave room for what people wait for. What is urgent is held back by no flood, so
 * it has to be bounded by something else: payments that are begun have a quota, and an alarm is one mail a day, or
 * one about a payment.
 */
const events = {
  'registration-received': 'in turn',
  'abstract-received': 'in turn',
  'abstract-infected': 'in turn',
  'payment-confirmed': 'urgent',
  'payment-received': 'urgent',
  'payment-failed': 'urgent',
  'payment-expired': 'urgent',
  'payment-refunded': 'urgent',
  'payment-returned': 'urgent',
  'payment-review': 'urgent',
  // Bounded by what organisers do.
  'group-to-pay': 'urgent',
  'change-to-pay': 'urgent',
  'place-paid': 'in turn',
  'registration-changed': 'in turn',
  'registration-cancelled': 'in turn',
  'registration-restored': 'in turn',
  'quota-reached': 'urgent',
  digest: 'urgent',
  report: 'in turn',
  // Nothing bounds what is for nothing.
  'free-confirmed': 'in turn',
  // An organiser writes these one by one.
  'receipt-replaced': 'urgent',
  'address-replaced': 'urgent',
  'payment-reminder': 'in turn',
  'abstract-answered': 'in turn',
  'abstract-decided': 'last',
  letter: 'last',
} as const satisfies Record<string, Rank>;

type Event = keyof typeof events;

/** Kinds of mail: an event goes to whom it concerns, to the secretary, or to both. */
export type MailKind = Event | `${Event}-for-secretary`;

export const urgentKinds = kindsOf(['urgent']);
export const letterKinds = kindsOf(['last']);
export const allKinds = kindsOf(['urgent', 'in turn', 'last']);

function kindsOf(wanted: readonly Rank[]): readonly string[] {
  return Object.entries(events)
    .filter(([, rank]) => wanted.includes(rank))
    .flatMap(([event]) => [event, `${event}-for-secretary`]);
}

/** Mails to the secretary that nobody has to act on at once. */
export const routineKinds: readonly MailKind[] = [
  'registration-received-for-secretary',
  'abstract-received-for-secretary',
  'payment-confirmed-for-secretary',
  'free-confirmed-for-secretary',
  'payment-failed-for-secretary',
  'payment-expired-for-secretary',
  'payment-refunded-for-secretary',
];

/** What is not sent by itself but waits for a digest, as the content sets it. */
export function heldKinds({ digest }: Mails): readonly MailKind[] {
  return digest === 'off' ? [] : routineKinds;
}
