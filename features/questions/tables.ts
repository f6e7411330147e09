import type { RowsOf, Table } from '#server/database/define-table.ts';

export const questionTables = {
  /** A participant's answer to a question of the conference. */
  answers: {
    columns: {
      participant_id: 'text not null references participants(id) on delete cascade',
      /** The id in conference.yaml; a question that was removed there keeps its answers. */
      question_id: 'text not null',
      /** A line, an option, or `yes` or `no`. */
      answer: 'text not null',
      answered_at: 'text not null',
    },
    key: ['participant_id', 'question_id'],
    person: {
      heading: 'Answers to questions',
      rows: 'participant_id in {participants} order by answered_at, question_id',
      counted: 'answers to questions',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof questionTables> {}
}
