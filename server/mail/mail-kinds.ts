/**
 * Every event that is written about, and whether its mails go before others. What is urgent is held back by no flood, so
 * it has to be bounded by something else: payments that are begun have a quota, and an alarm is one mail a day, or
 * one about a payment.
 */
const events = {
  'registration-received': 'in turn',
  'abstract-received': 'in turn',
  'payment-confirmed': 'urgent',
  'payment-received': 'urgent',
  'payment-failed': 'urgent',
  'payment-expired': 'urgent',
  'payment-refunded': 'urgent',
  'payment-review': 'urgent',
  'ceiling-reached': 'urgent',
  // Nothing bounds what is for nothing.
  'free-confirmed': 'in turn',
} as const satisfies Record<string, 'urgent' | 'in turn'>;

type Event = keyof typeof events;

/** Kinds of mail: an event goes to whom it concerns, to the secretary, or to both. */
export type MailKind = Event | `${Event}-for-secretary`;

export const urgentKinds: readonly string[] = Object.entries(events)
  .filter(([, rank]) => rank === 'urgent')
  .flatMap(([event]) => [event, `${event}-for-secretary`]);
