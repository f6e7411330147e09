import { forgetAgreements } from '#server/discount/agreements.ts';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Content } from '#contract/content.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ConfirmationKind } from '#server/database/order-tables.ts';
import type { Tables } from '#server/database/tables.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { LIFE_MS } from '#server/orders/rows/address-confirmations.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { features } from '#server/features.ts';
import { erasePhones, ordersFor } from '#server/orders/rows/orders.ts';
import { cutoffAfter, cutoffOf, cutoffOfYears, endOf } from './cutoff.ts';
import {
  deleteOrders,
  forgetTransfers,
  idsOf,
  lockRows,
  ordersOfOld,
  paidOrders,
  removeRows,
  unpaidOrders,
} from './orders-at-rest.ts';
import { recordFileRemovals } from './removals.ts';

export type Keeping = {
  db: Db;
  now: Date;
  content: Pick<Content, 'conference' | 'privacy'>;
};

/** A request is recognised as repeated for ten minutes; a day allows for clocks that disagree. */
const REPEATS_KEPT_MS = DAY;

/**
 * `due` returns the next rows to remove; until they are removed, it returns the same rows. `remove` checks the rows
 * again, because a person may pay in between, and returns the number of removed rows.
 */
export type Kind = {
  what: string;
  before: string | undefined;
  due: (before: string, most: number) => Promise<string[]>;
  remove: (tx: Tx, names: readonly string[], before: string) => Promise<number>;
};

/** For the rows of a feature: `unpaid`, `participant`, `payment` and `abstract` are the ends of the periods of the trunk. */
export type Retention = Keeping & {
  unpaid: string | undefined;
  participant: string | undefined;
  payment: string | undefined;
  abstract: string | undefined;
  /** The rows of a table that a condition finds, by their key. */
  rows: (
    table: keyof Tables,
    areOver: (before: string) => RawBuilder<unknown>,
    key?: string,
  ) => Pick<Kind, 'due' | 'remove'>;
};

declare module '#server/features.ts' {
  interface FeatureData {
    /** The rows with a retention period. */
    keeps?: (retention: Retention) => Kind[];
  }
}

/** All kinds of data with a retention period, those of features first, in the order of their removal. */
export function kindsOf(keeping: Keeping): Kind[] {
  const { db, now, content } = keeping;
  const { periods } = content.privacy;
  const end = endOf(content.conference.dates.end);
  const unpaid = cutoffAfter(end, now, periods.unpaid);
  const participant = cutoffAfter(end, now, periods.participant);
  const payment = cutoffOfYears(now, periods.payment);

  const abstract = cutoffAfter(end, now, periods.abstract);
  const rows: Retention['rows'] = (table, areOver, key = 'id') => ({
    due: async (before, most) => {
      const found = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
        where ${areOver(before)} limit ${most}`.execute(db);
      return idsOf(found.rows);
    },
    remove: (tx, names) => removeRows(tx, table, key, names),
  });
  const due =
    (query: (before: string) => Query): Kind['due'] =>
    async (before, most) =>
      idsOf(await query(before).limit(most).execute());

  const retention = { ...keeping, unpaid, participant, payment, abstract, rows };
  return [
    ...features().flatMap(({ data }) => data?.keeps?.(retention) ?? []),
    {
      what: 'orders, not paid',
      before: unpaid,
      due: due((before) => unpaidOrders(db, before)),
      remove: removeUnpaidOrders,
    },
    {
      what: 'registrations, not paid',
      before: unpaid,
      due: due((before) => unpaidPeople(db, before).orderBy('created_at')),
      remove: async (tx, ids, before) => {
        const orders = idsOf(await ordersFor(tx, ids));
        await lockOrders(tx, orders);
        await lockRows(tx, 'participants', ids);
        const still = await unpaidPeople(tx, before).where('id', 'in', ids).execute();
        // An order without its participant could still be paid.
        await removeUnpaidOrders(tx, orders, before);
        return removeRows(tx, 'participants', 'id', idsOf(still));
      },
    },
    {
      what: 'registrations, paid',
      before: participant,
      due: due((before) =>
        db
          .selectFrom('participants')
          .select('id')
          .where('created_at', '<=', before)
          .where('id', 'in', peopleOf(paidOrders(db)))
          .orderBy('created_at'),
      ),
      remove: async (tx, ids) => {
        await erasePhones(tx, ids);
        for (const { orders } of features()) await orders?.erased?.(tx, ids);
        return removeRows(tx, 'participants', 'id', ids);
      },
    },
    {
      what: 'agreed amounts',
      before: participant,
      ...rows('agreements', (before) => sql`created_at <= ${before} and email != ''`),
      remove: (tx, ids) => forgetAgreements(tx, ids),
    },
    {
      what: 'abstracts and their files',
      before: abstract,
      ...rows('abstracts', (before) => sql`created_at <= ${before}`),
      remove: async (tx, ids) => {
        // Nobody adds a version to a locked abstract.
        await lockRows(tx, 'abstracts', ids);
        await recordFileRemovals(tx, ids);
        return removeRows(tx, 'abstracts', 'id', ids);
      },
    },
    {
      what: 'mails, sent or given up',
      before: cutoffOf(now, periods.mail),
      ...rows(
        'outbox',
        (before) => sql`sent_at <= ${before} or dead_at <= ${before} or withdrawn_at <= ${before}`,
      ),
    },
    {
      what: 'keys of repeated requests',
      before: timestamp(now, -REPEATS_KEPT_MS),
      ...rows('idempotency_keys', (before) => sql`claimed_at <= ${before}`, 'key'),
    },
    {
      what: 'new addresses to confirm',
      before: timestamp(now, -LIFE_MS.address),
      ...rows(
        'address_confirmations',
        (before) => sql`created_at <= ${before} and kind = ${'address' satisfies ConfirmationKind}`,
      ),
    },
    {
      what: 'places offered to colleagues',
      before: timestamp(now, -LIFE_MS['hand-over']),
      ...rows('address_confirmations', (before) => sql`created_at <= ${before}`),
    },
    {
      what: 'words of activities',
      before: participant,
      ...rows('activities', (before) => sql`at <= ${before} and words != ''`),
      // The activity and its actor stay; only its text is deleted.
      remove: async (tx, ids) => {
        await tx.updateTable('activities').set({ words: '' }).where('id', 'in', ids).execute();
        return ids.length;
      },
    },
    {
      what: 'names in entries of the bank account that are about no order',
      before: participant,
      ...rows(
        'bank_entries',
        (before) =>
          sql`created_at <= ${before} and order_id is null and state in ('ignored', 'booked')
            and (name != '' or words != '' or iban is not null)`,
      ),
      remove: async (tx, ids) => {
        await forgetTransfers(tx, [], ids);
        return ids.length;
      },
    },
    {
      what: 'entries of the bank account that are about no order',
      before: payment,
      ...rows('bank_entries', (before) => sql`order_id is null and booked_on < ${before}`),
    },
    {
      what: 'payment records',
      before: payment,
      due: due((before) => ordersOfOld(db, before)),
      remove: async (tx, ids, before) => {
        await lockOrders(tx, ids);
        const still = await ordersOfOld(tx, before).where('orders.id', 'in', ids).execute();
        await deleteOrders(tx, idsOf(still));
        return still.length;
      },
    },
    {
      what: 'webhooks',
      before: payment,
      ...rows('webhook_events', (before) => sql`received_at < ${before}`, 'event_id'),
    },
  ];
}

type Query = { limit: (most: number) => { execute: () => Promise<{ id: string }[]> } };

/** People without an order, except orders that nobody paid and nobody can pay any more. */
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
  await lockOrders(tx, ids);
  const still = await unpaidOrders(tx, before).where('orders.id', 'in', ids).execute();
  await deleteOrders(tx, idsOf(still));
  return still.length;
}
