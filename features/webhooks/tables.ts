import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';
import type { EventType } from './shape.ts';

export const webhookTables = {
  /**
   * An endpoint of the conference's folder. Triggers read this table, so that every program and every older server
   * writes the messages; without rows they write none.
   */
  webhook_endpoints: {
    columns: {
      name: 'text primary key',
      /** With a comma before and behind each: `,paid,changed,`. */
      events: 'text not null',
      /** Why nothing can be sent, such as a missing secret; null: nothing is wrong. */
      trouble: 'text',
    },
    isPassing: true,
    person: 'nobody',
  },

  /** A fact that an endpoint hears of. A trigger writes it, in the transaction of the fact. */
  webhook_messages: {
    columns: {
      /** The id of the message for its receiver, who knows a repetition by it. */
      id: 'text primary key',
      endpoint: 'text not null',
      type: holding<EventType>('text not null'),
      order_id: 'text references orders(id) on delete cascade',
      participant_id: 'text references participants(id) on delete cascade',
      abstract_id: 'text references abstracts(id) on delete cascade',
      /** The amount of a payment. */
      amount_cents: 'integer',
      /** The version of a changed order. */
      version: 'integer',
      /** Null where the fact has no time of its own, until a server has seen the message. */
      happened_at: 'text',
      /** The exact text that is sent, from the first try on. */
      payload: 'text',
      attempts: 'integer default 0 not null',
      /** Null: at once. */
      next_attempt_at: 'text',
      lease_until: 'text',
      sent_at: 'text',
      dead_at: 'text',
      /** Why the last try failed. */
      trouble: 'text',
    },
    indexes: [
      'endpoint, next_attempt_at where sent_at is null and dead_at is null',
      'sent_at where sent_at is not null',
      'dead_at where dead_at is not null',
      'order_id',
      'participant_id',
      'abstract_id',
    ],
    person: {
      heading: 'Messages to other programs',
      rows: 'order_id in {orders} or participant_id in {participants} or abstract_id in {abstracts}',
      isErased: true,
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof webhookTables> {}
}
