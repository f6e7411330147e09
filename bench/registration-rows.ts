import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { openDatabase } from '#server/database/database.ts';
import { aPerson, PERSON_DIGITS } from './a-person.ts';
import { type InstantServer, post } from './start-instant-server.ts';

/** A text of a row: what is the same for everybody, and the places where a person's number goes. */
type Text = readonly (string | { prefix: string; width: number })[];
type Row = { table: string; values: Record<string, Text | number | null> };
export type Rows = {
  registration: Row[];
  /** What the order adds to the registration. */
  completed: Row;
  order: Row[];
  /** What the provider's answer changes, and its line in the payment log. */
  opened: { payment: Row; log: Row };
};

/**
 * Lets one person register and open a checkout over HTTP, and reads the rows that the server wrote. The bare database
 * then writes the same rows, with texts of the same length.
 */
export async function rowsOfOnePerson(
  server: InstantServer,
  databaseUrl: string | undefined,
): Promise<Rows> {
  const number = 7;
  await post(server.origin, '/api/registration/register', aPerson(number));
  const checkout = '/api/payment/create-checkout-session?pricingConfigId=speaker';
  await post(server.origin, checkout, aPerson(number));

  const log = () => undefined;
  const db = openDatabase({ url: databaseUrl, dataDir: server.dataDir, log });
  const [registration] = await db.selectFrom('registrations').selectAll().execute();
  const [repeat] = await db.selectFrom('idempotency_keys').selectAll().execute();
  const mails = await db.selectFrom('outbox').selectAll().orderBy('message_key').execute();
  const [order] = await db.selectFrom('orders').selectAll().execute();
  const [payment] = await db.selectFrom('payments').selectAll().execute();
  const moves = await db.selectFrom('payment_history').selectAll().orderBy('to_state').execute();
  await db.destroy();
  const [written, opened] = moves;
  if (!registration || !repeat || mails.length !== 2 || !order || !payment || !written || !opened) {
    throw new Error('the server wrote other rows than this measurement knows');
  }

  const own = [
    registration.id,
    registration.dedupe_key,
    repeat.key,
    order.id,
    order.dedupe_key,
    order.reference,
    payment.id,
    written.id,
    opened.id,
    ...mails.map(({ id }) => id),
    (payment.provider_ref ?? '').replace('cs_test_', ''),
  ];
  const row = (table: string, values: Record<string, string | number | null>): Row => ({
    table,
    values: Object.fromEntries(
      Object.entries(values).map(([column, value]) => [
        column,
        typeof value === 'string' ? textOf(value, own, number) : value,
      ]),
    ),
  });
  const { provider_ref, checkout_url, state } = payment;
  const asNew = { ...payment, provider_ref: null, checkout_url: null, state: 'NEW' };
  return {
    registration: [
      row('idempotency_keys', repeat),
      row('registrations', registration),
      ...mails.map((mail) => row('outbox', mail)),
    ],
    completed: row('registrations', {
      registration_type: registration.registration_type,
      accompanying_person: registration.accompanying_person,
      extra_nights: registration.extra_nights,
      id: registration.id,
    }),
    order: [row('orders', order), row('payments', asNew), row('payment_history', written)],
    opened: {
      payment: row('payments', { state, provider_ref, checkout_url, id: payment.id }),
      log: row('payment_history', opened),
    },
  };
}

/** Finds the parts of a text that belong to the person alone. */
function textOf(text: string, own: readonly string[], number: number): Text {
  const digits = String(number).padStart(PERSON_DIGITS, '0');
  const places = new RegExp(`(${[...own, digits].map((word) => RegExp.escape(word)).join('|')})`);
  return text
    .split(places)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === digits) return { prefix: '', width: PERSON_DIGITS };
      const at = own.indexOf(part);
      // The prefix distinguishes two ids of one person.
      const prefix = String.fromCharCode(97 + at);
      return at < 0 ? part : { prefix, width: part.length - 1 };
    });
}

/** Three transactions for pgbench, as the server makes them: the registration, the order, its checkout. */
export function pgbenchScript(rows: Rows, whole: boolean): string {
  const { registration, completed, order, opened } = rows;
  const inserts = (some: Row[]) => some.map(insertFor);
  const transactions = whole
    ? [
        inserts(registration),
        [updateFor(completed), ...inserts(order)],
        [updateFor(opened.payment), insertFor(opened.log)],
      ]
    : [inserts(registration)];
  return [
    '\\set n random(1, 4000000000000)',
    ...transactions.flatMap((statements) => ['begin;', ...statements, 'commit;']),
  ].join('\n');
}

function updateFor({ table, values: { id = null, ...values } }: Row): string {
  const sets = Object.entries(values).map(([column, value]) => `${column} = ${sqlOf(value)}`);
  return `update ${table} set ${sets.join(', ')} where id = ${sqlOf(id)};`;
}

function insertFor({ table, values }: Row): string {
  const columns = Object.keys(values).join(', ');
  return `insert into ${table} (${columns}) values (${Object.values(values)
    .map((value) => sqlOf(value))
    .join(', ')});`;
}

/** pgbench takes a colon before a letter for a variable, also inside a text. */
function sqlOf(value: Text | number | null, number = ':n'): string {
  if (value === null || typeof value === 'number') return String(value);
  return value
    .map((part) =>
      typeof part === 'string'
        ? `E'${part.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
        : `'${part.prefix}' || lpad(${number}::text, ${part.width}, '0')`,
    )
    .join(' || ');
}

/** Persons a second that a bare loop of prepared statements writes into a file, each transaction durable like ours. */
export function bareLoop(folder: string, rows: Rows, whole: boolean, seconds: number): number {
  const database = new DatabaseSync(join(folder, 'plenary.sqlite'), { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  const insert = ({ table, values }: Row) => {
    const columns = Object.keys(values);
    const places = columns.map(() => '?').join(', ');
    const statement = database.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${places})`,
    );
    return (n: number) =>
      void statement.run(...Object.values(values).map((text) => valueOf(text, n)));
  };
  const update = ({ table, values: { id = null, ...values } }: Row) => {
    const sets = Object.keys(values).map((column) => `${column} = ?`);
    const statement = database.prepare(`update ${table} set ${sets.join(', ')} where id = ?`);
    return (n: number) =>
      void statement.run(...[...Object.values(values), id].map((text) => valueOf(text, n)));
  };
  const transactions = [rows.registration.map(insert)];
  if (whole) {
    transactions.push([update(rows.completed), ...rows.order.map(insert)]);
    transactions.push([update(rows.opened.payment), insert(rows.opened.log)]);
  }

  const began = performance.now();
  let persons = 0;
  while (performance.now() - began < seconds * 1000) {
    const n = Math.floor(Math.random() * 4e12);
    for (const writes of transactions) {
      database.exec('begin immediate');
      for (const write of writes) write(n);
      database.exec('commit');
    }
    persons++;
  }
  const rate = (persons * 1000) / (performance.now() - began);
  database.close();
  return rate;
}

/** The rows of all persons from one number to another, each with an open checkout and sent mails. */
function finalRows({ registration, order, opened }: Rows): Row[] {
  const later: Partial<Record<string, (row: Row) => Row['values']>> = {
    outbox: ({ values }) => ({ sent_at: values['created_at'] ?? null }),
    payments: () => opened.payment.values,
  };
  const rows = [...registration, ...order].map((row) => ({
    ...row,
    values: { ...row.values, ...later[row.table]?.(row) },
  }));
  return [...rows, opened.log];
}

/** Fills a PostgreSQL database with so many persons, numbered from 101. */
export function fillingStatements(rows: Rows, count: number): string[] {
  const inserts = finalRows(rows).map(({ table, values }) => {
    const texts = Object.values(values).map((value) => sqlOf(value, 'n'));
    const columns = Object.keys(values).join(', ');
    return `insert into ${table} (${columns}) select ${texts.join(', ')} from generate_series(101, ${count + 100}) n`;
  });
  return [...inserts, 'vacuum analyze'];
}

/** Fills a SQLite file with so many persons, numbered from 101. */
export function fillFile(folder: string, rows: Rows, count: number): void {
  const database = new DatabaseSync(join(folder, 'plenary.sqlite'), { timeout: 60_000 });
  const inserts = finalRows(rows).map(({ table, values }) => {
    const places = Object.keys(values).map(() => '?');
    const columns = Object.keys(values).join(', ');
    const sql = `insert into ${table} (${columns}) values (${places.join(', ')})`;
    return { statement: database.prepare(sql), texts: Object.values(values) };
  });
  database.exec('begin immediate');
  for (let n = 101; n <= count + 100; n++) {
    for (const { statement, texts } of inserts)
      statement.run(...texts.map((text) => valueOf(text, n)));
  }
  database.exec('commit; analyze;');
  database.close();
}

/** The text of one person. */
export function valueOf(value: Text | number | null, n: number): string | number | null {
  if (value === null || typeof value === 'number') return value;
  return value
    .map((part) =>
      typeof part === 'string' ? part : part.prefix + String(n).padStart(part.width, '0'),
    )
    .join('');
}
