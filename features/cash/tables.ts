import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/**
 * `taken`: somebody paid. `given-back`: a refund. `moved`: between the box and the conference's bank account, such as
 * change for the morning. `difference`: what a count found too much or too little.
 */
export type CashKind = 'taken' | 'given-back' | 'moved' | 'difference';

export const cashTables = {
  /** A count of a cash box at the end of a day. */
  cash_counts: {
    columns: {
      id: 'text primary key',
      /** A digest of the box and the count before, so that of two counts at once only one is booked. */
      count_key: 'text not null unique',
      box: 'text not null',
      /** The money that should be in the box, and that is. */
      expected_cents: 'integer not null',
      counted_cents: 'integer not null',
      /** Stays in the box; the rest goes to the bank, or comes from there. */
      left_cents: 'integer not null',
      currency: 'text not null',
      /** As in `orders`. */
      currency_decimals: 'integer not null',
      /** Why they differ; empty if they do not. */
      reason: 'text not null',
      actor: 'text not null',
      counted_at: 'text not null',
    },
    indexes: ['box, counted_at'],
    person: 'nobody',
  },

  /** Money that goes into a cash box or leaves it. */
  cash_entries: {
    columns: {
      id: 'text primary key',
      kind: holding<CashKind>('text not null'),
      /** The name of the box; empty for money that is still to be given back, and where a transfer gave it back. */
      box: 'text not null',
      /** Negative for money that leaves the box. */
      amount_cents: 'integer not null',
      /** With the amount it is what counts for the payment: coins are larger than cents. */
      rounding_cents: 'integer not null',
      currency: 'text not null',
      /** As in `orders`. */
      currency_decimals: 'integer not null',
      /** The entry stays when its order is deleted after the years of the books, so that the box adds up. */
      payment_id: 'text references payments(id) on delete set null',
      /** The refund in `refunds`. */
      refund_id: 'text unique',
      count_id: 'text references cash_counts(id)',
      words: 'text not null',
      actor: 'text not null',
      created_at: 'text not null',
      /** When the money went from hand to hand; null while it is to be given back. */
      moved_at: 'text',
      /** When somebody took a refund off the list, because it is not given back. */
      failed_at: 'text',
    },
    indexes: [
      'payment_id',
      'box, moved_at',
      'created_at, id where moved_at is null and failed_at is null',
    ],
    person: { heading: 'Cash', rows: 'payment_id in {payments} order by created_at, id' },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof cashTables> {}
}
