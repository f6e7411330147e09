import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { features } from '#server/features.ts';

/** Places that a feature reserves for people who are not paying now. */
export interface Reserves {
  /** In a query of orders: the orders whose places are reserved without a checkout. */
  forOrder: (is: ExpressionBuilder<Tables, 'orders'>) => Expression<SqlBool>;
}

declare module '#server/features.ts' {
  interface FeatureOrders {
    reserves?: Reserves;
  }
}

/** In a query of orders: the orders whose places are reserved without a checkout. */
export function isReserved(is: ExpressionBuilder<Tables, 'orders'>): Expression<SqlBool> {
  return is.or(features().flatMap(({ orders }) => orders?.reserves?.forOrder(is) ?? []));
}

/** Whether the places of an unpaid order are reserved without a checkout. */
export function hasReservedPlaces(db: Db, orderId: string): Promise<boolean> {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where('orders.state', '=', 'AWAITING_PAYMENT')
    .where('orders.cancelled_at', 'is', null)
    .where(isReserved)
    .$call(hasRow);
}
