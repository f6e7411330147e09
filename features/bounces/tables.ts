import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/**
 * `address`: nobody gets mails there. `mail`: this mail did not arrive, and the next one may. `complaint`: the reader
 * called it spam.
 */
export type BounceKind = 'address' | 'mail' | 'complaint';

export const bounceTables = {
  /** A mail that came back after the mail server had accepted it. */
  mail_bounces: {
    columns: {
      message_id: 'text primary key references outbox(id) on delete cascade',
      /** The recipient of the mail, in lower case. */
      email: 'text not null',
      kind: holding<BounceKind>('text not null'),
      /** The status of RFC 3463, such as 5.1.1; empty if the report has none. */
      status: 'text not null',
      at: 'text not null',
      /** When an organiser said that the address gets mails again. */
      lifted_at: 'text',
    },
    indexes: ['email'],
    person: {
      heading: 'Mails that came back',
      rows: 'email = {email} order by at',
      counted: 'mails that came back',
      isErased: true,
    },
  },

  /** The mailbox to which mails come back. There is one row. */
  bounce_mailbox: {
    columns: {
      id: holding<1>('integer primary key'),
      /** Signs the addresses to which mails come back. */
      key: 'text not null',
      /** The last try, also one that failed. */
      tried_at: 'text',
      /** Why the mailbox cannot be read, and since when; null: it can. */
      trouble: 'text',
      trouble_since: 'text',
    },
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof bounceTables> {}
}
