import type { Cents } from '#contract/money.ts';
import type { Clock, NewId } from '#server/identity.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { Ceiling } from '#server/http/ceiling.ts';
import type { Order } from './orders.ts';
import type { Payment } from './payments.ts';
import type { PaymentProvider, ProviderName } from './payment-provider.ts';

/** What is paid for. Each kind brings what has to happen once it is paid. */
export type OrderKind = 'registration' | 'discount';

/** Runs in the transaction that confirms the order, so it happens once and together with it. */
export type WhenPaid = (tx: Tx, order: Order, payment: Payment) => Promise<void>;

/** Runs in the transaction that notes that a payment ended without money, and that its payer cannot know yet. */
export type WhenMissed = (
  tx: Tx,
  order: Order,
  payment: Payment,
  why: 'FAILED' | 'EXPIRED',
) => Promise<void>;

/** Runs in the transaction that notes that money went back; `cents` is what went back this time. */
export type WhenRefunded = (tx: Tx, order: Order, payment: Payment, cents: Cents) => Promise<void>;

/** Why a person has to look at a payment. */
export type Doubt = 'mismatch' | 'paidTwice' | 'disputed' | 'refundRefused';

/** Runs in the transaction that notes the doubt, for whoever keeps the conference's books; `event` tells doubts apart. */
export type WhenInDoubt = (
  tx: Tx,
  order: Order,
  payment: Payment,
  doubt: Doubt,
  event: string,
) => Promise<void>;

/** Everything that taking money needs, handed to each payment story. */
export type Till = {
  db: Database;
  providers: ReadonlyMap<ProviderName, PaymentProvider>;
  whenPaid: Record<OrderKind, WhenPaid>;
  whenMissed: WhenMissed;
  whenRefunded: WhenRefunded;
  whenInDoubt: WhenInDoubt;
  /** How many payments everybody together may begin. */
  ceiling: Pick<Ceiling, 'under'>;
  clock: Clock;
  newId: NewId;
  /** Who sells, as payers read it on the provider's page: the conference. */
  seller: string;
  /** Prefix of the references people quote. */
  referencePrefix: string;
  /** For whoever watches the log: a person has to look. */
  alarm: (message: string, details: Record<string, string>) => void;
  /** How long a visitor waits for a provider, in milliseconds. */
  patienceMs: number;
};

/** The provider that a payment was opened with; a payment of one that is switched off cannot be looked up. */
export function providerOf(till: Till, name: ProviderName): PaymentProvider {
  const provider = till.providers.get(name);
  if (!provider) throw new Error(`the payment provider ${name} is not configured`);
  return provider;
}
