/**
 * Kills the server with SIGKILL at the worst moments of a payment, for cards and PayPal, starts it again on the same
 * data, lets the visitor or the organiser continue, and then compares: one charge per order at the providers, one
 * CONFIRMED order with one PAID payment in our ledger, one mail, and no difference found by `organiser reconcile`.
 *
 *     npm run crash-money -- [rounds, 1 unless told, or short] [a part of a scenario's name]
 *
 * Each round runs every scenario with each provider, with and without webhooks and by each recovery; short runs it
 * once with each provider and alternates the rest, as npm test does.
 *
 * DATABASE_URL makes it use PostgreSQL; the database has to be empty. It needs a built site (npm start builds it) and
 * talks to 127.0.0.1 only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Provider } from '../sandbox/faults.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import { freePort } from '../scripts/free-port.ts';
import { type Scenario, scenarios } from './crash-scenarios.ts';
import { crashStage, until } from './crash-stage.ts';
import { comeBack, openCheckout, payAt, shopAt, type Visit } from './crash-visitor.ts';
import { exportedRecords } from './exported-records.ts';
import { readSandbox, tellSandbox } from './sandbox-control.ts';
import { startServer } from './server-process.ts';

/** Who continues after the restart: each alone has to be enough, and both together must not pay twice. */
type Recovery = 'visitor' | 'organiser' | 'both';

const HARMLESS = new Set(['PAID', 'CANCELLED', 'EXPIRED', 'FAILED']);
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

let server = await startServer(env);
process.on('exit', () => server.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const shop = await shopAt(origin);
const stage = crashStage(dataDir, shop);
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
  `${process.env['DATABASE_URL'] ? 'PostgreSQL' : 'SQLite'}: ${visits.length} visits, ${kills} kills, ${charged.length} charges of ${(cents / 100).toFixed(2)} EUR, ` +
    `${problems.length} problems` +
    (stage.missedTheMoment > 0 ? `; ${stage.missedTheMoment} mails were faster than the kill` : ''),
);
process.exitCode = problems.length === 0 && visits.length > 0 ? 0 : 1;

/** One scenario with one provider, by every recovery that is to be tried. */
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
  await scenario.until(visit, stage);
  if (scenario.survives) await tellSandbox(dataDir, 'clearFaults');
  else await crash();
  if (recovery !== 'visitor') await organiser('reconcile');
  // A visitor without a checkout has to come back in any case: nobody else can pay for them.
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

/** A visitor who saw an error presses the button again, pays if asked to, and comes back to the site. */
async function goOn(visit: Visit): Promise<void> {
  const deadline = Date.now() + 45_000;
  for (;;) {
    if (visit.checkout && (await comeBack(shop, visit))) return;
    if ((await openCheckout(shop, visit)) && visit.checkout?.url.includes('/sandbox/'))
      await payAt(visit);
    if (visit.checkout && (await comeBack(shop, visit))) return;
    if (Date.now() > deadline) throw new Error('the visitor gave up: still not paid after 45 s');
    await pause(500);
  }
}

/** What our ledger and the providers say about a finished visit, before anything asks about it again. */
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
  const isThere = ({ email }: Visit) => stage.confirmationsTo(email) > 0;
  // Longer than the lease of a mail whose sender died.
  await until('every mail is there', () => visits.every(isThere), 150_000).catch(() => undefined);
  return visits
    .filter(({ email }) => stage.confirmationsTo(email) !== 1)
    .map(({ email }) => `${stage.confirmationsTo(email)} confirmations to ${email}`);
}

async function isCharged(email: string): Promise<boolean> {
  const order = (await exportRows()).find((row) => row.type === 'order' && row.email === email);
  return (order?.id ?? '') in (await readSandbox<Ledger>(dataDir, 'ledger'));
}

async function exportRows() {
  return (await exportedRecords(env)).map((record) => Row.parse(record));
}

/** Runs an organiser's command; its output goes to `said` when it fails. */
async function organiser(command: string, said: string[] = []): Promise<number> {
  const child = spawn(process.execPath, ['organiser/main.ts', command], { env });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (words += text));
  }
  const [code] = await once(child, 'close');
  if (code !== 0) said.push(words.trim());
  return Number(code);
}

/** Every complete line of the sandbox's journal can be read; only the last line may be incomplete. */
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
