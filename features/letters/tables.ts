import type { RowsOf, Table } from '#server/database/define-table.ts';

export const letterTables = {
  /** A letter of the organisers to many people. */
  letters: {
    columns: {
      id: 'text primary key',
      subject: 'text not null',
      body: 'text not null',
      /** The recipients, as the organiser selected them: "paid, speaker". */
      selection: 'text not null',
      recipients: 'integer not null',
      /** The system user. */
      sent_by: 'text not null',
      sent_at: 'text not null',
    },
    person: 'nobody',
  },

  /** An address that got a letter, and whether its owner wants more. */
  letter_addresses: {
    columns: {
      /** Normalised. */
      email: 'text primary key',
      /** The end of the address of the unsubscribe page. */
      token: 'text not null unique',
      unsubscribed_at: 'text',
    },
    indexes: ['email where unsubscribed_at is not null'],
    person: { heading: 'Letters to you', rows: 'email = {normalised}', isErased: true },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof letterTables> {}
}
