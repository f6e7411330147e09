import type { Moment } from '#contract/content/opening.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { firstRow } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { PARTICIPANT, timestamp } from '#server/identity.ts';
import { findChangeByToken, type OrderChange } from './order-changes.ts';
import { findOrder, getOrder, isCancelled, type Order, ownPageOf } from './orders.ts';
import type { Payable } from './payables.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';

const { read, columns } = valuesOf('payment_links', { apart: ['order_id'] });

/** The link to a page that takes a payment without a form: /pay/TOKEN. Only mails to the payer have the link. */
export type PaymentLink = ReturnType<typeof read>;

/** The number of days for which a link is valid, unless it lapses at a moment of its own. */
export const LINK_DAYS = 30;
const LIFETIME_MS = LINK_DAYS * DAY;
/** The hours for which a participant's own change waits for its payment. Nobody else has to be asked. */
export const OWN_CHANGE_HOURS = 24;

/** Gives an order a link; an existing link keeps its address and lapses at the new moment. */
export async function insertPaymentLink(
  tx: Tx,
  orderId: string,
  { token, lapsesAt }: PaymentLink,
): Promise<void> {
  await tx
    .insertInto('payment_links')
    .values(columns({ orderId, token, lapsesAt }))
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(columns({ lapsesAt })))
    .execute();
}

export function findPaymentLink(db: Db, orderId: string): Promise<PaymentLink | undefined> {
  return db
    .selectFrom('payment_links')
    .selectAll()
    .where('order_id', '=', orderId)
    .$call(firstRow(read));
}

/** The payable of a link, which may be withdrawn; undefined for an unknown token. */
export async function findLinked(
  db: Db,
  token: string,
): Promise<{ payable: Payable; link: PaymentLink } | undefined> {
  const change = await findChangeByToken(db, token);
  if (change) {
    const order = await getOrder(db, change.orderId);
    return { payable: { order, change }, link: linkOfChange(change) };
  }
  const row = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  const order = row && (await findOrder(db, row.order_id));
  if (!row || !order) return undefined;
  return { payable: { order }, link: read(row) };
}

/** The link of a change that costs more. The link lapses with the change. */
export function linkOfChange({ id, token, lapsesAt }: OrderChange): PaymentLink {
  if (token === undefined || lapsesAt === undefined) {
    throw new Error(`the change ${id} has no link`);
  }
  return { token, lapsesAt };
}

/** The moment when a link lapses that is made or renewed now. */
export function lapseOfLink(now: Date): string {
  return timestamp(now, LIFETIME_MS);
}

/** The moment when a change that is proposed now lapses unpaid. */
export function lapseOfChange(now: Date, isByParticipant: boolean): string {
  return timestamp(now, isByParticipant ? OWN_CHANGE_HOURS * HOUR : LIFETIME_MS);
}

/** Whether an organiser or a participant made this payable for its payer: then it has a link from the beginning. */
export function isOffered({ order, change }: Payable): boolean {
  return change !== undefined || order.offeredBy !== undefined;
}

/** Whether only an organiser or a payer has typed the texts of a payable; a participant may name anybody as a payer. */
export function isByOrganiser(payable: Payable): boolean {
  return isOffered(payable) && payable.order.offeredBy !== PARTICIPANT;
}

/** A payable with its address and its end, for a mail to its payer. */
export type ToPay = Payable & {
  address: string;
  /** The address of the payer's own page; undefined if the payer has none. */
  page: string | undefined;
  until: Moment;
  link: PaymentLink;
};

/**
 * The link in a mail about an unpaid payable. A form's order gets its link here, and a lapsed link is renewed.
 * Undefined if the order is cancelled.
 */
export async function toPay(
  tx: Tx,
  context: Pick<PaymentContext, 'newId' | 'clock' | 'payableUntil'>,
  payable: Payable,
  origin: string,
): Promise<ToPay | undefined> {
  const { order, change } = payable;
  if (isCancelled(order)) return undefined;
  const link = change
    ? linkOfChange(change)
    : isOffered(payable)
      ? await findPaymentLink(tx, order.id)
      : await goodLinkOf(tx, context, order);
  return link && payableBy(link, payable, context, origin);
}

/** Like `toPay`, with a known link. */
export function payableBy(
  link: PaymentLink,
  payable: Payable,
  { payableUntil }: Pick<PaymentContext, 'payableUntil'>,
  origin: string,
): ToPay {
  const until = payableUntil(payable, link.lapsesAt);
  const page = ownPageOf(payable.order, origin);
  // A form's order is paid on the payer's own page.
  const isOwn = !isOffered(payable) && page !== undefined;
  const address = isOwn ? page : `${origin}${pathOf(link)}`;
  return { ...payable, address, page, until, link };
}

/** The link of an order. A lapsed link is renewed, and a missing link is created. */
export async function goodLinkOf(
  tx: Tx,
  context: Pick<PaymentContext, 'newId' | 'clock'>,
  order: Order,
): Promise<PaymentLink> {
  const link = await linkOrNext(tx, context, order);
  await insertPaymentLink(tx, order.id, link);
  return link;
}

/** The link of an order that lapses at a moment of its own. */
export async function linkUntil(
  tx: Tx,
  context: Pick<PaymentContext, 'newId' | 'clock'>,
  order: Order,
  lapsesAt: string,
): Promise<PaymentLink> {
  const { token } = await linkOrNext(tx, context, order);
  const link = { token, lapsesAt };
  await insertPaymentLink(tx, order.id, link);
  return link;
}

/** The link of an order, or the link that it would get now if it has none or a lapsed one. */
export async function linkOrNext(
  db: Db,
  { newId, clock }: Pick<PaymentContext, 'newId' | 'clock'>,
  { id: orderId }: Pick<Order, 'id'>,
): Promise<PaymentLink> {
  const known = await findPaymentLink(db, orderId);
  const now = clock();
  return known && isGood(known, now)
    ? known
    : { token: known?.token ?? newId(), lapsesAt: lapseOfLink(now) };
}

export function pathOf({ token }: PaymentLink): string {
  return `/pay/${token}`;
}

/** Whether an order may still be paid by its link. */
export function isGood({ lapsesAt }: PaymentLink, now: Date): boolean {
  return lapsesAt > timestamp(now);
}

/** Deletes the link of an order that must not be paid by a link any more. */
export async function deletePaymentLink(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('payment_links').where('order_id', '=', orderId).execute();
}
