import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** `DECLINED`: the person wants no reminder, and can still answer. */
export type LinkState = 'INVITED' | 'ANSWERED' | 'DECLINED';

export const surveyTables = {
  /**
   * The link of a person to the survey. An answered link has no time: beside the order in which answers were stored, it
   * would say whose they are.
   */
  survey_links: {
    columns: {
      participant_id: 'text primary key references participants(id) on delete cascade',
      token: 'text not null unique',
      /** As in `participants`, at the invitation. */
      language: 'text not null',
      state: holding<LinkState>('text not null'),
      /** Days, such as 2026-06-02. */
      invited_on: 'text not null',
      reminded_on: 'text',
    },
    person: {
      heading: 'Link to the survey',
      rows: 'participant_id in {participants}',
      shown: { token: 'false' },
      counted: 'links to the survey',
    },
  },

  /** One answer. An anonymous one has no person, no time, and nothing that it shares with another answer of its form. */
  survey_answers: {
    columns: {
      /** Random, and the order in which answers are read. */
      id: 'text primary key',
      participant_id: 'text references participants(id) on delete cascade',
      /** The id in conference.yaml; a question that was removed there keeps its answers. */
      question_id: 'text not null',
      /** A number of the scale, an option in the first language, or a text. */
      answer: 'text not null',
    },
    unique: ['participant_id, question_id'],
    indexes: ['question_id'],
    person: {
      heading: 'Answers to the survey',
      rows: 'participant_id in {participants} order by question_id',
      counted: 'answers to the survey with the name',
    },
  },

  /** A few words of a participant to the speaker of a contribution. */
  talk_words: {
    columns: {
      id: 'text primary key',
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      /** The writer, whom the speaker sees if the words are signed. */
      participant_id: 'text not null references participants(id) on delete cascade',
      /** From 1 for each contribution; the speaker quotes it to organisers. */
      number: 'integer not null',
      /** Null after an organiser has taken them away. */
      words: 'text',
      is_signed: 'integer not null',
      /** A day, such as 2026-06-02. */
      written_on: 'text not null',
      removed_at: 'text',
      /** The system user who took them away, and the reason, which the writer reads. */
      removed_by: 'text',
      reason: 'text',
    },
    unique: ['abstract_id, participant_id', 'abstract_id, number'],
    indexes: ['participant_id'],
    person: {
      heading: 'Words to speakers, and from participants',
      rows: 'participant_id in {participants} or abstract_id in {abstracts} order by abstract_id, number',
      // The speaker does not learn who wrote.
      shown: { participant_id: 'participant_id in {participants}' },
      counted: 'words to speakers, and from participants',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof surveyTables> {}
}
