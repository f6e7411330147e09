import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { findOrder, type Order } from './orders.ts';

/** Where an order that an organiser made can be paid: /pay/TOKEN. */
export type PaymentLink = { orderId: string; token: string; createdAt: string };

/** How long it can be paid there. */
export const LINK_DAYS = 30;
const LIFETIME_MS = LINK_DAYS * 24 * 60 * 60_000;

/** Gives an order a link; one that it has keeps its address and counts from now. */
export async function insertPaymentLink(tx: Tx, link: PaymentLink): Promise<void> {
  await tx
    .insertInto('payment_links')
    .values({ order_id: link.orderId, token: link.token, created_at: link.createdAt })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ created_at: link.createdAt }),
    )
    .execute();
}

export async function findPaymentLink(db: Db, orderId: string): Promise<PaymentLink | undefined> {
  const row = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row && { orderId: row.order_id, token: row.token, createdAt: row.created_at };
}

/** The order that a link is for; undefined for a token that we did not give out, or took back. */
export async function findLinkedOrder(
  db: Db,
  token: string,
): Promise<{ order: Order; link: PaymentLink } | undefined> {
  const row = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  const order = row && (await findOrder(db, row.order_id));
  return (
    row &&
    order && { order, link: { orderId: row.order_id, token: row.token, createdAt: row.created_at } }
  );
}

/** The page of a link. */
export function pathOf({ token }: PaymentLink): string {
  return `/pay/${token}`;
}

/** Whether an order may still be paid by its link. */
export function isGood({ createdAt }: PaymentLink, now: Date): boolean {
  return createdAt > goodSince(now);
}

/** Until when it can be paid by its link. */
export function lapsesAt({ createdAt }: PaymentLink): string {
  return timestamp(new Date(createdAt), LIFETIME_MS);
}

/** Links of before this moment have lapsed. */
export function goodSince(now: Date): string {
  return timestamp(now, -LIFETIME_MS);
}

/** Ends a link: what it was for is paid some other way, or not at all. */
export async function deletePaymentLink(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('payment_links').where('order_id', '=', orderId).execute();
}
