import { sql } from 'kysely';
import { type DateRange, isDayIn, isIn } from './date-range.ts';

type BankMoney = {
  id: string;
  day: string | null;
  created_at: string;
  kind: string;
  amount_cents: number;
  booked_cents: number;
  to_return_cents: number;
  returned_cents: number;
  name: string;
  iban: string | null;
  words: string;
  reference: string | null;
  state: string;
  currency: string;
  currency_decimals: number;
  source: string;
  file_id: string | null;
};

/**
 * The rows of the list of bank transfers: the entries of the account, and the transfers that we have to make or have
 * made. The sum of “Booked” is the money of payments by transfer, “To return” what the treasurer still has to transfer,
 * “Returned” what the bank has transferred.
 *
 * A range has what happened in it, and the states at its end: an entry belongs to its day at the bank, and what was
 * decided later to the day of the decision; a transfer to make adds to “To return” when it is requested, and goes from
 * there to “Returned” when the bank makes it. So what happens later changes no range of before, and months add up.
 */
export function bankMoney(range: DateRange | undefined) {
  return sql<BankMoney>`(${entriesIn(range)} union all ${refundsIn(range)})`.as('money');
}

/** An entry is shown on a second day if a statement has shown it beside the one that was booked by hand. */
function entriesIn(range: DateRange | undefined) {
  const { isDay, isMoment, past } = countsIn(range);
  return sql`
    select entry.id, listed as day, entry.created_at, 'entry' as kind,
      entry.amount_cents * (${isDay('listed')} + ${isDay('shown_on')} - ${isMoment('joined_at')})
        as amount_cents,
      counted_cents * (case when counted_at is null then ${isDay('listed')}
        else ${isMoment('counted_at')} end - ${isMoment('released_at')}) as booked_cents,
      0 as to_return_cents, 0 as returned_cents,
      entry.name, entry.iban, words, orders.reference,
      case when waited_from is not null and ${past('decided_at')} is null then 'OPEN'
        when released_at is not null and ${past('released_at')} is null then 'BOOKED'
        else upper(entry.state) end as state,
      entry.currency, entry.currency_decimals, source, null as file_id
    from (
      select bank_entries.*, coalesce(listed_on, booked_on) as listed,
        case when listed_on is not null and waited_from is not null then booked_on end as shown_on,
        case when listed_on is null and waited_from is not null then decided_at end as counted_at,
        case when listed_on is not null and waited_from is not null then decided_at end as joined_at,
        case when released_at is null then booked_cents else amount_cents end as counted_cents
      from bank_entries
    ) as entry
    left join orders on orders.id = entry.order_id
    where ${isDay('listed')} + ${isDay('shown_on')} + ${isMoment('joined_at')}
      + ${isMoment('counted_at')} + ${isMoment('released_at')} > 0`;
}

function refundsIn(range: DateRange | undefined) {
  const { isMoment, past } = countsIn(range);
  return sql`
    select id, substr(coalesce(${past('sent_at')}, ${past('asked_at')}), 1, 10) as day, created_at,
      'refund' as kind,
      amount_cents * ${isMoment('created_at')} as amount_cents, 0 as booked_cents,
      amount_cents * (${isMoment('created_at')} - ${isMoment('left_at')}) as to_return_cents,
      amount_cents * (${isMoment('sent_at')} - ${isMoment('back_at')}) as returned_cents,
      name, iban, '' as words, reason as reference,
      case when ${past('kept_at')} is not null then 'KEPT'
        when ${past('sent_at')} is null and ${past('failed_at')} is not null then 'CANCELLED'
        when ${past('failed_at')} is not null then 'CAME_BACK'
        when ${past('sent_at')} is not null then 'SENT'
        when ${past('asked_at')} is not null then 'IN_FILE' when iban is null then 'IBAN_MISSING'
        else 'WAITING' end as state,
      currency, currency_decimals, '' as source, file_id
    from (
      select bank_refunds.*, coalesce(sent_at, failed_at) as left_at,
        case when sent_at is not null then failed_at end as back_at
      from bank_refunds
    ) as refund
    where ${isMoment('created_at')} + ${isMoment('left_at')} + ${isMoment('back_at')} > 0`;
}

function countsIn(range: DateRange | undefined) {
  /** 1 if the day, or the moment, is there and in the range, and otherwise 0. */
  const isDay = (name: string) => {
    const day = sql.ref<string>(name);
    return sql`(case when ${day} is not null and ${isDayIn(range, day)} then 1 else 0 end)`;
  };
  const isMoment = (name: string) => {
    const moment = sql.ref<string>(name);
    return sql`(case when ${moment} is not null and ${isIn(range, moment)} then 1 else 0 end)`;
  };
  /** The moment, unless it is behind the range. */
  const past = (name: string) => {
    const moment = sql.ref(name);
    return range ? sql`(case when ${moment} < ${range.until} then ${moment} end)` : moment;
  };
  return { isDay, isMoment, past };
}
