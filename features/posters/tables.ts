import type { ScanState } from '#server/database/abstract-tables.ts';
import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** `small` is for the gallery, `large` for the page of a poster. */
export const sizes = ['small', 'large'] as const;
export type PictureSize = (typeof sizes)[number];

export const posterTables = {
  /** The poster of a contribution: its PDF, a link to a short video, or both. */
  posters: {
    columns: {
      abstract_id: 'text primary key references abstracts(id) on delete cascade',
      /** The public name of the file: another file gets another one. Null without a file, as the columns below. */
      file_id: 'text unique',
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
      /** The name of the licence that the author chose for the file. */
      licence: 'text',
      /** An address on another site. */
      video_url: 'text',
      /** `author`, who agreed on the own page, or the organiser's words about how the author agreed. */
      consent: 'text not null',
      sent_at: 'text not null',
      /** When a server makes the preview of the file; null: it is made, or there will be none. */
      preview_due_at: 'text',
      preview_tries: 'integer default 0 not null',
      taken_down_at: 'text',
      /** The system user who took it down, and the reason, which the author reads. */
      taken_down_by: 'text',
      reason: 'text',
    },
    indexes: [
      'scan_due_at where scan_due_at is not null',
      'preview_due_at where preview_due_at is not null',
    ],
    fileWord: 'poster',
    person: {
      heading: 'Posters',
      rows: 'abstract_id in {abstracts} order by abstract_id',
      counted: 'posters',
    },
  },

  /** A picture of the first page of a poster, as WebP. */
  poster_pictures: {
    columns: {
      /** The public name of the picture. */
      id: 'text primary key',
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      size: holding<PictureSize>('text not null'),
      width: 'integer not null',
      height: 'integer not null',
      bytes: 'integer not null',
      sha256: 'text not null',
      file_key: 'text not null unique',
      file_store: 'text not null',
    },
    unique: ['abstract_id, size'],
    fileWord: 'picture of the poster',
    person: {
      heading: 'Pictures of the posters',
      rows: 'abstract_id in {abstracts} order by abstract_id, size',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof posterTables> {}
}
