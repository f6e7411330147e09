import { sql } from 'kysely';
import { asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { rowCount } from '#server/database/queries.ts';
import { ANY_PROVIDER } from './payments.ts';
import type { DisputeState } from './provider.ts';
import type { RefundState } from './refunds.ts';

/**
 * The rows of the list of refunds: refunds that were requested here, disputes, and for each payment the sum that was
 * refunded in the provider's dashboard. `refunded_cents` is the amount of a sent refund or a lost dispute, and 0 in
 * other rows. The sum of this column is the sum of the payments' `refunded_cents`, which every list and report calls
 * “refunded”. A row with the state NOT_COUNTED is negative: it corrects the sum if a refund and a lost dispute together
 * exceed a payment, or until the provider confirms a refund.
 *
 * The list does not contain money that a person has paid back without the provider, in place of a refused or failed
 * refund.
 */
export function returnedMoney(db: Db) {
  const ours = db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'created_at', anyState, 'reason', 'amount_cents'])
    .select([countsIf('SENT'), sentAt.as('sent_at'), 'provider_ref', 'trouble']);
  const disputes = db
    .selectFrom('disputes')
    .select(['provider_ref as id', 'payment_id', 'opened_at as created_at', anyState])
    .select([sql<string>`'dispute'`.as('reason'), 'amount_cents', countsIf('LOST')])
    .select([lostAt.as('sent_at'), 'provider_ref', sql<string | null>`null`.as('trouble')]);
  const others = db
    .selectFrom(
      db
        .selectFrom('payments')
        .select(['id', 'created_at', restCents.as('rest'), recordedAt.as('at')])
        .where(({ or, eb, selectFrom }) =>
          or([
            eb('refunded_cents', '>', 0),
            eb('id', 'in', selectFrom('refunds').select('payment_id').where('state', '=', 'SENT')),
            eb('id', 'in', selectFrom('disputes').select('payment_id').where('state', '=', 'LOST')),
          ]),
        )
        .as('payment'),
    )
    .select(['id', 'id as payment_id', sql<string>`coalesce(at, created_at)`.as('created_at')])
    .select((is) => [
      is
        .case()
        .when('rest', '>', 0)
        .then<string>('SENT' satisfies RefundState)
        .else('NOT_COUNTED')
        .end()
        .as('state'),
      sql<string>`'dashboard'`.as('reason'),
      'rest as amount_cents',
      'rest as refunded_cents',
      sql<string | null>`coalesce(at, created_at)`.as('sent_at'),
      sql<string | null>`null`.as('provider_ref'),
      sql<string | null>`null`.as('trouble'),
    ])
    .where('rest', '!=', 0);
  return ours.unionAll(disputes).unionAll(others).as('returned');
}

/** The state of a refund or a dispute. */
const anyState = sql<string>`state`.as('state');

function countsIf(state: RefundState | DisputeState) {
  return sql<number>`case when state = ${state} then amount_cents else 0 end`.as('refunded_cents');
}

/** The entries about refunds in the history of a payment; `payment` is the column with its id. */
function refundHistory(payment: string, since = sql``) {
  return sql`from payment_history as h where h.payment_id = ${sql.ref(payment)} and h.to_state in ('PART_REFUNDED', 'REFUNDED') ${since}`;
}

const asked = sql`coalesce(refunds.asked_at, refunds.created_at)`;
const sentAt = sql<
  string | null
>`case when state = 'SENT' then coalesce((select min(h.at) ${refundHistory('refunds.payment_id', sql`and h.at >= ${asked}`)}), ${asked}) end`;
const lostAt = sql<string | null>`case when state = 'LOST' then closed_at end`;
const recordedAt = sql<string | null>`(select max(h.at) ${refundHistory('payments.id')})`;

/** The refunded sum of a payment, less the refunds and disputes that have rows of their own. */
const restCents = sql<number>`cast(payments.refunded_cents
  - coalesce((select sum(case when r.state = 'SENT' then r.amount_cents end) from refunds as r where r.payment_id = payments.id), 0)
  - coalesce((select sum(case when d.state = 'LOST' then d.amount_cents end) from disputes as d where d.payment_id = payments.id), 0) as integer)`;

/** Money that went back to a payer: a refund that was sent, in our list or the provider's, or a lost dispute. */
export type Returned = {
  id: string;
  paymentId: string;
  state: string;
  reason: string;
  /** The amount that went back: 0 before a refund is sent, and after it has failed. */
  cents: Cents;
  sentAt: string | undefined;
};

/** The row of the list of refunds with this id, ours or the provider's. */
export async function findReturned(db: Db, id: string): Promise<Returned | undefined> {
  const refund = await db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'state', 'reason', countsIf('SENT'), sentAt.as('sent_at')])
    .where((is) => is.or([is('refunds.id', '=', id), is('refunds.provider_ref', '=', id)]))
    .executeTakeFirst();
  if (refund) return read(refund);
  const dispute = await db
    .selectFrom('disputes')
    .select(['provider_ref as id', 'payment_id', 'state', sql<string>`'dispute'`.as('reason')])
    .select([countsIf('LOST'), lostAt.as('sent_at')])
    .where('disputes.provider', 'in', ANY_PROVIDER)
    .where('disputes.provider_ref', '=', id)
    .executeTakeFirst();
  return dispute ? read(dispute) : returnedElsewhere(db, id);
}

/** The number of payments of which a sum was refunded at the provider, without a row of its own. */
export function countReturnedElsewhere(db: Db): Promise<number> {
  return db
    .selectFrom('payments')
    .where('refunded_cents', '>', 0)
    .where(restCents, '>', 0)
    .$call(rowCount);
}

/** The sum of a payment that was refunded at the provider, without a row of its own. */
export async function returnedElsewhere(db: Db, paymentId: string): Promise<Returned | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(['id', 'id as payment_id', restCents.as('refunded_cents'), recordedAt.as('sent_at')])
    .select([sql<string>`'SENT'`.as('state'), sql<string>`'dashboard'`.as('reason')])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();
  return row && Number(row.refunded_cents) > 0 ? read(row) : undefined;
}

type Row = {
  id: string;
  payment_id: string;
  state: string;
  reason: string;
  refunded_cents: number;
  sent_at: string | null;
};

function read(row: Row): Returned {
  return {
    id: row.id,
    paymentId: row.payment_id,
    state: row.state,
    reason: row.reason,
    cents: asCents(Math.max(0, Number(row.refunded_cents))),
    sentAt: row.sent_at ?? undefined,
  };
}
