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

/** The reason why a person has to review a payment. */
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

/** The payment events on which other parts of the server act. A handler runs in the transaction that records the event. */
export type PaymentEvents = {
  /** A payment paid its order, or a change of it; this happens once for each. */
  paid: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** The organisers agreed to a discount order that this payment had paid before. */
  agreed: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** A payment ended without money, and its payer cannot know yet. */
  missed: (tx: Tx, payable: Payable, payment: Payment, why: 'FAILED' | 'EXPIRED') => Promise<void>;
  /** Money was refunded or lost; `cents` is how much this time, and `why` says whether we sent it or a dispute took it. */
  refunded: (
    tx: Tx,
    order: Order,
    payment: Payment,
    cents: Cents,
    why: 'refund' | 'dispute',
  ) => Promise<void>;
  /** All money of an order was refunded or lost, and its places with it. */
  givenAway: (tx: Tx, order: Order) => Promise<void>;
  /** A refund came back to us, for example from a closed account; `cents` is how much. */
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
  /** The name of the seller on the provider's page: the conference. */
  seller: string;
  /** The secretary's mail address, for payers who want something changed. */
  secretary: string;
  /** The currency of new orders. */
  currency: Currency;
  /** Throws if no attempt to pay this may begin now: it is closed, or too few places are left. */
  admit: (tx: Tx, payable: Payable, network: string) => Promise<void>;
  /** The refusal for a payable that must not be paid any more: it was cancelled, or its participants have other places. */
  overtaken: (db: Db, payable: Payable) => Promise<AppError | undefined>;
  /** Unpaid orders of people who have a place by this order. */
  overtakenBy: (db: Db, order: Order) => Promise<string[]>;
  /** The function of sync-payment.ts; it is an argument, because sync-refunds.ts cannot import it without a cycle. */
  closeOvertaken: (orderId: string, actor: Actor) => Promise<void>;
  /** The moment until which a link that lapses at `linkLapsesAt` can pay this: it may close, or cost more, before. */
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

/** The accounts that take the money: the kind of money, and the providers. */
export type Accounts = {
  mode: PaymentMode;
  providers: ReadonlyMap<ProviderName, Pick<PaymentProvider, 'account'>>;
};

type Owned = Pick<Payment, 'provider' | 'mode' | 'account'>;

/**
 * Whether a payment was made with accounts for which this process has keys. Nobody is asked about another payment: our
 * provider does not know it, and its answer would look as if the payment were over.
 */
export function isOurs({ mode, providers }: Accounts, payment: Owned): boolean {
  const provider = providers.get(payment.provider);
  return payment.mode === mode && (!provider || provider.account === payment.account);
}

/**
 * The provider with which a payment was opened. A provider that is switched off, or that now has keys of another
 * account, counts as one that does not answer.
 */
export function providerOf(context: PaymentContext, payment: Owned): PaymentProvider {
  const provider = context.providers.get(payment.provider);
  if (!provider) throw new ProviderUnavailable(`${payment.provider} is switched off`);
  if (!isOurs(context, payment)) {
    throw new ProviderUnavailable(`the payment is of another account of ${payment.provider}`);
  }
  return provider;
}
