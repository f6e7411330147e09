/**
 * Kills the server with SIGKILL at the worst moments of a payment, for cards and PayPal, starts it again on the same
 * data, lets the visitor or the organiser continue, and then compares: one charge per order at the providers, one
 * CONFIRMED order with one PAID payment in our ledger, one mail, and no difference found by `organiser reconcile`.
 *
 *     npm run test:crash -- [rounds, 1 unless told, or short] [a part of a scenario's name]
 *
 * Each round runs every scenario with each provider, with and without webhooks and by each recovery; short runs it
 * once with each provider and alternates the rest, as npm test does, and does not wait for the leases of mails.
 * DATABASE_URL makes it use PostgreSQL; the database has to be empty.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { openDatabase } from '#server/database/database.ts';
import { listOrders } from '#server/orders/orders.ts';
import { listPayments } from '#server/payments/payments.ts';
import type { Ledger, Provider } from 'payment-sandbox';
import { aPayingVisitor, type PayingVisitor } from '#tests/support/paying-visitor.ts';
import { readSandbox, tellSandbox } from '#tests/support/sandbox-control.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { isPaid, type Scenario, scenarios } from './crash-scenarios.ts';
import { until } from './fault.ts';

/** Who continues after the restart: each alone has to be enough, and both together must not pay twice. */
const recoveries = ['visitor', 'organiser', 'both'] as const;
type Recovery = (typeof recoveries)[number];

const HARMLESS: readonly string[] = ['PAID', 'CANCELLED', 'EXPIRED', 'FAILED'];
const [rounds = '1', wanted = ''] = process.argv.slice(2);
const problems: string[] = [];
const visitors: PayingVisitor[] = [];
let kills = 0;

const server = await startServerProcess({ SANDBOX_CONTROL: 'on' });
const url = process.env['DATABASE_URL'];
const db = openDatabase({ url, dataDir: server.dataDir, log: console.error });
for (const scenario of scenarios.filter(({ name }) => name.includes(wanted))) {
  for (const provider of scenario.providers) await play(scenario, provider);
}
await server.organiser('reconcile').catch((error: unknown) => problems.push(String(error)));
problems.push(...(await missingMails()));
const charged = Object.values(await readSandbox<Ledger>(server.dataDir, 'ledger')).flat();
await db.destroy();
await server.stop();
problems.push(...journalProblems());
await server.close();

for (const problem of problems) console.error(problem);
const cents = charged.reduce((sum, { amount }) => sum + amount, 0);
console.log(
  `${url ? 'PostgreSQL' : 'SQLite'}: ${visitors.length} visitors, ${kills} kills, ` +
    `${charged.length} charges of ${(cents / 100).toFixed(2)} EUR, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 && visitors.length > 0 ? 0 : 1;

/** One scenario with one provider, by every recovery that is to be tried. */
async function play(scenario: Scenario, provider: Provider): Promise<void> {
  const began = performance.now();
  const ways = waysToGoOn(scenario);
  for (const { webhooks, recovery } of ways) {
    const visitor = await aPayingVisitor(server, provider);
    visitors.push(visitor);
    const wrong = await playOnce(scenario, visitor, webhooks, recovery).catch((error) => [
      String(error instanceof Error ? error.stack : error),
    ]);
    const where = `${scenario.name}, ${provider}, webhooks ${webhooks}, recovered by ${recovery}`;
    problems.push(...wrong.map((words) => `${where}, ${visitor.email}: ${words}`));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${scenario.name}, ${provider}: ${ways.length} times, ${seconds} s`);
}

function waysToGoOn(scenario: Scenario): { webhooks: 'on' | 'off'; recovery: Recovery }[] {
  const all = scenario.webhooks.flatMap((webhooks) =>
    recoveries.map((recovery) => ({ webhooks, recovery })),
  );
  return rounds === 'short'
    ? all.slice(visitors.length % all.length).slice(0, 1)
    : Array.from({ length: Number(rounds) }, () => all).flat();
}

async function playOnce(
  scenario: Scenario,
  visitor: PayingVisitor,
  webhooks: 'on' | 'off',
  recovery: Recovery,
): Promise<string[]> {
  await tellSandbox(server.dataDir, 'webhooks', webhooks);
  await scenario.until(visitor, server.dataDir);
  if (scenario.survives) {
    await tellSandbox(server.dataDir, 'clearFaults');
  } else {
    kills += 1;
    await server.kill();
    if (rounds === 'short') await endLeases();
    await server.start();
  }
  // It fails where something is left to do, as it is here.
  if (recovery !== 'visitor') await server.organiser('reconcile').catch(() => undefined);
  // A visitor without a checkout has to come back in any case: nobody else can pay for them.
  if (recovery !== 'organiser' || (await chargesOf(visitor)).length === 0) await goOn(visitor);
  if (scenario.survives) await tellSandbox(server.dataDir, 'webhooks', 'on');
  return audit(visitor);
}

/** What the two minutes of a mail whose sender died would do, without the wait. */
async function endLeases(): Promise<void> {
  const past = new Date(0).toISOString();
  await db.updateTable('outbox').set({ lease_until: past }).where('sent_at', 'is', null).execute();
}

/** A visitor who saw an error presses the button again, pays if asked to, and comes back to the site. */
async function goOn(visitor: PayingVisitor): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (Date.now() < deadline) {
    if (visitor.checkout() && (await isPaid(visitor))) return;
    const opened = await visitor.open().catch(() => undefined);
    if (opened?.status === 200 && visitor.checkout()?.url.includes('/sandbox/'))
      await visitor.pay();
    if (visitor.checkout() && (await isPaid(visitor))) return;
    await pause(500);
  }
  throw new Error('the visitor gave up: still not paid after 45 s');
}

/** What our ledger and the providers say about a visitor who is done, before anything asks about them again. */
async function audit(visitor: PayingVisitor): Promise<string[]> {
  const wrong: string[] = [];
  const orders = await ordersOf(visitor);
  const states = (await listPayments(db))
    .filter(({ orderId }) => orders.some(({ id }) => id === orderId))
    .map(({ state }) => state);
  const charges = await chargesOf(visitor);
  const paid = states.filter((state) => state === 'PAID');
  const strange = states.filter((state) => !HARMLESS.includes(state));

  if (orders.length !== 1) wrong.push(`${orders.length} orders`);
  if (orders[0]?.state !== 'CONFIRMED') wrong.push(`the order is ${orders[0]?.state}`);
  if (paid.length !== 1) wrong.push(`${paid.length} payments are PAID`);
  if (strange.length > 0) wrong.push(`a payment is ${strange.join()}`);
  if (charges.length !== 1) wrong.push(`charged ${charges.length} times`);
  if (charges.some(({ refunded }) => refunded > 0)) wrong.push('something went back');
  if (charges[0]?.amount !== visitor.cents) wrong.push(`charged ${charges[0]?.amount} cents`);
  return wrong;
}

async function ordersOf({ email }: PayingVisitor) {
  return (await listOrders(db)).filter(({ customer }) => customer.email === email);
}

async function chargesOf(visitor: PayingVisitor): Promise<Ledger[string]> {
  const [order] = await ordersOf(visitor);
  return (await readSandbox<Ledger>(server.dataDir, 'ledger'))[order?.id ?? ''] ?? [];
}

async function missingMails(): Promise<string[]> {
  const hasOne = ({ email }: PayingVisitor) => confirmationsTo(email) > 0;
  // Longer than the lease of a mail whose sender died.
  const isEverySent = async () => visitors.every(hasOne);
  await until(150_000, 'every mail is there', isEverySent).catch(() => undefined);
  return visitors
    .filter(({ email }) => confirmationsTo(email) !== 1)
    .map(({ email }) => `${confirmationsTo(email)} confirmations to ${email}`);
}

/** Only the confirmation, of all mails to a payer, has the calendar attached. */
function confirmationsTo(email: string): number {
  const folder = join(server.dataDir, 'mail');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => text.includes(`To: ${email}`) && text.includes('conference.ics'))
    .length;
}

/** Every complete line of the sandbox's journal can be read; only the last line may be incomplete. */
function journalProblems(): string[] {
  const lines = readFileSync(join(server.dataDir, 'sandbox.jsonl'), 'utf8').split('\n');
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
