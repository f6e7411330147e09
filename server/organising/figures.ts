import { sql } from 'kysely';
import type { Content } from '#contract/content.ts';
import { asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { paymentTotals } from '#server/payments/payments.ts';

export type Count = { label: string; count: number };

/** The numbers of a conference, for charts. Money is in the conference's currency. */
export type Figures = {
  /** Every day on which somebody registered or paid, in UTC, oldest first. */
  days: { day: string; registered: number; paid: number; cents: Cents }[];
  byType: Count[];
  byCountry: Count[];
  /** Abstracts. */
  bySession: Count[];
  /** From begun to paid. */
  funnel: Count[];
  currency: string;
  totals: {
    registered: number;
    paid: number;
    abstracts: number;
    receivedCents: Cents;
    wentBackCents: Cents;
  };
};

export async function figuresOf(
  db: Db,
  { prices, sessions }: Pick<Content, 'prices' | 'sessions'>,
): Promise<Figures> {
  const { currency } = prices;
  const days = new Map<string, Figures['days'][number]>();
  const dayOf = (day: string) => {
    const known = days.get(day) ?? { day, registered: 0, paid: 0, cents: asCents(0) };
    days.set(day, known);
    return known;
  };
  for (const { label, count } of await registeredBy(db, sql`substr(created_at, 1, 10)`)) {
    dayOf(label).registered += count;
  }
  for (const { day, count, cents } of await paidByDay(db, currency.code)) {
    const found = dayOf(day);
    found.paid = Number(count);
    found.cents = asCents(Number(cents));
  }
  const typeLabels = new Map(prices.presentationTypes.map(({ id, label }) => [id, label]));
  const sessionNames = new Map(sessions.sessions.map(({ id, name }) => [id, name]));
  const bySession = await abstractsBySession(db);
  const { orders, paidCents, refundedCents } = await paymentTotals(db, currency);
  const ordersIn = (...states: string[]) =>
    sum(orders.filter(({ state }) => states.includes(state)).map(({ count }) => count));
  const registered = sum([...days.values()].map((day) => day.registered));
  const paid = ordersIn('CONFIRMED', 'REFUNDED');
  return {
    days: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    byType: (await registeredBy(db, sql`presentation_type`, ['registrations'])).map(
      named(typeLabels),
    ),
    byCountry: await registeredBy(db, sql`country`),
    bySession: bySession.map(named(sessionNames)),
    funnel: [
      { label: 'Registered', count: registered },
      { label: 'Began to pay', count: sum(orders.map(({ count }) => count)) },
      { label: 'Paid', count: paid },
      { label: 'Kept the place', count: ordersIn('CONFIRMED') },
    ],
    currency: currency.code,
    totals: {
      registered,
      paid: ordersIn('CONFIRMED'),
      abstracts: sum(bySession.map(({ count }) => count)),
      receivedCents: asCents(paidCents),
      wentBackCents: asCents(refundedCents),
    },
  };
}

/** Registrations and discount registrations, the most frequent first. */
async function registeredBy(
  db: Db,
  label: ReturnType<typeof sql>,
  tables: readonly ('registrations' | 'discounts')[] = ['registrations', 'discounts'],
): Promise<Count[]> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select(({ fn }) => [sql<string>`${label}`.as('label'), fn.countAll().as('count')])
      .groupBy(sql`1`)
      .execute();
    for (const { label: name, count } of rows) {
      counts.set(name, (counts.get(name) ?? 0) + Number(count));
    }
  }
  return [...counts].map(([name, count]) => ({ label: name, count })).toSorted(byCount);
}

/** By the day on which the money came. */
function paidByDay(db: Db, currency: string) {
  return db
    .selectFrom('payment_history')
    .innerJoin('payments', 'payments.id', 'payment_history.payment_id')
    .select(({ fn }) => [
      sql<string>`substr(payment_history.at, 1, 10)`.as('day'),
      fn.countAll().as('count'),
      fn.sum('payments.amount_cents').as('cents'),
    ])
    .where('payment_history.to_state', '=', 'PAID')
    .where('payments.currency', '=', currency)
    .groupBy(sql`1`)
    .execute();
}

async function abstractsBySession(db: Db): Promise<Count[]> {
  const rows = await db
    .selectFrom('abstracts')
    .select(({ fn }) => ['session_id as label', fn.countAll().as('count')])
    .groupBy('session_id')
    .execute();
  return rows.map(({ label, count }) => ({ label, count: Number(count) })).toSorted(byCount);
}

function named(names: ReadonlyMap<string, string>) {
  return ({ label, count }: Count): Count => ({ label: names.get(label) ?? label, count });
}

function byCount(a: Count, b: Count): number {
  return b.count - a.count || (a.label < b.label ? -1 : 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
