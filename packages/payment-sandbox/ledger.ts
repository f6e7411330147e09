import type { Provider } from './faults.ts';

export type LedgerCharge = {
  provider: Provider;
  id: string;
  /** Minor units. */
  amount: number;
  /** Lower case. */
  currency: string;
  refunded: number;
  disputed: boolean;
  /** Stripe only: the amount that a lost dispute took in addition to refunds. Minor units. */
  lost: number;
};

/** The charges, by the shop's reference. */
export type Ledger = Record<string, LedgerCharge[]>;

export function ledgerOf(entries: Iterable<[reference: string, charge: LedgerCharge]>): Ledger {
  const byReference = new Map<string, LedgerCharge[]>();
  for (const [reference, charge] of entries) {
    const charges = byReference.get(reference) ?? [];
    charges.push(charge);
    byReference.set(reference, charges);
  }
  return Object.fromEntries(byReference);
}

/** A payment of either provider, as the tester sees it. Amounts are in minor units. */
export type PretendPayment = {
  provider: Provider;
  /** The checkout session or PayPal order. */
  id: string;
  /** The shop's reference. */
  reference: string | null;
  description: string;
  amount: number;
  /** Lower case. */
  currency: string;
  /** Unix seconds. */
  created: number;
  stage: 'open' | 'approved' | 'pending' | 'paid' | 'failed' | 'expired';
  refunded: number;
  disputed: boolean;
};
