import { holding, type Table } from './define-table.ts';

/**
 * `open`: nobody has decided what it is about. `booked`: it is about a payment or a refund of ours, at least in part.
 * `returned`: it is about nothing that can be paid, and the whole amount is in `bank_refunds`. `ignored`: a person has
 * decided that it is not about the conference, or a provider's payout.
 */
export type BankEntryState = 'open' | 'booked' | 'returned' | 'ignored';

export type StatementFormat = 'CAMT.053' | 'MT940' | 'CSV';

/** `hand`: by `organiser paid`. `accepted`: no money, but the missing rest of a transfer that counts as paid. */
export type BankEntrySource = 'statement' | 'hand' | 'accepted';

export const bankTables = {
  /** A credit or a debit of the conference's bank account. */
  bank_entries: {
    columns: {
      id: 'text primary key',
      /** A digest: the same line of another statement, or of a statement that overlaps, has the same key. */
      entry_key: 'text not null unique',
      /** The IBAN of the conference's account. */
      account: 'text not null',
      /** A day, such as 2026-04-03. */
      booked_on: 'text not null',
      /** Negative for a debit. */
      amount_cents: 'integer not null',
      currency: 'text not null',
      /** As in `orders`. */
      currency_decimals: 'integer not null',
      /** The other side, as far as the statement tells it; empty after an erasure. */
      name: 'text not null',
      iban: 'text',
      bic: 'text',
      /** The remittance information; empty after an erasure. */
      words: 'text not null',
      /** The end-to-end id of the transfer; a refund of ours has the id of its row in `bank_refunds`. */
      end_to_end: 'text',
      /** The bank's own reference of the entry. Two entries of one format with different ones are two. */
      bank_reference: 'text',
      /** Whether the bank takes an earlier entry back: 0 or 1. */
      is_reversal: 'integer not null',
      /** The format of the statement that brought the entry; null until a statement shows it. */
      format: holding<StatementFormat | null>('text'),
      source: holding<BankEntrySource>('text not null'),
      state: holding<BankEntryState>('text not null'),
      /** The order that this credit is about, also if its money is returned. */
      order_id: 'text references orders(id)',
      /** The payment that this credit is about; null if it is about none. `booked_cents` count for it. */
      payment_id: 'text references payments(id)',
      // No foreign key: bank_refunds refers to this table.
      /** The refund of ours that this debit is. */
      bank_refund_id: 'text',
      /** The part of the amount that counts for the payment. */
      booked_cents: 'integer default 0 not null',
      /** Since when the entry waited for a person, in its own currency; null if it never did. */
      waited_from: 'text',
      /** When somebody decided what the entry is about. */
      decided_at: 'text',
      /** When its money ended to count for the payment, because it is returned. */
      released_at: 'text',
      /** The day of an entry that was booked by hand, before a statement showed it with a day of its own. */
      listed_on: 'text',
      /** The system user who booked it. */
      actor: 'text not null',
      created_at: 'text not null',
    },
    indexes: ['payment_id', 'order_id', 'state, booked_on', 'booked_on, id'],
    person: {
      heading: 'Bank transfers',
      rows: 'order_id in {orders} or payment_id in {payments} order by booked_on, id',
    },
  },

  /** A transfer that the treasurer has to make: the refund of a payment, or what a credit has too much. */
  bank_refunds: {
    columns: {
      id: 'text primary key',
      /** The payment that is refunded; null if the money of a credit never counted for a payment. */
      payment_id: 'text references payments(id)',
      /** The refund in `refunds`; null as `payment_id`. */
      refund_id: 'text unique',
      /** The credit whose money is returned; null for the refund of a payment. */
      bank_entry_id: 'text references bank_entries(id)',
      amount_cents: 'integer not null',
      currency: 'text not null',
      /** As in `orders`. */
      currency_decimals: 'integer not null',
      /** The account that gets the money; null if nobody knows it yet. */
      name: 'text not null',
      iban: 'text',
      bic: 'text',
      /** The words for the recipient's statement: the reference of the order. */
      reason: 'text not null',
      /** The file for the bank that contains it, and when it was written. */
      file_id: 'text',
      asked_at: 'text',
      /** When a statement, or a person, said that the bank has made the transfer. */
      sent_at: 'text',
      /** When the recipient's bank has returned it; without `sent_at`: when somebody took it off the list. */
      failed_at: 'text',
      /** When the payer gave the money to the conference: it is off the list since then. */
      kept_at: 'text',
      created_at: 'text not null',
    },
    indexes: [
      'payment_id',
      'bank_entry_id',
      'file_id',
      'created_at, id where sent_at is null and failed_at is null',
      'created_at, id where failed_at is not null',
    ],
    person: {
      heading: 'Refunds by bank transfer',
      rows: 'payment_id in {payments} or bank_entry_id in {bank_entries} order by created_at',
    },
  },
} as const satisfies Record<string, Table>;
