import type { Cents } from '#contract/money.ts';
import type { Clock, NewId } from '#server/identity.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { Quota } from '#server/http/quota.ts';
import type { PaymentMode } from '#server/payment-mode.ts';
import type { Order } from './orders.ts';
import type { Payment } from './payments.ts';
import { type PaymentProvider, type ProviderName, ProviderUnavailable } from './provider.ts';

/** Why a person has to review a payment. */
export type ReviewReason =
  | 'mismatch'
  | 'paidTwice'
  | 'disputed'
  | 'refundRefused'
  | 'refundFailed'
  | 'paidTwoOrders';

/** What happens to payments that other parts of the server act on. A handler runs in the transaction that records the event. */
export type PaymentEvents = {
  /** A payment confirmed its order; this happens once in an order's life. */
  paid: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** The organisers agreed to a discount order that this payment had paid before. */
  agreed: (tx: Tx, order: Order, payment: Payment) => Promise<void>;
  /** A payment ended without money, and its payer cannot know yet. */
  missed: (tx: Tx, order: Order, payment: Payment, why: 'FAILED' | 'EXPIRED') => Promise<void>;
  /** Money was sent back; `cents` is what was sent back this time. */
  refunded: (tx: Tx, order: Order, payment: Payment, cents: Cents) => Promise<void>;
  /** Money that was sent back came back to us, for example from a closed account; `cents` is how much. */
  refundFailed: (tx: Tx, order: Order, payment: Payment, cents: Cents) => Promise<void>;
  /** A person has to review a payment; `about` tells two reviews of one payment apart. */
  flagged: (
    tx: Tx,
    order: Order,
    payment: Payment,
    reason: ReviewReason,
    about: string,
  ) => Promise<void>;
};

/** Everything that taking money needs. The server makes one and passes it to each payment service. */
export type PaymentContext = {
  db: Database;
  /** Made in server/providers.ts, each inside the circuit breaker of circuit-breaker.ts. */
  providers: ReadonlyMap<ProviderName, PaymentProvider>;
  /** Which kind of money the providers take. */
  mode: PaymentMode;
  events: PaymentEvents;
  /** How many payments all visitors together may begin; opened in server/quotas.ts, where it counts the rows of payments. */
  quota: Pick<Quota, 'reserve'>;
  clock: Clock;
  newId: NewId;
  /** Who sells, as payers read it on the provider's page: the conference. */
  seller: string;
  /** The secretary's mail address, for payers who want something changed. */
  secretary: string;
  /** Prefix of the references people quote. */
  referencePrefix: string;
  /** Writes a line to the log that a person has to act on. */
  alarm: (message: string, details: Record<string, string>) => void;
  /** How long a visitor waits for a provider, in milliseconds. */
  visitorTimeoutMs: number;
};

/** The provider that a payment was opened with. One that is switched off is like one that does not answer. */
export function providerOf(context: PaymentContext, name: ProviderName): PaymentProvider {
  const provider = context.providers.get(name);
  if (!provider) throw new ProviderUnavailable(`${name} is switched off`);
  return provider;
}
