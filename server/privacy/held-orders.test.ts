import { DAY, HOUR } from '#contract/time-spans.ts';
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Db, hasOneWriter, inTransaction } from '#server/database/database.ts';
import { leaseMessage } from '#server/mail/outbox.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { reconcile } from '#server/payments/reconcile.ts';
import { createPayment } from '#server/orders/sell/place-order.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { erasePerson } from './erase-person.ts';
import { purge } from './purge.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

/** A checkout that ended long ago without money. */
async function endedCheckout() {
  const opened = await server.openedCheckout();
  await end();
  return opened;
}

async function end(isPolled = true) {
  server.clock.advance(2 * HOUR);
  server.control.advance(0);
  if (isPolled) await pollOpenPayments(server.context, () => undefined);
  server.clock.advance(400 * DAY);
}

/** Calls `removal` on tables in which `work` begins once all checks are done and the removal of rows has begun. */
async function meanwhile<Result>(
  removal: (db: Db) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  let begun: Promise<Result> | undefined;
  const kinds: RootOperationNode['kind'][] = [];
  const concurrent: KyselyPlugin = {
    transformQuery({ node }) {
      kinds.push(node.kind);
      return node;
    },
    async transformResult({ result }) {
      if (!begun && kinds.at(-1) === 'DeleteQueryNode') {
        begun = work();
        await doneOrLocked(begun);
      }
      return result;
    },
  };
  await removal(server.db.withPlugin(concurrent));
  return begun;
}

const erased = (db: Db, email: string, isEvenPaid = false) =>
  erasePerson({ ...deps(db), conferenceEnd: server.clock.now() }, email, isEvenPaid);
const purged = (db: Db) => purge(deps(db), true);

test.each([
  { what: 'erased', remove: erased },
  { what: 'purged', remove: purged },
])('no payment begins for an order that is being $what', async ({ remove }) => {
  const { db, context, origin } = server;
  const { sessionId, person } = await endedCheckout();
  const { order } = await server.recordsOf(sessionId);
  const returns = { origin, success: origin, paid: origin, cancel: origin };
  const payment = { provider: 'stripe', returns, address: '192.0.2.1' } as const;
  const begin = () =>
    inTransaction(db, (tx) => createPayment(tx, context, { order }, payment, 2)).then(
      () => 'begun' as const,
      () => 'refused' as const,
    );
  expect(await meanwhile((tables) => remove(tables, person.email), begin)).toBe('refused');
  expect(await everyRow(db)).toMatchObject({ orders: [], payments: [] });
});

test.each([
  { what: 'erased', isPolled: true, left: [], remove: erased },
  { what: 'purged', isPolled: true, left: [], remove: purged },
  {
    what: 'erased, though nobody knows whether it was paid,',
    isPolled: false,
    // If the order was paid, somebody has its place.
    left: [{ name: '', email: '' }],
    remove: (db: Db, email: string) => erased(db, email, true),
  },
])(
  'a click on Pay whose order is $what at that moment is refused in a sentence',
  async ({ isPolled, left, remove }) => {
    const { db, context } = server;
    server.control.webhooks('off');
    const { person, path, body } = await server.openedCheckout();
    await end(isPolled);
    const { commit } = context;
    /** Removes the order after the request has found it. */
    context.commit = async (work) => {
      const found = await commit(work);
      context.commit = commit;
      await remove(db, person.email);
      return found;
    };
    const answer = await server.post(path, body);
    expect(answer).toMatchObject({ status: 409, json: { success: false, code: 'removed' } });
    expect(answer.json['message']).toMatch(/removed from our records.*try again/);
    const kept = await everyRow(db);
    expect(kept).toMatchObject({ participants: left });

    expect((await server.post(path, body)).status).toBe(200);
    expect((await everyRow(db))['participants']?.map(({ email }) => email).toSorted()).toEqual([
      ...left.map(({ email }) => email),
      person.email,
    ]);
  },
);

test('a click on Pay during an erasure waits, and then is refused or begins a new order', async () => {
  const { db } = server;
  const { person, path, body } = await endedCheckout();
  const click = await meanwhile(
    (tables) => erased(tables, person.email),
    () => server.post(path, body),
  );
  // With SQLite the request begins after the erasure, finds no order and creates a new one.
  const isNew = hasOneWriter(db);
  expect(click?.status).toBe(isNew ? 200 : 409);
  const count = isNew ? 1 : 0;
  const { participants, orders, payments } = await everyRow(db);
  const counts = [participants, orders, payments].map((rows) => rows?.length);
  expect(counts).toEqual([count, count, count]);
});

test('a bank transfer that may still come, although its time is over, keeps its payment, without the name', async () => {
  server = await startTestSite({ stripeMethods: ['card', 'customer_balance'] });
  const { db, context, control, clock } = server;
  control.webhooks('off');
  const { sessionId, url, person } = await server.openedCheckout();
  await fetch(`${url}/customer_balance`, { method: 'POST', body: new URLSearchParams() });
  const poll = () =>
    pollOpenPayments(context, unexpected, { dueBy: new Date('9999-01-01'), isThorough: true });
  await poll();
  clock.advance(31 * DAY);
  control.advance(0);
  await poll();
  const { order, payment } = await server.recordsOf(sessionId);
  expect([order.state, payment.state]).toEqual(['EXPIRED', 'EXPIRED']);

  expect((await erased(db, person.email)).warnings).toEqual([
    `a bank transfer for ${order.reference} may still come, and would have no name`,
  ]);
  clock.advance(120 * DAY);
  await purged(db);
  await erased(db, person.email, true);
  expect(await everyRow(db)).toMatchObject({
    orders: [{ id: order.id }],
    participants: [{ name: '', email: '' }],
  });
  control.sendTransfer(sessionId);
  await poll();
  expect((await reconcile(context, new Date(0))).differences).toEqual([]);
});

test('a mail to a person who is being erased is not taken from the outbox', async () => {
  const { db, clock } = server;
  const { person } = await endedCheckout();
  const taken = await meanwhile(
    (tables) => erased(tables, person.email),
    () => leaseMessage(db, clock.now()),
  );
  expect(taken).toBeUndefined();
  expect(await everyRow(db)).toMatchObject({ outbox: [] });
});

/** Waits until the work is done or waits for a lock. With SQLite no other transaction can begin. */
async function doneOrLocked(work: Promise<unknown>): Promise<void> {
  const { db } = server;
  if (hasOneWriter(db)) return;
  let isDone = false;
  void work.then(() => (isDone = true));
  const waiting = sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while (!isDone && (await waiting.execute(db)).rows[0]?.count === 0);
}

function deps(db: Db) {
  const { clock, content, files } = server;
  const mailFolder = join(files.dataDir, 'mail');
  return { db, now: clock.now(), content, store: files.store, mailFolder };
}
