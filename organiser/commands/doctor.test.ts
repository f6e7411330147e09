import { statfsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/config/env.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import { inTransaction } from '#server/database/database.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { s3Settings } from '#server/config/feature-settings.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { sendStripeWebhook } from '#tests/support/stripe-webhook.ts';
import { startTestBucket } from '#tests/support/test-bucket.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { newId } from '#server/identity.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { keepSharedAddress } from '#server/operations/shared-address.ts';
import { joinServers, leaveServers } from '#server/operations/servers.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';

const server = await startTestSite();

function doctor(): Promise<string> {
  return server.organise('doctor');
}

const quiet = (context: CommandContext) => organise(context, 'doctor', '--quiet');

const traits = () => ({
  host: 'alpha',
  version: '1.2.3',
  mode: 'sandbox',
  sandboxId: undefined,
  fileStore: server.files.store.id,
  contentStamp: undefined,
});

test('on a new server doctor says that the providers are pretended and nothing waits', async () => {
  expect(await doctor()).toMatch(
    /TEST MODE.*stripe +sandboxed, last webhook never.*unpaid orders +0, oldest none/s,
  );
  const { db, clock } = server;
  await joinServers(db, clock.now, { id: 'one', ...traits() });
  const context = testContext(server);
  const onlyTransfers = organise(
    {
      ...context,
      content: withTransfers(),
      payments: { ...context.payments, ways: ['transfer'] },
    },
    'doctor',
  );
  expect(await onlyTransfers).toMatch(/^transfer +to DE02 1203 0000 0000 2020 51$/m);
  expect(await onlyTransfers).not.toMatch(/stripe|paypal/);
  expect(await quiet(context)).toBe('');
  await leaveServers(db, 'one');
  // This concern causes exit code 1, for monitors.
  expect(await quiet(context)).toBe(
    'attention       no server runs: visitors reach nothing\n1 thing needs a person.\n',
  );
});

test('a disk with less free room than the reserve is a concern', async () => {
  const context = testContext(server);
  const withReserve = (FILES_RESERVE_MB: string) =>
    quiet({ ...context, env: readEnv({ FILES_RESERVE_MB }) });
  const { bavail, bsize } = statfsSync(context.dataDir);
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  expect(await withReserve('1')).not.toContain('the disk');
  expect(await withReserve(String(free + Math.floor(free / 4)))).toMatch(
    /the disk of \/.* has \d+ MB left, FILES_RESERVE_MB is \d+: files are refused\n/,
  );
  expect(await withReserve(String(free * 4))).toContain('nothing is written for visitors');
});

test('a bucket that does not answer, or refuses our key, is a concern', async () => {
  const bucket = await startTestBucket();
  onTestFinished(() => bucket.close());
  const doctorWithKey = async (key: string) => {
    const { endpoint = '', bucket: name } = bucket.settings;
    const env = readEnv({
      FILES_S3_BUCKET: name,
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_ACCESS_KEY_ID: key,
      FILES_S3_SECRET_ACCESS_KEY: 'test-secret',
    });
    return quiet({
      ...testContext(server),
      env,
      store: () => openFileStore('', s3Settings(env)),
    });
  };
  expect(await doctorWithKey('TESTKEY')).not.toContain('the bucket');
  expect(await doctorWithKey('OTHERKEY')).toContain(
    'the bucket plenary does not answer as it should: InvalidAccessKeyId',
  );
  await bucket.close();
  expect(await doctorWithKey('TESTKEY')).toMatch(
    /the bucket plenary does not answer as it should: \w+/,
  );
});

test('after a restore doctor and reconcile say that PayPal cannot list its payments', async () => {
  const context = testContext(server);
  const words = /^paypal +cannot be asked about payments that our ledger does not have/m;
  expect(await doctor()).not.toMatch(words);
  const acting = { clock: server.clock.now, newId, actor: 'operator' };
  await inTransaction(server.db, (tx) =>
    recordActivity(tx, acting, {
      action: 'restore',
      reference: undefined,
      words: 'a backup of 2026-05-01T08:00:00.000Z',
    }),
  );
  expect(await doctor()).toMatch(/^restored +a backup of 2026-05-01 10:00, on 20\S+ \d\d:\d\d$/m);
  expect(await doctor()).toMatch(words);
  const said = await organise(context, 'reconcile');
  expect(said).toContain('paypal: cannot be asked about payments that our ledger does not have');
  expect(said).not.toContain('stripe: cannot');
});

test('doctor and status show the running servers, also as JSON', async () => {
  expect(await doctor()).toMatch(/^server +none runs$/m);
  const { db, clock } = server;
  await joinServers(db, clock.now, { id: 'one', ...traits() });
  const status = (isJson: boolean) => server.organise('status', ...(isJson ? ['--json'] : []));
  for (const text of [await doctor(), await status(false)]) {
    expect(text).toMatch(
      /^server +alpha, version 1\.2\.3, since 20\S+ \d\d:\d\d, last seen 20\S+ \d\d:\d\d, files in the folder \w+$/m,
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
  const report = await server.organise('doctor', '--json');
  expect(JSON.parse(report)).toMatchObject({ servers: running });
  await leaveServers(db, 'one');
});

test('doctor reports that the settings do not name the proxy', async () => {
  const doctorWith = (settings: Record<string, string>) => {
    const context = testContext(server);
    return organise({ ...context, env: { ...context.env, ...readEnv(settings) } }, 'doctor');
  };
  const PUBLIC_BASE_URL = 'https://summit.example';
  expect(await doctorWith({ PUBLIC_BASE_URL })).toMatch(/attention .*set TRUSTED_PROXIES/);
  for (const settings of [
    {},
    { PUBLIC_BASE_URL, TRUSTED_PROXIES: '127.0.0.1' },
    { PUBLIC_BASE_URL: 'http://localhost:3000' },
  ]) {
    expect(await doctorWith(settings)).not.toContain('TRUSTED_PROXIES');
  }
});

test('doctor reports an address that all visitors share', async () => {
  const context = testContext(server);
  keepSharedAddress(context.dataDir, '10.20.0.9');
  expect(await organise(context, 'doctor')).toMatch(
    /attention .*all visitors share the limits of 10\.20\.0\.9/,
  );
  keepSharedAddress(context.dataDir, undefined);
  expect(await organise(context, 'doctor')).not.toContain('10.20.0.9');
});

test('doctor shows the times of the oldest order, mail and webhook', async () => {
  const waiting = await server.openedCheckout();
  const payment = await findPaymentByRef(server.db, waiting.sessionId);
  const since = (await server.getOrder(payment?.orderId ?? '')).createdAt;
  await server.paidCheckout();
  await server.control.settled();
  const said = await doctor();
  expect(said).toMatch(/stripe +sandboxed, last webhook \d{4}-/);
  expect(said).toContain(`unpaid orders   1, oldest ${printTimes('Europe/Berlin')(since)}`);
  expect(said).toMatch(/unsent mails +[1-9]\d*, oldest \d{4}-/);
});

describe('doctor reports about webhooks', () => {
  const told = (id: string, type: string, object = {}) =>
    sendStripeWebhook(server, { id, type, object });

  test('that the last webhooks had kinds that the server does not know', async () => {
    for (let at = 0; at < 9; at += 1) await told(`evt_foreign_${at}`, 'customer.created');
    expect(await doctor()).not.toContain('nobody here understands');
    await told('evt_foreign_9', 'payout.paid');
    const said = await doctor();
    expect(said).toMatch(
      /webhooks of stripe: the last 10 events were of kinds that this server does not know/,
    );
    expect(said).toMatch(/last webhook \d{4}-\S+ \S+, last understood webhook /);
    const { sessionId } = await server.openedCheckout();
    server.clock.advance(1000);
    await told('evt_ours', 'checkout.session.expired', { id: sessionId });
    expect(await doctor()).not.toContain('nobody here understands');
  });

  test('that no webhook came for a payment', async () => {
    server.clock.advance(60 * 60_000);
    server.control.webhooks('off');
    const { sessionId } = await server.paidCheckout();
    server.control.webhooks('on');
    // With pretend providers a missing webhook is no concern: somebody tests this case.
    const unheard = 'no event came for the payment';
    server.clock.advance(121 * 60_000);
    expect(await doctor()).not.toContain(unheard);
    const are = (mode: PaymentMode) => server.db.updateTable('payments').set({ mode }).execute();
    await are('test');
    expect(await doctor()).toMatch(
      /webhooks of stripe: no event came for the payment that began \d{4}-/,
    );
    await are('sandbox');
    await told('evt_late', 'checkout.session.completed', { id: sessionId });
    await are('test');
    expect(await doctor()).not.toContain(unheard);
    await are('sandbox');
  });
});
