import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import { submit } from '#tests/support/author.ts';
import { nextMigration } from '#tests/support/next-migration.ts';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aPerson } from '#tests/support/visitor.ts';

let database: TestDatabase;
let server: ServerProcess;
beforeEach(async () => {
  database = await createEmptyDatabase();
  const settings = { DATABASE_URL: database.url ?? '', SANDBOX_PORT: '0' };
  server = await startServerProcess(settings);
});
afterEach(async () => {
  await server.close();
  await database.close();
});

/** Migrates the database, as another server of the next version does when it starts. */
async function migrateBeside(): Promise<void> {
  const { dataDir } = server;
  const db = openDatabase({ url: database.url, dataDir, log: () => undefined });
  await migrate(db, undefined, { ...migrations, ...nextMigration });
  await db.destroy();
}

test('a running server keeps selling on the tables of the next version, which then continues with the same data', async () => {
  const begun = await aPayingVisitor(server, 'stripe');
  await begun.open();
  await migrateBeside();

  const card = await aPayingVisitor(server, 'stripe');
  const paypal = await aPayingVisitor(server, 'paypal');
  const late = await aPayingVisitor(server, 'stripe');
  for (const visitor of [card, paypal, late]) expect((await visitor.open()).status).toBe(200);
  for (const visitor of [begun, card, paypal]) {
    await visitor.pay();
    expect((await visitor.comeBack()).json).toMatchObject({ success: true });
  }
  const form = { ...aPerson(), presentationType: 'POSTER' };
  expect((await server.post('/api/registration/register', form)).status).toBe(200);
  const abstract = String((await submit(server)).json['reference']);
  const file = join(server.dataDir, 'second.pdf');
  writeFileSync(file, aPdf(500, 'second'));
  await server.organiser('replace', abstract, '--file', file, '--send');
  const reference = (await orders()).get(begun.email)?.['reference'];
  expect(await server.organiser('refund', String(reference), '--send')).toContain('was refunded');

  await server.update();
  await late.pay();
  expect((await late.comeBack()).json).toMatchObject({ success: true });
  const now = await orders();
  const states = [begun, card, paypal, late].map(({ email }) => now.get(email)?.['state']);
  expect(states).toEqual(['REFUNDED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
  for (const { receiptToken } of now.values()) {
    expect((await server.get(`/receipt/${String(receiptToken)}`)).status).toBe(200);
  }
  expect(await server.organiser('show', abstract)).toMatch(/second\.pdf.*abstract\.pdf/s);
  expect(await server.organiser('reconcile')).toMatch(/^0 differences/m);
  expect(JSON.parse(await server.organiser('places', '--json'))).toContainEqual(
    expect.objectContaining({ kind: 'all', paid: 3, held: 0 }),
  );
}, 300_000);

/** The exported orders, by the address of the payer. */
async function orders() {
  const records = await server.exported();
  return new Map(records.filter(({ type }) => type === 'order').map((each) => [each.email, each]));
}

test('a server that starts again on the tables of the next version is refused', async () => {
  await migrateBeside();
  await server.stop();
  await expect(server.start()).rejects.toThrow('The database was written by a newer version');
});
