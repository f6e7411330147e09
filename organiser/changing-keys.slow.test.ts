import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { get, post } from '#tests/support/answer.ts';
import { type ManyKeysStripe, startManyKeysStripe } from '#tests/support/many-keys-stripe.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { openedCheckout } from '#tests/support/visitor.ts';
import { freePort } from '../scripts/free-port.ts';

const isPostgres = process.env['TEST_ENGINE'] === 'postgres';

let stripe: ManyKeysStripe;
let database: TestDatabase;
let folder: string;
let running: Set<ChildProcess>;
beforeEach(async () => {
  stripe = await startManyKeysStripe([['sk_test_first', 'sk_test_second'], ['sk_test_foreign']]);
  database = await createEmptyDatabase();
  folder = testFolder();
  running = new Set();
});
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await database.close();
  await stripe.close();
});

type Settings = { key: string; port: number; dataDir: string };

/** On PostgreSQL each process has a data folder of its own; on SQLite they use the same folder one after the other. */
async function settingsOf(name: string, key: string): Promise<Settings> {
  return { key, port: await freePort(), dataDir: join(folder, isPostgres ? name : 'data') };
}

function environment({ key, port, dataDir }: Settings): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...rest } = process.env;
  return {
    ...rest,
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMIT: 'off',
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    STRIPE_API_BASE: key && stripe.apiBase,
    // Servers that run side by side need a bucket; the test stores no file in it.
    ...(database.url !== undefined && { DATABASE_URL: database.url, FILES_S3_BUCKET: 'shared' }),
  };
}

/** Starts a server, with a sandbox if it has no key, and waits until it answers or has ended. */
async function start(settings: Settings) {
  const child = spawn(process.execPath, ['server/main.ts', '--calls-only'], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: Number(code), errors };
  });
  const isReady = new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('is ready')) resolve();
    });
  });
  await Promise.race([isReady, ended]);
  const origin = `http://127.0.0.1:${settings.port}`;
  return {
    origin,
    ended,
    post: (path: string, body?: unknown) => post(`${origin}${path}`, body),
    statusOf: async (sessionId: string) =>
      (await get(`${origin}/api/payment/status/${sessionId}`)).json['paymentStatus'],
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

type Result = { code?: number; stdout: string; stderr: string };

function organiser(settings: Settings, ...command: string[]): Promise<Result> {
  const env = environment(settings);
  const run = promisify(execFile)(process.execPath, ['organiser/main.ts', ...command], { env });
  return run.catch((error: Result) => error);
}

const accountCalls = () => stripe.calls.filter(({ path }) => path === '/v1/account').length;
const LONG = { timeout: 600_000 };

test.runIf(isPostgres)(
  'two processes with the old and the new key of one account take payments side by side',
  LONG,
  async () => {
    const before = await start(await settingsOf('before', 'sk_test_first'));
    const old = await openedCheckout(before);
    const after = await start(await settingsOf('after', 'sk_test_second'));
    const fresh = await openedCheckout(after);
    await stripe.pay(old.sessionId);
    await stripe.pay(fresh.sessionId);
    expect(await before.statusOf(fresh.sessionId)).toBe('paid');
    await before.stop();
    expect(await after.statusOf(old.sessionId)).toBe('paid');
    expect(accountCalls()).toBe(2);
  },
);

test.runIf(isPostgres)(
  'a process with the keys of another account leaves the payments of the earlier process alone',
  LONG,
  async () => {
    const one = await settingsOf('before', 'sk_test_first');
    const two = await settingsOf('after', 'sk_test_foreign');
    const before = await start(one);
    const open = await openedCheckout(before);
    const refused = await start(two);
    expect(await refused.ended).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^This database was used with the Stripe account acct_.*\.\n$/),
    });
    const told = await organiser(two, 'installation', '--adopt');
    expect(told.stdout).toContain('1 unfinished payments are of other accounts');
    expect((await organiser(two, 'installation', '--adopt', '--yes')).stdout).toContain('Recorded');
    const after = await start(two);
    await stripe.pay(open.sessionId);
    expect(await after.statusOf(open.sessionId)).toBe('pending');
    expect((await organiser(two, 'reconcile')).stdout).toContain('0 differences');
    expect(await after.statusOf(open.sessionId)).toBe('pending');
    expect(await before.statusOf(open.sessionId)).toBe('paid');
    // The earlier process may still begin a payment, which belongs to its own account.
    const late = await openedCheckout(before);
    await stripe.pay(late.sessionId);
    expect(await after.statusOf(late.sessionId)).toBe('pending');
    expect(await before.statusOf(late.sessionId)).toBe('paid');
    expect(await after.statusOf(late.sessionId)).toBe('paid');
    const asked = stripe.calls.filter(({ key }) => key === 'sk_test_foreign');
    expect(asked.filter(({ path }) => path.includes(open.sessionId))).toEqual([]);
    await before.stop();
    expect((await (await start(one)).ended).code).toBe(1);
  },
);

test(
  'after a stop and a start with other keys the other account takes over, and old payments do not change',
  LONG,
  async () => {
    const one = await settingsOf('before', 'sk_test_first');
    const two = await settingsOf('before', 'sk_test_foreign');
    const before = await start(one);
    const open = await openedCheckout(before);
    expect((await before.stop()).code).toBe(0);
    expect(await organiser(two, 'reconcile')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^This database was used with the Stripe account acct_.*\n$/),
    });
    await organiser(two, 'installation', '--adopt', '--yes');
    const after = await start(two);
    expect(await after.statusOf(open.sessionId)).toBe('pending');
    const next = await openedCheckout(after);
    await stripe.pay(next.sessionId);
    expect(await after.statusOf(next.sessionId)).toBe('paid');
    const { stdout } = await organiser(two, 'export');
    const payments = stdout.split('\n').filter((line) => line.includes('"type":"payment"'));
    const accounts = payments.map((line): unknown => JSON.parse(line).account);
    expect(new Set(accounts).size).toBe(2);
    await after.stop();
  },
);
