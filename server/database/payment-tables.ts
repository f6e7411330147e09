import type { PaymentMode } from '#server/config/payment-mode.ts';
import { holding, type Table } from './define-table.ts';

/** `transfer`: a bank transfer to the conference's account. */
export type ProviderName = 'stripe' | 'paypal' | 'transfer' | 'cash' | 'free';

/** WON: we have the money, perhaps because the payer gave up. LOST: the payer has the money. */
export type DisputeState = 'OPENED' | 'WON' | 'LOST';

/** The kind of a movement on the account of a provider. A fee belongs to no payment; payments have their own fees. */
export type EntryKind = 'payment' | 'refund' | 'dispute' | 'fee' | 'adjustment' | 'payout';

/** FAILED: the bank returned the money, and it is on the provider's account again. */
export type PayoutState = 'IN_TRANSIT' | 'PAID' | 'FAILED' | 'CANCELLED';

export type DelayKind = 'debit' | 'virtual-account';

/**
 * The state of a payment. Only syncPayment sets PAID or MISMATCH, after asking the provider; `confirmFree` sets PAID for
 * 0.00.
 */
export type PaymentState =
  | 'NEW'
  | 'OPEN'
  | 'APPROVED'
  | 'CAPTURING'
  | 'PENDING'
  | 'PAID'
  | 'MISMATCH'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'FAILED'
  | 'PART_REFUNDED'
  | 'REFUNDED';

/**
 * REQUESTED: the provider was not asked yet. ASKED: the provider gave no clear answer, so money may have moved.
 * REFUSED: no money moved; a person may request another refund. CANCELLED: a person cancelled the refund before it was
 * sent, or before the transfer was made. FAILED: the refund was sent, and the payer's bank returned it.
 */
export type RefundState = 'REQUESTED' | 'ASKED' | 'SENT' | 'REFUSED' | 'CANCELLED' | 'FAILED';

export const paymentTables = {
  payments: {
    columns: {
      id: 'text primary key',
      order_id: 'text not null references orders(id)',
      /** The change that this payment is for; null if it is for the order itself. */
      change_id: 'text references order_changes(id)',
      attempt: 'integer not null',
      provider: holding<ProviderName>('text not null'),
      mode: holding<PaymentMode>('text not null'),
      /** The provider's id of the account that gets the money; null for a free order. */
      account: 'text',
      idempotency_key: 'text not null unique',
      /** The exact request to the provider: a repeated request has to have the same bytes. */
      request: 'text not null',
      provider_ref: 'text',
      /** The payer goes to this address; null until the provider has answered. */
      checkout_url: 'text',
      /** The provider's id of the money: Stripe's payment intent, PayPal's capture. */
      provider_payment_ref: 'text',
      amount_cents: 'integer not null',
      /** The arrived amount of a mismatch in our currency, or the part of a bank transfer; null for every other payment. */
      arrived_cents: 'integer',
      /** If the money comes days after the checkout. */
      delayed_by: holding<DelayKind | null>('text'),
      /** The money beyond the amount, which the provider keeps for the payer. */
      overpaid_cents: 'integer default 0 not null',
      currency: 'text not null',
      /** As in `orders`. */
      currency_decimals: 'integer not null',
      state: holding<PaymentState>('text not null'),
      failure_code: 'text',
      declines: 'integer default 0 not null',
      refunded_cents: 'integer default 0 not null',
      lease_until: 'text',
      next_check_at: 'text',
      checks: 'integer default 0 not null',
      created_at: 'text not null',
      expires_at: 'text not null',
    },
    constraints: [
      'unique (provider, provider_ref)',
      'unique (provider, provider_payment_ref)',
      'unique (order_id, attempt)',
    ],
    indexes: [
      'next_check_at',
      'created_at',
      'change_id',
      'state, created_at',
      "created_at where state not in ('PAID', 'PART_REFUNDED', 'REFUNDED')",
      'provider, created_at',
    ],
    person: {
      heading: 'Payments',
      rows: 'order_id in {orders} or lower(request) like {naming} order by created_at',
    },
  },

  payment_history: {
    columns: {
      id: 'text primary key',
      payment_id: 'text not null references payments(id)',
      at: 'text not null',
      actor: 'text not null',
      from_state: holding<PaymentState | null>('text'),
      to_state: holding<PaymentState>('text not null'),
      evidence: 'text not null',
      /** The refunded sum of the payment from then on; null if the transition is about no refund. */
      refunded_cents: 'integer',
    },
    indexes: ['payment_id, at'],
    person: { heading: 'Course of the payments', rows: 'payment_id in {payments} order by at' },
  },

  /** The network from which a payment was begun; kept for an hour. */
  payment_networks: {
    columns: {
      payment_id: 'text primary key',
      /** A digest. */
      network: 'text not null',
      created_at: 'text not null',
    },
    indexes: ['created_at', 'network'],
    isPassing: true,
    person: {
      heading: 'Networks from which payments were begun',
      rows: 'payment_id in {payments}',
      isErased: true,
    },
  },

  webhook_events: {
    columns: {
      provider: holding<ProviderName>('text not null'),
      event_id: 'text not null',
      type: 'text not null',
      ref: 'text',
      payment_ref: 'text',
      /** The provider's id of the dispute that the event is about. */
      dispute_ref: 'text',
      /** The provider's id of the fraud warning that the event is about. */
      warning_ref: 'text',
      live: 'integer not null',
      received_at: 'text not null',
      done_at: 'text',
      outcome: 'text',
    },
    key: ['provider', 'event_id'],
    indexes: ['done_at, received_at', 'provider, received_at'],
    person: {
      heading: 'Messages of the payment providers',
      rows: 'ref in (select coalesce(provider_ref, id) from payments where id in {payments}) or payment_ref in (select coalesce(provider_payment_ref, id) from payments where id in {payments})',
    },
  },

  refunds: {
    columns: {
      id: 'text primary key',
      payment_id: 'text not null references payments(id)',
      idempotency_key: 'text not null unique',
      provider_ref: 'text unique',
      amount_cents: 'integer not null',
      reason: 'text not null',
      state: holding<RefundState>('text not null'),
      /** How often the provider refused it. A new try has a new idempotency key, because a refused one moved no money. */
      refusals: 'integer default 0 not null',
      /** When the server asks for a refused refund again; null if a person has to ask. */
      next_try_at: 'text',
      /** When the server asked the provider for the first time; null until then. */
      asked_at: 'text',
      /** Why the provider gave no clear answer, if a person has to act. */
      trouble: 'text',
      /** 1: a person wants the refund although the payment is disputed. */
      despite_dispute: 'integer default 0 not null',
      /** The participant of a group whose registration is refunded; null if the refund is about the whole order. */
      participant_id: 'text',
      /** The change that costs less and is refunded; null for every other refund. */
      change_id: 'text references order_changes(id)',
      /** When a person marked a refused or failed refund as settled. */
      settled_at: 'text',
      created_at: 'text not null',
    },
    indexes: ['payment_id', 'state', 'created_at where trouble is not null'],
    person: {
      heading: 'Refunds',
      rows: 'payment_id in {payments} or participant_id in {participants}',
    },
  },

  disputes: {
    columns: {
      provider: holding<ProviderName>('text not null'),
      /** The provider's id of the dispute. */
      provider_ref: 'text not null',
      payment_id: 'text not null references payments(id)',
      state: holding<DisputeState>('text not null'),
      amount_cents: 'integer not null',
      currency: 'text not null',
      /** The deadline for an answer to the provider, if it expects one. */
      due_at: 'text',
      opened_at: 'text not null',
      closed_at: 'text',
      /** When the server asked the provider for this state. An answer to an earlier question changes nothing. */
      asked_at: 'text not null',
      /** When this row last changed. */
      changed_at: 'text not null',
    },
    key: ['provider', 'provider_ref'],
    indexes: ['payment_id', 'state'],
    person: { heading: 'Disputes of payments', rows: 'payment_id in {payments}' },
  },

  /** A payment that a person has to check, for a reason that no other table has. */
  reviews: {
    columns: {
      id: 'text primary key',
      kind: 'text not null',
      payment_id: 'text not null references payments(id) on delete cascade',
      /** The id of the second subject: the other order of the same person, or the provider's warning. */
      about: 'text not null',
      noted_at: 'text not null',
      /** When a person marked it as settled, and the system user of that person. */
      settled_at: 'text',
      settled_by: 'text',
    },
    constraints: ['unique (payment_id, kind, about)'],
    indexes: ['settled_at', 'about'],
    person: {
      heading: 'Payments that an organiser had to check',
      rows: 'payment_id in {payments}',
    },
  },

  /** Money that a provider sent to the bank account of the conference. */
  payouts: {
    columns: {
      provider: holding<ProviderName>('text not null'),
      account: 'text not null',
      mode: holding<PaymentMode>('text not null'),
      /** The provider's id of the payout. */
      ref: 'text not null',
      state: holding<PayoutState>('text not null'),
      /** 1: the provider made it by itself, and says which entries are in it. */
      is_automatic: 'integer not null',
      // Sums of many payments: in a currency with small units they exceed an integer of PostgreSQL.
      amount_cents: 'bigint not null',
      currency: 'text not null',
      currency_decimals: 'integer not null',
      /** The day on which it arrives at the bank. */
      arrives_on: 'text not null',
      created_at: 'text not null',
    },
    key: ['provider', 'account', 'ref'],
    indexes: ['arrives_on, ref'],
    person: 'nobody',
  },

  /** A movement of money on the account of a provider: net is gross less the fee, and money that leaves is negative. */
  payout_entries: {
    columns: {
      provider: holding<ProviderName>('text not null'),
      account: 'text not null',
      mode: holding<PaymentMode>('text not null'),
      /** The provider's id of the movement. */
      ref: 'text not null',
      kind: holding<EntryKind>('text not null'),
      /** The payout that has it; null until then, and for ever if the provider does not tell. */
      payout_ref: 'text',
      /** The provider's id of the payment that it is about, as in `payments`. */
      payment_ref: 'text',
      /** The provider's id of the refund, dispute or payout that caused it. */
      source_ref: 'text',
      /** The invoice that the shop wrote into the payment. */
      invoice: 'text',
      gross_cents: 'bigint not null',
      fee_cents: 'bigint not null',
      net_cents: 'bigint not null',
      currency: 'text not null',
      currency_decimals: 'integer not null',
      occurred_at: 'text not null',
    },
    key: ['provider', 'account', 'ref'],
    indexes: ['occurred_at, ref', 'payout_ref', 'payment_ref', 'source_ref'],
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;
