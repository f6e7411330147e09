import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

export const reviewerPageTables = {
  /** The page of a reviewer, and the mails that led to it. */
  reviewer_pages: {
    columns: {
      reviewer_id: 'text primary key references reviewers(id) on delete cascade',
      /** The end of the address of the page. */
      token: 'text not null unique',
      /** As in `participants`. */
      language: 'text not null',
      made_at: 'text not null',
      /** The assignments up to then are in a mail; null: no mail has told of any. */
      told_at: 'text',
      thanked_at: 'text',
      /** When somebody said that the mails reach the wrong person. No mail goes out until there is another link. */
      refused_at: 'text',
      /** When a mail told of new notes in discussions for the last time. */
      notes_told_at: 'text',
    },
    person: {
      heading: 'Your page as a reviewer',
      rows: 'reviewer_id in {reviewers}',
      shown: { token: 'false' },
    },
  },

  /** A link that opens nothing any more, so that its page can say so. */
  ended_review_links: {
    columns: {
      token: 'text primary key',
      reviewer_id: 'text not null references reviewers(id) on delete cascade',
      reason: holding<'RENEWED' | 'STRANGER'>('text not null'),
      ended_at: 'text not null',
    },
    indexes: ['reviewer_id'],
    person: {
      heading: 'Your ended links as a reviewer',
      rows: 'reviewer_id in {reviewers} order by ended_at',
      shown: { token: 'false' },
    },
  },

  /** A note of a reviewer to the other reviewers of an abstract. */
  review_messages: {
    columns: {
      id: 'text primary key',
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      reviewer_id: 'text not null references reviewers(id) on delete cascade',
      text: 'text not null',
      written_at: 'text not null',
    },
    indexes: ['abstract_id, written_at', 'reviewer_id'],
    person: {
      heading: 'Notes of reviewers to each other',
      rows: 'abstract_id in {abstracts} or reviewer_id in {reviewers} order by written_at, id',
      // Authors may read what was said about their abstracts, but not who said it.
      shown: { reviewer_id: 'reviewer_id in {reviewers}' },
    },
  },

  /** A note of the chair to the reviewers of an abstract. */
  chair_notes: {
    columns: {
      id: 'text primary key',
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      /** The colleague or system user. */
      written_by: 'text not null',
      text: 'text not null',
      written_at: 'text not null',
    },
    indexes: ['abstract_id, written_at'],
    person: {
      heading: 'Notes of the chair to reviewers',
      rows: 'abstract_id in {abstracts} order by written_at, id',
      shown: { written_by: 'false' },
    },
  },

  /** A discussion that the chair has closed. */
  closed_discussions: {
    columns: {
      abstract_id: 'text primary key references abstracts(id) on delete cascade',
      closed_at: 'text not null',
      /** The system user. */
      closed_by: 'text not null',
    },
    person: 'nobody',
  },

  /** The part of a file that its reviewers get, as it was found when the first of them opened it. */
  review_copies: {
    columns: {
      abstract_id: 'text primary key references abstracts(id) on delete cascade',
      file_id: 'text not null',
      /** A digest of the rules and of the names that it must not have. */
      made_for: 'text not null',
      /** `FILE`: the file without properties; `TEXT`: only its text; `NONE`: nothing of it. */
      gets: holding<'FILE' | 'TEXT' | 'NONE'>('text not null'),
      /** The reason why reviewers do not get the file. */
      reason: holding<CopyReason | null>('text'),
      /** The words of the text that name an author; null: none. */
      found: 'text',
      /** The text of the file; null: it has none that a program can read. */
      text: 'text',
      made_at: 'text not null',
      /** The system user who let reviewers have the file all the same. */
      released_by: 'text',
    },
    indexes: ['abstract_id where reason is not null and released_by is null'],
    person: { heading: 'Copies for reviewers', rows: 'abstract_id in {abstracts}' },
  },
} as const satisfies Record<string, Table>;

/**
 * `named`: the text of the file names an author. `word`: a Word file keeps names in many places. `unread`: no program reads
 * it. `scanned`: reviewers get it, and it has no text in which names could be searched.
 */
export type CopyReason = 'named' | 'word' | 'unread' | 'scanned';

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof reviewerPageTables> {}
}
