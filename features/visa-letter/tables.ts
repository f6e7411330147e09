import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** The secretary's decision about a visa letter. */
export type VisaOutcome = 'ISSUED' | 'DECLINED';

export const visaLetterTables = {
  /**
   * A participant's request for a visa letter. The columns from `name` to `consulate` are null after the retention period
   * and after a withdrawal.
   */
  visa_requests: {
    columns: {
      id: 'text primary key',
      participant_id: 'text not null references participants(id) on delete cascade',
      /** As in the passport. */
      name: 'text',
      nationality: 'text',
      passport: 'text',
      /** Days, such as 1990-05-31. */
      birth_date: 'text',
      expiry_date: 'text',
      consulate: 'text',
      requested_at: 'text not null',
      outcome: holding<VisaOutcome | null>('text'),
      decided_at: 'text',
      /** The system user who decided. */
      decided_by: 'text',
      /** A sentence for the participant; only a declined request has one. */
      reason: 'text',
      /** The number of the issued letter: PS26-7K3M-9QXW-V1. */
      letter: 'text unique',
      /** The presentation type and the amount paid by the participant when the letter was issued. */
      presentation_type: 'text',
      paid_cents: 'integer',
      /** When another request replaced it, or when a change of the registration made it void. */
      withdrawn_at: 'text',
    },
    unique: [
      // Two tabs that ask at the same moment cannot make two requests.
      'participant_id where withdrawn_at is null',
    ],
    indexes: [
      'participant_id',
      'requested_at, id where withdrawn_at is null and outcome is null and passport is not null',
      '(coalesce(decided_at, requested_at)) where passport is not null',
    ],
    person: {
      heading: 'Requests for a visa letter',
      rows: 'participant_id in {participants} order by requested_at',
      counted: 'requests for visa letters',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof visaLetterTables> {}
}
