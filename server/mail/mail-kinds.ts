import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { features } from '#server/features.ts';

/**
 * The number of mails of a kind that one address gets in a day, if anybody may have typed the address. Any other kind
 * goes only where something else limits it: to the secretary, after money has come, on an organiser's command, to an
 * address that its reader has confirmed, or on requests, of which each address gets three in a day
 * (request-confirmation.ts).
 */
type PerDay = number | 'secretary' | 'money' | 'organiser' | 'confirmed' | 'request';

export type MailTraits = {
  perDay: PerDay;
  /** Kinds with the same name are counted together. */
  countedAs?: string;
  /**
   * Urgent mails are sent first. Letters to many people are sent last, because other people wait for their mails. Absent:
   * in turn.
   */
  rank?: 'urgent' | 'last';
  /** The subject of the secretary's copy; absent if the mail has one recipient only. */
  copy?: keyof Mails['secretary'];
  /** Nobody has to act on the copy, so it waits for the digest, if mails.yaml sets one. */
  isRoutine?: boolean;
  /** False: the mail is not about money, so in test mode it needs no notice about pretend money. */
  isAboutMoney?: boolean;
  /** Answers go to the chair of the abstracts, if conference.yaml names one. */
  isAboutAbstracts?: true;
  /** The mail gives its rights to everybody who reads it, so nobody else sees it, also no organiser. */
  isSecret?: true;
  /** Nobody waits for the mail, so it does not go to an address from which mails came back. */
  isUnasked?: true;
  /** The mail does not go out if the abstract that it is about is withdrawn before. */
  endsWithAbstract?: true;
};

/**
 * Every event that causes mails. Urgent mails ignore the quota of mails, so something else has to limit them: payments have
 * a quota, organisers write one by one, and an alarm is one mail a day or one for each payment.
 */
const events = {
  'registration-received': { perDay: 20, copy: 'registrationReceived', isRoutine: true },
  'abstract-received': {
    perDay: 20,
    copy: 'abstractReceived',
    isRoutine: true,
    isAboutMoney: false,
    isAboutAbstracts: true,
  },
  'abstract-infected': { perDay: 'secretary', isAboutMoney: false },
  'payment-confirmed': {
    perDay: 'money',
    rank: 'urgent',
    copy: 'paymentConfirmed',
    isRoutine: true,
  },
  // Not urgent, because no quota limits free orders.
  'free-confirmed': { perDay: 20, copy: 'paymentConfirmed', isRoutine: true },
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
  'change-to-pay': { perDay: 'organiser', rank: 'urgent' },
  'asked-to-pay': { perDay: 'organiser', rank: 'urgent' },
  'asked-withdrawn': { perDay: 'organiser' },
  'own-page': { perDay: 'money' },
  'place-paid': { perDay: 'money' },
  'registration-changed': { perDay: 'money' },
  'registration-cancelled': { perDay: 'organiser' },
  'registration-restored': { perDay: 'money' },
  'own-act': { perDay: 'secretary', isRoutine: true },
  'quota-reached': { perDay: 'secretary', rank: 'urgent', isAboutMoney: false },
  digest: { perDay: 'secretary', rank: 'urgent' },
  report: { perDay: 'secretary' },
  'receipt-replaced': { perDay: 'money', rank: 'urgent' },
  'address-replaced': { perDay: 20, rank: 'urgent', isAboutMoney: false },
  // Not urgent, because a stranger can have them sent to any address.
  'address-asked': { perDay: 'request', isAboutMoney: false },
  'place-offered': { perDay: 'request', isAboutMoney: false },
  'place-handed-over': { perDay: 'money', rank: 'urgent', isAboutMoney: false },
  'place-declined': { perDay: 'money', isAboutMoney: false },
  'payment-reminder': { perDay: 20, isUnasked: true },
  // Not urgent, because a stranger can have it sent to any address.
  'transfer-to-pay': { perDay: 20 },
  'transfer-in-part': { perDay: 'money', rank: 'urgent' },
  'transfer-returned': { perDay: 'money', rank: 'urgent' },
} as const satisfies Record<string, MailTraits>;

/** The events of features: each adds its own with `declare module`, and their traits to its manifest. */
export interface FeatureMailEvents {}

declare module '#server/features.ts' {
  interface FeatureMails {
    kinds?: Record<string, MailTraits>;
  }
}

type Events = typeof events & FeatureMailEvents;
export type MailEvent = keyof Events;
/** A kind of mail is an event, with a suffix if the recipient is the secretary. */
export type MailKind = MailEvent | `${MailEvent}-for-secretary`;

/** The events about which the secretary gets a copy. */
export type CopiedEvent = {
  [E in MailEvent]: Events[E] extends { copy: string } ? E : never;
}[MailEvent];

/** All events of this program, those of the trunk first. */
export function mailEvents(): Record<MailEvent, MailTraits> {
  const all = Object.assign({}, events, ...features().map(({ mails }) => mails?.kinds));
  return all as Record<MailEvent, MailTraits>;
}

/** The limit of a kind for one address, and the kinds that count for it; undefined if the kind needs none. */
export function limitOf(event: MailEvent): { most: number; kinds: readonly string[] } | undefined {
  const { perDay, countedAs = event } = mailEvents()[event];
  if (typeof perDay !== 'number') return undefined;
  const together = Object.entries(mailEvents()).filter(
    ([name, traits]) => (traits.countedAs ?? name) === countedAs,
  );
  return { most: perDay, kinds: together.map(([name]) => name) };
}

export function subjectOfCopy({ secretary }: Mails, event: CopiedEvent): string {
  const { copy } = mailEvents()[event];
  return copy === undefined ? '' : secretary[copy];
}

export const urgentKinds = () => kindsOf(({ rank }) => rank === 'urgent');
export const letterKinds = () => kindsOf(({ rank }) => rank === 'last');
export const allKinds = () => kindsOf(() => true);

function kindsOf(isWanted: (traits: MailTraits) => boolean): readonly string[] {
  return Object.entries(mailEvents())
    .filter(([, traits]) => isWanted(traits))
    .flatMap(([event]) => [event, `${event}-for-secretary`]);
}

/** The kinds whose mails nobody but their reader sees. */
export const secretKinds = () => kindsOf(({ isSecret }) => isSecret === true);

/** Letters and reminders, for which nobody waits. */
export const unaskedKinds = () => kindsOf(({ isUnasked }) => isUnasked === true);

/** Copies to the secretary about which nobody has to act. */
export function routineKinds(): readonly string[] {
  return Object.entries(mailEvents())
    .filter(([, { isRoutine }]) => isRoutine)
    .map(([event]) => `${event}-for-secretary`);
}

/** The kinds of mails that do not go out about an abstract that is withdrawn. */
export function kindsThatEndWithAbstract(): readonly string[] {
  return Object.entries(mailEvents()).flatMap(([event, { endsWithAbstract }]) =>
    endsWithAbstract ? event : [],
  );
}

/** The kinds that wait for a digest, if mails.yaml sets one. */
export function heldKinds({ digest }: Mails): readonly string[] {
  return digest === 'off' ? [] : routineKinds();
}
