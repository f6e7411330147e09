import { type Expression, sql, type SqlBool } from 'kysely';
import type { Content } from '#contract/content.ts';
import { countryOf } from '#contract/countries.ts';
import { add, asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { rowCount } from '#server/database/queries.ts';
import { countOwed } from '#server/orders/rows/asked-orders.ts';
import { cameAt, type MoneyTotals, moneyTotals } from '#server/payments/payments.ts';
import { CAME } from '#server/payments/payment-states.ts';
import { isAgreedItem, isPlaceSure, TAKING_PART } from '#server/orders/rows/who-comes.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';
import { type DateRange, isIn } from './date-range.ts';
import { WITHOUT_TYPE } from './list-participants.ts';
import { returnedMoney } from '#server/payments/returned-money.ts';
import { clockAt } from './wall-clock.ts';

export type Count = { label: string; count: number };

/** The numbers of a conference. Money is in the conference's currency. */
export type Figures = Charts & Totals;

/** The numbers for charts. */
export type Charts = {
  /** Every day with a registration, a payment or a refund, in the time zone of the conference, oldest first. */
  days: Day[];
  /** The money of each month: 2026-11. */
  months: { month: string; paidCents: Cents; refundedCents: number }[];
  /** The most frequent first, as in the next two fields. */
  byType: Count[];
  byCountry: Count[];
  /** The number of abstracts. */
  bySession: Count[];
};

export type Totals = {
  /** From registered to a place, paid or free; each number is a part of the number before. */
  funnel: Count[];
  currency: string;
  totals: Pick<MoneyTotals, 'paidCents' | 'withoutReceipt'> & {
    /** In a range of time, more may have been refunded than paid. */
    refundedCents: number;
    receivedCents: number;
    registered: number;
    /** The amounts asked for that are neither paid nor taken back. */
    owed: { count: number; cents: Cents };
    /** The people who have a paid place. `checkedIn` counts the people among them who were checked in. */
    coming: number;
    checkedIn: number;
    abstracts: number;
  };
};

type Day = {
  day: string;
  registered: number;
  /** People who paid for the first time. */
  paid: number;
  paidCents: Cents;
  /** Negative on a day that corrects a refund that an earlier day counted twice. */
  refundedCents: number;
};

type Counted = Pick<Content, 'conference' | 'prices' | 'sessions'>;

/**
 * The figures of the whole time, or of a range: people count by when they registered, abstracts by when they were
 * received, money by when it was paid or refunded.
 */
export async function figuresOf(db: Db, content: Counted, range?: DateRange): Promise<Figures> {
  const charts = await chartsOf(db, content, range);
  const { totals, ...others } = await totalsOf(db, content, range);
  return {
    ...charts,
    ...others,
    totals: { ...totals, ...(range && moneyOf(charts.days)) },
  };
}

export async function chartsOf(
  db: Db,
  { conference, prices, sessions }: Counted,
  range?: DateRange,
): Promise<Charts> {
  const { first = '', last = '9' } = range ?? {};
  const days = (await figuresByDay(db, conference.dates.timezone, prices.currency.code)).filter(
    ({ day }) => day >= first && day <= last,
  );
  const bySession = await countBy(db, 'abstracts', 'session_id', { range });
  const nameOf = (id: string) => sessions.sessions.find((session) => session.id === id)?.name ?? id;
  return {
    days,
    months: [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([month, itsDays]) => ({
      month,
      paidCents: add(...itsDays.map((day) => day.paidCents)),
      refundedCents: sum(itsDays.map((day) => day.refundedCents)),
    })),
    byType: await countTypes(db, prices, range),
    byCountry: await countBy(db, 'participants', 'country', { range, asOne: countryOf }),
    bySession: bySession.map(({ label, count }) => ({ label: nameOf(label), count })),
  };
}

/** The totals. In a range the money is of payments that came in it, with what was refunded of them since. */
export async function totalsOf(
  db: Db,
  { prices: { currency } }: Pick<Content, 'prices'>,
  range?: DateRange,
): Promise<Totals> {
  const registered = await countAll(db, 'participants', range);
  const { ordered, placed, coming, checkedIn } = await countSteps(db, range);
  return {
    funnel: [
      { label: 'Registered', count: registered },
      { label: 'Began to pay', count: ordered },
      { label: 'Got a place', count: placed },
      { label: 'Kept the place', count: coming },
    ],
    currency: currency.code,
    totals: {
      ...(await moneyTotals(db, currency, isIn(range, cameAt))),
      registered,
      owed: await countOwed(db, currency),
      coming,
      checkedIn,
      abstracts: await countAll(db, 'abstracts', range),
    },
  };
}

function countAll(
  db: Db,
  table: 'participants' | 'abstracts',
  range: DateRange | undefined,
): Promise<number> {
  return db
    .selectFrom(table)
    .where(isIn(range, sql.ref('created_at')))
    .$call(rowCount);
}

/** The people who went each step from the registration to the door. One query reads every item once. */
async function countSteps(db: Db, range: DateRange | undefined) {
  const steps = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('order_items')
        .innerJoin('orders', 'orders.id', 'order_items.order_id')
        .innerJoin('participants', 'participants.id', 'order_items.participant_id')
        .select((is) => {
          const isAny = (condition: Expression<SqlBool>) =>
            is.fn.max(is.case().when(condition).then(1).else(0).end());
          return [
            // A group that nobody has begun to pay has no attempt.
            isAny(
              is.or([
                is('orders.paid_payment_id', 'is not', null),
                is.exists(
                  is
                    .selectFrom('payments')
                    .select('payments.id')
                    .whereRef('payments.order_id', '=', 'orders.id'),
                ),
              ]),
            ).as('ordered'),
            isAny(
              is.and([is('orders.state', 'in', ['CONFIRMED', 'REFUNDED']), isAgreedItem(is)]),
            ).as('placed'),
            isAny(isPlaceSure(is)).as('coming'),
            isAny(is.and([isPlaceSure(is), is('participants.checked_in_at', 'is not', null)])).as(
              'checked_in',
            ),
          ];
        })
        .where('order_items.kind', 'in', TAKING_PART)
        .where(isIn(range, sql.ref('participants.created_at')))
        .groupBy('order_items.participant_id')
        .as('person'),
    )
    .select(({ fn }) => [
      fn.sum('ordered').as('ordered'),
      fn.sum('placed').as('placed'),
      fn.sum('coming').as('coming'),
      fn.sum('checked_in').as('checkedIn'),
    ])
    .executeTakeFirstOrThrow();
  return {
    // The sum of no rows is null.
    ordered: Number(steps.ordered ?? 0),
    placed: Number(steps.placed ?? 0),
    coming: Number(steps.coming ?? 0),
    checkedIn: Number(steps.checkedIn ?? 0),
  };
}

/** The money of some days. */
function moneyOf(days: readonly Day[]) {
  const paidCents = add(...days.map((day) => day.paidCents));
  const refundedCents = sum(days.map((day) => day.refundedCents));
  return { paidCents, refundedCents, receivedCents: paidCents - refundedCents };
}

const NOTHING = { registered: 0, paid: 0, paidCents: asCents(0), refundedCents: 0 };

/**
 * The quarter of an hour of a moment: 2026-11-25T19:45. A day begins at a full quarter in every time zone, so the
 * database can add up the rows of a quarter.
 */
function quarterOf(column: string) {
  const at = sql.ref(column);
  return sql<string>`substr(${at}, 1, 14) || substr('00153045', 1 + cast(substr(${at}, 15, 2) as integer) / 15 * 2, 2)`;
}

/** The people who have paid for the first time, by the quarter of an hour. */
function paidInQuarters(db: Db) {
  return db
    .selectFrom(({ selectFrom }) =>
      selectFrom('payment_history')
        .innerJoin('payments', 'payments.id', 'payment_history.payment_id')
        .innerJoin('order_items', 'order_items.order_id', 'payments.order_id')
        .select(({ fn }) => fn.min('payment_history.at').as('at'))
        .where('payment_history.to_state', '=', 'PAID')
        .where('order_items.kind', 'in', TAKING_PART)
        .groupBy('order_items.participant_id')
        .as('first'),
    )
    .select(({ fn }) => [quarterOf('first.at').as('quarter'), fn.countAll().as('count')])
    .groupBy(sql`1`)
    .execute();
}

async function figuresByDay(db: Db, timezone: string, currency: string): Promise<Day[]> {
  const clock = clockAt(timezone);
  const days = new Map<string, Day>();
  const dayOf = (quarter: string) => {
    const day = clock(`${quarter}:00.000Z`)?.toISOString().slice(0, 10) ?? '';
    const known = days.get(day) ?? { day, ...NOTHING };
    days.set(day, known);
    return known;
  };
  const registered = await db
    .selectFrom('participants')
    .select(({ fn }) => [quarterOf('created_at').as('quarter'), fn.countAll().as('count')])
    .groupBy(sql`1`)
    .execute();
  for (const { quarter, count } of registered) dayOf(quarter).registered += Number(count);
  for (const { quarter, count } of await paidInQuarters(db)) dayOf(quarter).paid += Number(count);
  const money = await db
    .selectFrom('payment_history')
    .innerJoin('payments', 'payments.id', 'payment_history.payment_id')
    .select(({ fn }) => [
      quarterOf('payment_history.at').as('quarter'),
      fn.sum(fn.coalesce('payments.arrived_cents', 'payments.amount_cents')).as('cents'),
    ])
    .where('payment_history.to_state', 'in', CAME)
    // A payment that is PAID again after a failed refund was counted when it was paid.
    .where('payment_history.from_state', 'not in', ['PART_REFUNDED', 'REFUNDED'])
    .where('payments.currency', '=', currency)
    .groupBy(sql`1`)
    .execute();
  for (const { quarter, cents } of money) {
    const day = dayOf(quarter);
    day.paidCents = asCents(day.paidCents + Number(cents));
  }
  const refunded = await db
    .selectFrom(returnedMoney(db))
    .innerJoin('payments', 'payments.id', 'returned.payment_id')
    .select(({ fn }) => [
      quarterOf('returned.sent_at').as('quarter'),
      fn.sum('returned.refunded_cents').as('cents'),
    ])
    .where('returned.refunded_cents', '!=', 0)
    .where('payments.currency', '=', currency)
    .groupBy(sql`1`)
    .execute();
  for (const { quarter, cents } of refunded) dayOf(quarter).refundedCents += Number(cents);
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** The number of participants by presentation type. Anyone who pays an agreed amount has no type. */
async function countTypes(
  db: Db,
  prices: Content['prices'],
  range: DateRange | undefined,
): Promise<Count[]> {
  const asOne = (type: string) => (type === '' ? WITHOUT_TYPE : labelOf(prices, type));
  return countBy(db, 'participants', 'presentation_type', { range, asOne, countsEmpty: true });
}

type Counting = {
  range: DateRange | undefined;
  asOne?: (label: string) => string;
  /** Whether rows with an empty column count. */
  countsEmpty?: boolean;
};

/** The number of rows by a column, the most frequent value first. */
async function countBy(
  db: Db,
  table: 'participants' | 'abstracts',
  column: string,
  { range, asOne = (label) => label, countsEmpty = false }: Counting,
): Promise<Count[]> {
  const counts = new Map<string, number>();
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => [
      sql<string>`coalesce(${sql.ref(column)}, '')`.as('label'),
      fn.countAll().as('count'),
    ])
    .where(isIn(range, sql.ref('created_at')))
    .groupBy(sql`1`)
    .execute();
  for (const row of rows) {
    if (row.label === '' && !countsEmpty) continue;
    const label = asOne(row.label);
    counts.set(label, (counts.get(label) ?? 0) + Number(row.count));
  }
  return mostFrequent([...counts].map(([label, count]) => ({ label, count })));
}

function mostFrequent(counts: readonly Count[]): Count[] {
  return counts.toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
