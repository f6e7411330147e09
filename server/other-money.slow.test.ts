import { spawnSync } from 'node:child_process';
import { beforeEach, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { inTransaction, openDatabase } from '#server/database/database.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { migrate } from './database/migrate.ts';
import { recordInstallation } from './operations/installation.ts';

vi.setConfig({ testTimeout: 300_000 });

let dataDir: string;
beforeEach(() => {
  dataDir = testFolder();
});

const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_invented',
  STRIPE_WEBHOOK_SECRET: 'whsec_invented',
  PUBLIC_BASE_URL: 'https://summit.example',
};

const NOTHING = {
  stripeAccount: undefined,
  stripeKey: undefined,
  paypalClient: undefined,
  sandboxId: undefined,
  fileStore: 'folder one',
};

/** Copies an order and a payment of a test server into the folder, as if other keys had been used. */
async function withPayment(mode: 'sandbox' | 'live'): Promise<void> {
  const server = await startTestSite();
  await server.openedCheckout();
  const order = await server.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const payment = await server.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  await server.close();
  const db = openDatabase({ url: undefined, dataDir, log: () => undefined });
  await migrate(db);
  await db.insertInto('orders').values(order).execute();
  await db
    .insertInto('payments')
    .values({ ...payment, mode })
    .execute();
  await inTransaction(db, (tx) => recordInstallation(tx, { ...NOTHING, mode }));
  await db.destroy();
}

function run(args: string[], settings: Record<string, string>) {
  const { PATH = '' } = process.env;
  const env = { ...fixtureSettings, PATH, DATA_DIR: dataDir, PORT: '0', ...settings };
  return spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 120_000 });
}

test.each([
  [
    'pretended',
    'sandbox',
    LIVE,
    'This database was used with sandbox payments, and the settings say live payments: put',
  ],
  [
    'real',
    'live',
    {},
    'This database was used with live payments, and the settings say sandbox payments: put',
  ],
] as const)(
  'a database with %s payments is not opened with other keys',
  async (_, mode, env, sentence) => {
    await withPayment(mode);
    const { status, stderr } = run(['scripts/run-program.mjs', 'server', '--calls-only'], env);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  },
);

test('organiser’s commands that only read open such a database and ask no provider', async () => {
  await withPayment('live');
  const { status, stdout, stderr } = run(['scripts/run-program.mjs', 'organiser', 'export'], {});
  expect(status).toBe(0);
  expect(stderr).toContain(
    'used with live payments, and the settings say sandbox payments, so no provider is asked.',
  );
  const payments = stdout.split('\n').filter((line) => line.includes('"type":"payment"'));
  expect(payments.map((line) => JSON.parse(line).mode)).toEqual(['live']);
});

test('organiser refund refuses such a database, because the command asks a provider', async () => {
  await withPayment('live');
  const command = ['scripts/run-program.mjs', 'organiser', 'refund', 'PS26-AAAA-BBBB', '--send'];
  const { status, stdout, stderr } = run(command, {});
  expect(stderr).toMatch(/^This database was used with live payments, .*\.\n$/);
  expect([status, stdout]).toEqual([1, '']);
});
