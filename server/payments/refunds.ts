import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import type { ExpressionBuilder } from 'kysely';
import type { PaymentState } from './payment-states.ts';
import type { DisputeState } from './provider.ts';

/** PayPal refunds a payment for 180 days, Stripe for longer. */
export const REFUNDABLE_DAYS = 180;

/**
 * REQUESTED: the provider was not asked yet. ASKED: the provider gave no clear answer, so money may have moved.
 * REFUSED: no money moved; a person may request another refund. CANCELLED: a person cancelled the refund before it was
 * sent, or before the transfer was made. FAILED: the refund was sent, and the payer's bank returned it.
 */
export type RefundState = 'REQUESTED' | 'ASKED' | 'SENT' | 'REFUSED' | 'CANCELLED' | 'FAILED';

/** States in which the provider may still be asked. */
const UNDECIDED = ['REQUESTED', 'ASKED'] as const satisfies RefundState[];

/** States in which a person has to make sure that the payer gets the money. */
const UNSETTLED: RefundState[] = ['REFUSED', 'FAILED'];

/** States in which no money was refunded, and none will be. */
const NOTHING_SENT: RefundState[] = ['REFUSED', 'CANCELLED', 'FAILED'];

/**
 * A refund that we requested. A refund in the provider's dashboard is recorded in the payment alone, unless it fails:
 * then it is recorded here and waits for a person like a refund of ours.
 */
export type Refund = {
  id: string;
  paymentId: string;
  idempotencyKey: string;
  ref: string | undefined;
  amountCents: Cents;
  reason: string;
  state: RefundState;
  /** The number of refusals and provider failures. After each of them the next try uses a new key. */
  refusals: number;
  /** The time at which the provider was asked first. */
  askedAt: string | undefined;
  /**
   * The reason why the provider gave no clear answer to the last try, if a person has to act on it; or the reason why
   * the payer does not have a sent refund yet.
   */
  trouble: string | undefined;
  /** Whether the refund is sent although a dispute about the payment is open. */
  isDespiteDispute: boolean;
  /** The participant whose registration is refunded, if the refund is not about the whole order. */
  participantId: string | undefined;
  /** The change of an order that this refund is about. */
  changeId: string | undefined;
  createdAt: string;
};

/** Records a refund to send. The refund has a key of its own, so the provider sends it once. */
export async function insertRefund(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'paymentId' | 'amountCents' | 'reason' | 'createdAt'> &
    Partial<Pick<Refund, 'isDespiteDispute' | 'participantId' | 'changeId'>>,
): Promise<Refund> {
  const row = await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      idempotency_key: `rf_${refund.id}`,
      provider_ref: null,
      amount_cents: refund.amountCents,
      reason: refund.reason,
      state: 'REQUESTED' satisfies RefundState,
      despite_dispute: refund.isDespiteDispute ? 1 : 0,
      participant_id: refund.participantId ?? null,
      change_id: refund.changeId ?? null,
      created_at: refund.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

/**
 * Refunds to send now: new ones, those without a clear answer, and refused ones whose next try is due. A refund for
 * which the provider was never asked waits while a dispute about its payment is open, because the payer could get the
 * money twice.
 */
export async function refundsToSend(db: Db, now: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where((is) =>
      is.or([
        is('state', 'in', UNDECIDED),
        is.and([is('state', '=', 'REFUSED' satisfies RefundState), is('next_try_at', '<=', now)]),
      ]),
    )
    .where((is) =>
      is.or([
        is('asked_at', 'is not', null),
        is('despite_dispute', '=', 1),
        is.not(is.exists(openDispute(is))),
      ]),
    )
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

/** Refunds that wait until a dispute about their payment is decided. */
export async function refundsBehindDisputes(db: Db): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'REQUESTED' satisfies RefundState)
    .where('asked_at', 'is', null)
    .where('despite_dispute', '=', 0)
    .where((is) => is.exists(openDispute(is)))
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

/**
 * Refunds that were refused, or returned by the bank, unless a person has settled them or a later refund of the payment
 * replaced them.
 */
export async function unsettledRefunds(db: Db): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.id', '=', 'refunds.payment_id')
          .where('payments.state', '!=', 'REFUNDED' satisfies PaymentState),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as later')
            .select('later.id')
            .whereRef('later.payment_id', '=', 'refunds.payment_id')
            .whereRef('later.created_at', '>', 'refunds.created_at')
            .where('later.state', 'not in', NOTHING_SENT),
        ),
      ),
    )
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

function openDispute({ selectFrom }: ExpressionBuilder<Tables, 'refunds'>) {
  return selectFrom('disputes')
    .select('disputes.provider_ref')
    .whereRef('disputes.payment_id', '=', 'refunds.payment_id')
    .where('disputes.state', '=', 'OPENED' satisfies DisputeState);
}

/**
 * Records that the provider is being asked, before the call; false if the refund was sent or cancelled meanwhile. From
 * then on nobody knows whether money moved until the provider says so.
 */
export async function markAsked(db: Db, { id }: Refund, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set((column) => ({
      state: 'ASKED' satisfies RefundState,
      asked_at: column.fn.coalesce('asked_at', column.val(now)),
    }))
    .where('id', '=', id)
    .where('state', 'in', [...UNDECIDED, 'REFUSED' satisfies RefundState])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records the reason why the provider gave no clear answer; false if the same reason is recorded already. */
export async function recordTrouble(db: Db, id: string, trouble: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ trouble })
    .where('id', '=', id)
    .where((is) => is.or([is('trouble', 'is', null), is('trouble', '!=', trouble)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A sent refund of a bank transfer waits until the payer has told Stripe a bank account. */
const WAITING = 'waits until the payer has told Stripe a bank account, for at most 45 days';

/** Records whether a sent refund waits for the payer. */
export async function noteWaiting(tx: Tx, id: string, isWaiting: boolean): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ trouble: isWaiting ? WAITING : null })
    .where('id', '=', id)
    .where('state', '=', 'SENT' satisfies RefundState)
    .where('trouble', isWaiting ? 'is' : '=', isWaiting ? null : WAITING)
    .execute();
}

/** The sent refunds that the payer does not have, because the payer has to do something first. */
export async function waitingRefunds(db: Db): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'SENT' satisfies RefundState)
    .where('trouble', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

/** Records a refusal; without `nextTry` the refund stays refused until a person requests another one. */
export async function refuseRefund(
  db: Db,
  id: string,
  nextTry: string | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set((column) => ({
      state: 'REFUSED' satisfies RefundState,
      refusals: column('refusals', '+', 1),
      next_try_at: nextTry ?? null,
    }))
    .where('id', '=', id)
    .where('state', '=', 'ASKED' satisfies RefundState)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Makes the next try use another key. Nothing else changes, because nobody knows whether money moved. */
export async function retireKey(db: Db, { id, refusals }: Refund): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ refusals: refusals + 1 })
    .where('id', '=', id)
    .where('state', '=', 'ASKED' satisfies RefundState)
    .where('refusals', '=', refusals)
    .execute();
}

/** Cancels a refund that was not sent; false if its state has changed since it was read. */
export async function cancelRefund(db: Db, { id, state }: Refund): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ state: 'CANCELLED' satisfies RefundState, next_try_at: null })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('state', 'not in', ['SENT', 'CANCELLED', 'FAILED'] satisfies RefundState[])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Cancels a sent refund that the provider has cancelled, because nobody had made it. */
export async function cancelUnmadeRefund(db: Db, id: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'CANCELLED' satisfies RefundState, trouble: null })
    .where('id', '=', id)
    .where('state', '=', 'SENT' satisfies RefundState)
    .execute();
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row && read(row);
}

/** The refunds of a payment, oldest first. */
export async function refundsOf(db: Db, paymentId: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

/** The refunds of all payments that a change has caused, in their order. */
export async function refundsOfChange(db: Db, changeId: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('change_id', '=', changeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

export async function listRefunds(db: Db, state?: RefundState): Promise<Refund[]> {
  let query = db.selectFrom('refunds').selectAll().orderBy('created_at');
  if (state) query = query.where('state', '=', state);
  return (await query.execute()).map(read);
}

/** Marks a refund that its provider had sent as failed; false if it is marked already. */
export async function failRefund(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'FAILED' satisfies RefundState, trouble: null })
    .where('id', '=', id)
    .where('state', 'in', ['ASKED', 'SENT'] satisfies RefundState[])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records a failed refund from the provider's dashboard; false if it is recorded already. */
export async function insertFailedRefund(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'paymentId' | 'amountCents' | 'createdAt'> & { ref: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      idempotency_key: `rf_${refund.id}`,
      provider_ref: refund.ref,
      amount_cents: refund.amountCents,
      reason: 'dashboard',
      state: 'FAILED' satisfies RefundState,
      created_at: refund.createdAt,
    })
    .onConflict((conflict) => conflict.column('provider_ref').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Finds a refund that waits for a person, by our id or by the provider's id. */
export async function findUnsettledRefund(db: Db, id: string): Promise<Refund | undefined> {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where((is) => is.or([is('id', '=', id), is('provider_ref', '=', id)]))
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return row && read(row);
}

/**
 * Records a person's statement that the payer has the money. The provider is not asked again. False if the refund was
 * settled or sent meanwhile.
 */
export async function settleRefund(tx: Tx, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ settled_at: now, next_try_at: null })
    .where('id', '=', id)
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The refunds of these payments whose money the payer has in another way, as a person has said. */
export async function settledRefunds(db: Db, paymentIds: readonly string[]): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', 'in', ['', ...paymentIds])
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

/** Whether a provider was asked for a refund of this payment that has not failed as far as we know. */
export async function hasAskedForRefund(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['ASKED', 'SENT'] satisfies RefundState[])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * `requested`: the sum of a payment's refunds that were sent or may still be sent. `undecided`: the part of that sum
 * that may still be sent.
 */
export async function refundsRequested(
  db: Db,
  paymentId: string,
): Promise<{ requested: number; undecided: number }> {
  const rows = await db
    .selectFrom('refunds')
    .select(['amount_cents', 'state'])
    .where('payment_id', '=', paymentId)
    .where('state', 'in', [...UNDECIDED, 'SENT' satisfies RefundState])
    .execute();
  const sumOf = (all: typeof rows) => all.reduce((sum, row) => sum + row.amount_cents, 0);
  return { requested: sumOf(rows), undecided: sumOf(rows.filter(({ state }) => state !== 'SENT')) };
}

/**
 * Marks a refund as sent, unless it has failed since. `ref` is the provider's id of the refund; undefined if the money
 * was refunded in another way. If two requests send the refund at once, perhaps only one of them knows the id.
 */
export async function finishRefund(db: Db, id: string, ref: string | undefined): Promise<void> {
  await db
    .updateTable('refunds')
    .set({
      state: 'SENT' satisfies RefundState,
      provider_ref: ref ?? null,
      next_try_at: null,
      trouble: null,
    })
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('state', 'not in', ['SENT', 'FAILED'] satisfies RefundState[]),
        is.and([is('state', '=', 'SENT' satisfies RefundState), is('provider_ref', 'is', null)]),
      ]),
    )
    .execute();
}

function read(row: RowOf<'refunds'>): Refund {
  return {
    id: row.id,
    paymentId: row.payment_id,
    idempotencyKey: row.idempotency_key,
    ref: row.provider_ref ?? undefined,
    amountCents: asCents(row.amount_cents),
    reason: row.reason,
    state: row.state as RefundState,
    refusals: row.refusals,
    askedAt: row.asked_at ?? undefined,
    trouble: row.trouble ?? undefined,
    isDespiteDispute: row.despite_dispute === 1,
    participantId: row.participant_id ?? undefined,
    changeId: row.change_id ?? undefined,
    createdAt: row.created_at,
  };
}
