import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { Tables } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { ProviderName, WebhookEvent } from './provider.ts';

const values = valuesOf('webhook_events', {
  names: { warning_ref: 'fraudWarningRef' },
  apart: ['received_at', 'done_at', 'outcome'],
});

/** Records an event once; true if it was finished before. */
export async function recordWebhookEvent(
  db: Db,
  provider: ProviderName,
  event: WebhookEvent,
  now: string,
): Promise<boolean> {
  await db
    .insertInto('webhook_events')
    .values(values.columns({ ...event, provider, live: Number(event.live), receivedAt: now }))
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

// Outcomes of events that changed nothing.
export const NOT_UNDERSTOOD = 'not understood';
export const NOT_OURS = 'not ours';
export const OTHER_MODE = 'of the other mode';

const WITHOUT_EFFECT = [NOT_UNDERSTOOD, NOT_OURS, OTHER_MODE];

/** The times of the last webhook of a provider, and of the last one that was about a payment of ours. */
export async function lastWebhooks(
  db: Db,
  provider: ProviderName,
): Promise<{ at: string | undefined; understoodAt: string | undefined }> {
  const latest = db
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.max('received_at').as('at'))
    .where('provider', '=', provider);
  const last = await latest.executeTakeFirst();
  const understood = await latest.where('outcome', 'not in', WITHOUT_EFFECT).executeTakeFirst();
  return { at: last?.at ?? undefined, understoodAt: understood?.at ?? undefined };
}

/** After this many events in a row that the server did not understand, a person should act. */
const MANY = 10;

/** 10 if the server understood none of a provider's last ten events; otherwise 0. */
export async function countNotUnderstood(db: Db, provider: ProviderName): Promise<number> {
  const rows = await db
    .selectFrom('webhook_events')
    .select('outcome')
    .where('provider', '=', provider)
    .where('done_at', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(MANY)
    .execute();
  const isAll = rows.length === MANY && rows.every(({ outcome }) => outcome === NOT_UNDERSTOOD);
  return isAll ? rows.length : 0;
}

/** A checkout is open for an hour, and a webhook comes within minutes of the payment. */
const LATE_MS = 2 * 60 * 60_000;

/**
 * The time at which a provider's last paid payment began, if no event that we understood came since. Younger payments
 * do not count. Undefined in the sandbox, which loses webhooks for practice.
 */
export async function unheardPaymentAt(
  db: Db,
  provider: ProviderName,
  now: Date,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('payments')
    .select(['created_at', 'mode'])
    .where('provider', '=', provider)
    .where('state', 'in', ['PAID', 'PART_REFUNDED', 'REFUNDED'])
    .where('created_at', '<', timestamp(now, -LATE_MS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.mode === ('sandbox' satisfies PaymentMode)) return undefined;
  const { understoodAt = '' } = await lastWebhooks(db, provider);
  return understoodAt < last.created_at ? last.created_at : undefined;
}

export type UnfinishedEvent = { provider: ProviderName; event: WebhookEvent };

/**
 * Events of these providers that were recorded before a moment and are not finished. Events about unknown money wait
 * outside this list, so that another shop on the same account delays none of our events.
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
  return rows.map((row) => {
    const { provider, live, ...event } = values.read(row);
    return { provider, event: { ...event, live: live === 1 } };
  });
}

/** Finishes events of these providers about money that were recorded before a moment and concern no payment of ours. */
export async function dropForeignEvents(
  db: Db,
  before: string,
  providers: readonly ProviderName[],
  now: string,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ done_at: now, outcome: NOT_OURS })
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
