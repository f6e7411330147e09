import type { ScanState } from '#server/database/abstract-tables.ts';
import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

export const kinds = ['slides', 'recording', 'link'] as const;
export type MaterialKind = (typeof kinds)[number];

export const materialTables = {
  /** Slides, a recording or a link that belongs to a contribution after the talk. */
  talk_material: {
    columns: {
      id: 'text primary key',
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      /** From 1 for each contribution; commands name it. */
      number: 'integer not null',
      kind: holding<MaterialKind>('text not null'),
      title: 'text not null',
      /** Null for a file. */
      url: 'text',
      /** Null for an address, and after an organiser has taken the file down. */
      file_name: 'text',
      bytes: 'integer',
      sha256: 'text',
      file_key: 'text unique',
      file_store: 'text',
      active_content: 'text',
      /** As in `abstract_files`. */
      scan: holding<ScanState | null>('text'),
      scan_finding: 'text',
      scan_due_at: 'text',
      scan_tries: 'integer default 0 not null',
      /** The name of the licence that the author chose. */
      licence: 'text not null',
      /** `author`, who agreed on the own page, or the organiser's words about how the author agreed. */
      consent: 'text not null',
      /** The first day on which everybody sees it, such as 2026-09-01; null: at once. */
      shown_from: 'text',
      created_at: 'text not null',
      taken_down_at: 'text',
      /** The system user who took it down, and the reason, which the author reads. */
      taken_down_by: 'text',
      reason: 'text',
    },
    unique: ['abstract_id, number'],
    indexes: ['scan_due_at where scan_due_at is not null'],
    fileWord: 'slides',
    person: {
      heading: 'Slides, recordings and links of the contributions',
      rows: 'abstract_id in {abstracts} order by abstract_id, number',
      counted: 'slides, recordings and links of contributions',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof materialTables> {}
}
