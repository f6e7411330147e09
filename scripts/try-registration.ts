import { setTimeout as pause } from 'node:timers/promises';
import { currencyOf } from '#contract/currency.ts';
import { amountWithCode, centsFromNumber } from '#contract/money.ts';
import { get, post } from '#tests/support/answer.ts';
import { aCheckout, payAt } from '#tests/support/visitor.ts';

/**
 * `node scripts/try-registration.ts ORIGIN [TYPE] [CURRENCY]` registers an invented person at a server in the sandbox,
 * pays on the pretend Stripe's page and opens the receipt. It needs no packages. TYPE and CURRENCY are for another
 * conference than the sample.
 */
const [address = 'http://localhost:3000', presentationType = 'SPEAKER', currency = 'EUR'] =
  process.argv.slice(2);
const { origin } = new URL(address);
const server = { origin, post: (path: string, body?: unknown) => post(`${origin}${path}`, body) };
const LONGEST_MS = 5 * 60_000;

await until('the server is ready', async () => (await get(`${origin}/readyz`)).status === 200);
const health = await get(`${origin}/healthz`);
// Only a server in the sandbox has the pretend Stripe's pages. Nothing is registered anywhere else.
if (!(await get(`${origin}/sandbox/stripe/pay/none`)).text.includes('Test mode')) {
  fail(`${origin} does not run in the sandbox.`);
}

const now = Date.now();
const person = { name: `Mira Lindqvist ${now}`, email: `mira.${now}@lab.example` };
const request = await aCheckout(server, { presentationType }, person);
const opened = await server.post(request.path, {
  ...request.body,
  currency: currency.toLowerCase(),
});
if (opened.status !== 200) fail(`No checkout: ${opened.text}`);
await payAt(String(opened.json['url']));
await until('the payment is complete', async () => {
  const path = `/api/payment/update?sessionId=${String(opened.json['sessionId'])}`;
  return String((await server.post(path)).json['success']) === 'true';
});
const receipt = await get(new URL(String(opened.json['receipt']), origin).href);
if (receipt.status !== 200 || !receipt.text.includes(person.name)) {
  fail(`The receipt answers ${receipt.status}.`);
}
const money = currencyOf(currency.toUpperCase());
const cents = centsFromNumber(request.totalPrice, money);
if (cents === undefined) fail(`${request.totalPrice} is no amount of ${money.code}.`);
const amount = amountWithCode(cents, money);
// A server tells its version only to its operator, and from outside a container nobody is.
const version = 'version' in health.json ? `, version ${String(health.json['version'])}` : '';
console.log(`${origin}${version}: registered, paid ${amount}, receipt read.`);

async function until(sentence: string, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > LONGEST_MS)
      fail(`Within five minutes it was not true that ${sentence}.`);
    await pause(500);
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
