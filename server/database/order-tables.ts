import type { RegistrationType } from '#contract/registration-options.ts';
import type { ChangedPart } from '#server/identity.ts';
import { holding, type Table } from './define-table.ts';

/**
 * The state of an order. EXPIRED: every attempt to pay the order is over. A new attempt makes it AWAITING_PAYMENT
 * again, late money makes it CONFIRMED.
 */
export type OrderState = 'AWAITING_PAYMENT' | 'CONFIRMED' | 'REFUNDED' | 'EXPIRED';

/** The kinds of items. An organiser asks for an `asked` amount, which gives nobody a place. */
export type ItemKind = 'registration' | 'room' | 'guest' | 'extra' | 'agreed' | 'asked' | 'fee';

/** `proposed`: its change waits for money. `cancelled`: removed without a replacement, or proposed and never booked. */
export type ItemState = 'proposed' | 'booked' | 'replaced' | 'cancelled';

/** `proposed`: waits for money. `withdrawn`: by an organiser. `lapsed`: not paid in time, or no longer possible when paid. */
export type ChangeState = 'proposed' | 'made' | 'withdrawn' | 'lapsed';

export type ConfirmationKind = 'address' | 'hand-over';

/** `withdrawn`: by the sender, by a later request, or because the registration has another address now. */
export type ConfirmationState = 'open' | 'confirmed' | 'withdrawn' | 'declined';

export const orderTables = {
  /** One person who takes part. */
  participants: {
    columns: {
      id: 'text primary key',
      /** Digest of the form's data: a payment request finds the registration by it. */
      dedupe_key: 'text not null',
      /** A digest of name and mail address, the same for all spellings of a name. */
      person_key: 'text not null',
      name: 'text not null',
      /** The name in the form by which lists are sorted. */
      sort_name: 'text not null',
      /** Name, address, telephone number and institute in all spellings (`searchTextOf`). */
      search_text: 'text not null',
      phone: 'text not null',
      email: 'text not null',
      institute: 'text not null',
      country: 'text not null',
      /** The language of the mails, pages and documents for this person (BCP 47). */
      language: 'text not null',
      /** Null for a participant who pays an agreed amount. */
      presentation_type: 'text',
      registration_type: holding<RegistrationType | null>('text'),
      /** The requests; null: not stated. */
      accompanying_person: 'integer',
      extra_nights: 'integer',
      /** The end of the address of the participant's own page; anyone who has it can act for the participant. */
      page_token: 'text not null unique',
      cancelled_at: 'text',
      checked_in_at: 'text',
      /**
       * When somebody else gave the participant another address: the page does not show what was entered or sent before.
       * Null if nobody did.
       */
      private_from: 'text',
      /** When this person took the place of another one. Null for whoever registered. */
      person_since: 'text',
      /** The part that has changed since the person came; changing the other one, too, makes another person. */
      changed_part: holding<ChangedPart | null>('text'),
      created_at: 'text not null',
    },
    indexes: ['created_at, id', 'dedupe_key, created_at', 'person_key', 'lower(email), created_at'],
    person: {
      heading: 'You as a participant',
      rows: 'lower(email) = {email} order by created_at',
      counted: 'registrations',
    },
  },

  orders: {
    columns: {
      id: 'text primary key',
      /** Short and unique; payers quote it in mails, so it is no secret. */
      reference: 'text not null unique',
      /** The system user who made the order for others, such as a group; null if the payer made it with a form. */
      offered_by: 'text',
      /** Digest of payer, items and price: a repeated purchase finds the same order, unless that was refunded or cancelled. */
      dedupe_key: 'text not null',
      /** Counts the changes: a change names the version that it was planned for. */
      version: 'integer default 1 not null',
      /** A digest of the payer's name and mail address; orders of one person have the same. */
      person_key: 'text not null',
      /** The sum of the booked items, which includes the fee. */
      amount_cents: 'integer not null',
      fee_cents: 'integer not null',
      /** The rule of the fee: hundredths of a per cent, and the fixed part. */
      fee_basis_points: 'integer not null',
      fee_fixed_cents: 'integer not null',
      /** As in `order_items`, about the fee. */
      fee_tax_basis_points: 'integer',
      /** The line of the fee in the language of the order, with {fee}. */
      fee_words: 'text not null',
      /** Whether its documents state the tax: 0 or 1. */
      states_tax: 'integer default 0 not null',
      currency: 'text not null',
      /** The decimals of the amounts: 2 for EUR, 0 for JPY. */
      currency_decimals: 'integer not null',
      product_name: 'text not null',
      payer_name: 'text not null',
      payer_email: 'text not null',
      payer_phone: 'text not null',
      payer_institute: 'text not null',
      payer_country: 'text not null',
      /** As in `participants`, for the payer. */
      language: 'text not null',
      /** As in `participants`, about the payer. */
      search_text: 'text not null',
      /** Unused: the text that the page sends has a name. */
      order_reference: 'text',
      state: holding<OrderState>('text not null'),
      paid_payment_id: 'text unique',
      /** The end of the receipt's address; anyone who has it can read the receipt. */
      receipt_token: 'text not null unique',
      /** The end of the address of the payer's own page; null if the payer is the participant, whose page it is. */
      page_token: 'text unique',
      /** When an organiser withdrew or cancelled the order, paid or not. */
      cancelled_at: 'text',
      /** The end of the personal link whose price the order has; null for other orders. */
      invited_until: 'text',
      /** The refund sent by mistake that this order asks for again, by its id in the list of refunds; null for other orders. */
      undoes: 'text',
      /** The registration of which this order asks another payer for a part, also after the part was taken back. */
      part_of: 'text',
      /** As in `participants`, about the payer. */
      changed_part: holding<ChangedPart | null>('text'),
      created_at: 'text not null',
    },
    unique: [
      // `on conflict` clauses repeat this condition. A purchase is a new order if the earlier one is refunded or cancelled.
      "dedupe_key where state <> 'REFUNDED' and cancelled_at is null",
    ],
    indexes: [
      'person_key',
      'state, created_at',
      'created_at where offered_by is not null',
      'part_of where part_of is not null',
      'undoes where undoes is not null',
    ],
    person: { heading: 'Orders', rows: 'lower(payer_email) = {email} order by created_at' },
  },

  /** A change of an order. */
  order_changes: {
    columns: {
      id: 'text primary key',
      order_id: 'text not null references orders(id)',
      participant_id: 'text',
      /** The system user who made it, `participant`, or `server` for a price that was not proved. */
      actor: 'text not null',
      was: 'text not null',
      becomes: 'text not null',
      /** The difference of the price; negative if the change costs less. */
      difference_cents: 'integer not null',
      /** The fee in this difference. */
      fee_difference_cents: 'integer not null',
      state: holding<ChangeState>('text not null'),
      /** The end of the address of its payment page; null if the change costs nothing more or was withdrawn. */
      token: 'text unique',
      paid_payment_id: 'text unique',
      /** The moment when it lapses unpaid; null if it costs nothing more. */
      lapses_at: 'text',
      created_at: 'text not null',
      closed_at: 'text',
    },
    indexes: ['participant_id', 'order_id', 'state'],
    person: {
      heading: 'Changes of orders',
      rows: 'order_id in {orders} or participant_id in {participants}',
      // Only the payer pays.
      shown: { token: 'order_id in {orders}' },
    },
  },

  /** An item of an order. */
  order_items: {
    columns: {
      id: 'text primary key',
      order_id: 'text not null references orders(id)',
      /** The participant of this item; null if it belongs to the whole order. */
      participant_id: 'text',
      kind: holding<ItemKind>('text not null'),
      /** The id in prices.yaml of a presentation type or an extra. For an asked amount: the reference that it is about, or empty. */
      item: 'text not null',
      /** The id of the choice of an extra that has choices, otherwise null. */
      choice: 'text',
      label: 'text not null',
      /** The words of a line in the language of the order; null if the label is enough. */
      words: 'text',
      stated_by_payer: 'text',
      /** The phase of the prices; null if prices have no phases. */
      phase: 'text',
      /** The days of arrival and departure; only a room has them. */
      from_day: 'text',
      until_day: 'text',
      quantity: 'integer not null',
      unit_cents: 'integer not null',
      /** Quantity times unit. */
      amount_cents: 'integer not null',
      /** The tax in the amount, in hundredths of a per cent; null if the item is exempt or no tax is stated. */
      tax_basis_points: 'integer',
      /** The digest of the member whose price a registration has (`members`). */
      member_key: 'text',
      /** The item of another order that has the price of this one, which costs nothing here: somebody else pays it. */
      priced_by: 'text',
      /** The rank of the item in the list. */
      position: 'integer not null',
      state: holding<ItemState>('text not null'),
      /** The change that made or proposes this item; null for an item of the first order. */
      change_id: 'text references order_changes(id)',
      /** The change that replaces this item. */
      replaced_by: 'text references order_changes(id)',
      created_at: 'text not null',
    },
    indexes: [
      'order_id, state, position',
      'participant_id, kind, state, order_id',
      'change_id',
      'replaced_by',
      'member_key where member_key is not null',
      'priced_by where priced_by is not null',
      'order_id where priced_by is not null',
      "kind, order_id where kind = 'agreed'",
      "item, order_id where kind = 'asked'",
    ],
    person: {
      heading: 'Ordered',
      rows: 'order_id in {orders} or participant_id in {participants}',
    },
  },

  agreements: {
    columns: {
      id: 'text primary key',
      /** Normalised. */
      email: 'text not null',
      /** Without the processing fee. */
      amount_cents: 'integer not null',
      words: 'text not null',
      created_at: 'text not null',
      /** The paid order that it confirmed; null until then. */
      order_id: 'text unique',
    },
    indexes: ['email, amount_cents'],
    person: {
      heading: 'Agreed amounts',
      rows: 'email = {normalised} order by created_at',
      counted: 'agreed amounts',
    },
  },

  /** The link to pay an unpaid order. */
  payment_links: {
    columns: {
      order_id: 'text primary key references orders(id) on delete cascade',
      /** The end of the page's address; anyone who has it can see the amount and pay. */
      token: 'text not null unique',
      lapses_at: 'text not null',
    },
    person: { heading: 'Links to pay', rows: 'order_id in {orders}' },
  },

  /** A new address of a registration, or a colleague who is to take the place: it waits for a yes from this address. */
  address_confirmations: {
    columns: {
      id: 'text primary key',
      /** The end of the address of the page where it is confirmed. Only a mail to `email` has it. */
      token: 'text not null unique',
      kind: holding<ConfirmationKind>('text not null'),
      order_id: 'text not null references orders(id) on delete cascade',
      /** The participant whose entries change; null: the payer of a group. */
      participant_id: 'text',
      email: 'text not null',
      /** The further entries of a colleague; null if only the address changes. */
      name: 'text',
      phone: 'text',
      institute: 'text',
      country: 'text',
      state: holding<ConfirmationState>('text not null'),
      /** 1: the payer of a group asked for one of its people; null: asked before this was recorded. */
      by_payer: 'integer',
      created_at: 'text not null',
    },
    indexes: ['order_id', 'participant_id', 'lower(email), created_at'],
    person: {
      heading: 'Changes of address and hand-overs',
      rows: 'participant_id in {participants} or (participant_id is null and order_id in {orders}) or lower(email) = {email} order by created_at',
      // Only its reader may confirm.
      shown: { token: 'lower(email) = {email}' },
      isErased: true,
    },
  },

  /** A limit of places that an organiser has changed with a command. */
  place_limits: {
    columns: {
      kind: 'text primary key',
      count: 'integer not null',
      /** The limit in content/ at the time of the command. If content/ has another limit later, that one counts. */
      instead_of: 'integer not null',
    },
    person: 'nobody',
  },

  /** The counter: the taken places of each kind. Triggers and these three tables keep it right (decision 100). */
  counted_places: {
    columns: { kind: 'text primary key', paid: 'integer not null', held: 'integer not null' },
    isPassing: true,
    person: 'nobody',
  },

  /** The places of an order that are in the counter. */
  counted_orders: {
    columns: {
      order_id: 'text not null',
      kind: 'text not null',
      paid: 'integer not null',
      held: 'integer not null',
    },
    key: ['order_id', 'kind'],
    isPassing: true,
    person: 'nobody',
  },

  /**
   * The orders that changed since the counter was written. Triggers write a row for each change, in its transaction:
   * two transactions never share one, so that neither waits for the other and none hides what the other writes.
   */
  orders_to_count: {
    columns: { order_id: 'text not null' },
    indexes: ['order_id'],
    isPassing: true,
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;
