import { forgetAgreements } from '#server/discount/agreements.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Content } from '#contract/content.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import { holdOrders } from '#server/orders/hold-orders.ts';
import { erasePhones, ordersFor } from '#server/orders/orders.ts';
import { cutoffAfter, cutoffOf, cutoffOfYears, endOf } from './cutoff.ts';
import { deleteOrders, holdRows, ordersOfOld, paidOrders, unpaidOrders } from './orders-at-rest.ts';
import { noteFileRemovals } from './removals.ts';

/** The stores of kept data, and the periods. */
export type Keeping = {
  db: Db;
  now: Date;
  content: Pick<Content, 'conference' | 'privacy'>;
};

/** A request is recognised as repeated for ten minutes; a day allows for clocks that disagree. */
const REPEATS_KEPT_MS = 24 * 60 * 60_000;

/**
 * `due` returns the next ids, the same ones until they are removed. `remove` checks again what may have changed since,
 * because a person may pay in between, and returns the number of removed rows.
 */
export type Kind = {
  what: string;
  before: string | undefined;
  due: (before: string, most: number) => Promise<string[]>;
  remove: (tx: Tx, names: readonly string[], before: string) => Promise<number>;
};

/** The kinds of kept data, in the order in which they are removed. */
export function kindsOf({ db, now, content }: Keeping): Kind[] {
  const { periods } = content.privacy;
  const end = endOf(content.conference.dates.end);
  const unpaid = cutoffAfter(end, now, periods.unpaid);
  const participant = cutoffAfter(end, now, periods.participant);
  return [
    {
      what: 'orders, not paid',
      before: unpaid,
      due: async (before, most) => {
        const rows = await unpaidOrders(db, before).limit(most).execute();
        return rows.map(({ id }) => id);
      },
      remove: removeUnpaidOrders,
    },
    {
      what: 'registrations, not paid',
      before: unpaid,
      due: async (before, most) => {
        const rows = await unpaidPeople(db, before).orderBy('created_at').limit(most).execute();
        return rows.map(({ id }) => id);
      },
      remove: async (tx, ids, before) => {
        const orders = idsOf(await ordersFor(tx, ids));
        await holdOrders(tx, orders);
        await holdRows(tx, 'participants', ids);
        const still = await unpaidPeople(tx, before).where('id', 'in', ids).execute();
        // An order without its participant could still be paid.
        await removeUnpaidOrders(tx, orders, before);
        return removeRows(tx, 'participants', 'id', idsOf(still));
      },
    },
    {
      what: 'registrations, paid',
      before: participant,
      due: async (before, most) => {
        const rows = await db
          .selectFrom('participants')
          .select('id')
          .where('created_at', '<=', before)
          .where('id', 'in', peopleOf(paidOrders(db)))
          .orderBy('created_at')
          .limit(most)
          .execute();
        return rows.map(({ id }) => id);
      },
      remove: async (tx, ids) => {
        await erasePhones(tx, ids);
        return removeRows(tx, 'participants', 'id', ids);
      },
    },
    {
      what: 'agreed amounts',
      before: participant,
      due: async (before, most) => {
        const rows = await db
          .selectFrom('agreements')
          .select('id')
          .where('created_at', '<=', before)
          .where('email', '!=', '')
          .limit(most)
          .execute();
        return rows.map(({ id }) => id);
      },
      remove: (tx, ids) => forgetAgreements(tx, ids),
    },
    {
      what: 'abstracts and their files',
      before: cutoffAfter(end, now, periods.abstract),
      due: async (before, most) => {
        const rows = await db
          .selectFrom('abstracts')
          .select('file_key')
          .where('created_at', '<=', before)
          .orderBy('created_at')
          .limit(most)
          .execute();
        return rows.map((row) => row.file_key);
      },
      remove: async (tx, keys) => {
        await noteFileRemovals(tx, keys);
        return removeRows(tx, 'abstracts', 'file_key', keys);
      },
    },
    {
      what: 'mails, sent or given up',
      before: cutoffOf(now, periods.mail),
      due: async (before, most) => {
        const rows = await db
          .selectFrom('outbox')
          .select('id')
          .where((is) =>
            is.or([
              is('sent_at', '<=', before),
              is('dead_at', '<=', before),
              is('withdrawn_at', '<=', before),
            ]),
          )
          .limit(most)
          .execute();
        return rows.map(({ id }) => id);
      },
      remove: (tx, ids) => removeRows(tx, 'outbox', 'id', ids),
    },
    {
      what: 'keys of repeated requests',
      before: timestamp(now, -REPEATS_KEPT_MS),
      due: async (before, most) => {
        const rows = await db
          .selectFrom('idempotency_keys')
          .select('key')
          .where('claimed_at', '<=', before)
          .limit(most)
          .execute();
        return rows.map((row) => row.key);
      },
      remove: (tx, keys) => removeRows(tx, 'idempotency_keys', 'key', keys),
    },
    {
      what: 'words of activities',
      before: participant,
      due: async (before, most) => {
        const rows = await db
          .selectFrom('activities')
          .select('id')
          .where('at', '<=', before)
          .where('words', '!=', '')
          .limit(most)
          .execute();
        return rows.map(({ id }) => id);
      },
      // The activity and its actor stay.
      remove: async (tx, ids) => {
        await tx.updateTable('activities').set({ words: '' }).where('id', 'in', ids).execute();
        return ids.length;
      },
    },
    {
      what: 'addresses of letters',
      before: participant,
      due: async (_, most) => {
        const rows = await db.selectFrom('letter_addresses').select('email').limit(most).execute();
        return rows.map(({ email }) => email);
      },
      remove: (tx, emails) => removeRows(tx, 'letter_addresses', 'email', emails),
    },
    {
      what: 'payment records',
      before: cutoffOfYears(now, periods.payment),
      due: async (before, most) => {
        const rows = await ordersOfOld(db, before).limit(most).execute();
        return rows.map(({ id }) => id);
      },
      remove: async (tx, ids, before) => {
        await holdOrders(tx, ids);
        const still = await ordersOfOld(tx, before).where('orders.id', 'in', ids).execute();
        await deleteOrders(tx, idsOf(still));
        return still.length;
      },
    },
    {
      what: 'webhooks',
      before: cutoffOfYears(now, periods.payment),
      due: async (before, most) => {
        const rows = await db
          .selectFrom('webhook_events')
          .select('event_id')
          .where('received_at', '<', before)
          .limit(most)
          .execute();
        return rows.map((row) => row.event_id);
      },
      remove: (tx, ids) => removeRows(tx, 'webhook_events', 'event_id', ids),
    },
  ];
}

/** People whose orders are all unpaid and cannot be paid any more. */
function unpaidPeople(db: Db, before: string) {
  const others = db
    .selectFrom('orders')
    .select('id')
    .where('id', 'not in', unpaidOrders(db, before));
  return db
    .selectFrom('participants')
    .select('id')
    .where('created_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_items')
            .select('order_items.id')
            .whereRef('order_items.participant_id', '=', 'participants.id')
            .where('order_items.order_id', 'in', others),
        ),
      ),
    );
}

/** In a query: the participants of these orders. */
function peopleOf(orders: ReturnType<typeof paidOrders>) {
  return ({ selectFrom }: ExpressionBuilder<Tables, 'participants'>) =>
    selectFrom('order_items')
      .select('order_items.participant_id')
      .where('order_items.participant_id', 'is not', null)
      .where('order_items.order_id', 'in', orders);
}

async function removeUnpaidOrders(tx: Tx, ids: readonly string[], before: string): Promise<number> {
  if (ids.length === 0) return 0;
  await holdOrders(tx, ids);
  const still = await unpaidOrders(tx, before).where('orders.id', 'in', ids).execute();
  await deleteOrders(tx, idsOf(still));
  return still.length;
}

async function removeRows(
  tx: Tx,
  table: keyof Tables,
  column: string,
  names: readonly string[],
): Promise<number> {
  if (names.length === 0) return 0;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(names)})`.execute(tx);
  return Number(numAffectedRows);
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
