import { holding, type Table } from './define-table.ts';

/** `final`: the version that is printed. */
export type FileKind = 'submitted' | 'final';

/** `GIVEN_UP`: no scanner can complete the file. */
export type ScanState = 'CLEAN' | 'INFECTED' | 'GIVEN_UP';

export const abstractTables = {
  abstracts: {
    columns: {
      id: 'text primary key',
      /**
       * Digest of author, first file and session: a repeated submission finds the same abstract. A withdrawn abstract has
       * another key, so that the author can submit the file again.
       */
      dedupe_key: 'text not null unique',
      reference: 'text not null unique',
      /** The end of the address of the author's page. */
      token: 'text not null unique',
      title_prefix: 'text not null',
      /** The person who submitted the abstract, who need not be among its authors. */
      name: 'text not null',
      phone: 'text not null',
      email: 'text not null',
      organization: 'text not null',
      /** As in `participants`, about the submitter. */
      search_text: 'text not null',
      country: 'text not null',
      /** As in `participants`, for the submitter. */
      language: 'text not null',
      interest_area_id: 'text not null',
      session_id: 'text not null',
      /** The title of the contribution; null until an author or organiser writes it. */
      title: 'text',
      /** One line, separated by commas. */
      keywords: 'text',
      /** The kind of presentation that the authors wish, one of `abstracts.kinds` in the content. */
      wish: 'text',
      /** When the authors agreed that the abstract is published; null: they have not. */
      publish_at: 'text',
      withdrawn_at: 'text',
      /** The newest version of the file. */
      file_id: 'text not null',
      /** Counts the changes, so that a form that was made before the last one is refused. */
      version: 'integer default 1 not null',
      created_at: 'text not null',
    },
    indexes: [
      'created_at',
      'lower(email), created_at',
      'file_id',
      'withdrawn_at where withdrawn_at is not null',
    ],
    person: {
      heading: 'Abstracts',
      rows: 'lower(email) = {email} order by created_at',
      counted: 'abstracts',
    },
  },

  /** One version of the file of an abstract. Earlier versions stay. */
  abstract_files: {
    columns: {
      id: 'text primary key',
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      kind: holding<FileKind>('text not null'),
      /** The sender's own name for the file, cleaned; never part of a path. */
      file_name: 'text not null',
      bytes: 'integer not null',
      sha256: 'text not null',
      /** The name of the file in the file store. */
      file_key: 'text not null unique',
      /** The store that the file was put into. */
      file_store: 'text not null',
      /** A description of the active content in the file; null: none. */
      active_content: 'text',
      created_at: 'text not null',
      /** `author`, or the organiser who sent the file. */
      actor: 'text not null',
      /** Null until a scan has ended. */
      scan: holding<ScanState | null>('text'),
      /** The infection of a file, in the scanner's words. */
      scan_finding: 'text',
      /** When the next scan is due; null after the scan. */
      scan_due_at: 'text',
      scan_tries: 'integer default 0 not null',
    },
    indexes: ['scan_due_at', 'abstract_id', 'scan', 'created_at'],
    person: {
      heading: 'Files of the abstracts',
      rows: 'abstract_id in {abstracts} order by created_at, id',
      counted: 'files of abstracts, in all versions',
    },
  },

  /** An author of an abstract. Without rows the submitter is the only author. */
  abstract_authors: {
    columns: {
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      /** From 0, in the order of the authors. */
      position: 'integer not null',
      name: 'text not null',
      /** One line; several affiliations are separated by semicolons. */
      affiliation: 'text not null',
      /** 0000-0002-1825-0097 */
      orcid: 'text',
      /** 1: this author presents. */
      presents: 'integer not null',
    },
    key: ['abstract_id', 'position'],
    person: {
      heading: 'Authors of the abstracts',
      rows: 'abstract_id in {abstracts} order by abstract_id, position',
    },
  },
} as const satisfies Record<string, Table>;
