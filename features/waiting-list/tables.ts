import type { RegistrationType } from '#contract/registration-options.ts';
import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/**
 * `OFFERED`: its places are reserved until `offered_until`. `TAKEN`: an order took the offer; its places stay reserved
 * until it is paid or `offered_until` is over. `LAPSED`: not taken or not paid in time, or no longer sold. `LEFT`: by the
 * person, an organiser, or because the person got a place otherwise.
 */
export type WaitingState = 'WAITING' | 'OFFERED' | 'TAKEN' | 'LAPSED' | 'LEFT';

export const waitingListTables = {
  /** A person on the waiting list, with the choice for which no place was left. */
  waiting_list: {
    columns: {
      id: 'text primary key',
      /** A digest of person and choice: the same person waits once for the same choice. */
      dedupe_key: 'text not null',
      /** As in `participants`. */
      person_key: 'text not null',
      name: 'text not null',
      email: 'text not null',
      search_text: 'text not null',
      presentation_type: 'text not null',
      registration_type: holding<RegistrationType>('text not null'),
      /** 0 without a room. */
      nights: 'integer not null',
      guests: 'integer not null',
      state: holding<WaitingState>('text not null'),
      /** The end of the addresses of the person's page and of the offer. */
      token: 'text not null unique',
      /** The site on which the person joined; links in mails begin with it. */
      origin: 'text not null',
      /** As in `participants`. */
      language: 'text not null',
      /**
       * The participant who waits for more of what is sold out: the entry has only what would be added. Null: a visitor
       * without a place.
       */
      participant_id: 'text references participants(id) on delete cascade',
      offered_at: 'text',
      offered_until: 'text',
      /** The order that took the offer. */
      order_id: 'text',
      /** When its reader confirmed the address, which gives the entry its turn; null: nobody has. */
      confirmed_at: 'text',
      created_at: 'text not null',
    },
    unique: [
      // `on conflict` clauses repeat this condition. A person who left, or let an offer lapse, can join again.
      "dedupe_key where state in ('WAITING', 'OFFERED')",
    ],
    indexes: [
      'state, created_at, id',
      'created_at, id',
      'order_id, state',
      'lower(email), created_at',
      'participant_id where participant_id is not null',
    ],
    person: {
      heading: 'Waiting list',
      rows: '(lower(email) = {email} or participant_id in {participants}) order by created_at',
      counted: 'entries of the waiting list',
      isErased: true,
    },
  },

  /** An extra for which a person waits. */
  waiting_list_extras: {
    columns: {
      entry_id: 'text not null references waiting_list(id) on delete cascade',
      /** The id in prices.yaml. */
      extra: 'text not null',
      /** The id of the choice of an extra that has choices, otherwise empty. */
      choice: 'text not null',
      quantity: 'integer not null',
    },
    key: ['entry_id', 'extra', 'choice'],
    person: { heading: 'Extras on the waiting list', rows: 'entry_id in {waiting_list}' },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof waitingListTables> {}
}
