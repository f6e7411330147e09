import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { submit } from '#tests/support/author.ts';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { openEmptyDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { unpackVersionBefore } from '#tests/support/version-before.ts';
import { aPerson } from '#tests/support/visitor.ts';

let database: TestDatabase;
let before: string;
let server: ServerProcess;
beforeEach(async () => {
  database = await openEmptyDatabase();
  before = unpackVersionBefore();
  const settings = { DATABASE_URL: database.url ?? '', SANDBOX_PORT: '0' };
  server = await startServerProcess(settings, before);
});
afterEach(async () => {
  await server.close();
  await database.close();
  rmSync(before, { recursive: true });
});

/** What another server of today does first when it starts. */
async function migrateBeside(): Promise<void> {
  const { dataDir } = server;
  const db = openDatabase({ url: database.url, dataDir, log: () => undefined });
  await migrate(db);
  await db.destroy();
}

test('a running server of the version before sells on on tables of today, and today’s goes on from there', async () => {
  const begun = await aPayingVisitor(server, 'stripe');
  await begun.open();
  await migrateBeside();

  const visitors = [
    begun,
    await aPayingVisitor(server, 'stripe'),
    await aPayingVisitor(server, 'paypal'),
  ];
  for (const visitor of visitors) {
    if (visitor !== begun) expect((await visitor.open()).status).toBe(200);
    await visitor.pay();
    expect((await visitor.comeBack()).json).toMatchObject({ success: true });
  }
  const unpaid = await aPayingVisitor(server, 'stripe');
  expect((await unpaid.open()).status).toBe(200);
  const form = { ...aPerson(), presentationType: 'POSTER' };
  expect((await server.post('/api/registration/register', form)).status).toBe(200);
  expect((await submit(server)).status).toBe(200);
  const [refunded] = (await server.exported()).filter(({ email }) => email === begun.email);
  const orderOf = async (email: string) =>
    (await server.exported()).find((record) => record.type === 'order' && record.email === email);
  const reference = String((await orderOf(begun.email))?.['reference']);
  expect(refunded).toBeDefined();
  expect(await server.organiser('refund', reference, '--send')).toContain('sent back');

  await server.update();
  await unpaid.pay();
  expect((await unpaid.comeBack()).json).toMatchObject({ success: true });
  const paid = [...visitors.slice(1), unpaid];
  for (const { email } of paid) expect(await orderOf(email)).toMatchObject({ state: 'CONFIRMED' });
  expect(await orderOf(begun.email)).toMatchObject({ state: 'REFUNDED' });
  expect(await server.organiser('reconcile')).toMatch(/^0 differences/m);
  expect(JSON.parse(await server.organiser('places', '--json'))).toContainEqual(
    expect.objectContaining({ kind: 'all', paid: paid.length, held: 0 }),
  );
  for (const { email } of [begun, ...paid]) {
    const token = String((await orderOf(email))?.['receiptToken']);
    expect((await server.get(`/receipt/${token}`)).status).toBe(200);
  }
});

test('a server of the version before that starts again on tables of today is refused', async () => {
  await migrateBeside();
  await server.stop();
  await expect(server.start()).rejects.toThrow('The database was written by a newer version');
});
