import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteDatabase } from '#server/database/database.ts';
import { searchTextOf } from '#contract/person-name.ts';
import { payerColumns } from '#server/orders/orders.ts';
import { migrate } from '#server/database/migrate.ts';

/**
 * Fills an empty data folder with many registrations, most of which are paid, to measure the dashboard:
 *
 *     node tests/load/dashboard-rows.ts /tmp/crowd 50000
 *     DATA_DIR=/tmp/crowd npm run dashboard
 */
const [folder = '', count = '50000'] = process.argv.slice(2);
if (folder === '') throw new Error('Which folder? It has to be empty.');
mkdirSync(folder, { recursive: true });
const db = openSqliteDatabase(join(folder, 'plenary.sqlite'));
await migrate(db);

const FIRST_DAY = Date.parse('2026-01-05T07:00:00Z');
const GIVEN = [
  'Mira',
  'Ola',
  'Zoë',
  'Łukasz',
  'Nguyễn',
  'Amina',
  'Jorge',
  'Søren',
  'Yuki',
  'Tariq',
];
const FAMILY = [
  'Lindqvist',
  'Nowak',
  'Müller',
  'Okafor',
  'Tanaka',
  'Silva',
  'Haddad',
  'Rossi',
  'Kim',
];
const COUNTRIES = ['Sweden', 'Poland', 'Germany', 'Nigeria', 'Japan', 'Brazil', 'Lebanon', 'Italy'];
const TYPES = ['speaker', 'poster', 'listener', 'student', 'exhibitor', 'committee'];

for (let from = 0; from < Number(count); from += 500) {
  const people = Array.from({ length: Math.min(500, Number(count) - from) }, (_, at) =>
    personOf(from + at),
  );
  await db
    .insertInto('participants')
    .values(people.map(({ registration }) => registration))
    .execute();
  await db
    .insertInto('orders')
    .values(people.map(({ order }) => order))
    .execute();
  await db
    .insertInto('payments')
    .values(people.map(({ payment }) => payment))
    .execute();
  await db
    .insertInto('order_items')
    .values(people.map(({ item }) => item))
    .execute();
  const paid = people.filter(({ isPaid }) => isPaid);
  await db
    .insertInto('payment_history')
    .values(paid.map(({ transition }) => transition))
    .execute();
  await db
    .insertInto('outbox')
    .values(people.map(({ mail }) => mail))
    .execute();
}
await db.destroy();

function personOf(number: number) {
  const id = String(number).padStart(26, '0');
  const minutes = Math.floor((number * 150 * 24 * 60) / Number(count));
  const at = new Date(FIRST_DAY + minutes * 60_000).toISOString();
  const name = `${pick(GIVEN, number)} ${pick(FAMILY, Math.floor(number / 7))} ${number}`;
  const email = `person.${number}@lab.example`;
  const institute = `Institute of Soft Matter ${number % 340}`;
  const country = pick(COUNTRIES, Math.floor(number / 3));
  const isPaid = number % 5 !== 0;
  const cents = 39_900 + (number % 4) * 5000;
  const reference = `PS26-${String(number)
    .padStart(8, '0')
    .replace(/(.{4})/, '$1-')}`;
  const customer = { name, email, phone: '+46 8 5550 142', institute, country };
  const registration = {
    id,
    dedupe_key: id,
    person_key: id,
    name,
    sort_name: name,
    search_text: searchTextOf(customer),
    phone: '+46 8 5550 142',
    email,
    institute,
    country,
    language: 'en',
    presentation_type: pick(TYPES, Math.floor(number / 2)),
    registration_type: number % 3 === 0 ? 'stay' : 'registration-only',
    page_token: id,
    created_at: at,
  };
  const order = {
    id,
    reference,
    dedupe_key: id,
    person_key: id,
    amount_cents: cents,
    fee_cents: 1900,
    currency: 'EUR',
    currency_decimals: 2,
    product_name: 'Registration',
    fee_basis_points: 500,
    fee_fixed_cents: 0,
    fee_tax_basis_points: null,
    fee_words: 'Processing fee of {fee}',
    ...payerColumns(customer),
    language: 'en',
    order_reference: null,
    state: isPaid ? 'CONFIRMED' : 'EXPIRED',
    paid_payment_id: isPaid ? id : null,
    receipt_token: id,
    created_at: at,
  };
  const item = {
    id,
    order_id: id,
    participant_id: id,
    kind: 'registration' as const,
    item: registration.presentation_type,
    label: 'Registration',
    words: null,
    stated_by_payer: null,
    phase: null,
    from_day: null,
    until_day: null,
    quantity: 1,
    unit_cents: cents,
    amount_cents: cents,
    position: 0,
    state: 'booked' as const,
    change_id: null,
    replaced_by: null,
    created_at: at,
  };
  const payment = {
    id,
    order_id: id,
    attempt: 1,
    provider: number % 2 === 0 ? 'stripe' : 'paypal',
    mode: 'sandbox',
    account: 'sandbox',
    idempotency_key: id,
    request: '{}',
    provider_ref: `cs_${id}`,
    checkout_url: null,
    provider_payment_ref: `pi_${id}`,
    amount_cents: cents,
    currency: 'EUR',
    currency_decimals: 2,
    state: isPaid ? 'PAID' : 'EXPIRED',
    failure_code: null,
    lease_until: null,
    next_check_at: null,
    created_at: at,
    expires_at: at,
  };
  const transition = {
    id,
    payment_id: id,
    at,
    actor: 'webhook',
    from_state: 'OPEN',
    to_state: 'PAID',
    evidence: 'generated',
  };
  const mail = {
    id,
    message_key: `payment-confirmed:${id}`,
    kind: 'payment-confirmed',
    recipient: email,
    reference,
    payload: '{}',
    created_at: at,
    next_attempt_at: at,
    lease_until: null,
    sent_at: at,
    dead_at: null,
    trouble: null,
    until_paid: null,
    withdrawn_at: null,
    digest_id: null,
  };
  return { isPaid, registration, order, item, payment, transition, mail };
}

function pick<T>(from: readonly T[], number: number): T {
  const found = from[number % from.length];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}
