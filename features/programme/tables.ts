import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

export const programmeTables = {
  /** The programme committee's decision about an abstract, and the author's confirmation. */
  decisions: {
    columns: {
      abstract_id: 'text primary key references abstracts(id) on delete cascade',
      /** ACCEPTED or REJECTED; REVISE until the author has sent a better version. */
      outcome: 'text not null',
      /** The author of a REVISE may send a new version until this moment. */
      revise_until: 'text',
      /** The kind of presentation, such as talk or poster, as the committee wrote it. */
      presentation: 'text',
      /** Time and room in the committee's words, before they are known as below. */
      slot: 'text',
      /** 2026-05-29 */
      day: 'text',
      /** 09:00 by the clock of the conference, as `ends`; both are there or none. */
      starts: 'text',
      ends: 'text',
      room: 'text',
      track: 'text',
      chair: 'text',
      /** The number of a poster. */
      number: 'text',
      decided_at: 'text not null',
      /** When the mail to the author was written; null before that, and after a change of the decision. */
      told_at: 'text',
      /** The outcome in the last letter to the author, who does not see another one before the next letter. */
      told_outcome: 'text',
      /** A text of the committee to the author. */
      comment: 'text',
      /** Null: the committee changed the comments of the reviewers, or wrote the comment itself. */
      comment_from: holding<'REVIEWERS' | null>('text'),
      /** When the author confirmed to present; null: not yet. A withdrawal is a column of the abstract. */
      confirmed_at: 'text',
    },
    indexes: ["revise_until where outcome = 'REVISE'"],
    person: { heading: 'Decisions about the abstracts', rows: 'abstract_id in {abstracts}' },
  },

  /**
   * The values that `organiser agenda` wrote last into the item of an abstract in agenda.yaml. A value of the file that
   * differs was edited by hand.
   */
  agenda_entries: {
    columns: {
      abstract_id: 'text primary key references abstracts(id) on delete cascade',
      day: 'text',
      starts: 'text',
      ends: 'text',
      title: 'text',
      room: 'text',
      track: 'text',
      topic: 'text',
      chair: 'text',
      /** One name a line. */
      speakers: 'text',
      link: 'text',
    },
    person: { heading: 'Entries in the agenda', rows: 'abstract_id in {abstracts}' },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof programmeTables> {}
}
