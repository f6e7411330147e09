import type { Db, Tx } from '#server/database/database.ts';
import type { RefundState } from '#server/database/payment-tables.ts';
import { allRows, firstRow, hasRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { Tables } from '#server/database/tables.ts';
import type { ExpressionBuilder } from 'kysely';

export type { RefundState };

/** PayPal refunds a payment for 180 days, Stripe for longer. */
export const REFUNDABLE_DAYS = 180;

/** States in which the provider may still be asked. */
const UNDECIDED = ['REQUESTED', 'ASKED'] as const satisfies RefundState[];

/** States in which a person has to make sure that the payer gets the money. */
const UNSETTLED: RefundState[] = ['REFUSED', 'FAILED'];

/** States in which no money was refunded, and none will be. */
const NOTHING_SENT: RefundState[] = ['REFUSED', 'CANCELLED', 'FAILED'];

const values = valuesOf('refunds', {
  names: { provider_ref: 'ref', despite_dispute: 'isDespiteDispute' },
  apart: ['next_try_at', 'settled_at'],
});
const { read } = values;

/**
 * A refund that we requested. A refund in the provider's dashboard is recorded in the payment alone, unless it fails:
 * then it is recorded here and waits for a person like a refund of ours.
 */
export type Refund = ReturnType<typeof read>;

/** Records a refund to send. The refund has a key of its own, so the provider sends it once. */
export async function insertRefund(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'paymentId' | 'amountCents' | 'reason' | 'createdAt'> &
    Partial<Pick<Refund, 'isDespiteDispute' | 'participantId' | 'changeId'>>,
): Promise<Refund> {
  const { id, paymentId, amountCents, reason, createdAt } = refund;
  const { isDespiteDispute = false, participantId, changeId } = refund;
  const asked = { id, paymentId, amountCents, reason, isDespiteDispute, participantId, changeId };
  const row = await tx
    .insertInto('refunds')
    .values(values.columns({ ...asked, createdAt, state: 'REQUESTED', idempotencyKey: `rf_${id}` }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

/**
 * Refunds to send now: new ones, those without a clear answer, and refused ones whose next try is due. A refund for
 * which the provider was never asked waits while a dispute about its payment is open, because the payer could get the
 * money twice.
 */
export function refundsToSend(db: Db, now: string): Promise<Refund[]> {
  return oldestFirst(db)
    .where((is) =>
      is.or([
        is('state', 'in', UNDECIDED),
        is.and([is('state', '=', 'REFUSED'), is('next_try_at', '<=', now)]),
      ]),
    )
    .where((is) =>
      is.or([
        is('asked_at', 'is not', null),
        is('despite_dispute', '=', 1),
        is.not(is.exists(openDispute(is))),
      ]),
    )
    .$call(allRows(read));
}

/** Refunds that wait until a dispute about their payment is decided. */
export function refundsBehindDisputes(db: Db): Promise<Refund[]> {
  return oldestFirst(db)
    .where('state', '=', 'REQUESTED')
    .where('asked_at', 'is', null)
    .where('despite_dispute', '=', 0)
    .where((is) => is.exists(openDispute(is)))
    .$call(allRows(read));
}

/**
 * Refunds that were refused, or returned by the bank, unless a person has settled them or a later refund of the payment
 * replaced them.
 */
export function unsettledRefunds(db: Db): Promise<Refund[]> {
  return oldestFirst(db)
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.id', '=', 'refunds.payment_id')
          .where('payments.state', '!=', 'REFUNDED'),
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
    .$call(allRows(read));
}

function openDispute({ selectFrom }: ExpressionBuilder<Tables, 'refunds'>) {
  return selectFrom('disputes')
    .select('disputes.provider_ref')
    .whereRef('disputes.payment_id', '=', 'refunds.payment_id')
    .where('disputes.state', '=', 'OPENED');
}

/**
 * Records that the provider is being asked, before the call; false if the refund was sent or cancelled meanwhile. From
 * then on nobody knows whether money moved until the provider says so.
 */
export function markAsked(db: Db, { id }: Refund, now: string): Promise<boolean> {
  return db
    .updateTable('refunds')
    .set((column) => ({
      state: 'ASKED',
      asked_at: column.fn.coalesce('asked_at', column.val(now)),
    }))
    .where('id', '=', id)
    .where('state', 'in', [...UNDECIDED, 'REFUSED'])
    .$call(wroteOne);
}

/** Records the reason why the provider gave no clear answer; false if the same reason is recorded already. */
export function recordTrouble(db: Db, id: string, trouble: string): Promise<boolean> {
  return db
    .updateTable('refunds')
    .set({ trouble })
    .where('id', '=', id)
    .where((is) => is.or([is('trouble', 'is', null), is('trouble', '!=', trouble)]))
    .$call(wroteOne);
}

/** A sent refund of a bank transfer waits until the payer has told Stripe a bank account. */
const WAITING = 'waits until the payer has told Stripe a bank account, for at most 45 days';

/** Records whether a sent refund waits for the payer. */
export async function noteWaiting(tx: Tx, id: string, isWaiting: boolean): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ trouble: isWaiting ? WAITING : null })
    .where('id', '=', id)
    .where('state', '=', 'SENT')
    .where('trouble', isWaiting ? 'is' : '=', isWaiting ? null : WAITING)
    .execute();
}

/** The sent refunds that the payer does not have, because the payer has to do something first. */
export function waitingRefunds(db: Db): Promise<Refund[]> {
  return oldestFirst(db)
    .where('state', '=', 'SENT')
    .where('trouble', 'is not', null)
    .$call(allRows(read));
}

/** Records a refusal; without `nextTry` the refund stays refused until a person requests another one. */
export function refuseRefund(db: Db, id: string, nextTry: string | undefined): Promise<boolean> {
  return db
    .updateTable('refunds')
    .set((column) => ({
      state: 'REFUSED',
      refusals: column('refusals', '+', 1),
      next_try_at: nextTry ?? null,
    }))
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .$call(wroteOne);
}

/** Makes the next try use another key. Nothing else changes, because nobody knows whether money moved. */
export async function retireKey(db: Db, { id, refusals }: Refund): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ refusals: refusals + 1 })
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .where('refusals', '=', refusals)
    .execute();
}

/** Cancels a refund that was not sent; false if its state has changed since it was read. */
export function cancelRefund(db: Db, { id, state }: Refund): Promise<boolean> {
  return db
    .updateTable('refunds')
    .set({ state: 'CANCELLED', next_try_at: null })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('state', 'not in', ['SENT', 'CANCELLED', 'FAILED'])
    .$call(wroteOne);
}

/** Cancels a sent refund that the provider has cancelled, because nobody had made it. */
export async function cancelUnmadeRefund(db: Db, id: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'CANCELLED', trouble: null })
    .where('id', '=', id)
    .where('state', '=', 'SENT')
    .execute();
}

export function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).$call(firstRow(read));
}

/** The refunds of a payment, oldest first. */
export function refundsOf(db: Db, paymentId: string): Promise<Refund[]> {
  return oldestFirst(db).where('payment_id', '=', paymentId).$call(allRows(read));
}

/** The refunds of all payments that a change has caused, in their order. */
export function refundsOfChange(db: Db, changeId: string): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('change_id', '=', changeId)
    .orderBy('created_at')
    .orderBy('id')
    .$call(allRows(read));
}

export function listRefunds(db: Db, state?: RefundState): Promise<Refund[]> {
  let query = db.selectFrom('refunds').selectAll().orderBy('created_at');
  if (state) query = query.where('state', '=', state);
  return query.$call(allRows(read));
}

/** Marks a refund that its provider had sent as failed; false if it is marked already. */
export function failRefund(tx: Tx, id: string): Promise<boolean> {
  return tx
    .updateTable('refunds')
    .set({ state: 'FAILED', trouble: null })
    .where('id', '=', id)
    .where('state', 'in', ['ASKED', 'SENT'])
    .$call(wroteOne);
}

/** Records a failed refund from the provider's dashboard; false if it is recorded already. */
export function insertFailedRefund(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'paymentId' | 'amountCents' | 'createdAt'> & { ref: string },
): Promise<boolean> {
  const { id, paymentId, ref, amountCents, createdAt } = refund;
  const failed = { id, paymentId, ref, amountCents, createdAt, reason: 'dashboard' };
  return tx
    .insertInto('refunds')
    .values(values.columns({ ...failed, state: 'FAILED', idempotencyKey: `rf_${id}` }))
    .onConflict((conflict) => conflict.column('provider_ref').doNothing())
    .$call(wroteOne);
}

/** Finds a refund that waits for a person, by our id or by the provider's id. */
export function findUnsettledRefund(db: Db, id: string): Promise<Refund | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where((is) => is.or([is('id', '=', id), is('provider_ref', '=', id)]))
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is', null)
    .$call(firstRow(read));
}

/**
 * Records a person's statement that the payer has the money. The provider is not asked again. False if the refund was
 * settled or sent meanwhile.
 */
export function settleRefund(tx: Tx, id: string, now: string): Promise<boolean> {
  return tx
    .updateTable('refunds')
    .set({ settled_at: now, next_try_at: null })
    .where('id', '=', id)
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is', null)
    .$call(wroteOne);
}

/** The refunds of these payments whose money the payer has in another way, as a person has said. */
export function settledRefunds(db: Db, paymentIds: readonly string[]): Promise<Refund[]> {
  return oldestFirst(db)
    .where('payment_id', 'in', ['', ...paymentIds])
    .where('state', 'in', UNSETTLED)
    .where('settled_at', 'is not', null)
    .$call(allRows(read));
}

/** Whether a provider was asked for a refund of this payment that has not failed as far as we know. */
export function hasAskedForRefund(db: Db, paymentId: string): Promise<boolean> {
  return db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['ASKED', 'SENT'])
    .limit(1)
    .$call(hasRow);
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
    .where('state', 'in', [...UNDECIDED, 'SENT'])
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
      state: 'SENT',
      provider_ref: ref ?? null,
      next_try_at: null,
      trouble: null,
    })
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('state', 'not in', ['SENT', 'FAILED']),
        is.and([is('state', '=', 'SENT'), is('provider_ref', 'is', null)]),
      ]),
    )
    .execute();
}

function oldestFirst(db: Db) {
  return db.selectFrom('refunds').selectAll().orderBy('created_at');
}
