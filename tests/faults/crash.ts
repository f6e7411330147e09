/**
 * Kills the server with SIGKILL at the worst moments of a payment, for cards and PayPal, starts it again on the same
 * data, lets the visitor or the organiser continue, and then checks the result: one charge per order at the providers,
 * one CONFIRMED order with one PAID payment in our ledger, one mail, and no difference found by `organiser reconcile`.
 * Meanwhile authors replace files, save titles and withdraw, and everything that was acknowledged has to be stored.
 *
 * Each round runs every scenario with each provider, with and without webhooks and by each recovery. A short run, as
 * in npm test, runs every scenario once on each engine, and each provider on one of the engines. It alternates webhooks
 * and recoveries, and does not wait for the leases of mails.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { listOrders } from '#server/orders/rows/orders.ts';
import { listPayments } from '#server/payments/payments.ts';
import type { Provider } from 'plenary-payment-sandbox';
import { aPayingVisitor, type PayingVisitor } from '#tests/support/paying-visitor.ts';
import { letAuthorsWork } from './authors.ts';
import { isPaid, type Scenario, scenarios } from './crash-scenarios.ts';
import { conferenceWith, endLeases, endTrial, options, positionals, startTrial } from './trial.ts';

/** The people who continue after the restart: each alone has to be enough, and both together must not pay twice. */
const recoveries = ['visitor', 'organiser', 'both'] as const;
type Recovery = (typeof recoveries)[number];

const HARMLESS: readonly string[] = ['PAID', 'CANCELLED', 'EXPIRED', 'FAILED'];
const [, wanted = ''] = positionals;
const trial = await startTrial({ seed: 1, contentDir: conferenceWith(inThreeMonths()) });
const { site, db, problems } = trial;
const { server } = site;
const visitors: PayingVisitor[] = [];
const authors = letAuthorsWork(trial);

for (const [at, scenario] of scenarios.entries()) {
  if (!scenario.name.includes(wanted)) continue;
  const { providers } = scenario;
  // The other engine takes the other provider.
  const turn = (at + Number(trial.engine === 'PostgreSQL')) % providers.length;
  const some = options.short ? providers.slice(turn, turn + 1) : providers;
  for (const provider of some) await play(scenario, provider);
}
await authors.stop();
await endTrial(trial, { isShort: options.short });
for (const { email } of visitors) {
  const confirmations = confirmationsTo(email);
  if (confirmations === 1) continue;
  problems.push(`${confirmations} confirmations to ${email}`);
  console.error(problems.at(-1));
}
process.exitCode = problems.length === 0 && visitors.length > 0 && trial.authored.size > 0 ? 0 : 1;

/** Authors can change their abstracts until the conference begins. */
function inThreeMonths(): [path: string[], value: unknown][] {
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 24 * 60 * 60_000).toISOString().slice(0, 10);
  return [
    [['dates', 'start'], day(90)],
    [['dates', 'end'], day(91)],
  ];
}

/** Runs one scenario with one provider and each of the recoveries. */
async function play(scenario: Scenario, provider: Provider): Promise<void> {
  const began = performance.now();
  const ways = waysToGoOn(scenario);
  for (const { webhooks, recovery } of ways) {
    const visitor = await aPayingVisitor(site, provider);
    visitors.push(visitor);
    const wrong = await playOnce(scenario, visitor, webhooks, recovery).catch((error) => [
      String(error instanceof Error ? error.stack : error),
    ]);
    const where = `${scenario.name}, ${provider}, webhooks ${webhooks}, recovered by ${recovery}`;
    problems.push(...wrong.map((text) => `${where}, ${visitor.email}: ${text}`));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${scenario.name}, ${provider}: ${ways.length} times, ${seconds} s`);
}

function waysToGoOn(scenario: Scenario): { webhooks: 'on' | 'off'; recovery: Recovery }[] {
  const all = scenario.webhooks.flatMap((webhooks) =>
    recoveries.map((recovery) => ({ webhooks, recovery })),
  );
  return options.short
    ? all.slice(visitors.length % all.length).slice(0, 1)
    : Array.from({ length: Number(options.rounds) }, () => all).flat();
}

async function playOnce(
  scenario: Scenario,
  visitor: PayingVisitor,
  webhooks: 'on' | 'off',
  recovery: Recovery,
): Promise<string[]> {
  const control = site.controls[visitor.provider];
  control.webhooks(webhooks);
  await scenario.until(visitor, site);
  if (scenario.survives) {
    control.clearFaults();
  } else {
    trial.kills += 1;
    await server.kill();
    control.clearFaults();
    if (options.short) await endLeases(trial);
    await server.start();
  }
  // `reconcile` fails if it finds differences, as it does here.
  if (recovery !== 'visitor') await server.organiser('reconcile').catch(() => undefined);
  // A visitor without a checkout has to come back in any case: nobody else can pay for this visitor.
  if (recovery !== 'organiser' || (await chargesOf(visitor)).length === 0) await goOn(visitor);
  if (scenario.survives) control.webhooks('on');
  return audit(visitor);
}

/** Continues as a visitor who saw an error: presses the button again, pays on the page that opens, and comes back. */
async function goOn(visitor: PayingVisitor): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (Date.now() < deadline) {
    if (visitor.checkout() && (await isPaid(visitor))) return;
    const opened = await visitor.open().catch(() => undefined);
    const url = visitor.checkout()?.url ?? '';
    if (opened?.status === 200 && site.pageOf(url) !== url) await visitor.pay(site.pageOf);
    if (visitor.checkout() && (await isPaid(visitor))) return;
    await pause(500);
  }
  throw new Error('the visitor gave up: still not paid after 45 s');
}

/** Compares our ledger and the providers after a visitor has finished, and before anything asks the providers again. */
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
  if (charges.some(({ refunded }) => refunded > 0)) wrong.push('something was refunded');
  if (charges[0]?.amount !== visitor.cents) wrong.push(`charged ${charges[0]?.amount} cents`);
  return wrong;
}

async function ordersOf({ email }: PayingVisitor) {
  return (await listOrders(db)).filter(({ customer }) => customer.email === email);
}

async function chargesOf(visitor: PayingVisitor) {
  const [order] = await ordersOf(visitor);
  return site.charges().get(order?.id ?? '') ?? [];
}

/**
 * Counts confirmations: no other mail to a payer has the calendar attached. A server that is killed while it sends a mail
 * sends the same mail again.
 */
function confirmationsTo(email: string): number {
  const texts = site.mails
    .filter(({ to, text }) => to.includes(email) && text.includes('conference.ics'))
    .map(({ text }) => /^message-id: *(\S+)/im.exec(text)?.[1]);
  return new Set(texts).size;
}
