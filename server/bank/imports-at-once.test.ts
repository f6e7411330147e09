import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getOrder } from '#server/orders/orders.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { writeCamt } from '#tests/support/bank-statement.ts';
import { killedAt } from '#tests/support/killed-at.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { unsentBankRefunds } from './bank-refunds.ts';

let server: TestServer;
let folder: string;
beforeEach(async () => {
  server = await startTestServer({ content: withTransfers() });
  folder = mkdtempSync(join(tmpdir(), 'plenary-bank-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

test('two organisers who import the same statement at once book each entry once', async () => {
  const people = [];
  for (let count = 0; count < 3; count++) people.push(await transferRegistration(server));
  const path = writeCamt(join(folder, 'statement.xml'), [
    ...people.map(({ order }) => ({ cents: order.amountCents, words: order.reference })),
    { cents: 4200, words: 'nothing that is known' },
  ]);
  // One of them may be told that something has changed.
  const runs = await Promise.allSettled(
    [1, 2, 3].map(() => organise(testContext(server), 'bank', path, '--send')),
  );
  for (const run of runs) {
    if (run.status === 'rejected') expect(String(run.reason)).toContain('at the same moment');
  }
  await organise(testContext(server), 'bank', path, '--send');
  const rows = await server.db.selectFrom('bank_entries').selectAll().execute();
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['booked', 'booked', 'booked', 'open']);
  for (const { order } of people) {
    expect((await getOrder(server.db, order.id)).state).toBe('CONFIRMED');
    expect(await documentsOf(server.db, order.id)).toHaveLength(1);
  }
  expect(await unsentBankRefunds(server.db)).toEqual([]);
});

test('two organisers who write refunds into files at once put each into one file', async () => {
  const { order, reference } = await transferRegistration(server);
  const path = writeCamt(join(folder, 'statement.xml'), [
    { cents: order.amountCents + 500, words: reference },
  ]);
  await organise(testContext(server), 'bank', path, '--send');
  const files = await Promise.allSettled(
    ['a', 'b'].map((name) =>
      organise(testContext(server), 'bank', '--refunds', join(folder, `${name}.xml`)),
    ),
  );
  expect(files.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a statement whose import was killed goes on where it stopped', async () => {
  const { order, reference } = await transferRegistration(server);
  const path = writeCamt(join(folder, 'statement.xml'), [
    { cents: order.amountCents, words: reference },
  ]);
  const context = testContext(server);
  // The process ends after the transaction that records the entries, and before the one that books them.
  const { db } = killedAt(2, { db: server.db, store: server.files.store });
  const killed = { ...context, payments: { ...context.payments, db } };
  await expect(organise(killed, 'bank', path, '--send')).rejects.toThrow('killed');
  const rows = await server.db.selectFrom('bank_entries').selectAll().execute();
  expect(rows).toMatchObject([{ state: 'open', booked_cents: 0 }]);
  expect(await organise(context, 'bank', path, '--send')).toContain('Booked credits: 1.');
  expect((await getOrder(server.db, order.id)).state).toBe('CONFIRMED');
});
