import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { restoreBackup } from '#server/operations/restore-backup.ts';
import { readEnv } from '#server/config/env.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { findInstallation, installationIn } from '#server/operations/installation.ts';
import { openInstallation } from '#server/operations/open-installation.ts';
import { writeSandboxAccess, sandboxKeys } from '#server/config/sandbox-access.ts';
import {
  createStubProvider,
  type StubAnswer,
  type StubProvider,
} from '#tests/support/stub-provider.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { adoptCommand } from './installation.ts';

let server: TestSite;
let stripe: StubProvider;
let answer: StubAnswer;
/** The ids of the checkouts in the present Stripe account. */
let checkouts: string[];
let dataDir: string;
let warnings: string[];
beforeEach(async () => {
  server = await startTestSite();
  answer = account('acct_one');
  checkouts = [];
  stripe = await createStubProvider(({ path }) =>
    path === '/v1/account' ? answer : checkoutAt(path),
  );
  dataDir = testFolder();
  warnings = [];
});
afterEach(async () => {
  await stripe.close();
});

const account = (id: string) => ({ body: { id, object: 'account' } });
const NOT_FOUND = {
  status: 404,
  body: { error: { type: 'invalid_request_error', message: 'no' } },
};
const FORBIDDEN = {
  status: 403,
  body: { error: { type: 'invalid_request_error', message: 'no' } },
};

function checkoutAt(path: string): StubAnswer {
  const id = checkouts.find((each) => path === `/v1/checkout/sessions/${each}`);
  return id === undefined ? NOT_FOUND : { body: { id, object: 'checkout.session' } };
}

const withStripe = (key: string) => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
  STRIPE_API_BASE: stripe.origin,
});
const withPaypal = (id: string) => ({
  PAYPAL_CLIENT_ID: id,
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
});
const LIVE = { ...withPaypal('client-live'), PAYPAL_ENV: 'live' };

const envOf = (settings: Record<string, string>) =>
  readEnv({ PUBLIC_BASE_URL: 'https://summit.example', ...settings });

function start(settings: Record<string, string>, folder = dataDir) {
  const settled = { env: envOf(settings), dataDir: folder };
  return openInstallation(server.db, settled, (line) => void warnings.push(line));
}

/** Opens a checkout, and records this account for it. Returns its id. */
async function aCheckoutOf(name: string): Promise<string> {
  const { sessionId } = await server.openedCheckout();
  await server.db
    .updateTable('payments')
    .set({ account: name, mode: 'test' })
    .where('provider_ref', '=', sessionId)
    .execute();
  return sessionId;
}

function adopt(settings: Record<string, string>, isReal: boolean) {
  const context = { ...testContext(server), env: envOf(settings), dataDir };
  return printed((print) => adoptCommand(context, isReal, print));
}

describe('at a start', () => {
  test('the accounts are recorded once, and the server does not ask Stripe about a known key', async () => {
    await start({ ...withStripe('sk_test_one'), ...withPaypal('client-1') });
    expect(await findInstallation(server.db)).toMatchObject({
      mode: 'test',
      stripeAccount: 'acct_one',
      paypalClient: 'client-1',
    });
    expect(stripe.countOf('/v1/account')).toBe(1);
    await start({ ...withStripe('sk_test_one'), ...withPaypal('client-1') });
    expect(stripe.asked).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  test('no secret is recorded', async () => {
    await start({ ...withStripe('sk_test_one'), ...withPaypal('client-1') });
    const rows = await server.db.selectFrom('installation').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/sk_test_one|whsec|secret"/);
  });

  test('another key of the same Stripe account replaces the first', async () => {
    const first = await start(withStripe('sk_test_one'));
    const second = await start(withStripe('sk_test_two'));
    expect(second).toMatchObject({ stripeAccount: 'acct_one' });
    expect(second.stripeKey).not.toBe(first.stripeKey);
    await start(withStripe('sk_test_two'));
    expect(stripe.asked).toHaveLength(2);
  });

  test('a key of another Stripe account is refused', async () => {
    await start(withStripe('sk_test_one'));
    answer = account('acct_two');
    await expect(start(withStripe('sk_test_two'))).rejects.toThrow(
      /^This database was used with the Stripe account acct_one, and the settings say the Stripe account acct_two: .*installation --adopt\.$/,
    );
    expect(await findInstallation(server.db)).toMatchObject({ stripeAccount: 'acct_one' });
  });

  test('another PayPal client is refused, also after a time without PayPal', async () => {
    await start({ ...withStripe('sk_test_one'), ...withPaypal('client-1') });
    await start(withStripe('sk_test_one'));
    await expect(start(withPaypal('client-2'))).rejects.toThrow(
      'the PayPal client client-1, and the settings say the PayPal client client-2',
    );
    await start(withPaypal('client-1'));
  });

  test('keys of another mode are refused', async () => {
    await start(withStripe('sk_test_one'));
    await expect(start(LIVE)).rejects.toThrow('test payments, and the settings say live payments');
    await expect(start({})).rejects.toThrow('test payments, and the settings say sandbox payments');
  });

  test.each([
    ['does not answer', 'reset'],
    ['may not say', FORBIDDEN],
  ] as const)(
    'a Stripe that %s delays neither the first start nor a later one',
    async (_, trouble) => {
      answer = trouble;
      const first = await start(withStripe('rk_test_one'));
      expect(first.stripeAccount).toBe(`key ${first.stripeKey}`);
      expect(warnings).toEqual([expect.stringContaining('does not say which account')]);
      expect(warnings.join()).not.toContain('rk_test');
      const asked = stripe.asked.length;
      expect(await start(withStripe('rk_test_one'))).toEqual(first);
      expect(stripe.asked).toHaveLength(asked);
      expect(warnings).toHaveLength(1);
    },
  );

  test.each([
    ['before nor now', FORBIDDEN, FORBIDDEN],
    ['before', FORBIDDEN, account('acct_one')],
    ['now', account('acct_one'), FORBIDDEN],
  ] as const)(
    'if Stripe did not name the account %s, another key has to find the latest checkout',
    async (_, before, now) => {
      answer = before;
      const { stripeAccount = '' } = await start(withStripe('rk_test_one'));
      await aCheckoutOf(stripeAccount);
      const latest = await aCheckoutOf(stripeAccount);
      answer = now;
      await expect(start(withStripe('rk_test_two'))).rejects.toThrow(
        /^This database was used with/,
      );
      checkouts = [latest];
      expect(await start(withStripe('rk_test_two'))).toMatchObject({ stripeAccount });
      checkouts = [];
      expect(await start(withStripe('rk_test_two'))).toMatchObject({ stripeAccount });
    },
  );

  test('without an answer from Stripe a key does not replace another', async () => {
    await start(withStripe('sk_test_one'));
    answer = 'reset';
    await expect(start(withStripe('sk_test_two'))).rejects.toThrow(
      'which Stripe does not name: put',
    );
    expect(warnings).toEqual([]);
  });

  test('a mistyped key without payments is forgotten', async () => {
    answer = { ...FORBIDDEN, status: 401 };
    await start(withStripe('sk_test_mistyped'));
    answer = account('acct_one');
    expect(await start(withStripe('sk_test_one'))).toMatchObject({ stripeAccount: 'acct_one' });
  });

  test('the sandbox of another data folder is refused', async () => {
    const other = join(dataDir, 'other');
    for (const folder of [dataDir, other]) {
      installationIn(envOf({}), folder);
      writeSandboxAccess(folder, sandboxKeys(folder, envOf({})));
    }
    await start({});
    await start({});
    await expect(start({}, other)).rejects.toThrow(/the sandbox client-\w+, and the settings say/);
  });

  test('another store for files is refused once there are abstracts', async () => {
    const other = join(dataDir, 'other');
    await start(withStripe('sk_test_one'));
    await start(withStripe('sk_test_one'), other);
    await start(withStripe('sk_test_one'));
    await server.submit();
    await start(withStripe('sk_test_one'));
    await expect(start(withStripe('sk_test_one'), other)).rejects.toThrow(
      /files in the folder \w+, and the settings say files in the folder/,
    );
    const bucket = { ...withStripe('sk_test_one'), FILES_S3_BUCKET: 'summit' };
    await expect(start(bucket)).rejects.toThrow('the settings say files in the bucket summit');
  });
});

describe('a deliberate change', () => {
  test('is printed before it is done, with the payments that it leaves behind', async () => {
    await start(withStripe('sk_test_one'));
    await aCheckoutOf('acct_one');
    answer = account('acct_two');
    const told = await adopt(withStripe('sk_test_two'), false);
    expect(told).toMatch(/^- stripe +acct_one, key \w+$/m);
    expect(told).toMatch(/^\+ stripe +acct_two, key \w+$/m);
    expect(told).toContain('1 unfinished payments are of other accounts');
    expect(told).toContain('Nothing was changed');
    await expect(start(withStripe('sk_test_two'))).rejects.toThrow('acct_two');
  });

  test('allows the next start with the new keys, and refuses a start with the earlier keys', async () => {
    await start(withStripe('sk_test_one'));
    answer = account('acct_two');
    await adopt(withStripe('sk_test_two'), true);
    await start(withStripe('sk_test_two'));
    answer = account('acct_one');
    await expect(start(withStripe('sk_test_one'))).rejects.toThrow('acct_two, and the settings');
    expect(await adopt(withStripe('sk_test_two'), false)).toContain('nothing changes');
  });

  test('from test to live or back is refused as soon as there is an order', async () => {
    await start(withStripe('sk_test_one'));
    await adopt(LIVE, true);
    expect(await findInstallation(server.db)).toMatchObject({ mode: 'live' });
    await adopt(withStripe('sk_test_one'), true);
    await server.openedCheckout();
    await expect(adopt(LIVE, true)).rejects.toThrow(
      /orders of test payments.*never has real and pretended/,
    );
    expect(await findInstallation(server.db)).toMatchObject({ mode: 'test' });
  });
});

test('the command shows the recorded accounts, also as JSON, and doctor shows them, too', async () => {
  const shown = (asJson: boolean) => server.organise('installation', ...(asJson ? ['--json'] : []));
  expect(await shown(true)).toBe('null\n');
  await start({ ...withStripe('sk_test_one'), ...withPaypal('client-1') });
  expect(await shown(false)).toMatch(/^payments +test\nstripe +acct_one, key \w+\npaypal +client/);
  expect(JSON.parse(await shown(true))).toMatchObject({ stripeAccount: 'acct_one' });
  await aCheckoutOf('acct_gone');
  const doctor = await server.organise('doctor');
  expect(doctor).toMatch(
    /used with +test payments, the Stripe account acct_one, the PayPal client/,
  );
  expect(doctor).toMatch(/attention +1 payment of other accounts/);
});

test('a restored backup has the accounts from its writing, and the file store of its restore', async () => {
  await start(withStripe('sk_test_one'));
  await server.submit();
  const path = join(dataDir, 'copy.tar.gz');
  await writeBackup(server.db, server.files.store, path, '2026-05-01T08:00:00.000Z');
  const { db, close } = await createEmptyDatabase();
  const target = join(dataDir, 'target');
  const store = folderStore(join(target, 'files'));
  const { fileStore } = installationIn(envOf({}), target);
  const here = { file_store: fileStore, sandbox_id: null };
  await restoreBackup(path, { db, store, dataDir, here });
  const open = (settings: Record<string, string>) =>
    openInstallation(db, { env: envOf(settings), dataDir: target }, () => undefined);
  await expect(open({})).rejects.toThrow('test payments, and the settings say sandbox payments');
  answer = account('acct_two');
  await expect(open(withStripe('sk_test_two'))).rejects.toThrow('acct_one');
  expect(await open(withStripe('sk_test_one'))).toMatchObject({ fileStore });
  await close();
});

test('a folder of files keeps its id', () => {
  const fileStoreOf = () => installationIn(envOf({}), dataDir).fileStore;
  expect(fileStoreOf()).toMatch(/^folder \w{26}$/);
  expect(fileStoreOf()).toBe(fileStoreOf());
});
