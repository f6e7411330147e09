/**
 * Kills the server with SIGKILL at the worst moments of a payment, for cards and PayPal, starts it again on the same
 * data, lets the visitor or the organiser go on, and then compares: one charge for an order at the providers, one
 * CONFIRMED order with one PAID payment in the books, one mail, and nothing that `organiser reconcile` could name.
 *
 *     npm run crash-money -- [rounds, 1 unless told, or short] [a part of a scenario's name]
 *
 * Each round plays every scenario with each provider, with and without webhooks and by each recovery; short plays it
 * once with each provider and takes the rest by turns, as npm test does.
 *
 * DATABASE_URL makes it use PostgreSQL; the database has to be empty. It needs a built site (npm start builds it) and
 * talks to 127.0.0.1 only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ApiCall } from '../sandbox/call-log.ts';
import type { Aim, Fault, Provider } from '../sandbox/faults.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import { freePort } from '../scripts/free-port.ts';
import { comeBack, openCheckout, payAt, shopAt, type Visit } from './crash-visitor.ts';
import { exportedRecords } from './exported-records.ts';
import { readSandbox, tellSandbox } from './sandbox-control.ts';
import { startServer } from './server-process.ts';

/** Who goes on after the restart: each has to be enough, and both together must not be too much. */
type Recovery = 'visitor' | 'organiser' | 'both';

type Scenario = {
  name: string;
  providers: readonly Provider[];
  /** Whether the webhooks of the payment come after the restart; without them only the recovery can find the money. */
  webhooks: readonly ('on' | 'off')[];
  /** Up to the moment of the crash. */
  until(visit: Visit): Promise<void>;
  /** A crash is part of it unless told. */
  survives?: true;
};

const both = ['stripe', 'paypal'] as const;
const onAndOff = ['on', 'off'] as const;

const scenarios: readonly Scenario[] = [
  {
    name: '39 killed after NEW was committed, before the provider heard of it',
    providers: both,
    webhooks: ['on'],
    async until(visit) {
      await failNext('hang', 1, { provider: visit.provider, purpose: 'open' });
      await untilItHangs(visit.provider, 'open', () => void openCheckout(shop, visit));
    },
  },
  {
    name: '40 killed between the provider’s checkout and our commit of it',
    providers: both,
    webhooks: ['on'],
    async until(visit) {
      const before = await recentCheckouts();
      await failNext('hang-after', 1, { provider: visit.provider, purpose: 'open' });
      await untilItHangs(visit.provider, 'open', () => void openCheckout(shop, visit));
      await until(
        'the checkout is made',
        async () => !(await recentCheckouts()).isSubsetOf(before),
      );
    },
  },
  {
    name: '41 killed between the capture of the money and our commit of it',
    providers: ['paypal'],
    webhooks: onAndOff,
    async until(visit) {
      await openCheckout(shop, visit);
      const before = await countCharges();
      await failNext('hang-after', 1, { provider: 'paypal', purpose: 'capture' });
      await untilItHangs('paypal', 'capture', async () => {
        await payAt(visit);
        void comeBack(shop, visit);
      });
      await until('the money moved', async () => (await countCharges()) > before);
    },
  },
  {
    name: '42 killed right after PAID, before the mail',
    providers: both,
    webhooks: onAndOff,
    async until(visit) {
      await openCheckout(shop, visit);
      await payAt(visit);
      await until('the page says paid', () => comeBack(shop, visit));
      if (confirmationsTo(visit.email) > 0) missedTheMoment += 1;
    },
  },
  {
    name: '43 killed while a webhook was being handled',
    providers: both,
    webhooks: ['on'],
    async until(visit) {
      await openCheckout(shop, visit);
      await failNext('hang', 1, { provider: visit.provider, purpose: 'look' });
      await untilItHangs(visit.provider, 'look', () => payAt(visit));
    },
  },
  {
    name: '45 provider down while the checkout was opened',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    async until(visit) {
      await failNext('reset-before', 20, { provider: visit.provider });
      if (await openCheckout(shop, visit))
        throw new Error('a provider that is down opened a checkout');
    },
  },
  {
    name: '45 provider down when the visitor came back',
    providers: both,
    webhooks: onAndOff,
    survives: true,
    async until(visit) {
      await openCheckout(shop, visit);
      await failNext('reset-before', 20, { provider: visit.provider });
      await payAt(visit);
      if (await comeBack(shop, visit)) throw new Error('a provider that is down said paid');
    },
  },
  {
    name: '45 provider broken with 500 and the server killed',
    providers: both,
    webhooks: onAndOff,
    async until(visit) {
      await openCheckout(shop, visit);
      await failNext({ status: 500 }, 20, { provider: visit.provider });
      await payAt(visit);
      if (await comeBack(shop, visit)) throw new Error('a provider that is broken said paid');
    },
  },
];

const HARMLESS = new Set(['PAID', 'CANCELLED', 'EXPIRED', 'FAILED']);
const PATHS = {
  stripe: { open: /sessions$/, look: /sessions\/[^/]+$/, capture: /^$/ },
  paypal: { open: /orders$/, look: /orders\/[^/]+$/, capture: /capture$/ },
};
const Row = z.looseObject({
  type: z.string(),
  email: z.string(),
  state: z.string(),
  id: z.string(),
});

const isShort = process.argv[2] === 'short';
const rounds = isShort ? 1 : Number(process.argv[2] ?? 1);
const wanted = process.argv[3] ?? '';
const dataDir = mkdtempSync(join(tmpdir(), 'plenary-crash-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(port),
  SANDBOX_CONTROL: 'on',
};
const problems: string[] = [];
let kills = 0;
const visits: Visit[] = [];
let missedTheMoment = 0;

let server = await startServer(env);
process.on('exit', () => server.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const shop = await shopAt(origin);
for (const scenario of scenarios.filter(({ name }) => name.includes(wanted))) {
  for (const provider of scenario.providers) await play(scenario, provider);
}
await organiser('reconcile', problems);
problems.push(...(await missingMails()));
const charged = Object.values(await readSandbox<Ledger>(dataDir, 'ledger')).flat();
server.kill('SIGTERM');
await once(server, 'exit');
problems.push(...journalProblems());
rmSync(dataDir, { recursive: true });

const cents = charged.reduce((sum, { amount }) => sum + amount, 0);
console.log(
  `${visits.length} visits, ${kills} kills, ${charged.length} charges of ${(cents / 100).toFixed(2)} EUR, ` +
    `${problems.length} problems` +
    (missedTheMoment > 0 ? `; ${missedTheMoment} mails were faster than the kill` : ''),
);
process.exitCode = problems.length === 0 && visits.length > 0 ? 0 : 1;

/** One scenario with one provider, by every way to go on that is to be played. */
async function play(scenario: Scenario, provider: Provider): Promise<void> {
  const start = performance.now();
  const found: string[] = [];
  const ways = waysToGoOn(scenario);
  for (const { webhooks, recovery } of ways) {
    const visit: Visit = {
      email: `v${visits.length}@crash.example`,
      provider,
      checkout: undefined,
    };
    visits.push(visit);
    const wrong = await playOnce(scenario, visit, webhooks, recovery).catch((error) => [
      String(error instanceof Error ? error.stack : error),
    ]);
    const where = `${visit.email}, webhooks ${webhooks}, recovered by ${recovery}`;
    found.push(...wrong.map((words) => `${scenario.name}, ${provider} (${where}): ${words}`));
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${scenario.name}, ${provider}: ${ways.length} times, ${found.length} problems, ${seconds} s`,
  );
  for (const words of found) console.error(`  ${words}`);
  problems.push(...found);
}

function waysToGoOn(scenario: Scenario): { webhooks: 'on' | 'off'; recovery: Recovery }[] {
  const all = scenario.webhooks.flatMap((webhooks) =>
    (['visitor', 'organiser', 'both'] as const).map((recovery) => ({ webhooks, recovery })),
  );
  return isShort
    ? all.slice(visits.length % all.length).slice(0, 1)
    : Array.from({ length: rounds }, () => all).flat();
}

async function playOnce(
  scenario: Scenario,
  visit: Visit,
  webhooks: 'on' | 'off',
  recovery: Recovery,
): Promise<string[]> {
  await tellSandbox(dataDir, 'webhooks', webhooks);
  await scenario.until(visit);
  if (scenario.survives) await tellSandbox(dataDir, 'clearFaults');
  else await crash();
  if (recovery !== 'visitor') await organiser('reconcile');
  // Who had no checkout yet has to come again in any case: nobody can pay for them.
  if (recovery !== 'organiser' || !(await isCharged(visit.email))) await goOn(visit);
  if (scenario.survives) await tellSandbox(dataDir, 'webhooks', 'on');
  return audit(visit);
}

async function crash(): Promise<void> {
  kills += 1;
  server.kill('SIGKILL');
  await once(server, 'exit');
  server = await startServer(env);
}

/** What a visitor does who saw an error: press the button again, pay if asked to, and come back to the site. */
async function goOn(visit: Visit): Promise<void> {
  const patience = Date.now() + 45_000;
  for (;;) {
    if (visit.checkout && (await comeBack(shop, visit))) return;
    if ((await openCheckout(shop, visit)) && visit.checkout?.url.includes('/sandbox/'))
      await payAt(visit);
    if (visit.checkout && (await comeBack(shop, visit))) return;
    if (Date.now() > patience) throw new Error('the visitor gave up: still not paid after 45 s');
    await pause(500);
  }
}

/** What the books and the providers have to say of a visit that is over, before anybody looks after it once more. */
async function audit(visit: Visit): Promise<string[]> {
  const wrong: string[] = [];
  const mine = (await exportRows()).filter(({ email }) => email === visit.email);
  const orders = mine.filter(({ type }) => type === 'order');
  const payments = mine.filter(({ type }) => type === 'payment');
  const charges = (await readSandbox<Ledger>(dataDir, 'ledger'))[orders[0]?.id ?? ''] ?? [];
  const paid = payments.filter(({ state }) => state === 'PAID');
  const strange = payments.filter(({ state }) => !HARMLESS.has(state));

  if (orders.length !== 1) wrong.push(`${orders.length} orders`);
  if (orders[0]?.state !== 'CONFIRMED') wrong.push(`the order is ${orders[0]?.state}`);
  if (paid.length !== 1) wrong.push(`${paid.length} payments are PAID`);
  if (strange.length > 0) wrong.push(`a payment is ${strange.map(({ state }) => state).join()}`);
  if (charges.length !== 1) wrong.push(`charged ${charges.length} times`);
  if (charges.some(({ refunded }) => refunded > 0)) wrong.push('something went back');
  if (charges[0]?.amount !== shop.price.cents) wrong.push(`charged ${charges[0]?.amount} cents`);
  return wrong;
}

async function missingMails(): Promise<string[]> {
  const isThere = ({ email }: Visit) => confirmationsTo(email) > 0;
  // Longer than the lease of a mail whose sender died.
  await until('every mail is there', () => visits.every(isThere), 150_000).catch(() => undefined);
  return visits
    .filter(({ email }) => confirmationsTo(email) !== 1)
    .map(({ email }) => `${confirmationsTo(email)} confirmations to ${email}`);
}

async function isCharged(email: string): Promise<boolean> {
  const order = (await exportRows()).find((row) => row.type === 'order' && row.email === email);
  return (order?.id ?? '') in (await readSandbox<Ledger>(dataDir, 'ledger'));
}

async function countCharges(): Promise<number> {
  return Object.values(await readSandbox<Ledger>(dataDir, 'ledger')).flat().length;
}

async function failNext(fault: Fault, times: number, aim: Aim): Promise<void> {
  await tellSandbox(dataDir, 'failNext', fault, times, aim);
}

/** Does something and waits until the server waits for a provider that does not answer. */
async function untilItHangs(
  provider: Provider,
  purpose: 'open' | 'look' | 'capture',
  act: () => void | Promise<void>,
): Promise<void> {
  const hanging = async () =>
    (await readSandbox<ApiCall[]>(dataDir, 'calls')).filter(
      ({ path, status }) => status === null && PATHS[provider][purpose].test(path),
    ).length;
  const before = await hanging();
  await act();
  await until(`${provider} hangs`, async () => (await hanging()) > before);
}

/** Which of two is newer the providers do not say: they count in seconds. */
async function recentCheckouts(): Promise<Set<string>> {
  return new Set((await readSandbox<{ id: string }[]>(dataDir, 'payments')).map(({ id }) => id));
}

async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = 20_000,
): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await pause(20);
  }
}

function confirmationsTo(email: string): number {
  let names: string[] = [];
  try {
    names = readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
  } catch {
    // No mail was sent yet.
  }
  const texts = names.map((name) => readFileSync(join(dataDir, 'mail', name), 'utf8'));
  // Of the mails to a payer only this one brings the calendar.
  return texts.filter((text) => text.includes(`To: ${email}`) && text.includes('conference.ics'))
    .length;
}

async function exportRows() {
  return (await exportedRecords(env)).map((record) => Row.parse(record));
}

/** Runs a command of the desk; what it printed goes to `said` when it does not end well. */
async function organiser(command: string, said: string[] = []): Promise<number> {
  const desk = spawn(process.execPath, ['organiser/main.ts', command], { env });
  let words = '';
  for (const stream of [desk.stdout, desk.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (words += text));
  }
  const [code] = await once(desk, 'close');
  if (code !== 0) said.push(words.trim());
  return Number(code);
}

/** Every whole line of the sandbox's journal can be read, and nothing but its last line may be torn. */
function journalProblems(): string[] {
  const lines = readFileSync(join(dataDir, 'sandbox.jsonl'), 'utf8').split('\n');
  if (lines.pop() !== '') return ['the journal ends within a line after an orderly stop'];
  return lines.flatMap((line, index) => {
    try {
      z.object({ table: z.string(), id: z.string() }).parse(JSON.parse(line));
      return [];
    } catch {
      return [`line ${index + 1} of the journal cannot be read`];
    }
  });
}
