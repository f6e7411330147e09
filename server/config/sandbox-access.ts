import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Env } from './env.ts';

const Access = z.object({
  stripe: z.object({ apiBase: z.string(), secretKey: z.string(), webhookSecret: z.string() }),
  paypal: z.object({
    apiBase: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    // PayPal's own ids have at most 50 characters, and it checks no signature for a longer one.
    webhookId: z.string().check(z.maxLength(50)),
  }),
});
/** The addresses and keys of the pretend providers. */
export type SandboxAccess = z.output<typeof Access>;

const FILE = 'sandbox-access.json';

/** The id that payments record as the account of this sandbox, for both pretend providers. */
export function sandboxIdOf({ paypal }: SandboxAccess): string {
  return paypal.clientId;
}

/** The keys of an earlier start, so that its payments are still known, or new keys. The addresses are new at each start. */
export function sandboxKeys(dataDir: string, env: Env): SandboxAccess {
  const { stripe, paypal } = readSandboxAccess(dataDir) ?? {
    stripe: { secretKey: secret('sk_test_'), webhookSecret: secret('whsec_') },
    paypal: {
      clientId: secret('client-'),
      clientSecret: secret(''),
      // PayPal accepts at most 50 characters when it checks a signature.
      webhookId: secret('WH-').slice(0, 20),
    },
  };
  return {
    stripe: {
      ...stripe,
      apiBase: '',
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? stripe.webhookSecret,
    },
    paypal: { ...paypal, apiBase: '', webhookId: env.PAYPAL_WEBHOOK_ID ?? paypal.webhookId },
  };
}

/** Writes the file for the organiser's commands, which run in other processes. */
export function writeSandboxAccess(dataDir: string, access: SandboxAccess): void {
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
}

/** Undefined if no server with pretend providers has run. */
export function readSandboxAccess(dataDir: string): SandboxAccess | undefined {
  try {
    return Access.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

function secret(prefix: string): string {
  return `${prefix}${randomBytes(16).toString('hex')}`;
}
