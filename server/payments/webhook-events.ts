import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import type { ProviderName, WebhookEvent } from './provider.ts';

/** Records an event once; true if it was finished before. */
export async function recordWebhookEvent(
  db: Db,
  provider: ProviderName,
  event: WebhookEvent,
  now: string,
): Promise<boolean> {
  await db
    .insertInto('webhook_events')
    .values({
      provider,
      event_id: event.eventId,
      type: event.type,
      ref: event.ref ?? null,
      payment_ref: event.paymentRef ?? null,
      dispute_ref: event.disputeRef ?? null,
      live: event.live ? 1 : 0,
      received_at: now,
      done_at: null,
      outcome: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .execute();
  const row = await db
    .selectFrom('webhook_events')
    .select('done_at')
    .where('provider', '=', provider)
    .where('event_id', '=', event.eventId)
    .executeTakeFirst();
  return row?.done_at != null;
}

/** When the last webhook of a provider came. */
export async function lastWebhookAt(db: Db, provider: ProviderName): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.max('received_at').as('at'))
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

export type UnfinishedEvent = { provider: ProviderName; event: WebhookEvent };

/**
 * Events of these providers that were recorded before a moment and are not finished. One about money that we do not know
 * waits outside this list, so that the events of another shop on the same account hold up none of ours.
 */
export async function unfinishedWebhookEvents(
  db: Db,
  before: string,
  providers: readonly ProviderName[],
): Promise<UnfinishedEvent[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('done_at', 'is', null)
    .where('provider', 'in', providers)
    .where('received_at', '<', before)
    .where((is) =>
      is.or([
        is('ref', 'is not', null),
        is('payment_ref', 'is', null),
        is.exists(paymentOfTheMoney(is)),
      ]),
    )
    .orderBy('received_at')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    provider: row.provider as ProviderName,
    event: {
      eventId: row.event_id,
      type: row.type,
      ref: row.ref ?? undefined,
      paymentRef: row.payment_ref ?? undefined,
      disputeRef: row.dispute_ref ?? undefined,
      live: row.live === 1,
    },
  }));
}

/** Finishes events of these providers about money that were recorded before a moment and are about no payment of ours. */
export async function dropForeignEvents(
  db: Db,
  before: string,
  providers: readonly ProviderName[],
  now: string,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ done_at: now, outcome: 'not ours' })
    .where('done_at', 'is', null)
    .where('provider', 'in', providers)
    .where('received_at', '<', before)
    .where('ref', 'is', null)
    .where('payment_ref', 'is not', null)
    .where((is) => is.not(is.exists(paymentOfTheMoney(is))))
    .execute();
}

function paymentOfTheMoney({ selectFrom }: ExpressionBuilder<Tables, 'webhook_events'>) {
  return selectFrom('payments')
    .select('payments.id')
    .whereRef('payments.provider', '=', 'webhook_events.provider')
    .whereRef('payments.provider_payment_ref', '=', 'webhook_events.payment_ref');
}

export async function finishWebhookEvent(
  db: Db,
  provider: ProviderName,
  eventId: string,
  outcome: string,
  now: string,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ done_at: now, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}
