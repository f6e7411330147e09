import type { Moment } from '#contract/content/opening.ts';
import type { Cents, Currency } from '#contract/money.ts';
import type { Clock, NewId } from '#server/identity.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { GroupCommit } from '#server/database/group-commit.ts';
import type { AppError } from '#server/errors.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { Order } from '#server/orders/orders.ts';
import type { Payable } from '#server/orders/payables.ts';
import type { Actor } from './payment-history.ts';
import type { PaymentQuota } from './payment-quota.ts';
import type { Payment } from './payments.ts';
import {
  type PaymentProvider,
  type ProviderDispute,
  type ProviderName,
  ProviderUnavailable,
} from './provider.ts';

/** Why a person has to review a payment. */
export type ReviewReason =
  | 'mismatch'
  | 'paidTwice'
  | 'disputed'
  | 'disputeWon'
  | 'disputeLost'
  | 'refundRefused'
  | 'refundFailed'
  | 'fraudWarning'
  | 'paidTwoOrders'
  | 'overtaken';

/** What happens to payments that other parts of the server act on. A handler runs in the transaction that records the event. */
export type PaymentEvents = {
  /** A payment paid its order, or a change of it; this happens once for each. */
  paid: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** The organisers agreed to a discount order that this payment had paid before. */
  agreed: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** A payment ended without money, and its payer cannot know yet. */
  missed: (tx: Tx, payable: Payable, payment: Payment, why: 'FAILED' | 'EXPIRED') => Promise<void>;
  /** Money went back; `cents` is how much this time, and `why` whether we sent it or a dispute took it. */
  refunded: (
    tx: Tx,
    order: Order,
    payment: Payment,
    cents: Cents,
    why: 'refund' | 'dispute',
  ) => Promise<void>;
  /** All that was paid for an order went back, and its places with it. */
  givenAway: (tx: Tx, order: Order) => Promise<void>;
  /** Money that was sent back came back to us, for example from a closed account; `cents` is how much. */
  refundFailed: (tx: Tx, order: Order, payment: Payment, cents: Cents) => Promise<void>;
  /** A person has to review a payment; `about` tells two reviews of one payment apart. */
  flagged: (
    tx: Tx,
    payment: Payment,
    reason: ReviewReason,
    about: string,
    dispute: ProviderDispute | undefined,
  ) => Promise<void>;
};

/** Everything that taking money needs. The server makes one and passes it to each payment service. */
export type PaymentContext = {
  db: Db;
  /** For the three writes that many visitors make at once: a registration, an order, a payment that becomes OPEN. */
  commit: GroupCommit;
  /** Made in server/config/providers.ts, each inside the circuit breaker of circuit-breaker.ts. */
  providers: ReadonlyMap<ProviderName, PaymentProvider>;
  /** Which kind of money the providers take. */
  mode: PaymentMode;
  events: PaymentEvents;
  /** How many payments one network, and all visitors together, may begin without paying them. */
  quota: PaymentQuota;
  clock: Clock;
  newId: NewId;
  /** Who sells, as payers read it on the provider's page: the conference. */
  seller: string;
  /** The secretary's mail address, for payers who want something changed. */
  secretary: string;
  /** What new orders are in. */
  currency: Currency;
  /** Throws where no attempt to pay this may begin now: it is closed, or too few places are left. */
  admit: (tx: Tx, payable: Payable, network: string) => Promise<void>;
  /** The refusal of what must not be paid any more: it was cancelled, or its people have places otherwise. */
  overtaken: (db: Db, payable: Payable) => Promise<AppError | undefined>;
  /** Unpaid orders of people who have a place by this one. */
  overtakenBy: (db: Db, order: Order) => Promise<string[]>;
  /** The function of sync-payment.ts; it is passed in, because sync-refunds.ts cannot import it without a cycle. */
  closeOvertaken: (orderId: string, actor: Actor) => Promise<void>;
  /** Until when this can be paid by a link that lapses at a moment: it may be closed, or cost more, before that. */
  payableUntil: (payable: Payable, linkLapsesAt: string) => Moment;
  /** Prefix of the references people quote. */
  referencePrefix: string;
  /** Writes a line to the log that a person has to act on. */
  alarm: (message: string, details: Record<string, string>) => void;
  /** How long a visitor waits for a provider, in milliseconds. */
  visitorTimeoutMs: number;
};

/** Whether a page means our currency; one that names none does. */
export function isIn({ currency }: PaymentContext, code: string | undefined): boolean {
  return (code ?? currency.code).toUpperCase() === currency.code;
}

/** Who takes the money: which kind it is, and the accounts of the providers. */
export type Accounts = {
  mode: PaymentMode;
  providers: ReadonlyMap<ProviderName, Pick<PaymentProvider, 'account'>>;
};

type Owned = Pick<Payment, 'provider' | 'mode' | 'account'>;

/**
 * Whether a payment was made with the accounts that this process has keys of. About another one nobody is asked: our
 * provider does not know it, which must not look as if it were over.
 */
export function isOurs({ mode, providers }: Accounts, payment: Owned): boolean {
  const provider = providers.get(payment.provider);
  return payment.mode === mode && (!provider || provider.account === payment.account);
}

/**
 * The provider that a payment was opened with. One that is switched off, and one that has keys of another account now, is
 * like one that does not answer.
 */
export function providerOf(context: PaymentContext, payment: Owned): PaymentProvider {
  const provider = context.providers.get(payment.provider);
  if (!provider) throw new ProviderUnavailable(`${payment.provider} is switched off`);
  if (!isOurs(context, payment)) {
    throw new ProviderUnavailable(`the payment is of another account of ${payment.provider}`);
  }
  return provider;
}
