import type { RowsOf, Table } from '#server/database/define-table.ts';

export const contributionTables = {
  /** The page of an accepted contribution, of which its author or an organiser said something. */
  contributions: {
    columns: {
      abstract_id: 'text primary key references abstracts(id) on delete cascade',
      /** When the author agreed to the page; null: not yet. */
      consented_at: 'text',
      /** When the author took that back; null: the consent is valid. */
      ended_at: 'text',
      /** The text of the abstract as its author wrote it. */
      source: 'text',
      /** The same as HTML, which only abstract-markup.ts makes. */
      html: 'text',
      /** The same without markup, for searches, citations and search engines. */
      plain: 'text',
      /** When the author saw the text as it is shown, and confirmed it. */
      confirmed_at: 'text',
      /** The name of the licence that the author chose. */
      licence: 'text',
      /** 1: the page offers the newest file. */
      has_file: 'integer default 0 not null',
      /** When the page was public for the first time. */
      shown_at: 'text',
      taken_down_at: 'text',
      takedown_reason: 'text',
      /** Counts the changes, as in `abstracts`. */
      version: 'integer default 1 not null',
    },
    person: { heading: 'Pages of the contributions', rows: 'abstract_id in {abstracts}' },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof contributionTables> {}
}
