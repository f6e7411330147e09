import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readSandboxAccess } from '#server/config/sandbox-access.ts';
import type { ApiCall, Fault as ProviderFault, Ledger, Provider } from 'payment-sandbox';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { readSandbox, tellSandbox } from '#tests/support/sandbox-control.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { freePort } from '../../scripts/free-port.ts';
import { expectPage, expectTrue, type Fault, onServer, seen, until } from './fault.ts';

const LONGEST_WAIT_MS = 12_000;
const TEN_MINUTES = 10 * 60_000;

export const providerFaults: readonly Fault[] = [
  {
    name: 'provider slow',
    done: 'Stripe and PayPal leave a call unanswered, then one that they have carried out',
    run: () => withEach(['hang', 'hang-after']),
  },
  {
    name: 'provider broken',
    done: 'they answer 500, then 429',
    run: () => withEach([{ status: 500 }, { status: 429 }]),
  },
  {
    name: 'provider lying',
    done: 'they carry out the call and answer with incomplete JSON, then with JSON of another shape',
    run: () => withEach(['malformed', 'unparsable']),
  },
  {
    name: 'provider acts and drops',
    done: 'they carry out the call and hang up; PayPal at the capture too',
    run: () => withEach(['reset-after']),
  },
  {
    name: 'clock ahead',
    done: 'the server’s clock ten minutes ahead of the provider’s, the visitor closes the browser',
    run: () => clockOff(TEN_MINUTES),
  },
  {
    name: 'clock behind',
    done: 'ten minutes behind it',
    run: () => clockOff(-TEN_MINUTES),
  },
];

function withEach(faults: readonly ProviderFault[]): Promise<string> {
  return onServer({ SANDBOX_CONTROL: 'on' }, async (server) => {
    const lines: string[] = [];
    for (const provider of ['stripe', 'paypal'] as const) {
      for (const fault of faults) lines.push(await meet(server, provider, fault));
    }
    return lines.join('; ');
  });
}

/** A visitor clicks until a misbehaving provider opens a checkout, pays and comes back. */
async function meet(
  server: ServerProcess,
  provider: Provider,
  fault: ProviderFault,
): Promise<string> {
  const { dataDir } = server;
  const failNext = (purpose: 'open' | 'capture') =>
    tellSandbox(dataDir, 'failNext', fault, 1, { provider, purpose });
  const before = (await readSandbox<ApiCall[]>(dataDir, 'calls')).length;
  const visitor = await aPayingVisitor(server, provider);
  await failNext('open');
  const clicks: number[] = [];
  while (!visitor.checkout() && clicks.length < 10) {
    if (clicks.length > 0) await pause(1000);
    const { ms, status, message } = await seen(visitor.open());
    expectTrue(ms <= LONGEST_WAIT_MS, `${provider}: a click waits ${ms} ms`);
    const isTold = status === 503 && message !== '';
    expectTrue(status === 200 || isTold, `${provider}: a click answers ${status} ${message}`);
    clicks.push(status);
  }
  const calls = (await readSandbox<ApiCall[]>(dataDir, 'calls')).slice(before);
  const openings = calls.filter(({ path }) => /\/checkout\/(?:sessions|orders)$/.test(path));
  const keys = new Set(openings.map(({ idempotencyKey }) => idempotencyKey));
  await visitor.pay();
  // PayPal has carried it out, and our server does not know it yet.
  if (provider === 'paypal' && fault === 'reset-after') await failNext('capture');
  await until(30_000, `${provider}: it is paid`, async () => {
    const { status, ms, text } = await seen(visitor.comeBack());
    expectTrue(ms <= LONGEST_WAIT_MS, `${provider}: the way back waits ${ms} ms`);
    return status === 200 && text.includes('"success":true');
  });
  const orders = await ordersOf(server, visitor.email);
  const isPaid = orders.length === 1 && orders[0]?.['state'] === 'CONFIRMED';
  expectTrue(isPaid, `${provider}: one order, paid`);
  const charges = (await readSandbox<Ledger>(dataDir, 'ledger'))[String(orders[0]?.['id'])] ?? [];
  expectTrue(charges.length === 1, `${provider}: ${charges.length} charges`);
  const name = typeof fault === 'object' ? JSON.stringify(fault) : fault;
  return `${provider} ${name}: ${clicks.join(' then ')}, ${keys.size} key, 1 charge`;
}

/** The provider has the right time, because it belongs to another server's sandbox. */
async function clockOff(byMs: number): Promise<string> {
  const port = await freePort();
  const webhooks = { SANDBOX_STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/stripe` };
  return onServer(webhooks, async (other) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plenary-clock-'));
    const access = 'sandbox-access.json';
    copyFileSync(join(other.dataDir, access), join(dataDir, access));
    const settings = {
      PORT: String(port),
      DATA_DIR: dataDir,
      STRIPE_API_BASE: readSandboxAccess(other.dataDir)?.stripe.apiBase ?? '',
      NODE_OPTIONS: `--import=${new URL('shifted-clock.mjs', import.meta.url).href}`,
      CLOCK_AHEAD_MS: String(byMs),
    };
    return onServer(settings, (server) => payAndLeave(server, other, byMs > 0));
  });
}

async function payAndLeave(
  server: ServerProcess,
  other: ServerProcess,
  isAhead: boolean,
): Promise<string> {
  const visitor = await aPayingVisitor(server, 'stripe');
  await visitor.open();
  await visitor.pay(other.origin);
  const ms = await until(200_000, 'it is paid', async () => {
    const orders = await ordersOf(server, visitor.email);
    return orders.some((order) => order['state'] === 'CONFIRMED');
  });
  const { text } = await server.get('/metrics');
  const refused = Number(/refusals_total\{code="bad-signature"\} (\d+)/.exec(text)?.[1] ?? 0);
  expectTrue(refused > 0 === isAhead, `${refused} webhooks were refused by their age`);
  await expectPage(server);
  const by = isAhead ? `${refused} webhooks refused by age, found by polling` : 'paid by webhook';
  return `${by} after ${Math.round(ms / 1000)} s`;
}

async function ordersOf(server: ServerProcess, payer: string) {
  const records = await server.exported();
  return records.filter(({ type, email }) => type === 'order' && email === payer);
}
