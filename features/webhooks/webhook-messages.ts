import { type Expression, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { wroteOne, wroteRows } from '#server/database/queries.ts';
import type { RowOf } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import { DAY, HOUR, MINUTE } from '#contract/time-spans.ts';

export type WebhookMessage = RowOf<'webhook_messages'>;

/** Longer than any post takes. After this time the server that sent counts as dead. */
const LEASE_MS = MINUTE;

/** The pauses before the second try up to the tenth, three days together. */
const PAUSES = [MINUTE / 2, 5 * MINUTE, HOUR / 2, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR)];

const SENT_KEPT_MS = 30 * DAY;
const DEAD_KEPT_MS = 90 * DAY;

/** Takes the next due message of an endpoint by compare-and-set on its lease; undefined if there is none. */
export async function leaseWebhook(
  db: Db,
  endpoint: string,
  now: Date,
): Promise<WebhookMessage | undefined> {
  const moment = timestamp(now);
  const due = await db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where(isOver('next_attempt_at', moment))
    .where(isOver('lease_until', moment))
    .orderBy(sql`coalesce(next_attempt_at, '')`)
    .orderBy('attempts')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  const attempts = due.attempts + 1;
  const lease_until = timestamp(now, LEASE_MS);
  const isLeased = await db
    .updateTable('webhook_messages')
    .set({ lease_until, attempts })
    .where('id', '=', due.id)
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('lease_until', due.lease_until === null ? 'is' : '=', due.lease_until)
    .$call(wroteOne);
  return isLeased ? { ...due, attempts, lease_until } : leaseWebhook(db, endpoint, now);
}

function isOver(column: 'next_attempt_at' | 'lease_until', moment: string): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} <= ${moment})`;
}

/** Records the exact text of a message before its first try. */
export async function keepPayload(db: Db, id: string, payload: string): Promise<void> {
  await db.updateTable('webhook_messages').set({ payload }).where('id', '=', id).execute();
}

export async function markWebhookSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set({ sent_at: timestamp(now), lease_until: null, trouble: null })
    .where('id', '=', id)
    .execute();
}

/** Puts a message back until its next try, or gives it up. */
export async function putWebhookBack(
  db: Db,
  { id, attempts }: Pick<WebhookMessage, 'id' | 'attempts'>,
  { trouble, isGone, now }: { trouble: string; isGone: boolean; now: Date },
): Promise<void> {
  const pause = isGone ? undefined : PAUSES[attempts - 1];
  await db
    .updateTable('webhook_messages')
    .set({
      lease_until: null,
      trouble,
      ...(pause === undefined
        ? { dead_at: timestamp(now) }
        : { next_attempt_at: timestamp(now, pause) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Gives facts without a time of their own the moment at which a server sees them. */
export async function dateNewWebhooks(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set({ happened_at: timestamp(now) })
    .where('happened_at', 'is', null)
    .execute();
}

/**
 * Removes a message about a changed order that a newer one follows, if nobody tried to send it yet: one act may change an
 * order several times.
 */
export async function dropOvertaken(db: Db): Promise<void> {
  await sql`delete from webhook_messages where type = 'changed' and attempts = 0 and sent_at is null
    and exists (select 1 from webhook_messages as later
      where later.endpoint = webhook_messages.endpoint and later.order_id = webhook_messages.order_id
        and later.type = 'changed' and later.attempts = 0 and later.sent_at is null
        and later.version > webhook_messages.version)`.execute(db);
}

/** Removes what was sent or given up long ago, and what waits for an endpoint that is no longer named. */
export async function forgetOldWebhooks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('webhook_messages')
    .where((is) =>
      is.or([
        is('sent_at', '<', timestamp(now, -SENT_KEPT_MS)),
        is('dead_at', '<', timestamp(now, -DEAD_KEPT_MS)),
        is.and([
          is('happened_at', '<', timestamp(now, -DEAD_KEPT_MS)),
          is('endpoint', 'not in', is.selectFrom('webhook_endpoints').select('name')),
        ]),
      ]),
    )
    .execute();
}

/** Sends messages again, each with its id and its text; those of an endpoint only if they were given up. */
export function reviveWebhooks(
  tx: Tx,
  what: { id: string } | { endpoint: string },
): Promise<number> {
  return tx
    .updateTable('webhook_messages')
    .set({ sent_at: null, dead_at: null, next_attempt_at: null, attempts: 0, trouble: null })
    .$call((query) =>
      'id' in what
        ? query
            .where('id', '=', what.id)
            .where((is) => is.or([is('sent_at', 'is not', null), is('dead_at', 'is not', null)]))
        : query.where('endpoint', '=', what.endpoint).where('dead_at', 'is not', null),
    )
    .$call(wroteRows);
}

export type ListedWebhook = Pick<
  WebhookMessage,
  'id' | 'endpoint' | 'type' | 'happened_at' | 'attempts' | 'sent_at' | 'dead_at' | 'trouble'
> & { reference: string | null };

const LISTED = 5000;

/** The latest messages, newest first. */
export function listWebhooks(db: Db): Promise<ListedWebhook[]> {
  return db
    .selectFrom('webhook_messages as m')
    .select(['m.id', 'endpoint', 'type', 'happened_at', 'attempts', 'sent_at', 'dead_at'])
    .select(['trouble', referenceOf.as('reference')])
    .orderBy(sql`coalesce(happened_at, '9') desc`)
    .orderBy('m.id')
    .limit(LISTED)
    .execute();
}

/** The reference of the order or abstract of a message `m`; of a person, that of the newest order that counts. */
export const referenceOf = sql<string | null>`coalesce(
  (select reference from abstracts where abstracts.id = m.abstract_id),
  (select reference from orders where orders.id = m.order_id),
  (select orders.reference from order_items join orders on orders.id = order_items.order_id
    where order_items.participant_id = m.participant_id
    order by case orders.state when 'CONFIRMED' then 0 when 'REFUNDED' then 1 else 2 end,
      orders.created_at desc limit 1))`;

export type EndpointState = {
  name: string;
  trouble: string | undefined;
  waiting: number;
  givenUp: number;
  /** Why the latest try failed. */
  lastTrouble: string | undefined;
  /** Undefined for an endpoint that conference.yaml no longer names: nobody has to act. */
  firstDeadAt: string | undefined;
};

/** The endpoints, also former ones of which messages are left. */
export async function stateOfEndpoints(db: Db): Promise<EndpointState[]> {
  const { rows } = await sql<{
    name: string;
    trouble: string | null;
    waiting: number | string;
    given_up: number | string;
    last_trouble: string | null;
    first_dead_at: string | null;
  }>`with waiting as (
      select endpoint, count(*) as messages, max(trouble) as trouble from webhook_messages
      where sent_at is null and dead_at is null group by endpoint
    ), given_up as (
      select endpoint, count(*) as messages, max(trouble) as trouble, min(dead_at) as first_at
      from webhook_messages where dead_at is not null group by endpoint
    )
    select names.name, e.trouble, coalesce(w.messages, 0) as waiting, coalesce(g.messages, 0) as given_up,
      coalesce(w.trouble, g.trouble) as last_trouble,
      case when e.name is not null then g.first_at end as first_dead_at
    from (select name from webhook_endpoints
      union select endpoint from waiting union select endpoint from given_up) as names
    left join webhook_endpoints e on e.name = names.name
    left join waiting w on w.endpoint = names.name
    left join given_up g on g.endpoint = names.name
    order by names.name`.execute(db);
  return rows.map((row) => ({
    name: row.name,
    trouble: row.trouble ?? undefined,
    waiting: Number(row.waiting),
    givenUp: Number(row.given_up),
    lastTrouble: row.last_trouble ?? undefined,
    firstDeadAt: row.first_dead_at ?? undefined,
  }));
}
