import type { RowsOf, Table } from '#server/database/define-table.ts';

export const companionTables = {
  /** A person who comes with a participant. The first ones have the places, if there are fewer places than names. */
  companions: {
    columns: {
      id: 'text primary key',
      /** The text of the code on the badge, as that of an order. */
      reference: 'text not null unique',
      participant_id: 'text not null references participants(id) on delete cascade',
      /** The order of the names. */
      seat: 'integer not null',
      name: 'text not null',
      sort_name: 'text not null',
      search_text: 'text not null',
      checked_in_at: 'text',
      /** When the present name was given: badges are printed for the names since a day. */
      named_at: 'text not null',
      created_at: 'text not null',
    },
    indexes: ['participant_id, seat', 'created_at, id'],
    person: {
      heading: 'Companions',
      rows: 'participant_id in {participants} order by participant_id, seat',
      counted: 'companions',
    },
  },

  /** The answer of a companion, or of the participant for the companion. */
  companion_answers: {
    columns: {
      companion_id: 'text not null references companions(id) on delete cascade',
      question_id: 'text not null',
      answer: 'text not null',
      answered_at: 'text not null',
    },
    key: ['companion_id', 'question_id'],
    indexes: ['answered_at'],
    person: { heading: 'Answers for companions', rows: 'companion_id in {companions}' },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof companionTables> {}
}
