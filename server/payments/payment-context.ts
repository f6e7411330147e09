import type { Content } from '#contract/content.ts';
import type { Way } from '#contract/content/ways.ts';
import type { Moment } from '#contract/content/opening.ts';
import type { Cents, Currency } from '#contract/money.ts';
import type { Clock, NewId } from '#server/identity.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { GroupCommit } from '#server/database/group-commit.ts';
import type { AppError } from '#server/errors.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
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
  | 'overtaken'
  | 'noPlaceLeft'
  | 'partPaid'
  | 'overpaid';

/** The payment events on which other parts of the server act. A handler runs in the transaction that records the event. */
export type PaymentEvents = {
  /** A payment paid an order, or a change of an order. This event happens once for each order and each change. */
  paid: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** The organisers agreed to a discount order that this payment had paid before. */
  agreed: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** The money of a payment comes days later, or a part of it has come. */
  delayed: (tx: Tx, payable: Payable, payment: Payment) => Promise<void>;
  /** A payer can pay from now on: the provider has opened the payment. */
  opened: (tx: Tx, payment: Payment) => Promise<void>;
  /** A payment ended without money, and nobody has told its payer. */
  missed: (tx: Tx, payable: Payable, payment: Payment, why: 'FAILED' | 'EXPIRED') => Promise<void>;
  /** Money was refunded, or lost in a dispute; `cents` is the amount of this refund or loss. */
  refunded: (
    tx: Tx,
    order: Order,
    payment: Payment,
    cents: Cents,
    why: 'refund' | 'dispute',
  ) => Promise<void>;
  /** All money of an order was refunded or lost, so its places are free again. */
  givenAway: (tx: Tx, order: Order) => Promise<void>;
  /** A refund came back to us, for example from a closed account; `cents` is its amount. */
  refundFailed: (tx: Tx, order: Order, payment: Payment, cents: Cents) => Promise<void>;
  /** An order that had lost its places is paid again, because its money came back to us. */
  reopened: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** A person has to review a payment; `about` tells two reviews of one payment apart. */
  flagged: (
    tx: Tx,
    payment: Payment,
    reason: ReviewReason,
    about: string,
    dispute: ProviderDispute | undefined,
  ) => Promise<void>;
};

/** The dependencies of all payment services. The server creates one context and passes it to each service. */
export type PaymentContext = {
  db: Db;
  /**
   * Groups the three writes that many visitors make at once: a registration, an order, a payment that becomes OPEN.
   */
  commit: GroupCommit;
  /** Created in server/config/providers.ts, each wrapped in the circuit breaker of circuit-breaker.ts. */
  providers: ReadonlyMap<ProviderName, PaymentProvider>;
  /** The ways to pay that the conference offers. Those of them that have no provider are off. */
  ways: readonly Way[];
  /** The kind of money that the providers take. */
  mode: PaymentMode;
  events: PaymentEvents;
  /** Limits the payments that one network, and all visitors together, may begin without paying. */
  quota: PaymentQuota;
  clock: Clock;
  newId: NewId;
  /** The labels in the language of an order, and the conference, whose name is on the provider's page. */
  wordsIn: (language: string) => Pick<Content, 'conference' | 'labels'>;
  /** The secretary's mail address, for payers who want something changed. */
  secretary: string;
  /** The currency of new orders. */
  currency: Currency;
  /** Whether documents of new orders state the tax. */
  statesTax: boolean;
  /**
   * Throws if no attempt to pay `payable` may begin now: the time to pay it is over, or too few places are left for
   * anybody or, if it is given, for this network.
   */
  admit: (tx: Tx, payable: Payable, network?: string) => Promise<void>;
  /**
   * The refusal for a payable that must not be paid any more: it was cancelled, or its participants already have
   * places.
   */
  overtaken: (db: Db, payable: Payable) => Promise<AppError | undefined>;
  /** The ids of unpaid orders of people who have a place through this order. */
  overtakenBy: (db: Db, order: Order) => Promise<string[]>;
  /** Whether more places of a kind that this order takes are paid than there are. */
  isOversold: (tx: Tx, order: Order) => Promise<boolean>;
  /** The function of sync-payment.ts. It is passed here, because sync-refunds.ts cannot import it without a cycle. */
  closeOvertaken: (orderId: string, actor: Actor) => Promise<void>;
  /**
   * The moment until which `payable` can be paid by a link that lapses at `linkLapsesAt`. Before the link lapses,
   * payment may close or the price may rise.
   */
  payableUntil: (payable: Payable, linkLapsesAt: string) => Moment;
  /** The end of a bank transfer that is, or was, chosen at this moment; undefined if none can be chosen. */
  transferEnd: (language: string, chosen?: Date) => Moment | undefined;
  /** The prefix of the references of orders. */
  referencePrefix: string;
  /** Logs a message on which a person has to act. */
  alarm: (message: string, details: Record<string, string>) => void;
  /** The time for which a visitor waits for a provider, in milliseconds. */
  visitorTimeoutMs: number;
};

/** Whether a request is in our currency. A request without a currency counts as a request in our currency. */
export function isIn({ currency }: PaymentContext, code: string | undefined): boolean {
  return (code ?? currency.code).toUpperCase() === currency.code;
}

/** The accounts for which this process has keys: the kind of money, and the providers. */
export type Accounts = {
  mode: PaymentMode;
  providers: ReadonlyMap<ProviderName, Pick<PaymentProvider, 'account'>>;
};

type Owned = Pick<Payment, 'provider' | 'mode' | 'account'>;

/**
 * Whether a payment was made with accounts for which this process has keys. No provider is asked about a payment of
 * another account: our account does not know it, and the answer would look as if the payment were over.
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
