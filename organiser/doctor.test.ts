import { asCents } from '#contract/money.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lastMigration } from '#server/database/migrate.ts';
import { readEnv } from '#server/env.ts';
import { inTransaction, openDatabase } from '#server/database/database.ts';
import { getOrder } from '#server/payments/orders.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { insertRefund, markAsked, refuseRefund } from '#server/payments/refunds.ts';
import { submit } from '#tests/support/author.ts';
import { sendStripeWebhook } from '#tests/support/stripe-webhook.ts';
import { openEmptyDatabase } from '#tests/support/test-database.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openedCheckout, payAt } from '#tests/support/visitor.ts';
import { joinServers, leaveServers } from '#server/servers.ts';
import { doctorCommand } from './doctor.ts';
import { statusCommand } from './status.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function doctor(): Promise<string> {
  return printed((print) => doctorCommand(testContext(server), print));
}

test('on a new server doctor says that the providers are pretended and nothing waits', async () => {
  expect(await doctor()).toMatch(
    /TEST MODE.*stripe +sandboxed, last webhook never.*unpaid orders +0, oldest none/s,
  );
  const context = testContext(server);
  expect(await printed((print) => doctorCommand(context, print, { isQuiet: true }))).toBe('');
});

test('doctor and status show the running servers, also as JSON', async () => {
  expect(await doctor()).toMatch(/^server +none runs$/m);
  const { db, clock } = server;
  const { id: fileStore } = server.files.store;
  const traits = { host: 'alpha', version: '1.2.3', mode: 'sandbox', sandboxId: undefined };
  await joinServers(db, clock.now, { id: 'one', fileStore, ...traits });
  const status = (isJson: boolean) =>
    printed((print) => statusCommand(testContext(server), print, isJson));
  for (const text of [await doctor(), await status(false)]) {
    expect(text).toMatch(
      /^server +alpha, version 1\.2\.3, since 20\S+Z, last seen 20\S+Z, files in the folder \w+$/m,
    );
  }
  const running = [
    {
      id: 'one',
      host: 'alpha',
      version: '1.2.3',
      startedAt: expect.any(String),
      seenAt: expect.any(String),
    },
  ];
  expect(JSON.parse(await status(true))).toMatchObject({ servers: running });
  const report = await printed((print) =>
    doctorCommand(testContext(server), print, { isJson: true }),
  );
  expect(JSON.parse(report)).toMatchObject({ servers: running });
  await leaveServers(db, 'one');
});

test('R14: doctor says that the proxy in front is not named', async () => {
  const doctorWith = (settings: Record<string, string>) =>
    printed((print) => {
      const context = testContext(server);
      return doctorCommand({ ...context, env: { ...context.env, ...readEnv(settings) } }, print);
    });
  const PUBLIC_BASE_URL = 'https://summit.example';
  expect(await doctorWith({ PUBLIC_BASE_URL })).toMatch(/look at .*set TRUSTED_PROXIES/);
  for (const settings of [
    {},
    { PUBLIC_BASE_URL, TRUSTED_PROXIES: '127.0.0.1' },
    { PUBLIC_BASE_URL: 'http://localhost:3000' },
  ]) {
    expect(await doctorWith(settings)).not.toContain('TRUSTED_PROXIES');
  }
});

test('doctor shows the times of the oldest order, mail and webhook, and what needs a person', async () => {
  const waiting = await openedCheckout(server);
  const payment = await findPaymentByRef(server.db, waiting.sessionId);
  const since = (await getOrder(server.db, payment?.orderId ?? '')).createdAt;
  const { sessionId, url } = await openedCheckout(server);
  await server.db
    .updateTable('payments')
    .set({ amount_cents: 1 })
    .where('provider_ref', '=', sessionId)
    .execute();
  await payAt(url);
  const good = await openedCheckout(server);
  await payAt(good.url, '4000000000000259');
  await server.sandbox.control.settled();
  await server.post(`/api/payment/update?sessionId=${good.sessionId}`);
  const mismatch = await findPaymentByRef(server.db, sessionId);
  const disputed = await findPaymentByRef(server.db, good.sessionId);
  for (const id of ['refused', 'undecided']) {
    const refund = await inTransaction(server.db, (tx) =>
      insertRefund(tx, {
        id,
        paymentId: disputed?.id ?? '',
        amountCents: disputed?.amountCents ?? asCents(12_900),
        reason: 'organiser',
        createdAt: '2026-01-01T00:00:00.000Z',
      }),
    );
    await markAsked(server.db, refund, '2026-01-01T00:00:00.000Z');
  }
  await refuseRefund(server.db, 'refused', undefined);

  const said = await doctor();
  expect(said).toMatch(/stripe +sandboxed, last webhook \d{4}-/);
  expect(said).toContain(`unpaid orders   2, oldest ${since}`);
  expect(said).toMatch(/unsent mails +[1-9]\d*, oldest \d{4}-/);
  expect(said).toContain(`payment ${mismatch?.id}: MISMATCH`);
  expect(said).toContain(`payment ${disputed?.id}: a refund of`);
  expect(said).toMatch(/refund undecided: of payment .* asked 2026-01-01.*no clear answer/);
});

test('R29: doctor names the abstracts whose files are infected or could not be scanned', async () => {
  const [infected, givenUp] = await Promise.all([submit(server), submit(server)]);
  const mark = (reference: string, found: { scan: string; scan_finding?: string }) =>
    server.db.updateTable('abstracts').set(found).where('reference', '=', reference).execute();
  const [first, second] = [infected, givenUp].map(({ json }) => String(json['reference']));
  await mark(first ?? '', { scan: 'INFECTED', scan_finding: 'Test.Stand-In' });
  await mark(second ?? '', { scan: 'GIVEN_UP' });
  const said = await doctor();
  expect(said).toContain(`abstract ${first}: Test.Stand-In`);
  expect(said).toContain(`abstract ${second}: not scanned, given up`);
  const context = testContext(server);
  const quiet = await printed((print) => doctorCommand(context, print, { isQuiet: true }));
  expect(quiet).toMatch(/^(?:look at +\S+ .+\n)+\d things need a person\.\n$/);
  expect(quiet).toContain(`abstract ${first}: Test.Stand-In`);
});

describe('doctor says of webhooks', () => {
  const told = (id: string, type: string, object = {}) =>
    sendStripeWebhook(server, { id, type, object });

  test('that the last ones were of kinds that nobody understands', async () => {
    for (let at = 0; at < 9; at += 1) await told(`evt_foreign_${at}`, 'customer.created');
    expect(await doctor()).not.toContain('nobody here understands');
    await told('evt_foreign_9', 'payout.paid');
    const said = await doctor();
    expect(said).toMatch(/setting webhooks of stripe: the last 10 were of kinds that nobody/);
    expect(said).toMatch(/last webhook \d{4}-\S+, last understood webhook /);
    const { sessionId } = await openedCheckout(server);
    server.clock.advance(1000);
    await told('evt_ours', 'checkout.session.expired', { id: sessionId });
    expect(await doctor()).not.toContain('nobody here understands');
  });

  test('that none told of a payment that was made', async () => {
    server.clock.advance(60 * 60_000);
    server.sandbox.control.webhooks('off');
    const { sessionId, url } = await openedCheckout(server);
    await payAt(url);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    server.sandbox.control.webhooks('on');
    // With pretend providers somebody practises what happens without them.
    const unheard = 'none told of the payment';
    server.clock.advance(121 * 60_000);
    expect(await doctor()).not.toContain(unheard);
    const are = (mode: string) => server.db.updateTable('payments').set({ mode }).execute();
    await are('test');
    expect(await doctor()).toMatch(
      /setting webhooks of stripe: none told of the payment that began \d{4}-/,
    );
    await are('sandbox');
    await told('evt_late', 'checkout.session.completed', { id: sessionId });
    await are('test');
    expect(await doctor()).not.toContain(unheard);
    await are('sandbox');
  });
});

test('the command line leaves tables of an older version as they are', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-commands-'));
  const open = () => openDatabase({ url: undefined, dataDir, log: () => undefined });
  const db = open();
  await db.schema.createTable('registrations').addColumn('id', 'text').execute();
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: dataDir };
  const run = promisify(execFile)(process.execPath, ['organiser/main.ts', 'doctor'], { env });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('start the server of this version'),
  });
  expect(await lastMigration(db)).toBeUndefined();
  await db.destroy();
});

test.runIf(process.env['DATABASE_ENGINE'] === 'postgres')(
  'the command line makes no installation in an empty database',
  async () => {
    const database = await openEmptyDatabase();
    onTestFinished(() => database.close());
    const env = { ...process.env, DATABASE_URL: database.url };
    const args = ['organiser/main.ts', 'purge', '--yes'];
    await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no installation in DATABASE_URL'),
    });
    expect(await database.db.introspection.getTables()).toEqual([]);
  },
);
