import type { RowsOf, Table } from '#server/database/define-table.ts';

export const contentEditorTables = {
  /** The text of a file of the conference's folder before and after a save in the dashboard. */
  content_saves: {
    columns: {
      id: 'text primary key',
      saved_at: 'text not null',
      saved_by: 'text not null',
      /** The name in the folder, such as prices.yaml. */
      file: 'text not null',
      /** Empty for a file that was not there. */
      before_text: 'text not null',
      after_text: 'text not null',
      /** When the pages were built with it; null: other servers do not take it yet, or never. */
      published_at: 'text',
    },
    indexes: ['saved_at'],
    person: 'nobody',
  },

  /** The photographs that saves have named, for the folders of other servers. */
  content_photographs: {
    columns: {
      /** The name in public/portraits. */
      file: 'text primary key',
      /** In base64. */
      webp: 'text not null',
    },
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof contentEditorTables> {}
}
