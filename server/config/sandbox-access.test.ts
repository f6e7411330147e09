import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { writeSandboxAccess, readSandboxAccess, sandboxKeys } from './sandbox-access.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-access-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('keys are made once and are for the owner only', () => {
  const first = sandboxKeys(folder, readEnv({}));
  writeSandboxAccess(folder, first);
  expect(sandboxKeys(folder, readEnv({}))).toEqual(first);
  expect(statSync(join(folder, 'sandbox-access.json')).mode & 0o777).toBe(0o600);
});

test('the webhook id is one that PayPal would take', () => {
  const { webhookId } = sandboxKeys(folder, readEnv({})).paypal;
  expect(webhookId.length).toBeLessThanOrEqual(50);
});

test('what the environment says to sign with is what is signed with', () => {
  const env = readEnv({ STRIPE_WEBHOOK_SECRET: 'whsec_mine', PAYPAL_WEBHOOK_ID: 'WH-MINE' });
  expect(sandboxKeys(folder, env)).toMatchObject({
    stripe: { webhookSecret: 'whsec_mine' },
    paypal: { webhookId: 'WH-MINE' },
  });
});

test('the command line finds nothing where no server has run', () => {
  expect(readSandboxAccess(folder)).toBeUndefined();
});
