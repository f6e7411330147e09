import type { Mails } from '#contract/content/mails-shape.ts';

/**
 * The number of mails of a kind that one address gets in a day, if anybody may have typed the address. Any other kind
 * goes only where something else limits it: to the secretary, after money has come, on an organiser's command, to an
 * address that its reader has confirmed, or on requests, of which each address gets three in a day
 * (request-confirmation.ts).
 */
type PerDay = number | 'secretary' | 'money' | 'organiser' | 'confirmed' | 'request';

type Traits = {
  perDay: PerDay;
  /** Kinds with the same name are counted together. */
  countedAs?: string;
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
  'registration-received': {
    perDay: 20,
    rank: 'in turn',
    copy: 'registrationReceived',
    isRoutine: true,
  },
  'abstract-received': {
    perDay: 20,
    rank: 'in turn',
    copy: 'abstractReceived',
    isRoutine: true,
    isAboutMoney: false,
  },
  'abstract-replaced': {
    perDay: 20,
    rank: 'in turn',
    copy: 'abstractReplaced',
    isRoutine: true,
    isAboutMoney: false,
  },
  'abstract-changed': {
    perDay: 'secretary',
    rank: 'in turn',
    isRoutine: true,
    isAboutMoney: false,
  },
  // Not urgent, because whoever has the link can have it sent to any address.
  'abstract-link': { perDay: 5, rank: 'in turn', isAboutMoney: false },
  'abstract-infected': { perDay: 'secretary', rank: 'in turn', isAboutMoney: false },
  'payment-confirmed': {
    perDay: 'money',
    rank: 'urgent',
    copy: 'paymentConfirmed',
    isRoutine: true,
  },
  // Not urgent, because no quota limits free orders.
  'free-confirmed': { perDay: 20, rank: 'in turn', copy: 'paymentConfirmed', isRoutine: true },
  'asked-paid': { perDay: 'money', rank: 'urgent', copy: 'askedPaid', isRoutine: true },
  'payment-received': { perDay: 'money', rank: 'urgent', copy: 'paymentReceived' },
  'payment-on-its-way': { perDay: 20, rank: 'urgent' },
  'payment-failed': {
    perDay: 1,
    countedAs: 'missed',
    rank: 'urgent',
    copy: 'paymentFailed',
    isRoutine: true,
  },
  'payment-expired': {
    perDay: 1,
    countedAs: 'missed',
    rank: 'urgent',
    copy: 'paymentExpired',
    isRoutine: true,
  },
  'payment-refunded': { perDay: 'money', rank: 'urgent', copy: 'paymentRefunded', isRoutine: true },
  'payment-returned': { perDay: 'money', rank: 'urgent' },
  'payment-review': { perDay: 'secretary', rank: 'urgent' },
  'group-to-pay': { perDay: 'organiser', rank: 'urgent' },
  invited: { perDay: 'organiser', rank: 'in turn' },
  'proof-missing': { perDay: 'money', rank: 'in turn' },
  'proof-refused': { perDay: 'money', rank: 'in turn', isAboutMoney: false },
  'change-to-pay': { perDay: 'organiser', rank: 'urgent' },
  'asked-to-pay': { perDay: 'organiser', rank: 'urgent' },
  'asked-withdrawn': { perDay: 'organiser', rank: 'in turn' },
  'own-page': { perDay: 'money', rank: 'in turn' },
  'place-paid': { perDay: 'money', rank: 'in turn' },
  'registration-changed': { perDay: 'money', rank: 'in turn' },
  'registration-cancelled': { perDay: 'organiser', rank: 'in turn' },
  'registration-restored': { perDay: 'money', rank: 'in turn' },
  'own-act': { perDay: 'secretary', rank: 'in turn', isRoutine: true },
  'quota-reached': { perDay: 'secretary', rank: 'urgent', isAboutMoney: false },
  digest: { perDay: 'secretary', rank: 'urgent' },
  report: { perDay: 'secretary', rank: 'in turn' },
  'receipt-replaced': { perDay: 'money', rank: 'urgent' },
  'address-replaced': { perDay: 20, rank: 'urgent', isAboutMoney: false },
  // Not urgent, because a stranger can have them sent to any address.
  'address-asked': { perDay: 'request', rank: 'in turn', isAboutMoney: false },
  'place-offered': { perDay: 'request', rank: 'in turn', isAboutMoney: false },
  'place-handed-over': { perDay: 'money', rank: 'urgent', isAboutMoney: false },
  'place-declined': { perDay: 'money', rank: 'in turn', isAboutMoney: false },
  'payment-reminder': { perDay: 20, rank: 'in turn' },
  // Not urgent, because a stranger can have it sent to any address.
  'transfer-to-pay': { perDay: 20, rank: 'in turn' },
  'transfer-in-part': { perDay: 'money', rank: 'urgent' },
  'transfer-returned': { perDay: 'money', rank: 'urgent' },
  'waiting-list-joined': { perDay: 20, rank: 'in turn', isAboutMoney: false },
  // Urgent, because the time to take the place runs. There are no more offers than places.
  'offer-made': { perDay: 'confirmed', rank: 'urgent' },
  'offer-ended': { perDay: 'confirmed', rank: 'in turn', isAboutMoney: false },
  // The form of the request is open to people with a paid place only.
  'visa-letter-requested': {
    perDay: 'secretary',
    rank: 'in turn',
    isRoutine: true,
    isAboutMoney: false,
  },
  'visa-letter-issued': { perDay: 'money', rank: 'in turn', isAboutMoney: false },
  'visa-letter-declined': { perDay: 'money', rank: 'in turn', isAboutMoney: false },
  'abstract-answered': { perDay: 20, rank: 'in turn', isAboutMoney: false },
  'author-reminder': { perDay: 20, rank: 'last', isAboutMoney: false },
  'abstract-decided': { perDay: 'organiser', rank: 'last', isAboutMoney: false },
  letter: { perDay: 'organiser', rank: 'last', isAboutMoney: false },
} as const satisfies Record<string, Traits>;

export type MailEvent = keyof typeof events;
/** A kind of mail is an event, with a suffix if the recipient is the secretary. */
export type MailKind = MailEvent | `${MailEvent}-for-secretary`;

/** The events about which the secretary gets a copy. */
export type CopiedEvent = {
  [E in MailEvent]: (typeof events)[E] extends { copy: string } ? E : never;
}[MailEvent];

export const mailEvents: Record<MailEvent, Traits> = events;

/** The limit of a kind for one address, and the kinds that count for it; undefined if the kind needs none. */
export function limitOf(event: MailEvent): { most: number; kinds: readonly string[] } | undefined {
  const { perDay, countedAs = event } = mailEvents[event];
  if (typeof perDay !== 'number') return undefined;
  const together = Object.entries(mailEvents).filter(
    ([name, traits]) => (traits.countedAs ?? name) === countedAs,
  );
  return { most: perDay, kinds: together.map(([name]) => name) };
}

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
