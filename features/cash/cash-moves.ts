import { dayOf } from '#contract/content/calendar-days.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { MoneyMove, MovesOf } from '#server/reports/money-moves.ts';
import { inPages } from '#server/reports/pages.ts';

/**
 * The postings of cash besides the documents: coins that are larger than cents, the difference of a count, and money that
 * goes to the bank.
 */
export async function* cashMoves(...[db, of, paging]: Parameters<MovesOf>) {
  for await (const page of movedIn(db, of.currency.code, paging)) {
    yield page.flatMap((row): MoneyMove[] => {
      const { box, reference, kind, amount_cents: cents, rounding_cents: off } = row;
      const day = dayOf(row.moved_at ?? '', of.timeZone);
      const at = { day, number: reference ?? row.id };
      const inBox = box === '' ? '' : `, ${box}`;
      const differences = { debit: 'cash', credit: 'cashDifferences' } as const;
      return [
        ...(off === 0 ? [] : [{ ...at, ...differences, words: `Rounding${inBox}`, cents: -off }]),
        ...(kind === 'difference'
          ? [{ ...at, ...differences, words: `Count${inBox}: ${row.words}`, cents }]
          : []),
        ...(kind === 'moved'
          ? [
              {
                ...at,
                debit: 'cash',
                credit: 'bank',
                words: `Cash and bank${inBox}`,
                cents,
              } as const,
            ]
          : []),
      ];
    });
  }
}

function movedIn(db: Db, code: string, paging: Parameters<MovesOf>[2]) {
  const query = db
    .selectFrom('cash_entries as entry')
    .leftJoin('payments', 'payments.id', 'entry.payment_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select(['entry.id', 'entry.created_at', 'entry.moved_at', 'entry.kind', 'entry.box'])
    .select(['entry.amount_cents', 'entry.rounding_cents', 'entry.words', 'orders.reference'])
    .where('entry.currency', '=', code)
    .where('entry.moved_at', 'is not', null);
  return inPages(query, ['entry.created_at', 'entry.id'], paging, sql.ref('entry.moved_at'));
}
