import type { RowsOf, Table } from '#server/database/define-table.ts';

export const invitationTables = {
  /** A personal link that carries a price. It can be used once. */
  invitations: {
    columns: {
      id: 'text primary key',
      /** The end of the address of the link. */
      token: 'text not null unique',
      name: 'text not null',
      email: 'text not null',
      /** As in `participants`. */
      language: 'text not null',
      /** The id in prices.yaml. */
      presentation_type: 'text not null',
      /** The price of the registration, without the fee. */
      unit_cents: 'integer not null',
      /** A sentence for the invited person; empty without one. */
      note: 'text not null',
      /** The first moment at which the link is over. */
      lapses_at: 'text not null',
      /** The system user who made it. */
      invited_by: 'text not null',
      withdrawn_at: 'text',
      /** The order that used the link. */
      order_id: 'text unique',
      /** When the mail with the link was written. */
      created_at: 'text not null',
    },
    indexes: ['lower(email), created_at'],
    person: {
      heading: 'Invitations',
      rows: 'lower(email) = {email} order by created_at',
      shown: { token: 'false' },
      counted: 'personal links',
      isErased: true,
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof invitationTables> {}
}
