import type { ScanState } from '#server/database/abstract-tables.ts';
import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** `ASKED`: nothing was sent yet. `SENT`: an organiser has to decide. */
export type ProofState = 'ASKED' | 'SENT' | 'ACCEPTED' | 'REFUSED';

export const proofTables = {
  /** The proof of one participant, with its newest file. */
  proofs: {
    columns: {
      participant_id: 'text primary key references participants(id) on delete cascade',
      state: holding<ProofState>('text not null'),
      /** Null without a file, or after the retention period. */
      file_name: 'text',
      bytes: 'integer',
      sha256: 'text',
      file_key: 'text unique',
      file_store: 'text',
      active_content: 'text',
      sent_at: 'text',
      /** As in `abstract_files`. */
      scan: holding<ScanState | null>('text'),
      scan_finding: 'text',
      scan_due_at: 'text',
      scan_tries: 'integer default 0 not null',
      decided_at: 'text',
      decided_by: 'text',
      /** Only of a refused proof. */
      reason: 'text',
      /** When the difference was claimed, because nothing was proved in time. */
      claimed_at: 'text',
      /** The change that asks for the difference. */
      change_id: 'text',
    },
    indexes: [
      'state',
      'scan_due_at where scan_due_at is not null',
      'sent_at where file_key is not null',
    ],
    fileWord: 'proof',
    person: {
      heading: 'Proofs',
      rows: 'participant_id in {participants}',
      counted: 'proofs with their files',
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof proofTables> {}
}
