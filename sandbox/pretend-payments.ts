import type { Provider } from './faults.ts';

/** A payment as the tester sees it, of either provider. Amounts are in minor units. */
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
