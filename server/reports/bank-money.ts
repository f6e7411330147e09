import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { type DateRange, isDayIn, isIn } from './date-range.ts';

/**
 * The rows of the list of bank transfers: the entries of the account, and the transfers that we have to make or have
 * made. The sum of “Booked” is the money of payments by transfer, “To return” what the treasurer still has to transfer,
 * “Returned” what the bank has transferred.
 *
 * A range has what happened in it, and the states at its end: an entry belongs to its day at the bank, and what was
 * decided later to the day of the decision; a transfer to make adds to “To return” when it is requested, and goes from
 * there to “Returned” when the bank makes it. So what happens later changes no range of before, and months add up.
 */
export function bankMoney(db: Db, range: DateRange | undefined) {
  /** 1 if the day, or the moment, is there and in the range, and otherwise 0. */
  const isDay = (day: string) =>
    sql<number>`case when ${sql.ref(day)} is not null and ${isDayIn(range, sql.ref(day))} then 1 else 0 end`;
  const isMoment = (moment: string) =>
    sql<number>`case when ${sql.ref(moment)} is not null and ${isIn(range, sql.ref(moment))} then 1 else 0 end`;
  /** The moment, unless it is behind the range. */
  const past = (moment: string) =>
    range
      ? sql<
          string | null
        >`case when ${sql.ref(moment)} < ${range.until} then ${sql.ref(moment)} end`
      : sql<string | null>`${sql.ref(moment)}`;
  /** An amount as often as the count says. */
  const times = (cents: string, count: ReturnType<typeof isDay>) =>
    sql<number>`${sql.ref(cents)} * (${count})`;

  const entries = db
    .selectFrom(
      db
        .selectFrom('bank_entries')
        .selectAll()
        .select([
          sql<string>`coalesce(listed_on, booked_on)`.as('listed'),
          // The day of an entry that a statement has shown beside the one that was booked by hand.
          sql<
            string | null
          >`case when listed_on is not null and waited_from is not null then booked_on end`.as(
            'shown_on',
          ),
          sql<
            string | null
          >`case when listed_on is null and waited_from is not null then decided_at end`.as(
            'counted_at',
          ),
          sql<
            string | null
          >`case when listed_on is null or waited_from is null then null else decided_at end`.as(
            'joined_at',
          ),
          sql<number>`case when released_at is null then booked_cents else amount_cents end`.as(
            'counted_cents',
          ),
        ])
        .as('entry'),
    )
    .leftJoin('orders', 'orders.id', 'entry.order_id')
    .select(['entry.id', sql<string | null>`listed`.as('day'), 'entry.created_at'])
    .select(sql<string>`'entry'`.as('kind'))
    .select(
      times(
        'entry.amount_cents',
        sql`${isDay('listed')} + ${isDay('shown_on')} - ${isMoment('joined_at')}`,
      ).as('amount_cents'),
    )
    .select(
      times(
        'counted_cents',
        sql`case when counted_at is null then ${isDay('listed')} else ${isMoment('counted_at')} end - ${isMoment('released_at')}`,
      ).as('booked_cents'),
    )
    .select([nothing.as('to_return_cents'), nothing.as('returned_cents')])
    .select(['entry.name', 'entry.iban', 'words'])
    .select(sql<string | null>`orders.reference`.as('reference'))
    .select(
      sql<string>`case when waited_from is not null and ${past('decided_at')} is null then 'OPEN'
        when released_at is not null and ${past('released_at')} is null then 'BOOKED'
        else upper(entry.state) end`.as('state'),
    )
    .select(['entry.currency', 'entry.currency_decimals', sql<string>`source`.as('source')])
    .select(sql<string | null>`null`.as('file_id'))
    .where(
      sql<boolean>`${isDay('listed')} + ${isDay('shown_on')} + ${isMoment('joined_at')}
        + ${isMoment('counted_at')} + ${isMoment('released_at')} > 0`,
    );

  const left = sql`${isMoment('left_at')}`;
  const refunds = db
    .selectFrom(
      db
        .selectFrom('bank_refunds')
        .selectAll()
        .select([
          sql<string | null>`coalesce(sent_at, failed_at)`.as('left_at'),
          sql<string | null>`case when sent_at is not null then failed_at end`.as('back_at'),
        ])
        .as('refund'),
    )
    .select([
      'id',
      sql<string | null>`substr(coalesce(${past('sent_at')}, ${past('asked_at')}), 1, 10)`.as(
        'day',
      ),
    ])
    .select(['created_at', sql<string>`'refund'`.as('kind')])
    .select(times('amount_cents', isMoment('created_at')).as('amount_cents'))
    .select(nothing.as('booked_cents'))
    .select(times('amount_cents', sql`${isMoment('created_at')} - ${left}`).as('to_return_cents'))
    .select(
      times('amount_cents', sql`${isMoment('sent_at')} - ${isMoment('back_at')}`).as(
        'returned_cents',
      ),
    )
    .select(['name', 'iban', sql<string>`''`.as('words')])
    .select(sql<string | null>`reason`.as('reference'))
    .select(
      sql<string>`case when ${past('sent_at')} is null and ${past('failed_at')} is not null then 'CANCELLED'
        when ${past('failed_at')} is not null then 'CAME_BACK' when ${past('sent_at')} is not null then 'SENT'
        when ${past('asked_at')} is not null then 'IN_FILE' when iban is null then 'IBAN_MISSING'
        else 'WAITING' end`.as('state'),
    )
    .select(['currency', 'currency_decimals', sql<string>`''`.as('source'), 'file_id'])
    .where(sql<boolean>`${isMoment('created_at')} + ${left} + ${isMoment('back_at')} > 0`);
  return entries.unionAll(refunds).as('money');
}

const nothing = sql<number>`0`;
