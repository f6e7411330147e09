import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, hasOneWriter, inTransaction } from '#server/database/database.ts';
import { reconcile } from '#server/payment/reconcile.ts';
import { writeAttempt } from '#server/payment/write-attempt.ts';
import { booksOf } from '#server/testing/books.ts';
import { everyRow } from '#server/testing/every-row.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { openedCheckout } from '#server/testing/visitor.ts';
import { erasePerson } from './erase-person.ts';
import { purge } from './purge.ts';

const HOUR = 60 * 60_000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

type Kind = RootOperationNode['kind'];

test.each([
  {
    what: 'erased',
    // Everything was judged.
    isThere: (kinds: Kind[]) => kinds.at(-1) === 'DeleteQueryNode',
    remove: (db: Db, email: string) =>
      erasePerson({ ...world(db), conferenceEnd: server.clock.now() }, email, false),
  },
  {
    what: 'purged',
    // Its payments are held.
    isThere: (kinds: Kind[]) =>
      kinds.includes('UpdateQueryNode') && kinds.at(-1) === 'SelectQueryNode',
    remove: (db: Db) => purge(world(db), true),
  },
])(
  'R56, R57: no payment is begun for an order that is being $what',
  async ({ isThere, remove }) => {
    const { db, till } = server;
    const { sessionId, person } = await openedCheckout(server);
    const { order } = await booksOf(server, sessionId);
    server.clock.advance(2 * HOUR);
    server.sandbox.control.advance(0);
    await reconcile(till, () => undefined);
    server.clock.advance(400 * 24 * HOUR);

    let attempt: Promise<'begun' | 'refused'> | undefined;
    const returns = { success: String, paid: String, cancel: server.origin };
    const begin = () =>
      inTransaction(db, (tx) =>
        writeAttempt(tx, till, order, { provider: 'stripe', returns }, 2),
      ).then(
        () => 'begun' as const,
        () => 'refused' as const,
      );
    const kinds: Kind[] = [];
    const rival: KyselyPlugin = {
      transformQuery({ node }) {
        kinds.push(node.kind);
        return node;
      },
      async transformResult({ result }) {
        if (!attempt && isThere(kinds)) {
          attempt = begin();
          await heldUp(attempt);
        }
        return result;
      },
    };
    await remove(db.withPlugin(rival), person.email);
    expect(await attempt).toBe('refused');
    expect(await everyRow(db)).toMatchObject({ orders: [], payments: [] });
  },
);

/** Until some work is done, or waits for somebody's lock; SQLite lets nobody else begin. */
async function heldUp(work: Promise<unknown>): Promise<void> {
  const { db } = server;
  if (hasOneWriter(db)) return;
  let isDone = false;
  void work.then(() => (isDone = true));
  const waiting = sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while (!isDone && (await waiting.execute(db)).rows[0]?.count === 0);
}

function world(db: Db) {
  const { clock, content, files } = server;
  const mailFolder = join(files.dataDir, 'mail');
  return { db, now: clock.now(), content, store: files.store, mailFolder };
}
