import { dayAfter, dayOf } from '#contract/content/calendar-days.ts';
import { instantOf } from '#contract/content/moments.ts';
import type { Content } from '#contract/content.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ChangeState } from '#server/database/order-tables.ts';
import { timestamp } from '#server/identity.ts';
import { findChange } from '#server/orders/rows/order-changes.ts';
import { findOrders } from '#server/orders/rows/orders.ts';
import { neededProof, type NeededProof } from './proof-needs.ts';
import type { Proof } from './proofs.ts';

type Unproved = { orderId: string; participantId: string };

/**
 * The paid registrations of these types without an accepted proof, a file to decide about, or a claim. A claim that was
 * paid, or withdrawn with another change, is none: whoever comes back to the price has to prove it again.
 */
export async function listUnproved(
  db: Db,
  types: readonly string[],
): Promise<(Unproved & { since: string })[]> {
  if (types.length === 0) return [];
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('proofs', 'proofs.participant_id', 'order_items.participant_id')
    .leftJoin('order_changes', 'order_changes.id', 'proofs.change_id')
    .select(['order_items.order_id', 'order_items.participant_id', 'order_items.created_at'])
    .where('order_items.kind', '=', 'registration')
    .where('order_items.item', 'in', types)
    .where('order_items.state', '=', 'booked')
    .where('orders.state', '=', 'CONFIRMED')
    .where('orders.cancelled_at', 'is', null)
    .where((is) =>
      is.or([
        is('proofs.state', 'is', null),
        is.and([
          is('proofs.state', 'in', ['ASKED', 'REFUSED']),
          is.or([is('proofs.claimed_at', 'is', null), is('order_changes.state', 'in', ENDED)]),
        ]),
      ]),
    )
    .orderBy('order_items.created_at')
    .execute();
  return rows.flatMap(({ order_id: orderId, participant_id: participantId, created_at: since }) =>
    participantId === null ? [] : { orderId, participantId, since },
  );
}

/** Whether a proof is neither accepted nor to be decided about, and its difference was not claimed. */
export async function lacksProof(tx: Tx, proof: Proof | undefined): Promise<boolean> {
  if (!proof) return true;
  if (proof.state !== 'ASKED' && proof.state !== 'REFUSED') return false;
  if (proof.claimedAt === undefined) return true;
  const before = proof.changeId === undefined ? undefined : await findChange(tx, proof.changeId);
  return before !== undefined && ENDED.includes(before.state);
}

/** A claim that lapsed stays one: from then on an organiser decides. */
const ENDED: ChangeState[] = ['made', 'withdrawn'];

/** The proof is asked for once more this many days before its last day. */
const REMIND_DAYS = 7;

/**
 * Everybody without a proof in the week before its last day. Whoever registered in that week has just read that a proof
 * is needed, and gets no reminder.
 */
export async function listLate(
  db: Db,
  { conference, prices }: Pick<Content, 'conference' | 'prices'>,
  now: string,
): Promise<(Unproved & { needed: NeededProof; isReminded: boolean })[]> {
  // Nobody pays more for a conference that does not take place.
  if (conference.status?.is === 'cancelled') return [];
  const { timezone } = conference.dates;
  const near = prices.presentationTypes.filter(
    ({ proof }) => proof && reminderAt(proof, timezone) <= now && now < proof.until.at,
  );
  const unproved = await listUnproved(
    db,
    near.map(({ id }) => id),
  );
  const orders = await findOrders(db, [...new Set(unproved.map(({ orderId }) => orderId))]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return unproved.flatMap(({ orderId, participantId, since }) => {
    const order = byId.get(orderId);
    const needed = order && neededProof(prices, order, participantId);
    if (!needed) return [];
    const isReminded = since < reminderAt(needed, timezone);
    return { orderId, participantId, needed, isReminded };
  });
}

function reminderAt({ until }: Pick<NeededProof, 'until'>, timeZone: string): string {
  // An end at midnight belongs to the day before it.
  const lastDay = dayOf(timestamp(new Date(until.at), -1), timeZone);
  return instantOf(dayAfter(lastDay, -REMIND_DAYS), '09:00', timeZone);
}
