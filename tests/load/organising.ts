/**
 * Measures the organiser's commands on a large conference: 50,000 registrations with an order and a payment each, in a
 * temporary SQLite database.
 *
 * - `participants`: the first page, as the dashboard reads it, and all pages
 * - `figures`: the numbers of the report
 * - `table`: XLSX with all sheets, and CSV, each as a separate command, with the command's largest memory
 *
 *     npm run test:organising -- [registrations]
 *
 * It needs Linux to measure memory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchTextOf } from '#contract/person-name.ts';
import { insertRows } from '#server/database/all-rows.ts';
import { inTransaction, openSqliteDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { payerColumns } from '#server/orders/orders.ts';
import { newId } from '#server/identity.ts';
import { demoPerson } from '#organiser/demo/demo-people.ts';
import { figuresOf } from '#server/reports/figures.ts';
import { participantsIn } from '#server/reports/list-participants.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { closeWith, tableOf } from './figures.ts';

const PEOPLE = Number(process.argv[2] ?? 50_000);
const MIB = 1024 * 1024;

const rows: string[][] = [];
const missed: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'plenary-organising-'));
const db = openSqliteDatabase(join(folder, 'plenary.sqlite'));
try {
  await migrate(db);
  await fill();
  await participants();
  await figures();
  await command('table', 'all.xlsx', 20);
  await command('table', 'participants.csv', 20);
  console.log(tableOf(['what', 'figure', 'limit'], rows));
} finally {
  await db.destroy();
  rmSync(folder, { recursive: true });
}
closeWith(missed);

async function participants(): Promise<void> {
  const began = performance.now();
  let count = 0;
  for await (const page of participantsIn(db)) {
    if (count === 0) report('first page of participants, ms', performance.now() - began, 1000);
    count += page.length;
  }
  report(`${count} participants, ms`, performance.now() - began);
}

async function figures(): Promise<void> {
  const began = performance.now();
  await figuresOf(db, fixtureContent);
  report('figures, ms', performance.now() - began, 2000);
}

/** Runs a command that writes a file, and measures the command's memory while it runs. */
async function command(name: string, file: string, mostSeconds: number): Promise<void> {
  const began = performance.now();
  const path = join(folder, file);
  const child = spawn(process.execPath, ['organiser/main.ts', name, path], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
    stdio: 'inherit',
  });
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid));
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  report(`${name} ${file}, s`, (performance.now() - began) / 1000, mostSeconds);
  report(`${name} ${file}, most memory in MiB`, most / MIB);
  report(`${name} ${file}, size in MiB`, statSync(path).size / MIB);
}

function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // The process has just ended.
    return 0;
  }
}

function report(what: string, figure: number, limit?: number): void {
  const shown = figure < 10 ? figure.toFixed(1) : figure.toFixed(0);
  rows.push([what, shown, limit === undefined ? '' : `≤ ${limit}`]);
  if (limit !== undefined && figure > limit) missed.push(`${what}: ${shown}`);
}

const TABLES = ['participants', 'orders', 'order_items', 'payments', 'payment_history'] as const;

async function fill(): Promise<void> {
  const start = Date.now() - 90 * 24 * 60 * 60_000;
  for (let from = 0; from < PEOPLE; from += 500) {
    const batch = Array.from({ length: Math.min(500, PEOPLE - from) }, (_, at) =>
      rowsOf(from + at, new Date(start + ((from + at) / PEOPLE) * 90 * 24 * 60 * 60_000)),
    );
    await inTransaction(db, async (tx) => {
      for (const table of TABLES) {
        for (let at = 0; at < batch.length; at += 100) {
          await insertRows(
            tx,
            table,
            batch.slice(at, at + 100).map((each) => each[table]),
          );
        }
      }
      for (const { orders, payments } of batch) {
        await tx
          .updateTable('orders')
          .set({ paid_payment_id: payments.id })
          .where('id', '=', orders.id)
          .execute();
      }
    });
  }
}

function rowsOf(number: number, at: Date) {
  const person = demoPerson(number);
  const { name, email, phone, institute, country } = person;
  const created_at = at.toISOString();
  const [id, orderId, paymentId] = [newId(), newId(), newId()];
  const types = fixtureContent.prices.presentationTypes;
  return {
    participants: {
      id,
      dedupe_key: id,
      person_key: id,
      name,
      sort_name: name,
      search_text: searchTextOf(person),
      phone,
      email,
      institute,
      country,
      presentation_type: types[number % types.length]?.id ?? '',
      registration_type: 'registration',
      page_token: id,
      created_at,
    },
    orders: {
      id: orderId,
      reference: `PS26-${orderId.slice(0, 8)}`,
      dedupe_key: orderId,
      person_key: orderId,
      amount_cents: 41_895,
      fee_cents: 1_995,
      currency: 'EUR',
      product_name: 'Speaker registration',
      fee_basis_points: 500,
      fee_fixed_cents: 0,
      fee_tax_basis_points: null,
      ...payerColumns(person),
      order_reference: null,
      state: 'CONFIRMED',
      paid_payment_id: null,
      receipt_token: orderId,
      created_at,
    },
    order_items: {
      id: orderId,
      order_id: orderId,
      participant_id: id,
      kind: 'registration',
      item: 'speaker',
      label: 'Speaker',
      stated_by_payer: null,
      phase: null,
      from_day: null,
      until_day: null,
      quantity: 1,
      unit_cents: 39_900,
      amount_cents: 39_900,
      position: 0,
      state: 'booked',
      change_id: null,
      replaced_by: null,
      created_at,
    },
    payments: {
      id: paymentId,
      order_id: orderId,
      attempt: 1,
      provider: 'stripe',
      mode: 'sandbox',
      account: 'demo',
      idempotency_key: paymentId,
      request: '{}',
      provider_ref: `cs_test_${paymentId}`,
      checkout_url: null,
      provider_payment_ref: `pi_${paymentId}`,
      amount_cents: 41_895,
      currency: 'EUR',
      state: 'PAID',
      failure_code: null,
      lease_until: null,
      next_check_at: null,
      created_at,
      expires_at: created_at,
    },
    payment_history: {
      id: newId(),
      payment_id: paymentId,
      at: created_at,
      actor: 'webhook',
      from_state: 'OPEN',
      to_state: 'PAID',
      evidence: 'paid 41895 EUR',
    },
  };
}
