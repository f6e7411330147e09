import { DAY, HOUR } from '#contract/time-spans.ts';
import { asCents } from '#contract/money.ts';
import { searchTextOf } from '#contract/person-name.ts';
import { type Insertable, sql } from 'kysely';
import { demoPerson } from '#organiser/demo/demo-people.ts';
import { type Db, hasOneWriter, inTransaction, type Tx } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import { newId } from '#server/identity.ts';
import type { MailTemplate } from '#server/mail/mail-template.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { fixtureContent } from './fixture-content.ts';

/** A range of people. Their registrations are spread evenly over `withinMs` until the moment `until`. */
export type Crowd = { from?: number; to: number; until: Date; withinMs: number };

const AT_ONCE = 1000;

/**
 * Writes many invented people straight into the tables, as a server leaves them: registered, paid or expired, with
 * mails, receipts, webhooks, abstracts and all other rows that grow with a conference. One person in ten has an
 * expired checkout, which is more than an hour old, because unpaid checkouts of the last hour have a quota.
 */
export async function insertCrowd(db: Db, { from = 0, to, until, withinMs }: Crowd): Promise<void> {
  for (let first = from; first < to; first += AT_ONCE) {
    const people = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, at) => {
      const part = (first + at - from) / (to - from);
      const moment = new Date(until.getTime() - withinMs + part * withinMs);
      const isLate = until.getTime() - moment.getTime() <= HOUR;
      return rowsOf(first + at, moment, { isPaid: (first + at) % 10 !== 0 || isLate, isLate });
    });
    await inTransaction(db, async (tx) => {
      for (const table of tables) {
        await insert(
          tx,
          table,
          people.flatMap((one): object[] => one[table]),
        );
      }
    });
  }
  // PostgreSQL's autovacuum would do the same a little later.
  if (hasOneWriter(db)) return;
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

/** Inserts all rows as one parameter: one parameter for each value would take minutes for a large crowd. */
async function insert(tx: Tx, table: Table, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const source = hasOneWriter(tx)
    ? sql`select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`))} from json_each(${JSON.stringify(rows)})`
    : sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
  await sql`insert into ${sql.table(table)} (${columns}) ${source}`.execute(tx);
}

type Table = keyof typeof noRows;
type Rows = { [table in Table]: Insertable<Tables[table]>[] };

// A table comes before the tables that refer to it.
const noRows = {
  participants: [],
  orders: [],
  order_items: [],
  payments: [],
  payment_history: [],
  payment_networks: [],
  webhook_events: [],
  refunds: [],
  disputes: [],
  reviews: [],
  outbox: [],
  idempotency_keys: [],
  abstracts: [],
  abstract_files: [],
  abstract_authors: [],
  documents: [],
  activities: [],
};
const tables = Object.keys(noRows) as Table[];

/** `isLate`: the registration is at most an hour old. */
function rowsOf(
  number: number,
  at: Date,
  { isPaid, isLate }: { isPaid: boolean; isLate: boolean },
): Rows {
  const person = demoPerson(number);
  const id = newId();
  const created_at = at.toISOString();
  const later = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const types = fixtureContent.prices.presentationTypes;
  const type = types[number % types.length]?.id ?? '';
  const { sessions } = fixtureContent.sessions;
  const isOneIn = (count: number) => number % count === 1;
  const hasAbstract = isOneIn(5);
  const provider = number % 2 === 0 ? 'stripe' : 'paypal';
  const digits = String(number)
    .padStart(8, '0')
    .replace(/(.{4})/, '$1-');
  const reference = `PS26-${digits}`;
  const lines = [{ words: 'Registration (Speaker)', cents: 41_895 }];
  const money = { amount_cents: 41_895, currency: 'EUR', currency_decimals: 2 };
  const template: MailTemplate = {
    language: 'en',
    colours: fixtureContent.conference.looks.palette,
    heading: reference,
    paragraphs: [person.name.repeat(40)],
    facts: [],
    signature: [],
  };
  const mail = (kind: string, to: string, state: object): Insertable<Tables['outbox']> => ({
    id: newId(),
    message_key: `${kind}:${id}`,
    kind,
    recipient: to,
    reference,
    payload: JSON.stringify({ subject: `About ${reference}`, template }),
    created_at,
    next_attempt_at: created_at,
    lease_until: null,
    sent_at: null,
    dead_at: null,
    trouble: null,
    until_paid: null,
    withdrawn_at: null,
    digest_id: null,
    ...state,
  });
  const isSent = { sent_at: later(1000), attempts: 1 };
  const isWithdrawn = { sent_at: null, attempts: 0, withdrawn_at: later(1000) };
  return {
    participants: [
      {
        ...person,
        id,
        dedupe_key: id,
        person_key: id,
        sort_name: person.name,
        search_text: searchTextOf(person),
        presentation_type: type,
        registration_type: 'registration' as const,
        created_at,
      },
      ...(isOneIn(5)
        ? [
            {
              ...person,
              id: newId(),
              dedupe_key: newId(),
              person_key: newId(),
              sort_name: person.name,
              search_text: searchTextOf(person),
              presentation_type: null,
              registration_type: null,
              created_at,
            },
          ]
        : []),
    ].map((row) => ({
      ...row,
      page_token: row.id,
      language: 'en',
      cancelled_at: null,
      checked_in_at: null,
    })),
    orders: [
      {
        id,
        reference,
        dedupe_key: id,
        person_key: id,
        ...money,
        fee_cents: 1_995,
        fee_basis_points: 500,
        fee_fixed_cents: 0,
        fee_tax_basis_points: null,
        fee_words: 'Processing fee of {fee}',
        product_name: 'Speaker registration',
        payer_name: person.name,
        payer_email: person.email,
        payer_phone: person.phone,
        payer_institute: person.institute,
        payer_country: person.country,
        search_text: searchTextOf(person),
        language: 'en',
        order_reference: null,
        state: isPaid ? 'CONFIRMED' : 'EXPIRED',
        paid_payment_id: isPaid ? id : null,
        receipt_token: id,
        page_token: null,
        cancelled_at: null,
        created_at,
      },
    ],
    order_items: [
      { kind: 'registration' as const, item: type, label: 'Speaker', unit_cents: 39_900 },
      { kind: 'fee' as const, item: '', label: 'Processing fee of 5%', unit_cents: 1_995 },
    ].map((item, position) => ({
      ...item,
      id: newId(),
      order_id: id,
      participant_id: item.kind === 'fee' ? null : id,
      stated_by_payer: null,
      phase: null,
      from_day: null,
      until_day: null,
      quantity: 1,
      amount_cents: item.unit_cents,
      position,
      state: 'booked' as const,
      change_id: null,
      replaced_by: null,
      created_at,
    })),
    payments: [
      {
        id,
        order_id: id,
        attempt: 1,
        provider,
        mode: 'sandbox',
        account: null,
        idempotency_key: id,
        request: requestOf(person.email, id),
        provider_ref: `cs_test_${id}`,
        checkout_url: null,
        provider_payment_ref: isPaid ? `pi_${id}` : null,
        ...money,
        state: isPaid ? 'PAID' : 'EXPIRED',
        failure_code: null,
        lease_until: null,
        next_check_at: isPaid ? later(2 * DAY) : null,
        created_at,
        expires_at: later(HOUR),
      },
    ],
    payment_history: (['NEW', 'OPEN', isPaid ? 'PAID' : 'EXPIRED'] as const).map(
      (to_state, step) => ({
        id: newId(),
        payment_id: id,
        at: later(step * 1000),
        actor: 'webhook',
        from_state: null,
        to_state,
        evidence: 'paid 41895 EUR',
      }),
    ),
    // The server stores networks for an hour.
    payment_networks: isLate ? [{ payment_id: id, network: id, created_at }] : [],
    webhook_events: [
      {
        provider,
        event_id: `evt_${id}`,
        type: 'checkout.session.completed',
        ref: `cs_test_${id}`,
        payment_ref: null,
        dispute_ref: null,
        live: 0,
        received_at: later(2000),
        done_at: later(2500),
        outcome: 'PAID',
      },
    ],
    refunds: isOneIn(50)
      ? [
          {
            id,
            payment_id: id,
            idempotency_key: `rf_${id}`,
            provider_ref: `re_${id}`,
            amount_cents: 100,
            reason: 'organiser',
            state: 'SENT',
            next_try_at: null,
            asked_at: created_at,
            trouble: null,
            settled_at: null,
            created_at,
          },
        ]
      : [],
    disputes: isOneIn(50)
      ? [
          {
            provider,
            provider_ref: `dp_${id}`,
            payment_id: id,
            state: 'WON',
            amount_cents: 100,
            currency: 'EUR',
            due_at: null,
            opened_at: created_at,
            closed_at: created_at,
            asked_at: created_at,
            changed_at: created_at,
          },
        ]
      : [],
    reviews: isOneIn(50)
      ? [
          {
            id,
            kind: 'fraudWarning',
            payment_id: id,
            about: `iss_${id}`,
            noted_at: created_at,
            settled_at: created_at,
            settled_by: 'mira',
          },
        ]
      : [],
    outbox: [
      mail('registration-received', person.email, isPaid ? isWithdrawn : isSent),
      mail('registration-received-for-secretary', SECRETARY, isSent),
      mail(isPaid ? 'payment-confirmed' : 'payment-expired', person.email, isSent),
    ],
    idempotency_keys: [{ key: id, subject_id: id, claimed_at: created_at }],
    abstracts: hasAbstract
      ? [
          {
            id,
            dedupe_key: id,
            reference: `AB26-${digits}`,
            title_prefix: 'Dr',
            name: `${person.name} ${lettersOf(number)}`,
            phone: person.phone,
            email: person.email,
            organization: person.institute,
            country: person.country,
            language: 'en',
            search_text: searchTextOf(person),
            interest_area_id: 'advanced-composites',
            session_id: sessions[number % sessions.length]?.id ?? '',
            token: id,
            file_id: id,
            created_at,
          },
        ]
      : [],
    abstract_files: hasAbstract
      ? [
          {
            id,
            abstract_id: id,
            kind: 'submitted',
            file_name: 'abstract.pdf',
            bytes: 1000,
            sha256: id,
            file_key: id,
            file_store: 'folder',
            active_content: null,
            created_at,
            actor: 'author',
            scan: 'CLEAN',
            scan_finding: null,
            scan_due_at: null,
          },
        ]
      : [],
    abstract_authors: [],
    documents: isPaid
      ? [
          {
            number: reference,
            order_id: id,
            payment_id: id,
            content: JSON.stringify({
              kind: 'receipt',
              number: reference,
              reference,
              issuedAt: created_at,
              issuedOn: created_at.slice(0, 10),
              issuer: ['Polymer Summit'],
              language: 'en',
              conference: ['Polymer Summit 2026'],
              customer: [person.name],
              lines,
              totalCents: asCents(41_895),
              currency: 'EUR',
              decimals: 2,
              paidBy: 'card',
              isTest: true,
            } satisfies ReceiptDocument),
            issued_at: created_at,
          },
        ]
      : [],
    activities: isOneIn(20)
      ? [{ id, at: created_at, who: 'mira', action: 'correct', reference, words: 'name' }]
      : [],
  };
}

/** A text of letters that no other number has: authors of one name would all be taken for duplicates. */
function lettersOf(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

const SECRETARY = 'secretary@summit.example';

/** The request to a provider. */
function requestOf(customerEmail: string, id: string): string {
  const address = 'http://127.0.0.1/payment-success';
  return JSON.stringify({
    orderId: id,
    paymentId: id,
    invoice: id,
    origin: 'http://127.0.0.1',
    amountCents: 41_895,
    currency: 'EUR',
    productName: 'Speaker registration',
    description: 'Registration',
    customerEmail,
    successUrl: address,
    cancelUrl: address,
    expiresAt: 0,
  });
}
