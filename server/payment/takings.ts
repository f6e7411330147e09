import type { Db } from '#server/database/database.ts';
import { UNPAID } from './payment-states.ts';

/** How many orders are in which state, and what was paid and sent back, in cents. */
export type Takings = {
  orders: { state: string; count: number }[];
  paidCents: number;
  refundedCents: number;
};

export async function countTakings(db: Db): Promise<Takings> {
  const orders = await db
    .selectFrom('orders')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();
  const received = await db
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.sum('amount_cents').as('paid'),
      fn.sum('refunded_cents').as('refunded'),
    ])
    .where('state', 'not in', [...UNPAID])
    .executeTakeFirst();
  return {
    orders: orders.map(({ state, count }) => ({ state, count: Number(count) })),
    paidCents: Number(received?.paid ?? 0),
    refundedCents: Number(received?.refunded ?? 0),
  };
}
