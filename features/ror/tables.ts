import type { RowsOf, Table } from '#server/database/define-table.ts';

export const rorTables = {
  /** The organisation of an entry of an affiliation, as somebody has confirmed it. */
  affiliation_organisations: {
    columns: {
      id: 'text primary key',
      /** The abstract whose author chose; null: for everybody with the same words. */
      abstract_id: 'text references abstracts(id) on delete cascade',
      /** The entry in small letters. */
      entry: 'text not null',
      /** 02mhbdp94; null: the list does not have it. */
      ror: 'text',
      name: 'text not null',
      /** The identifiers of the organisations above it, with blanks between them. */
      parents: 'text not null',
      chosen_at: 'text not null',
    },
    unique: ['abstract_id, entry where abstract_id is not null', 'entry where abstract_id is null'],
    person: {
      heading: 'Organisations of the authors',
      rows: 'abstract_id in {abstracts} order by entry, id',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof rorTables> {}
}
