import { timestamp } from '#server/identity.ts';
import type { ConcernKind } from '#server/operations/concern.ts';

/** Registrations of which one payer has paid, while the link of the other is over: nobody has a place, and money is here. */
export const halfPaid: ConcernKind = {
  about: 'order',
  subject: 'Money',
  title: 'Registrations of which one of two payers has paid',
  async find({ db, clock }) {
    const now = timestamp(clock());
    const pairs = await db
      .selectFrom('order_items as divided')
      .innerJoin('orders as own', 'own.id', 'divided.order_id')
      .innerJoin('order_items as priced', 'priced.id', 'divided.priced_by')
      .innerJoin('orders as part', 'part.id', 'priced.order_id')
      .leftJoin('payment_links as own_link', 'own_link.order_id', 'own.id')
      .leftJoin('payment_links as part_link', 'part_link.order_id', 'part.id')
      .select(['own.reference', 'part.reference as part', 'own.state'])
      .distinct()
      .where('divided.state', '=', 'booked')
      .where('own.cancelled_at', 'is', null)
      .where('part.cancelled_at', 'is', null)
      .where((is) =>
        is.or([
          is.and([
            is('own.state', '=', 'AWAITING_PAYMENT'),
            is('part.state', '=', 'CONFIRMED'),
            is.or([is('own_link.lapses_at', '<=', now), is('own_link.lapses_at', 'is', null)]),
          ]),
          is.and([
            is('own.state', '=', 'CONFIRMED'),
            is('part.state', '=', 'AWAITING_PAYMENT'),
            is.or([is('part_link.lapses_at', '<=', now), is('part_link.lapses_at', 'is', null)]),
          ]),
        ]),
      )
      .orderBy('own.reference')
      .execute();
    return pairs.map(({ reference, part, state }) => {
      const [paid, open] = state === 'CONFIRMED' ? [reference, part] : [part, reference];
      return {
        id: `${reference} ${part}`,
        words: `${paid} is paid and ${open} is not, whose link is over: without both there is no place`,
        reference,
        command: `organiser resend ${open} sends a new link, and organiser refund ${paid} gives the money back`,
      };
    });
  },
};
