import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** `SIGNED_UP`: the person has a place. `WAITING`: the first of those who wait gets the next free place. */
export type SignUpState = 'SIGNED_UP' | 'WAITING';

/** In or out of the room. */
export type Way = 'in' | 'out';

export const sessionPlaceTables = {
  /** Somebody's place in an item of the agenda, or the wish for one. Whoever gives it back has no row. */
  session_sign_ups: {
    columns: {
      id: 'text primary key',
      /** The id of the item in agenda.yaml. */
      session: 'text not null',
      participant_id: 'text not null references participants(id) on delete cascade',
      state: holding<SignUpState>('text not null'),
      /** The order of those who wait for the same item. */
      turn: 'integer not null',
      signed_up_at: 'text not null',
      /** When the person got the place; null while waiting. */
      placed_at: 'text',
    },
    unique: ['participant_id, session'],
    indexes: ['session, state, turn'],
    person: {
      heading: 'Sessions with limited places',
      rows: 'participant_id in {participants} order by signed_up_at, session',
      counted: 'sign-ups for sessions',
    },
  },

  /** A scan at the door of an item. An undone one stays, so that no file of a laptop brings it back. */
  session_attendance: {
    columns: {
      /** A scan of a laptop has an id made of its file and its line, so that it is merged once. */
      id: 'text primary key',
      session: 'text not null',
      participant_id: 'text not null references participants(id) on delete cascade',
      way: holding<Way>('text not null'),
      at: 'text not null',
      /** The organiser, with the laptop. */
      recorded_by: 'text not null',
      undone_at: 'text',
    },
    indexes: ['participant_id, session', 'session'],
    person: {
      heading: 'Presence in sessions',
      rows: 'participant_id in {participants} order by at, session',
      counted: 'times of presence in sessions',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof sessionPlaceTables> {}
}
