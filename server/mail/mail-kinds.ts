import type { Mails } from '#contract/content/mails-shape.ts';

type Traits = {
  /** Urgent mails go before others, letters to many go last and leave room for what people wait for. */
  rank: 'urgent' | 'in turn' | 'last';
  /** The subject of the secretary's copy; absent where the mail goes to one of both alone. */
  copy?: keyof Mails['secretary'];
  /** Nobody has to act on the copy: it waits for the digest, where the content sets one. */
  isRoutine?: boolean;
  /** False: it says nothing of money, so it says nothing of pretended money in test mode. */
  isAboutMoney?: boolean;
};

/**
 * Every event that is written about. No flood holds an urgent mail back, so something else has to bound it: payments that
 * are begun have a quota, organisers write one by one, and an alarm is one mail a day, or one about a payment.
 */
const events = {
  'registration-received': { rank: 'in turn', copy: 'registrationReceived', isRoutine: true },
  'abstract-received': {
    rank: 'in turn',
    copy: 'abstractReceived',
    isRoutine: true,
    isAboutMoney: false,
  },
  'abstract-infected': { rank: 'in turn', isAboutMoney: false },
  'payment-confirmed': { rank: 'urgent', copy: 'paymentConfirmed', isRoutine: true },
  // Nothing bounds a confirmation that costs nothing.
  'free-confirmed': { rank: 'in turn', copy: 'paymentConfirmed', isRoutine: true },
  'payment-received': { rank: 'urgent', copy: 'paymentReceived' },
  'payment-failed': { rank: 'urgent', copy: 'paymentFailed', isRoutine: true },
  'payment-expired': { rank: 'urgent', copy: 'paymentExpired', isRoutine: true },
  'payment-refunded': { rank: 'urgent', copy: 'paymentRefunded', isRoutine: true },
  'payment-returned': { rank: 'urgent' },
  'payment-review': { rank: 'urgent' },
  'group-to-pay': { rank: 'urgent' },
  'change-to-pay': { rank: 'urgent' },
  'place-paid': { rank: 'in turn' },
  'registration-changed': { rank: 'in turn' },
  'registration-cancelled': { rank: 'in turn' },
  'registration-restored': { rank: 'in turn' },
  'quota-reached': { rank: 'urgent', isAboutMoney: false },
  digest: { rank: 'urgent' },
  report: { rank: 'in turn' },
  'receipt-replaced': { rank: 'urgent' },
  'address-replaced': { rank: 'urgent', isAboutMoney: false },
  'payment-reminder': { rank: 'in turn' },
  'abstract-answered': { rank: 'in turn', isAboutMoney: false },
  'abstract-decided': { rank: 'last', isAboutMoney: false },
  letter: { rank: 'last', isAboutMoney: false },
} as const satisfies Record<string, Traits>;

export type MailEvent = keyof typeof events;
/** Kinds of mail: about an event, to the person whom it concerns or to the secretary. */
export type MailKind = MailEvent | `${MailEvent}-for-secretary`;

/** The events of which the secretary gets a copy. */
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

/** Mails to the secretary that nobody has to act on at once. */
export const routineKinds: readonly string[] = Object.entries(mailEvents)
  .filter(([, { isRoutine }]) => isRoutine)
  .map(([event]) => `${event}-for-secretary`);

/** The kinds that are not sent by themselves but wait for a digest, as the content sets it. */
export function heldKinds({ digest }: Mails): readonly string[] {
  return digest === 'off' ? [] : routineKinds;
}
