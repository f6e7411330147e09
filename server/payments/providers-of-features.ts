import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { Clock, NewId } from '#server/identity.ts';
import type { PaymentProvider } from './provider.ts';

type Deps = { db: Db; mode: PaymentMode; clock: Clock; newId: NewId };

declare module '#server/features.ts' {
  interface FeatureOrders {
    /** A way in which only organisers take money; no page offers it to payers. */
    provider?: (deps: Deps) => PaymentProvider;
  }
}

export function providersOfFeatures(deps: Deps): PaymentProvider[] {
  return features().flatMap(({ orders }) => orders?.provider?.(deps) ?? []);
}
