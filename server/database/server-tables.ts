import type { PaymentMode } from '#server/config/payment-mode.ts';
import { holding, type Table } from './define-table.ts';

export const serverTables = {
  /** The answer of an address whether the next conference may invite it. It outlives the retention periods. */
  consents: {
    columns: {
      /** In lower case. */
      email: 'text primary key',
      name: 'text not null',
      language: 'text not null',
      answer: holding<'yes' | 'no'>('text not null'),
      answered_at: 'text not null',
    },
    person: { heading: 'Consents', rows: 'email = {normalised}', isErased: true },
  },

  outbox: {
    columns: {
      id: 'text primary key',
      /** One message per event: `payment-confirmed:<order>`. */
      message_key: 'text not null unique',
      kind: 'text not null',
      recipient: 'text not null',
      /** The order or abstract that the mail is about; null for other subjects, such as a registration without an order. */
      reference: 'text',
      payload: 'text not null',
      created_at: 'text not null',
      attempts: 'integer default 0 not null',
      next_attempt_at: 'text not null',
      lease_until: 'text',
      sent_at: 'text',
      /** When the server gave the mail up, after the last try. */
      dead_at: 'text',
      /** The error of the last try, without the text of the mail server. */
      trouble: 'text',
      /** Set for a mail about a missing payment: the registration or the order that has to be paid. */
      until_paid: 'text',
      /** When the mail became untrue before it was sent; it is no longer sent. */
      withdrawn_at: 'text',
      /** The digest that contains this mail; null if it is sent by itself. */
      digest_id: 'text',
    },
    indexes: [
      'created_at, id',
      'kind, next_attempt_at where sent_at is null and withdrawn_at is null and dead_at is null and digest_id is null',
      'recipient where sent_at is null and withdrawn_at is null',
      'reference where reference is not null',
      'digest_id where digest_id is not null',
      'until_paid where until_paid is not null',
      "substr(message_key, 8, 26) where kind = 'letter'",
      'sent_at where sent_at is not null',
      'dead_at where dead_at is not null',
      'lower(recipient), created_at',
    ],
    person: {
      heading: 'Mails',
      rows: 'lower(recipient) = {email} or lower(payload) like {naming} order by created_at',
      counted: 'mails',
    },
  },

  /** An entry in the log of the organisers' commands. */
  activities: {
    columns: {
      id: 'text primary key',
      at: 'text not null',
      /** The system user who ran the command or the dashboard. */
      who: 'text not null',
      /** The command: "correct", "refund". */
      action: 'text not null',
      /** The order or abstract of the command. */
      reference: 'text',
      /** The member of a group whom the change was about; the participant has the name, so that an erasure removes it. */
      participant_id: 'text',
      /** A sentence about the change; empty after an erasure of the person in it. */
      words: 'text not null',
    },
    indexes: ['reference', 'at, id', 'action, reference'],
    person: {
      heading: 'Log of what was done',
      rows: 'reference in (select reference from orders where id in {orders}) or reference in (select reference from abstracts where id in {abstracts}) or participant_id in {participants} or lower(words) like {naming} or reference in (select reference from activities where lower(words) like {naming}) order by at',
    },
  },

  idempotency_keys: {
    columns: {
      /** Digest of an Idempotency-Key or of the content of a write. */
      key: 'text primary key',
      subject_id: 'text not null',
      claimed_at: 'text not null',
    },
    person: {
      heading: 'Forms that were sent',
      rows: 'subject_id in {participants} or subject_id in {abstracts}',
      counted: 'keys of repeated requests',
      isErased: true,
    },
  },

  /** A file that has to be deleted because its row is deleted. */
  removals: {
    columns: {
      /** `files`: the file store, by its key; `mail`: the folder of mails, by the id of the message. */
      place: 'text not null',
      name: 'text not null',
      /** The store that the file is in; null for a mail. */
      file_store: 'text',
    },
    key: ['place', 'name'],
    person: 'nobody',
  },

  /** The accounts and stores that the database is used with. There is one row, written at the first start. */
  installation: {
    columns: {
      id: holding<1>('integer primary key'),
      /** sandbox, test or live. */
      mode: holding<PaymentMode>('text not null'),
      stripe_account: 'text',
      /** A fingerprint of the secret key, from which nobody can compute the key. */
      stripe_key: 'text',
      paypal_client: 'text',
      sandbox_id: 'text',
      /** The name of the bucket, or the id in the folder of files. */
      file_store: 'text not null',
      /** The time of the newest backup, and of the newest that is on another machine. */
      backed_up_at: 'text',
      copied_at: 'text',
      /** Signs the lists of desks without a network. */
      desk_key: 'text',
    },
    person: 'nobody',
  },

  /** A server that runs, or that ran recently. */
  servers: {
    columns: {
      id: 'text primary key',
      host: 'text not null',
      version: 'text not null',
      /** sandbox, test or live. */
      mode: 'text not null',
      file_store: 'text not null',
      sandbox_id: 'text',
      started_at: 'text not null',
      seen_at: 'text not null',
      /** The stamp of the conference's folder that it shows, and since when. Null: another server shows the pages. */
      content_stamp: 'text',
      content_since: 'text',
    },
    isPassing: true,
    person: 'nobody',
  },

  /** The server that runs a job, or ran it last. */
  leases: {
    columns: {
      /** The job. */
      name: 'text primary key',
      /** The server. */
      holder: 'text not null',
      /** No other server takes the job before this time. */
      until: 'text not null',
    },
    isPassing: true,
    person: 'nobody',
  },

  /** How much a network has used of a rate limit that all servers share. */
  rate_limits: {
    columns: {
      /** A digest of the limit and the network. */
      key: 'text primary key',
      /** When the limit is unused again. Milliseconds since 1970, so that SQL can add to it. */
      full_at: holding<number>('bigint not null'),
    },
    isPassing: true,
    person: 'nobody',
  },

  /** A file that was received, also if another one has replaced it since; kept for a day. */
  uploads: {
    columns: {
      key: 'text primary key',
      bytes: 'integer not null',
      received_at: 'text not null',
    },
    indexes: ['received_at'],
    isPassing: true,
    person: 'nobody',
  },

  /** A concern that the server posts to `ALARM_URL` once. */
  alarms: {
    columns: {
      /** A digest of `about`, `subject` and `words`: a repeated concern is the same alarm. */
      key: 'text primary key',
      about: 'text not null',
      subject: 'text not null',
      words: 'text not null',
      noted_at: 'text not null',
      /** When ALARM_URL accepted it; null until then. */
      told_at: 'text',
    },
    isPassing: true,
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;
