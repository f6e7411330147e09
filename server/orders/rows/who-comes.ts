import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { rowCount } from '#server/database/queries.ts';
import type { ItemKind } from '#server/database/order-tables.ts';
import type { Tables } from '#server/database/tables.ts';

type Ordered = ExpressionBuilder<Tables, 'order_items' | 'orders'>;

/**
 * In a query of items and their orders: the paid items that are not cancelled, and so the people with a confirmed
 * place. An order of which somebody else pays a part is excluded until that part is paid, too.
 */
export function isPlaceSure(is: Ordered) {
  return is.and([isPlacePaid(is), is.not(waitsForOtherPayer(is))]);
}

/**
 * In a query of items and their orders: the paid items that are not cancelled, which have places. An amount that its
 * payer chose is excluded until the organisers have agreed to it.
 */
export function isPlacePaid(is: Ordered) {
  return is.and([
    is('order_items.state', '=', 'booked'),
    is('orders.state', '=', 'CONFIRMED'),
    is('orders.cancelled_at', 'is', null),
    isAgreedItem(is),
  ]);
}

/** In a query of items and their orders: the items whose amount is a price, or was agreed to. */
export function isAgreedItem(is: Ordered) {
  return is.or([is('order_items.kind', '!=', 'agreed'), isAgreedTo(is)]);
}

/** In a query of orders: the paid orders that wait until the organisers agree to the amount. */
function isWaitingForAgreement(is: ExpressionBuilder<Tables, 'orders'>) {
  return is.and([
    is('orders.state', '=', 'CONFIRMED'),
    is('orders.cancelled_at', 'is', null),
    is.exists(
      is
        .selectFrom('order_items')
        .select('order_items.id')
        .whereRef('order_items.order_id', '=', 'orders.id')
        .where('order_items.kind', '=', 'agreed'),
    ),
    is.not(isAgreedTo(is)),
  ]);
}

/** In a query of orders: the orders of which somebody else still has to pay a part. A part that was cancelled is waived. */
function waitsForOtherPayer(is: ExpressionBuilder<Tables, 'orders'>) {
  return is.exists(
    is
      .selectFrom('order_items as divided')
      .select('divided.id')
      .whereRef('divided.order_id', '=', 'orders.id')
      .where('divided.priced_by', 'is not', null)
      .where('divided.state', '=', 'booked')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('order_items as priced')
              .innerJoin('orders as other', 'other.id', 'priced.order_id')
              .select('other.id')
              .whereRef('priced.id', '=', 'divided.priced_by')
              .where(({ or, eb }) =>
                or([
                  eb('other.paid_payment_id', 'is not', null),
                  eb('other.cancelled_at', 'is not', null),
                ]),
              ),
          ),
        ),
      ),
  );
}

function isAgreedTo(is: ExpressionBuilder<Tables, 'orders'>) {
  return is.exists(
    is
      .selectFrom('agreements')
      .select('agreements.id')
      .whereRef('agreements.order_id', '=', 'orders.id'),
  );
}

/** The kinds of items that give a place to a person. */
export const TAKING_PART: ItemKind[] = ['registration', 'agreed'];

/** The number of people with a confirmed place; every list of these people has the same number. */
export function countComing(db: Db): Promise<number> {
  return countWhoOrdered(db, isPlaceSure);
}

/** The number of people with an item for which the condition is true. */
function countWhoOrdered(db: Db, isTrue: (is: Ordered) => Expression<SqlBool>): Promise<number> {
  return db
    .selectFrom('participants')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_items')
          .innerJoin('orders', 'orders.id', 'order_items.order_id')
          .select('orders.id')
          .whereRef('order_items.participant_id', '=', 'participants.id')
          .where('order_items.kind', 'in', TAKING_PART)
          .where(isTrue),
      ),
    )
    .$call(rowCount);
}

/** In a query of items and their orders: the unpaid items that would take places if they were paid. */
export function isPlaceWanted(is: Ordered) {
  return is.and([
    is('order_items.state', '=', 'booked'),
    is('orders.state', '=', 'AWAITING_PAYMENT'),
    is('orders.cancelled_at', 'is', null),
    is.or([is('order_items.kind', '!=', 'agreed'), hasFreeAgreement(is)]),
  ]);
}

/**
 * In a query of orders: the orders that would use an agreement, because it has their payer and amount and is still
 * free.
 */
export function hasFreeAgreement(is: ExpressionBuilder<Tables, 'orders'>) {
  return is.exists(
    is
      .selectFrom('agreements')
      .select('agreements.id')
      // Without coalesce SQLite would use an index and read all free agreements.
      .where(sql<boolean>`coalesce(agreements.order_id, '') = ''`)
      // SQLite's lower() knows ASCII only, and mail addresses have no other letters.
      .where(sql<boolean>`agreements.email = lower(orders.payer_email)`)
      .where(sql<boolean>`agreements.amount_cents = orders.amount_cents - orders.fee_cents`),
  );
}

/**
 * States that organisers read besides the states of orders: cancelled, paid without an agreement on the amount yet, or
 * paid while somebody else still has to pay a part.
 */
export type OtherState = 'CANCELLED' | 'WAITS_FOR_AGREEMENT' | 'WAITS_FOR_PAYER';

/** Whether a registration in this state is paid, also where its place is not sure yet. */
export function isPaidState(state: string): boolean {
  return state === 'CONFIRMED' || state === 'WAITS_FOR_AGREEMENT' || state === 'WAITS_FOR_PAYER';
}

/** In a query of orders: the state that organisers read. */
export function shownState(is: ExpressionBuilder<Tables, 'orders'>) {
  return is
    .case()
    .when('orders.cancelled_at', 'is not', null)
    .then<string>('CANCELLED' satisfies OtherState)
    .when(isWaitingForAgreement(is))
    .then<string>('WAITS_FOR_AGREEMENT' satisfies OtherState)
    .when(is.and([is('orders.state', '=', 'CONFIRMED'), waitsForOtherPayer(is)]))
    .then<string>('WAITS_FOR_PAYER' satisfies OtherState)
    .else(is.ref('orders.state'))
    .end();
}
