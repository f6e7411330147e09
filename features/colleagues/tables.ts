import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** `DONE`: a second person has agreed, and it was done. */
export type ProposalState = 'OPEN' | 'DONE' | 'DECLINED';

const ofColleague = 'text not null references colleagues(id) on delete cascade';
const rows = 'colleague_id in {colleagues}';

export const colleagueTables = {
  /** Somebody who works in the dashboard on the web. */
  colleagues: {
    columns: {
      id: 'text primary key',
      name: 'text not null',
      /** In lower case. */
      email: 'text not null unique',
      /** The jobs, with commas between them. */
      jobs: 'text not null',
      /** The ids of a track chair's sessions, with commas between them. */
      sessions: 'text',
      invited_at: 'text not null',
      invited_by: 'text not null',
      /** No session and no log-in works from this moment on. */
      ended_at: 'text',
      ended_by: 'text',
      /** The issuer and the subject of the house's own login, since its first use. */
      house_subject: 'text unique',
    },
    person: { heading: 'You as a colleague', rows: 'email = {email} order by invited_at' },
  },

  /** A public key of a colleague; the private one never leaves the device. */
  colleague_passkeys: {
    columns: {
      /** The id of the credential, in base64url. */
      id: 'text primary key',
      colleague_id: ofColleague,
      public_key: 'text not null',
      /** The number of signatures; a smaller one than before comes from a copy of the key. */
      counter: 'integer not null',
      name: 'text not null',
      created_at: 'text not null',
      used_at: 'text',
    },
    indexes: ['colleague_id'],
    person: { heading: 'Your passkeys', rows: `${rows} order by created_at` },
  },

  /** An act that waits for a second person. */
  colleague_proposals: {
    columns: {
      id: 'text primary key',
      colleague_id: ofColleague,
      action: 'text not null',
      /** The values of the form, as JSON. */
      request: 'text not null',
      /** The effect in the words that the colleague saw. */
      words: 'text not null',
      proposed_at: 'text not null',
      state: holding<ProposalState>('text not null'),
      decided_by: 'text',
      decided_at: 'text',
    },
    indexes: ['state, proposed_at', 'colleague_id'],
    person: { heading: 'Acts that you proposed', rows: `${rows} order by proposed_at` },
  },

  /** An invitation or a recovery: a digest of the token in the mail. */
  colleague_links: {
    columns: {
      digest: 'text primary key',
      colleague_id: ofColleague,
      until: 'text not null',
      used_at: 'text',
    },
    indexes: ['colleague_id'],
    isPassing: true,
    person: { heading: 'Your invitations', rows, shown: { digest: 'false' } },
  },

  /** A browser that is logged in: a digest of its cookie. */
  colleague_sessions: {
    columns: {
      digest: 'text primary key',
      colleague_id: ofColleague,
      way: holding<'passkey' | 'house'>('text not null'),
      begun_at: 'text not null',
      seen_at: 'text not null',
    },
    indexes: ['colleague_id'],
    isPassing: true,
    person: { heading: 'Your open sessions', rows, shown: { digest: 'false' } },
  },

  /** A log-in or a new passkey that has begun: a digest of a cookie of its own. It is used once. */
  colleague_ceremonies: {
    columns: {
      digest: 'text primary key',
      kind: holding<'log-in' | 'passkey' | 'house'>('text not null'),
      /** The challenge, or state, nonce and verifier, as JSON. */
      secrets: 'text not null',
      until: 'text not null',
    },
    indexes: ['until'],
    isPassing: true,
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof colleagueTables> {}
}
