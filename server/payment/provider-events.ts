import type { Db } from '#server/database/database.ts';
import type { Notice, ProviderName } from './payment-provider.ts';

/** Writes an event down once; says whether it was dealt with before. */
export async function noteEvent(
  db: Db,
  provider: ProviderName,
  notice: Notice,
  now: string,
): Promise<boolean> {
  await db
    .insertInto('provider_events')
    .values({
      provider,
      event_id: notice.eventId,
      type: notice.type,
      kind: notice.kind,
      ref: notice.ref ?? null,
      payment_ref: notice.paymentRef ?? null,
      live: notice.live ? 1 : 0,
      received_at: now,
      done_at: null,
      outcome: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .execute();
  const row = await db
    .selectFrom('provider_events')
    .select('done_at')
    .where('provider', '=', provider)
    .where('event_id', '=', notice.eventId)
    .executeTakeFirst();
  return row?.done_at != null;
}

/** When a provider's last webhook came. */
export async function lastNoticeAt(db: Db, provider: ProviderName): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_events')
    .select(({ fn }) => fn.max('received_at').as('at'))
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

export type UndoneEvent = { provider: ProviderName; notice: Notice; receivedAt: string };

/** Events of these providers that were written down before a moment and are not dealt with. */
export async function undoneEvents(
  db: Db,
  before: string,
  providers: readonly ProviderName[],
): Promise<UndoneEvent[]> {
  const rows = await db
    .selectFrom('provider_events')
    .selectAll()
    .where('done_at', 'is', null)
    .where('provider', 'in', providers)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    provider: row.provider as ProviderName,
    receivedAt: row.received_at,
    notice: {
      eventId: row.event_id,
      type: row.type,
      kind: row.kind as Notice['kind'],
      ref: row.ref ?? undefined,
      paymentRef: row.payment_ref ?? undefined,
      live: row.live === 1,
    },
  }));
}

export async function finishEvent(
  db: Db,
  provider: ProviderName,
  eventId: string,
  outcome: string,
  now: string,
): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ done_at: now, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}
