import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** A reviewer's answer to an abstract before the assignment. */
export type Bid = 'WANT' | 'AVOID' | 'CONFLICT';

/** A reviewer's reason for giving an abstract back. */
export type DeclineReason = 'CONFLICT' | 'FIELD';

export const peerReviewTables = {
  /**
   * Somebody who reviews abstracts. After an erasure the name, the address, the institute, the conflicts, the sessions and
   * the topics are empty, and the reviews stay.
   */
  reviewers: {
    columns: {
      id: 'text primary key',
      name: 'text not null',
      email: 'text not null',
      institute: 'text not null',
      /** Names, addresses and references of abstracts, with semicolons between them. */
      conflicts: 'text not null',
      /** The sessions that the reviewer covers, with semicolons between them; empty: all. */
      sessions: 'text not null',
      /** The ids of the sessions and interest areas that the reviewer knows well, with semicolons between them. */
      topics: "text default '' not null",
      /** The most abstracts that the reviewer gets; null: as conference.yaml says. */
      most_reviews: 'integer',
      created_at: 'text not null',
      /** When the mail that asks the reviewer was written; null: the chair asked otherwise. */
      invited_at: 'text',
      answer: holding<'YES' | 'NO' | null>('text'),
      answered_at: 'text',
    },
    indexes: ['lower(email), created_at'],
    person: {
      heading: 'You as a reviewer',
      rows: 'lower(email) = {email} order by created_at',
      counted: 'reviewers who lose their name',
    },
  },

  /** An abstract that is assigned to a reviewer, and the comments of the review. */
  peer_reviews: {
    columns: {
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      reviewer_id: 'text not null references reviewers(id) on delete cascade',
      assigned_at: 'text not null',
      comment_for_committee: 'text',
      comment_for_author: 'text',
      /** 1 if the reviewer does not review the abstract. */
      declined: 'integer not null',
      /** Null: a conflict. */
      declined_for: holding<DeclineReason | null>('text'),
      /** When the review came back; null before, and then scores and comments are a draft. */
      collected_at: 'text',
      /** When the reviewer saved anything on the page for the last time. */
      saved_at: 'text',
      /** Counts the changes, so that an entry that was made before the last one is refused. */
      version: 'integer default 0 not null',
    },
    key: ['abstract_id', 'reviewer_id'],
    indexes: ['reviewer_id', 'assigned_at where collected_at is null and saved_at is null'],
    person: {
      heading: 'Reviews',
      rows: 'abstract_id in {abstracts} or reviewer_id in {reviewers} order by assigned_at',
      // Authors may read the reviews of their abstracts, but not the names of the reviewers.
      shown: { reviewer_id: 'reviewer_id in {reviewers}' },
    },
  },

  peer_review_scores: {
    columns: {
      abstract_id: 'text not null',
      reviewer_id: 'text not null',
      /** The id of a criterion in conference.yaml. */
      criterion: 'text not null',
      score: 'integer not null',
    },
    key: ['abstract_id', 'reviewer_id', 'criterion'],
    constraints: [
      'foreign key (abstract_id, reviewer_id) references peer_reviews (abstract_id, reviewer_id) on delete cascade',
    ],
    person: {
      heading: 'Scores of the reviews',
      rows: 'abstract_id in {abstracts} or reviewer_id in {reviewers}',
      shown: { reviewer_id: 'reviewer_id in {reviewers}' },
    },
  },

  /** The reviewer's entry in a column that the workbook did not have. */
  peer_review_notes: {
    columns: {
      abstract_id: 'text not null',
      reviewer_id: 'text not null',
      heading: 'text not null',
      text: 'text not null',
    },
    key: ['abstract_id', 'reviewer_id', 'heading'],
    constraints: [
      'foreign key (abstract_id, reviewer_id) references peer_reviews (abstract_id, reviewer_id) on delete cascade',
    ],
    person: {
      heading: 'Notes of the reviews',
      rows: 'abstract_id in {abstracts} or reviewer_id in {reviewers}',
      shown: { reviewer_id: 'reviewer_id in {reviewers}' },
    },
  },

  /** The bids of reviewers, if conference.yaml asks for them. An abstract without a bid has no row. */
  review_bids: {
    columns: {
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      reviewer_id: 'text not null references reviewers(id) on delete cascade',
      bid: holding<Bid>('text not null'),
      said_at: 'text not null',
    },
    key: ['abstract_id', 'reviewer_id'],
    indexes: ['reviewer_id'],
    // The authors of an abstract do not learn who would rather not read it.
    person: {
      heading: 'Your bids for abstracts',
      rows: 'reviewer_id in {reviewers} order by said_at, abstract_id',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof peerReviewTables> {}
}
