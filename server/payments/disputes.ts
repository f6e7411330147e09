import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { DisputeState, ProviderDispute, ProviderName } from './provider.ts';

/** A dispute about a payment, as the provider last reported it. */
export type Dispute = {
  provider: ProviderName;
  ref: string;
  paymentId: string;
  state: DisputeState;
  amountCents: Cents;
  currency: string;
  dueAt: string | undefined;
  openedAt: string;
  /** The time at which we learnt the decision. */
  closedAt: string | undefined;
  /** The time at which the provider was asked. */
  askedAt: string;
  changedAt: string;
};

/** Saves a dispute as its provider reported it, with the time at which the provider was asked. */
export async function saveDispute(
  tx: Tx,
  { provider, id: paymentId }: { provider: ProviderName; id: string },
  found: ProviderDispute,
  { askedAt, now }: { askedAt: string; now: string },
): Promise<void> {
  const values = {
    state: found.state,
    amount_cents: found.amountCents,
    currency: found.currency,
    due_at: found.dueAt ?? null,
    closed_at: found.state === 'OPENED' ? null : now,
    asked_at: askedAt,
    changed_at: now,
  };
  await tx
    .insertInto('disputes')
    .values({
      provider,
      provider_ref: found.ref,
      payment_id: paymentId,
      opened_at: found.openedAt,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_ref']).doUpdateSet(values))
    .execute();
}

export async function findDispute(
  db: Db,
  provider: ProviderName,
  ref: string,
): Promise<Dispute | undefined> {
  const row = await db
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .executeTakeFirst();
  return row && readDispute(row);
}

/** Lists disputes, oldest first: all of them, those of a payment, or those in a state. */
export async function listDisputes(
  db: Db,
  { paymentId, state }: { paymentId?: string; state?: DisputeState } = {},
): Promise<Dispute[]> {
  let query = db.selectFrom('disputes').selectAll().orderBy('opened_at').orderBy('provider_ref');
  if (paymentId !== undefined) query = query.where('payment_id', '=', paymentId);
  if (state !== undefined) query = query.where('state', '=', state);
  return (await query.execute()).map(readDispute);
}

function readDispute(row: RowOf<'disputes'>): Dispute {
  return {
    provider: row.provider as ProviderName,
    ref: row.provider_ref,
    paymentId: row.payment_id,
    state: row.state as DisputeState,
    amountCents: asCents(row.amount_cents),
    currency: row.currency,
    dueAt: row.due_at ?? undefined,
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
    askedAt: row.asked_at,
    changedAt: row.changed_at,
  };
}
