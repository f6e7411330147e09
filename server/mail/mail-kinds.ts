import type { Mails } from '#contract/content/mails-shape.ts';

type Traits = {
  /** Urgent mails are sent first. Letters to many people are sent last, because other people wait for their mails. */
  rank: 'urgent' | 'in turn' | 'last';
  /** The subject of the secretary's copy; absent if the mail has one recipient only. */
  copy?: keyof Mails['secretary'];
  /** Nobody has to act on the copy, so it waits for the digest, if mails.yaml sets one. */
  isRoutine?: boolean;
  /** False: the mail is not about money, so in test mode it needs no notice about pretend money. */
  isAboutMoney?: boolean;
};

/**
 * Every event that causes mails. Urgent mails ignore the quota of mails, so something else has to limit them: payments have
 * a quota, organisers write one by one, and an alarm is one mail a day or one for each payment.
 */
const events = {
  'registration-received': { rank: 'in turn', copy: 'registrationReceived', isRoutine: true },
  'abstract-received': {
    rank: 'in turn',
    copy: 'abstractReceived',
    isRoutine: true,
    isAboutMoney: false,
  },
  'abstract-replaced': {
    rank: 'in turn',
    copy: 'abstractReplaced',
    isRoutine: true,
    isAboutMoney: false,
  },
  'abstract-changed': { rank: 'in turn', isRoutine: true, isAboutMoney: false },
  // Not urgent, because whoever has the link can have it sent to any address.
  'abstract-link': { rank: 'in turn', isAboutMoney: false },
  'abstract-infected': { rank: 'in turn', isAboutMoney: false },
  'payment-confirmed': { rank: 'urgent', copy: 'paymentConfirmed', isRoutine: true },
  // Not urgent, because no quota limits free orders.
  'free-confirmed': { rank: 'in turn', copy: 'paymentConfirmed', isRoutine: true },
  'asked-paid': { rank: 'urgent', copy: 'askedPaid', isRoutine: true },
  'payment-received': { rank: 'urgent', copy: 'paymentReceived' },
  'payment-on-its-way': { rank: 'urgent' },
  'payment-failed': { rank: 'urgent', copy: 'paymentFailed', isRoutine: true },
  'payment-expired': { rank: 'urgent', copy: 'paymentExpired', isRoutine: true },
  'payment-refunded': { rank: 'urgent', copy: 'paymentRefunded', isRoutine: true },
  'payment-returned': { rank: 'urgent' },
  'payment-review': { rank: 'urgent' },
  'group-to-pay': { rank: 'urgent' },
  invited: { rank: 'in turn' },
  'proof-missing': { rank: 'in turn' },
  'proof-refused': { rank: 'in turn', isAboutMoney: false },
  'change-to-pay': { rank: 'urgent' },
  'asked-to-pay': { rank: 'urgent' },
  'asked-withdrawn': { rank: 'in turn' },
  'own-page': { rank: 'in turn' },
  'place-paid': { rank: 'in turn' },
  'registration-changed': { rank: 'in turn' },
  'registration-cancelled': { rank: 'in turn' },
  'registration-restored': { rank: 'in turn' },
  'own-act': { rank: 'in turn', isRoutine: true },
  'quota-reached': { rank: 'urgent', isAboutMoney: false },
  digest: { rank: 'urgent' },
  report: { rank: 'in turn' },
  'receipt-replaced': { rank: 'urgent' },
  'address-replaced': { rank: 'urgent', isAboutMoney: false },
  // Not urgent, because a stranger can have them sent to any address.
  'address-asked': { rank: 'in turn', isAboutMoney: false },
  'place-offered': { rank: 'in turn', isAboutMoney: false },
  'place-handed-over': { rank: 'urgent', isAboutMoney: false },
  'place-declined': { rank: 'in turn', isAboutMoney: false },
  'payment-reminder': { rank: 'in turn' },
  // Not urgent, because a stranger can have it sent to any address.
  'transfer-to-pay': { rank: 'in turn' },
  'transfer-in-part': { rank: 'urgent' },
  'transfer-returned': { rank: 'urgent' },
  'waiting-list-joined': { rank: 'in turn', isAboutMoney: false },
  // Urgent, because the time to take the place runs. There are no more offers than places.
  'offer-made': { rank: 'urgent' },
  'offer-ended': { rank: 'in turn', isAboutMoney: false },
  // The form of the request is open to people with a paid place only.
  'visa-letter-requested': { rank: 'in turn', isRoutine: true, isAboutMoney: false },
  'visa-letter-issued': { rank: 'in turn', isAboutMoney: false },
  'visa-letter-declined': { rank: 'in turn', isAboutMoney: false },
  'abstract-answered': { rank: 'in turn', isAboutMoney: false },
  'author-reminder': { rank: 'last', isAboutMoney: false },
  'abstract-decided': { rank: 'last', isAboutMoney: false },
  letter: { rank: 'last', isAboutMoney: false },
} as const satisfies Record<string, Traits>;

export type MailEvent = keyof typeof events;
/** A kind of mail is an event, with a suffix if the recipient is the secretary. */
export type MailKind = MailEvent | `${MailEvent}-for-secretary`;

/** The events about which the secretary gets a copy. */
export type CopiedEvent = {
  [E in MailEvent]: (typeof events)[E] extends { copy: string } ? E : never;
}[MailEvent];

export const mailEvents: Record<MailEvent, Traits> = events;

export function subjectOfCopy({ secretary }: Mails, event: CopiedEvent): string {
  return secretary[events[event].copy];
}

export const urgentKinds = kindsOf(['urgent']);
export const letterKinds = kindsOf(['last']);
export const allKinds = kindsOf(['urgent', 'in turn', 'last']);

function kindsOf(wanted: readonly Traits['rank'][]): readonly string[] {
  return Object.entries(events)
    .filter(([, { rank }]) => wanted.includes(rank))
    .flatMap(([event]) => [event, `${event}-for-secretary`]);
}

/** Copies to the secretary about which nobody has to act. */
export const routineKinds: readonly string[] = Object.entries(mailEvents)
  .filter(([, { isRoutine }]) => isRoutine)
  .map(([event]) => `${event}-for-secretary`);

/** The kinds that wait for a digest, if mails.yaml sets one. */
export function heldKinds({ digest }: Mails): readonly string[] {
  return digest === 'off' ? [] : routineKinds;
}
