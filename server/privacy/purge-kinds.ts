import { forgetAgreements } from '#server/discount/agreements.ts';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Content } from '#contract/content.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ConfirmationKind, ConsentRow, Tables } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import { LIFE_MS } from '#server/orders/rows/address-confirmations.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { features } from '#server/features.ts';
import { forgetProofFiles } from '#features/proofs/proofs.ts';
import { erasePhones, ordersFor } from '#server/orders/rows/orders.ts';
import { forgetVisaData, isVisaDataSince } from '#features/visa-letter/visa-requests.ts';
import { cutoffAfter, cutoffOf, cutoffOfYears, endOf } from './cutoff.ts';
import {
  deleteOrders,
  forgetTransfers,
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
const REPEATS_KEPT_MS = 24 * 60 * 60_000;

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

/** All kinds of data with a retention period, in the order of their removal. */
export function kindsOf({ db, now, content }: Keeping): Kind[] {
  const { periods } = content.privacy;
  const end = endOf(content.conference.dates.end);
  const unpaid = cutoffAfter(end, now, periods.unpaid);
  const participant = cutoffAfter(end, now, periods.participant);
  const payment = cutoffOfYears(now, periods.payment);

  /** The rows of a table that a condition finds, by their key. */
  const rows = (
    table: keyof Tables,
    areOver: (before: string) => RawBuilder<unknown>,
    key = 'id',
  ): Pick<Kind, 'due' | 'remove'> => ({
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

  return [
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
      what: 'entries of the waiting list',
      before: unpaid,
      ...rows('waiting_list', (before) => sql`created_at <= ${before}`),
    },
    {
      what: 'people with answers to questions',
      before: cutoffAfter(end, now, periods.answers),
      due: due((before) =>
        db
          .selectFrom('answers')
          .select('participant_id as id')
          .distinct()
          .where('answered_at', '<=', before)
          .orderBy('participant_id'),
      ),
      remove: async (tx, ids, before) => {
        await tx
          .deleteFrom('answers')
          .where('participant_id', 'in', ids)
          .where('answered_at', '<=', before)
          .execute();
        return ids.length;
      },
    },
    {
      what: 'files that prove a price',
      before: cutoffOf(now, periods.proof),
      ...rows(
        'proofs',
        (before) => sql`file_key is not null and coalesce(decided_at, sent_at) <= ${before}`,
        'participant_id',
      ),
      // The proof stays, and says that it was accepted or refused.
      remove: (tx, ids) => forgetProofFiles(tx, ids),
    },
    {
      what: 'personal links',
      before: participant,
      ...rows('invitations', (before) => sql`created_at <= ${before}`),
    },
    {
      what: 'digests of members',
      before: participant,
      ...rows('members', (before) => sql`created_at <= ${before}`),
    },
    {
      what: 'agreed amounts',
      before: participant,
      ...rows('agreements', (before) => sql`created_at <= ${before} and email != ''`),
      remove: (tx, ids) => forgetAgreements(tx, ids),
    },
    {
      what: 'abstracts and their files',
      before: cutoffAfter(end, now, periods.abstract),
      ...rows('abstracts', (before) => sql`created_at <= ${before}`),
      remove: async (tx, ids) => {
        // Nobody adds a version to a locked abstract.
        await lockRows(tx, 'abstracts', ids);
        await recordFileRemovals(tx, ids);
        return removeRows(tx, 'abstracts', 'id', ids);
      },
    },
    {
      what: 'reviewers',
      before: cutoffAfter(end, now, periods.abstract),
      ...rows(
        'reviewers',
        (before) => sql`created_at <= ${before} and not exists (
          select 1 from peer_reviews join abstracts on abstracts.id = peer_reviews.abstract_id
          where peer_reviews.reviewer_id = reviewers.id and abstracts.created_at > ${before})`,
      ),
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
      what: 'passport data of visa letters',
      before: cutoffOf(now, periods.visa),
      ...rows('visa_requests', isVisaDataSince),
      // The request stays, and says that a letter was issued. A server does the same every hour.
      remove: forgetVisaData,
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
      what: 'addresses of letters',
      before: participant,
      ...rows('letter_addresses', () => sql`true`, 'email'),
    },
    {
      what: 'answers against invitations to the next conference',
      before: participant,
      // A consent stays until it is withdrawn: it is for the time after this conference.
      ...rows(
        'consents',
        (before) =>
          sql`answer = ${'no' satisfies ConsentRow['answer']} and answered_at <= ${before}`,
        'email',
      ),
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

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
