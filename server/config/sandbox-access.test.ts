import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { readEnv } from './env.ts';
import { writeSandboxAccess, readSandboxAccess, sandboxKeys } from './sandbox-access.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

test('keys are made once, and only the owner can read them', () => {
  const first = sandboxKeys(folder, readEnv({}));
  writeSandboxAccess(folder, first);
  expect(sandboxKeys(folder, readEnv({}))).toEqual(first);
  expect(statSync(join(folder, 'sandbox-access.json')).mode & 0o777).toBe(0o600);
});

test('PayPal would accept the webhook id', () => {
  const { webhookId } = sandboxKeys(folder, readEnv({})).paypal;
  expect(webhookId.length).toBeLessThanOrEqual(50);
});

test('the webhook secret and webhook id of the settings replace those of the sandbox', () => {
  const env = readEnv({ STRIPE_WEBHOOK_SECRET: 'whsec_mine', PAYPAL_WEBHOOK_ID: 'WH-MINE' });
  expect(sandboxKeys(folder, env)).toMatchObject({
    stripe: { webhookSecret: 'whsec_mine' },
    paypal: { webhookId: 'WH-MINE' },
  });
});

test('without an earlier start of the server there is no access', () => {
  expect(readSandboxAccess(folder)).toBeUndefined();
});
