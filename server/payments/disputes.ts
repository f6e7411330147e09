import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { DisputeState, ProviderDispute, ProviderName } from './provider.ts';

const values = valuesOf('disputes', { names: { provider_ref: 'ref' } });
const { read } = values;

/** A dispute about a payment, as the provider last reported it. */
export type Dispute = ReturnType<typeof read>;

/** Saves a dispute as its provider reported it, with the time at which the provider was asked. */
export async function saveDispute(
  tx: Tx,
  { provider, id: paymentId }: { provider: ProviderName; id: string },
  found: ProviderDispute,
  { askedAt, now }: { askedAt: string; now: string },
): Promise<void> {
  const { ref, state, amountCents, currency, dueAt, openedAt } = found;
  const closedAt = state === 'OPENED' ? undefined : now;
  const reported = { state, amountCents, currency, dueAt, closedAt, askedAt, changedAt: now };
  const known = values.columns(reported);
  await tx
    .insertInto('disputes')
    .values(values.columns({ ...reported, provider, ref, paymentId, openedAt }))
    .onConflict((conflict) => conflict.columns(['provider', 'provider_ref']).doUpdateSet(known))
    .execute();
}

export function findDispute(
  db: Db,
  provider: ProviderName,
  ref: string,
): Promise<Dispute | undefined> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .$call(firstRow(read));
}

/** Lists disputes, oldest first: all of them, those of a payment, or those in a state. */
export function listDisputes(
  db: Db,
  { paymentId, state }: { paymentId?: string; state?: DisputeState } = {},
): Promise<Dispute[]> {
  let query = db.selectFrom('disputes').selectAll().orderBy('opened_at').orderBy('provider_ref');
  if (paymentId !== undefined) query = query.where('payment_id', '=', paymentId);
  if (state !== undefined) query = query.where('state', '=', state);
  return query.$call(allRows(read));
}
