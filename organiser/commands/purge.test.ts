import { dayOf } from '#contract/content/calendar-days.ts';
import { DAY } from '#contract/time-spans.ts';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Db, inTransaction } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { killedAt } from '#tests/support/killed-at.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

async function register(): Promise<void> {
  const answer = await server.post('/api/registration/register', {
    ...aPerson(),
    presentationType: 'POSTER',
  });
  expect(answer.status).toBe(200);
}

async function paid() {
  const checkout = await server.leftCheckout();
  await server.control.settled();
  return checkout;
}

function discounted() {
  const { email, ...person } = aPerson();
  return server.post('/api/discounts/create-session', {
    ...person,
    customerEmail: email,
    description: 'Agreed',
    unitAmount: '105.00',
    quantity: 1,
    currency: 'eur',
    successUrl: `${server.origin}/payment-success`,
    cancelUrl: `${server.origin}/payment-failure`,
  });
}

async function reconcileAtDesk(): Promise<number> {
  const facts = JSON.parse(await server.organise('reconcile', '--json'));
  return facts.differences.length;
}

/** Moves the clock and polls open payments. */
async function later(days: number): Promise<void> {
  server.clock.advance(days * DAY);
  server.control.advance(0);
  await pollOpenPayments(server.context, () => undefined);
}

const count = async (table: 'participants' | 'orders' | 'abstracts' | 'outbox') =>
  (await server.db.selectFrom(table).select('id').execute()).length;

test('a dry run counts expired data, names the date, and changes nothing', async () => {
  await register();
  await server.submit();
  await later(400);
  const before = await server.everyRow();
  const { text, counts } = await server.purged(false);
  expect(text).toContain(`Today is ${dayOf(server.clock.now(), 'Europe/Berlin')}`);
  expect(text).toMatch(/Nothing was removed\. Add --yes/);
  expect(counts).toEqual({
    'registrations, not paid': 1,
    'abstracts and their files': 1,
    'keys of repeated requests': 1,
  });
  expect(await server.everyRow()).toEqual(before);
  expect(await server.files.listStored()).toHaveLength(1);
});

test('an unpaid registration is deleted after 90 days with its order and payments; a paid one stays', async () => {
  await register();
  await server.openedCheckout();
  expect((await discounted()).status).toBe(200);
  await paid();
  await later(1);
  await later(88.9);
  expect((await server.purged(true)).counts).toEqual({ 'keys of repeated requests': 1 });
  await later(0.2);
  const dry = (await server.purged(false)).counts;
  expect(dry).toEqual({
    'registrations, not paid': 3,
    'orders, not paid': 2,
  });
  expect((await server.purged(true)).counts).toEqual(dry);
  expect((await server.purged(true)).counts).toEqual({});
  const rows = await server.everyRow();
  expect(rows['participants']).toHaveLength(1);
  expect(rows['orders']).toMatchObject([{ state: 'CONFIRMED' }]);
  expect(rows['payments']).toMatchObject([{ state: 'PAID' }]);
  expect(rows['documents']).toHaveLength(1);
});

test('a retention period also counts from the end of the conference', async () => {
  await register();
  await server.submit();
  await later(200);
  const end = new Date(server.clock.now().getTime() - 85 * DAY).toISOString().slice(0, 10);
  const { text, counts } = await server.purged(true, { end });
  expect(counts).toEqual({ 'keys of repeated requests': 1 });
  expect(text).toMatch(/registrations, not paid +0 +none of them yet/);
  await later(10);
  expect((await server.purged(true, { end })).counts).toEqual({ 'registrations, not paid': 1 });
  expect(await count('abstracts')).toBe(1);
});

test('an unpaid order with an unfinished payment stays, and is reported', async () => {
  const { sessionId } = await server.openedCheckout();
  server.clock.advance(100 * DAY);
  const { text, counts } = await server.purged(true);
  expect(text).toContain('1 unpaid orders stay');
  expect(counts).toEqual({});
  await pollOpenPayments(server.context, () => undefined);
  server.control.advance(0);
  await pollOpenPayments(server.context, () => undefined, { dueBy: new Date('9999-01-01') });
  expect((await server.purged(true)).counts).toMatchObject({ 'orders, not paid': 1 });
  const row = await server.db
    .selectFrom('payments')
    .select('id')
    .where('provider_ref', '=', sessionId);
  expect(await row.execute()).toEqual([]);
});

test('a payment that was made during an outage of its provider is not purged with its order', async () => {
  server.control.webhooks('off');
  await paid();
  server.control.failNext({ status: 500 }, 1000);
  await later(50);
  await later(50);
  const { text, counts } = await server.purged(true);
  expect(text).toContain('1 unpaid orders stay');
  expect(counts).toEqual({});
  server.control.clearFaults();
  await reconcileAtDesk();
  expect((await server.everyRow())['orders']).toMatchObject([{ state: 'CONFIRMED' }]);
});

test('reconcile asks about the payments that purge reports, even if the server no longer asks', async () => {
  const { url, sessionId } = await server.openedCheckout();
  await server.payAt(url, '4000000000000077');
  await server.control.settled();
  await later(15);
  await later(180);
  expect((await server.everyRow())['payments']).toMatchObject([
    { state: 'PENDING', next_check_at: null },
  ]);
  expect((await server.purged(true)).text).toContain('1 unpaid orders stay');
  server.control.webhooks('off');
  server.control.resolveAsync(sessionId, 'succeeded');
  await later(1);
  expect((await server.purged(true)).text).toContain('Run reconcile');
  await reconcileAtDesk();
  expect((await server.everyRow())['orders']).toMatchObject([{ state: 'CONFIRMED' }]);
});

test('abstracts are deleted after 12 months, row first, then file, also after a kill in between', async () => {
  for (const _ of [1, 2, 3]) await server.submit();
  await later(360);
  expect((await server.purged(true)).counts).not.toHaveProperty(['abstracts and their files']);
  await later(6);
  /** A file store whose process is killed before or after the removal of file `at`. */
  const killed = (moment: 'before' | 'after', at: number): FileStore => {
    let calls = 0;
    const die = (when: typeof moment) => {
      if (calls > at || (calls === at && when === moment)) throw new Error(`killed ${moment}`);
    };
    return {
      ...server.files.store,
      remove: async (key) => {
        calls += 1;
        die('before');
        await server.files.store.remove(key);
        die('after');
      },
    };
  };
  await expect(server.purged(true, { store: killed('before', 1) })).rejects.toThrow(
    'killed before',
  );
  expect(await count('abstracts')).toBe(0);
  expect(await server.files.listStored()).toHaveLength(3);
  await expect(server.purged(true, { store: killed('before', 2) })).rejects.toThrow(
    'killed before',
  );
  expect(await server.files.listStored()).toHaveLength(2);
  await expect(server.purged(true, { store: killed('after', 1) })).rejects.toThrow('killed after');
  expect(await server.files.listStored()).toHaveLength(1);
  await server.purged(true);
  expect(await server.files.listStored()).toEqual([]);
  expect((await server.everyRow())['removals']).toEqual([]);
});

test('after a kill before any step, the next purge has the same result as a single purge', async () => {
  await register();
  await server.openedCheckout();
  await paid();
  await server.submit();
  await server.submit();
  await later(400);
  /** Each run gets one step further than the run before. */
  const isKilledAt = async (step: number) => {
    const broken = killedAt(step, { db: server.db, store: server.files.store });
    const error: unknown = await server.purged(true, broken).catch((thrown: unknown) => thrown);
    return error instanceof Error && error.message === 'killed';
  };
  let step = 1;
  while (await isKilledAt(step)) step += 1;
  expect(step).toBeGreaterThan(4);
  expect((await server.purged(true)).counts).toEqual({});
  expect(await server.files.listStored()).toEqual([]);
  const rows = await server.everyRow();
  const left = Object.entries(rows).map(([table, { length }]) => [table, length]);
  expect(Object.fromEntries(left)).toMatchObject({
    participants: 0,
    orders: 1,
    payments: 1,
    documents: 1,
    abstracts: 0,
    removals: 0,
    idempotency_keys: 0,
  });
});

test('mails are deleted six months after they were sent; waiting mails stay', async () => {
  await register();
  server.clock.advance(60_000);
  const sent: string[] = [];
  await server.mailRound(async ({ to }) => void sent.push(to));
  const folder = join(server.files.dataDir, 'mail');
  await mkdir(folder);
  await writeFile(join(folder, 'a.eml'), 'To: somebody');
  await server.submit();
  await later(170);
  expect((await server.purged(true)).counts).not.toHaveProperty(['mails, sent or given up']);
  await later(15);
  expect((await server.purged(true)).counts).toMatchObject({
    'mails, sent or given up': sent.length,
    'mails in the mail folder': 1,
  });
  expect(await readdir(folder)).toEqual([]);
  expect(await count('outbox')).toBe(2);
});

test('payment records are deleted ten years after the end of their year, long after the registration', async () => {
  const { person, sessionId } = await paid();
  server.control.dispute(sessionId);
  await server.control.settled();
  expect((await server.everyRow())['disputes']).toHaveLength(1);
  const year = server.clock.now().getUTCFullYear();
  await later(370);
  expect((await server.purged(true)).counts).toMatchObject({ 'registrations, paid': 1 });
  expect((await server.everyRow())['orders']?.[0]).toMatchObject({
    payer_name: person.name,
    payer_email: person.email,
    payer_phone: '',
    payer_institute: person.instituteOrUniversity,
    payer_country: person.country,
  });
  const until = (moment: string) =>
    server.clock.advance(Date.parse(moment) - server.clock.now().getTime());
  until(`${year + 10}-12-31T23:00:00Z`);
  expect((await server.purged(true)).counts).not.toHaveProperty(['payment records']);
  until(`${year + 11}-01-01T01:00:00Z`);
  expect((await server.purged(true)).counts).toMatchObject({ 'payment records': 1 });
  const left = Object.entries(await server.everyRow()).filter(([, rows]) => rows.length > 0);
  expect(left.map(([table]) => table).filter((table) => table !== 'outbox')).toEqual([]);
});

test('an agreed amount is deleted with the registrations of participants, used or not', async () => {
  const email = 'ada@lab.example';
  await server.organise('agree', email, '250.00', 'Volunteer', '--yes');
  await later(200);
  expect((await server.purged(true)).counts).toEqual({});
  await later(170);
  expect((await server.purged(true)).counts).toEqual({
    'agreed amounts': 1,
    'words of activities': 1,
  });
});

/** Runs something between the selection of expired data and the first transaction that deletes it. */
function interrupted(between: () => Promise<unknown>): Db {
  let isFirst = true;
  const transaction = () => ({
    execute: async (work: Parameters<typeof inTransaction>[1]) => {
      if (isFirst) await between();
      isFirst = false;
      return inTransaction(server.db, work);
    },
  });
  return new Proxy(server.db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a person who pays during the purge keeps the registration', async () => {
  const { path, body, person } = await server.aCheckout();
  const { presentationType } = body;
  await server.post('/api/registration/register', { ...person, presentationType });
  await register();
  await later(100);
  const pays = async () => {
    const { json } = await server.post(path, body);
    await server.payAt(String(json['url']));
    await server.control.settled();
  };
  const { counts } = await server.purged(true, { db: interrupted(pays) });
  expect(counts).toMatchObject({ 'registrations, not paid': 1 });
  const rows = await server.everyRow();
  expect(rows['participants']).toMatchObject([{ email: person.email }]);
  expect(rows['orders']).toMatchObject([{ state: 'CONFIRMED', payer_email: person.email }]);
});

test('a payment that is discovered during the purge keeps its records', async () => {
  server.control.webhooks('off');
  const { sessionId } = await paid();
  server.clock.advance(12 * 366 * DAY);
  const looks = () => server.post(`/api/payment/update?sessionId=${sessionId}`);
  const { counts } = await server.purged(true, { db: interrupted(looks) });
  expect(counts).not.toHaveProperty('payment records');
  const rows = await server.everyRow();
  expect(rows['orders']).toMatchObject([{ state: 'CONFIRMED' }]);
  expect(rows['payments']).toMatchObject([{ state: 'PAID' }]);
});

test('a new address is deleted when its link ends, and an offered place after seven days', async () => {
  const { order } = await server.paidRegistration();
  const page = `/registration/${order.pageToken}`;
  await server.actThrough(`${page}/address`, { email: 'new@institute.example' });
  const colleague = { name: 'Oona Järvi', email: 'oona@institute.example', country: 'Finland' };
  const rest = { phone: '+358 9 1', institute: 'Institute of Gels' };
  await server.actThrough(`${page}/hand-over`, { ...colleague, ...rest });
  const left = async () =>
    (await server.everyRow())['address_confirmations']?.map(({ email }) => email);
  expect(await left()).toHaveLength(2);
  server.clock.advance(2.1 * DAY);
  expect((await server.purged(true)).counts).toMatchObject({ 'new addresses to confirm': 1 });
  expect(await left()).toEqual([colleague.email]);
  server.clock.advance(5 * DAY);
  expect((await server.purged(true)).counts).toMatchObject({ 'places offered to colleagues': 1 });
  expect(await left()).toEqual([]);
});
