import type { Moment } from '#contract/content/opening.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { findOrder, isCancelled, type Order, type OrderKind } from './orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';

/** Where an order can be paid without a form: /pay/TOKEN. Only mails to its payer name it. */
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

/** Orders that organisers make: only they give a link of one, and renew it. */
export const offeredKinds: readonly OrderKind[] = ['group', 'supplement'];

/** Where and until when an order can be paid, as a mail to its payer says it. */
export type ToPay = { order: Order; address: string; until: Moment };

/**
 * What a mail about an unpaid order leads to. An order that was made with a form gets its link here, and a lapsed one again.
 * Undefined where there is nothing to pay any more.
 */
export async function toPay(
  tx: Tx,
  context: Pick<PaymentContext, 'newId' | 'clock' | 'payableUntil'>,
  order: Order,
  origin: string,
): Promise<ToPay | undefined> {
  if (isCancelled(order)) return undefined;
  const link = offeredKinds.includes(order.kind)
    ? await findPaymentLink(tx, order.id)
    : await goodLinkOf(tx, context, order);
  return link && payableBy(link, order, context, origin);
}

/** The same by a link that is known. */
export function payableBy(
  link: PaymentLink,
  order: Order,
  { payableUntil }: Pick<PaymentContext, 'payableUntil'>,
  origin: string,
): ToPay {
  const until = payableUntil(order, lapseOf(link));
  return { order, address: `${origin}${pathOf(link)}`, until };
}

/** The link of an order; a new one, or the same from now on, where there is none that is good. */
export async function goodLinkOf(
  tx: Tx,
  { newId, clock }: Pick<PaymentContext, 'newId' | 'clock'>,
  { id: orderId }: Order,
): Promise<PaymentLink> {
  const known = await findPaymentLink(tx, orderId);
  const now = clock();
  if (known && isGood(known, now)) return known;
  const link = { orderId, token: known?.token ?? newId(), createdAt: timestamp(now) };
  await insertPaymentLink(tx, link);
  return link;
}

/** The page of a link. */
export function pathOf({ token }: PaymentLink): string {
  return `/pay/${token}`;
}

/** When a link lapses. */
export function lapseOf({ createdAt }: PaymentLink): string {
  return timestamp(new Date(createdAt), LIFETIME_MS);
}

/** Whether an order may still be paid by its link. */
export function isGood({ createdAt }: PaymentLink, now: Date): boolean {
  return createdAt > goodSince(now);
}

/** Links of before this moment have lapsed. */
export function goodSince(now: Date): string {
  return timestamp(now, -LIFETIME_MS);
}

/** Ends a link: what it was for is paid some other way, or not at all. */
export async function deletePaymentLink(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('payment_links').where('order_id', '=', orderId).execute();
}
