import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { ConcernKind } from '#server/operations/concern.ts';
import { findOrders, isCancelled, type Order } from '#server/orders/rows/orders.ts';

/** Registrations of which one payer has paid, while the link of the other is over: nobody has a place, and money is here. */
export const halfPaid: ConcernKind = {
  about: 'order',
  subject: 'Money',
  title: 'Registrations of which one of two payers has paid',
  async find({ db, clock }) {
    const parts = await openParts(db);
    const pairs = parts.map(({ whole, part }) => ({
      whole,
      paid: whole.state === 'CONFIRMED' ? whole : part,
      open: whole.state === 'CONFIRMED' ? part : whole,
    }));
    const good = await withGoodLink(
      db,
      pairs.map(({ open }) => open.id),
      timestamp(clock()),
    );
    return pairs
      .filter(({ open }) => !good.has(open.id))
      .map(({ whole, paid, open }) => ({
        id: `${paid.reference} ${open.reference}`,
        words: `${paid.reference} is paid and ${open.reference} is not, whose link is over: without both there is no place`,
        reference: whole.reference,
        command: `organiser resend ${open.reference} sends a new link, and organiser refund ${paid.reference} gives the money back`,
      }));
  },
};

/** The divided registrations with their parts, of which one is paid and the other is not: they are few. */
async function openParts(db: Db): Promise<{ whole: Order; part: Order }[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'part_of'])
    .where('part_of', 'is not', null)
    .execute();
  const ids = rows.flatMap(({ id, part_of: whole }) => [id, whole ?? '']);
  const orders = new Map((await findOrders(db, [...new Set(ids)])).map((one) => [one.id, one]));
  return rows.flatMap(({ id, part_of: wholeId }) => {
    const [whole, part] = [orders.get(wholeId ?? ''), orders.get(id)];
    if (!whole || !part || isCancelled(whole) || isCancelled(part)) return [];
    const isPaid = [whole, part].map(({ state }) => state === 'CONFIRMED');
    const isUnpaid = [whole, part].map(({ state }) =>
      ['AWAITING_PAYMENT', 'EXPIRED'].includes(state),
    );
    return isPaid.includes(true) && isUnpaid.includes(true) ? [{ whole, part }] : [];
  });
}

async function withGoodLink(
  db: Db,
  orderIds: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('payment_links')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where('lapses_at', '>', now)
    .execute();
  return new Set(rows.map(({ order_id: id }) => id));
}
