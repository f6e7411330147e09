import type { RowsOf, Table } from '#server/database/define-table.ts';

export const memberTables = {
  /** A member of the society: only digests, which nobody can turn back without the key in `member_list`. */
  members: {
    columns: {
      id: 'text primary key',
      /** The digest of the membership number, and of the mail address; at least one of them. */
      number_hash: 'text unique',
      address_hash: 'text',
      created_at: 'text not null',
    },
    indexes: ['address_hash'],
    person: {
      heading: 'List of members',
      rows: `address_hash in {digests}
        or address_hash in (select member_key from order_items where id in {order_items})
        or number_hash in (select member_key from order_items where id in {order_items})`,
      counted: 'entries in the list of members',
      isErased: true,
    },
  },

  /** The one row of the list of members. */
  member_list: {
    columns: {
      id: 'integer primary key',
      /** The secret key of all digests. */
      hash_key: 'text not null',
      changed_at: 'text not null',
    },
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof memberTables> {}
}
