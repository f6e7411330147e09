import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { readSandboxAccess } from '#server/sandbox-access.ts';
import type { ApiCall } from '../sandbox/call-log.ts';
import type { Fault as ProviderFault, Provider } from '../sandbox/faults.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import { freePort } from '../scripts/free-port.ts';
import {
  aPerson,
  expectTrue,
  exported,
  type Fault,
  get,
  onSite,
  post,
  say,
  type Site,
  until,
} from './fault-site.ts';
import { payAtHostedPage, readSandbox, tellSandbox } from './sandbox-control.ts';

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
  return onSite({ SANDBOX_CONTROL: 'on' }, async (site) => {
    const price = await priceOf(site);
    const seen: string[] = [];
    for (const provider of ['stripe', 'paypal'] as const) {
      for (const fault of faults) seen.push(await meet(site, provider, fault, price));
    }
    return seen.join('; ');
  });
}

/** A visitor clicks until a misbehaving provider opens a checkout, pays and comes back. */
async function meet(
  site: Site,
  provider: Provider,
  fault: ProviderFault,
  price: number,
): Promise<string> {
  const before = (await readSandbox<ApiCall[]>(site.dataDir, 'calls')).length;
  await tellSandbox(site.dataDir, 'failNext', fault, 1, { provider, purpose: 'open' });
  const person = aPerson();
  const clicks: number[] = [];
  let checkout: Checkout | undefined;
  while (!checkout && clicks.length < 10) {
    if (clicks.length > 0) await pause(1000);
    const { ms, status, opened } = await openCheckout(site, provider, person, price);
    expectTrue(ms <= LONGEST_WAIT_MS, `${provider}: a click waits ${ms} ms`);
    expectTrue(status === 200 || status === 503, `${provider}: a click answers ${status}`);
    clicks.push(status);
    checkout = opened;
  }
  if (!checkout) throw new Error(`${provider}: no checkout after ${clicks.join(', ')}`);
  const calls = (await readSandbox<ApiCall[]>(site.dataDir, 'calls')).slice(before);
  const keys = new Set(
    calls
      .filter(({ path }) => /\/checkout\/(?:sessions|orders)$/.test(path))
      .map(({ idempotencyKey }) => idempotencyKey),
  );
  await payAt(checkout.url);
  // The provider has carried it out and our server does not know it yet.
  if (provider === 'paypal' && fault === 'reset-after') {
    await tellSandbox(site.dataDir, 'failNext', 'reset-after', 1, { provider, purpose: 'capture' });
  }
  await until(30_000, `${provider}: it is paid`, () => comeBack(site, provider, checkout.ref));
  const orders = (await exported(site)).filter(
    ({ type, email }) => type === 'order' && email === person.email,
  );
  const charges =
    (await readSandbox<Ledger>(site.dataDir, 'ledger'))[String(orders[0]?.['id'])] ?? [];
  expectTrue(
    orders.length === 1 && orders[0]?.state === 'CONFIRMED',
    `${provider}: one order, paid`,
  );
  expectTrue(charges.length === 1, `${provider}: ${charges.length} charges`);
  const name = typeof fault === 'object' ? JSON.stringify(fault) : fault;
  return `${provider} ${name}: ${clicks.join(' then ')}, ${keys.size} key, 1 charge`;
}

/** The provider has the right time, because it belongs to another server's sandbox. */
function clockOff(byMs: number): Promise<string> {
  return onProvider(async (provider, port) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plenary-faults-'));
    copyFileSync(
      join(provider.dataDir, 'sandbox-access.json'),
      join(dataDir, 'sandbox-access.json'),
    );
    const settings = {
      PORT: String(port),
      STRIPE_API_BASE: readSandboxAccess(provider.dataDir)?.stripe.apiBase ?? '',
      NODE_OPTIONS: `--import=${new URL('shifted-clock.mjs', import.meta.url).href}`,
      CLOCK_AHEAD_MS: String(byMs),
    };
    return onSite(settings, (site) => settleWithoutVisitor(site, provider, byMs), dataDir);
  });
}

/** Its webhooks go to a server on `port`. */
async function onProvider(run: (provider: Site, port: number) => Promise<string>) {
  const port = await freePort();
  const webhooks = { SANDBOX_STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/stripe` };
  return onSite(webhooks, (provider) => run(provider, port));
}

async function settleWithoutVisitor(site: Site, provider: Site, byMs: number): Promise<string> {
  const price = await priceOf(site);
  const person = aPerson();
  const { opened, status } = await openCheckout(site, 'stripe', person, price);
  if (!opened) throw new Error(`no checkout: ${status}`);
  await payAt(opened.url.replace(site.origin, provider.origin));
  const ms = await until(200_000, 'it is paid', async () =>
    (await exported(site)).some(
      ({ type, email, state }) =>
        type === 'order' && email === person.email && state === 'CONFIRMED',
    ),
  );
  const metrics = (await get(site, '/metrics')).body;
  const refused = Number(/refusals_total\{code="bad-signature"\} (\d+)/.exec(metrics)?.[1] ?? 0);
  const isTooOld = byMs > 0;
  expectTrue(refused > 0 === isTooOld, `${refused} webhooks were refused by their age`);
  expectTrue((await get(site, '/')).status === 200, 'pages are there');
  const by = isTooOld ? `${refused} webhooks refused by age, found by polling` : 'paid by webhook';
  return `${by} after ${Math.round(ms / 1000)} s`;
}

type Checkout = { ref: string; url: string };
const Opened = z.union([
  z.pipe(
    z.object({ sessionId: z.string(), url: z.string() }),
    z.transform(({ sessionId, url }) => ({ ref: sessionId, url })),
  ),
  z.pipe(
    z.object({ orderId: z.string(), approvalUrl: z.string() }),
    z.transform(({ orderId, approvalUrl }) => ({ ref: orderId, url: approvalUrl })),
  ),
]);

async function openCheckout(
  site: Site,
  provider: Provider,
  person: ReturnType<typeof aPerson>,
  price: number,
) {
  const { name, email, phone, country, instituteOrUniversity } = person;
  const seen =
    provider === 'stripe'
      ? await post(site, '/api/payment/create-checkout-session?pricingConfigId=speaker', person)
      : await post(site, '/api/payment/paypal/create', {
          customerName: name,
          customerEmail: email,
          phone,
          country,
          instituteOrUniversity,
          amount: price,
          currency: 'EUR',
          pricingConfigId: 'speaker',
        });
  const opened: Checkout | undefined =
    seen.status === 200 ? Opened.parse(JSON.parse(seen.body)) : undefined;
  if (seen.status >= 500) expectTrue(seen.message !== '', `${say(seen)} without a sentence`);
  return { ...seen, opened };
}

async function priceOf(site: Site): Promise<number> {
  const { body } = await post(site, '/api/registration/get-pricing-config', {
    registrationType: 'REGISTRATION_ONLY',
    presentationType: 'SPEAKER',
    numberOfNights: 1,
    numberOfGuests: 0,
  });
  const [option] = z.array(z.object({ totalPrice: z.number() })).parse(JSON.parse(body));
  if (!option) throw new Error('there is no price');
  return option.totalPrice;
}

async function payAt(url: string): Promise<void> {
  const status = await payAtHostedPage(url);
  if (status !== 302 && status !== 303) throw new Error(`the hosted page answers ${status}`);
}

/** Does what the return page does. */
async function comeBack(site: Site, provider: Provider, ref: string): Promise<boolean> {
  const path =
    provider === 'stripe'
      ? `/api/payment/update?sessionId=${ref}`
      : `/api/payment/paypal/capture/${ref}`;
  const { status, ms, body } = await post(site, path);
  expectTrue(ms <= LONGEST_WAIT_MS, `${provider}: the way back waits ${ms} ms`);
  return status === 200 && body.includes('"success":true');
}
