/**
 * Visitors register, send abstracts, pay by card and with PayPal, pay twice, leave, cancel and repeat failed steps;
 * organisers refund, two at a time. Meanwhile this test kills servers with SIGKILL and starts them again. In the middle
 * of a short run of several servers, it updates one server after the other to a version that adds to the tables.
 *
 * The drill is a season in a quarter of an hour. The servers run behind nginx with TLS, and the clock of one server is
 * four minutes ahead. The drill kills a hundred times, updates one server after the other in the middle, and has people
 * who read pages all the time.
 *
 * With `--failover` no server is killed but the PostgreSQL, and its standby takes over.
 *
 * Runs with the same seed have the same plans and kills, but their requests overlap differently.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listOrders } from '#server/orders/rows/orders.ts';
import type { Answer } from '#tests/support/answer.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { type Dice, diceFrom } from '#tests/support/dice.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { university } from '#tests/support/invoices.ts';
import { fillIn } from '#tests/support/own-page.ts';
import { type PostgresPair, startPostgresPair } from '#tests/support/postgres-pair.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { aCheckout, aPaypalRequest, chooseAt, payAt } from '#tests/support/visitor.ts';
import { again, aRegistration, PATIENCE_MS, until } from './fault.ts';
import { conferenceWith, endTrial, options, startTrial } from './trial.ts';

const { short: isShort, drill: isDrill } = options;
const size = isDrill ? 3 : Number(options.servers);
const visitors = isShort ? 24 : isDrill ? Infinity : Number(options.visitors);
const AT_ONCE = 6;
/** A server is killed after each such number of visitors. */
const KILL_EVERY = isShort ? 12 : 40;
/** The update begins with the visitor of this number, after the first kill. Visitors come until the update is over. */
const UPDATE_AT = 14;
/** The drill ends after this number of kills and the update. */
const DRILL_KILLS = Number(options.kills);
const DRILL_MS = DRILL_KILLS * 3000;

const pair = options.failover === undefined ? undefined : await startPostgresPair();
if (pair) process.env['DATABASE_URL'] = pair.url;

const seed = Number(options.seed ?? Math.floor(Math.random() * 1e6));
console.log(`seed ${seed}`);
const dice = diceFrom(seed);

let isFailingOver = false;
let actsOfOrganisers = 0;

let come = 0;
/** The number of visitors in a drill who gave up. */
let lost = 0;
/** Counts the requests of the visitors, and the requests that no server answered at the first try. */
const asked = { pages: 0, calls: 0 };
const unserved = { pages: 0, calls: 0 };
const refusals = new Map<string, number>();
const began = performance.now();

type Plan = ReturnType<typeof planOf>;

function planOf(roll: Dice) {
  return {
    pays: roll(2) ? ('card' as const) : ('PayPal' as const),
    /** Opens a checkout at each provider, and pays both. */
    paysTwice: roll(4) === 0,
    /** Presses every button twice. */
    repeats: roll(3) === 0,
    changesMind: roll(8) === 0,
    /** Closes the browser after paying, so that only webhooks and polling find the money. */
    leaves: roll(4) === 0,
    isRefunded: roll(8) === 0,
    sendsAbstract: roll(4) === 0,
    wantsInvoice: roll(3) === 0,
  };
}

/** Pays once and comes back. */
const GOOD: Plan = {
  pays: 'card',
  paysTwice: false,
  repeats: false,
  changesMind: false,
  leaves: false,
  isRefunded: false,
  sendsAbstract: false,
  wantsInvoice: false,
};

/** Numbers of one series on receipts, invoices and credit notes. */
const withNumbers = { series: '{year}-{n:5}', receipts: true };
const trial = await startTrial({
  seed,
  size,
  // The visitors of a drill read pages, which are built from the tests' conference.
  ...(isDrill
    ? { withNginx: true, aheadMs: 240_000 }
    : { contentDir: conferenceWith([[['documents'], withNumbers]]) }),
});
const { site, db, problems, registered, opened, paid, abstracts, refunded, invoiced } = trial;
await (isDrill ? drill() : letVisitorsCome()).catch((error: unknown) => {
  problems.push(String(error instanceof Error ? error.stack : error));
});
if (!site.servers.every((server) => server.isAlive())) problems.push('a server has ended');
await endTrial(trial, { isShort });
await pair?.stop();
console.log(`${come} visitors`);
if (isDrill) {
  const seconds = Math.round((performance.now() - began) / 1000);
  const share = (kind: 'pages' | 'calls') =>
    `${asked[kind]} ${kind}, ${unserved[kind]} not served at once (${(100 - (100 * unserved[kind]) / asked[kind]).toFixed(3)} % served)`;
  console.log(`${seconds} s; ${share('pages')}; ${share('calls')}`);
  for (const [words, count] of refusals) console.log(`${count} times ${words}`);
  if (unserved.pages > 0.005 * asked.pages) problems.push('less than 99.5 % of the pages');
  console.log(`${come - lost} of ${come} visitors reached their goal`);
  if (lost > 0.005 * come) problems.push('less than 99.5 % of the visitors');
}
const isTried =
  Math.min(registered.size, paid.size, abstracts.size, refunded.size) > 0 &&
  (isDrill || invoiced.size > 0);
process.exitCode = problems.length === 0 && isTried ? 0 : 1;

async function letVisitorsCome(): Promise<void> {
  const plans = Array.from({ length: visitors }, () => planOf(dice));
  // Two fixed plans, so that a refund and an abstract happen with every seed.
  plans[0] = { ...GOOD, isRefunded: true };
  plans[1] = { ...GOOD, sendsAbstract: true, wantsInvoice: true };
  let next = 0;
  let isUpdated = !isShort || size === 1;
  let killing = Promise.resolve();
  const arrive = async () => {
    for (let number = next++; number < visitors || !isUpdated; number = next++) {
      come += 1;
      const plan = plans[number] ?? planOf(dice);
      // Kills run one after the other, because a server that is starting cannot be started again.
      if (pair && number === Math.floor(visitors / 3)) {
        killing = loseDatabase(pair).catch((error) => void problems.push(String(error)));
      }
      if (!pair && number < visitors && number % KILL_EVERY === KILL_EVERY - 1) {
        killing = killing.then(killOne).catch((error) => void problems.push(String(error)));
      }
      if (!isUpdated && number === UPDATE_AT) {
        killing = killing
          .then(updateAll)
          .catch((error) => void problems.push(String(error)))
          .then(() => void (isUpdated = true));
      }
      await visit(plan).catch((error: unknown) =>
        problems.push(`a visitor, ${JSON.stringify(plan)}: ${String(error)}`),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, arrive));
  await killing;
}

async function drill(): Promise<void> {
  const start = performance.now();
  let isBroken = false;
  const isOver = () =>
    isBroken || (performance.now() - start > DRILL_MS && trial.kills >= DRILL_KILLS);
  const comeAgain = async () => {
    while (!isOver()) {
      come += 1;
      const plan = planOf(dice);
      await visit(plan).catch((error: unknown) => {
        lost += 1;
        problems.push(`a visitor, ${JSON.stringify(plan)}: ${String(error)}`);
      });
    }
  };
  const trouble = async () => {
    let isUpdated = false;
    while (!isOver()) {
      const next = performance.now() + 3000;
      await killOne();
      if (!isUpdated && trial.kills >= DRILL_KILLS / 2) {
        isUpdated = true;
        await updateAll();
      }
      await pause(Math.max(0, next - performance.now()));
    }
  };
  await Promise.all([
    trouble().catch((error: unknown) => {
      isBroken = true;
      problems.push(String(error));
    }),
    ...Array.from({ length: AT_ONCE }, comeAgain),
    ...Array.from({ length: 4 }, () => readPages(isOver)),
  ]);
}

/** Stops one server after the other and starts the next version, as an update does. */
async function updateAll(): Promise<void> {
  const earlier = { ...unserved };
  for (const server of site.servers) await server.update();
  console.log(
    `update of all servers: ${unserved.pages - earlier.pages} pages and ${unserved.calls - earlier.calls} calls not served at once`,
  );
}

async function readPages(isOver: () => boolean): Promise<void> {
  const paths = ['/', '/speakers', '/conference-registration', '/abstract-submission'];
  while (!isOver()) {
    asked.pages += 1;
    const answer = await site.get(paths[dice(paths.length)] ?? '/').catch(String);
    if (typeof answer === 'string' || answer.status !== 200) {
      unserved.pages += 1;
      recordRefusal(answer);
    }
    await pause(20);
  }
}

/** Counts the requests that were not served, by their answers. */
function recordRefusal(answer: Answer | string): void {
  const words =
    typeof answer === 'string' ? answer : `${answer.status} ${String(answer.json['code'] ?? '')}`;
  refusals.set(words, (refusals.get(words) ?? 0) + 1);
}

async function killOne(): Promise<void> {
  const server = site.servers[dice(site.servers.length)];
  await pause(dice(400));
  await server?.kill();
  trial.kills += 1;
  await pause(dice(1000));
  await server?.start();
}

/** Organisers act before the failover and after it: a command that fails says so, and somebody repeats it. */
async function organise(act: () => Promise<void>): Promise<void> {
  while (isFailingOver) await pause(100);
  actsOfOrganisers += 1;
  await act().finally(() => (actsOfOrganisers -= 1));
}

async function loseDatabase({ lose }: PostgresPair): Promise<void> {
  isFailingOver = true;
  while (actsOfOrganisers > 0) await pause(100);
  await lose(options.failover === 'frozen' ? 'frozen' : 'killed');
  trial.kills += 1;
  const ms = await until(PATIENCE_MS, 'the servers write again', async () => {
    const writes = site.servers.map((server) =>
      server.post('/api/registration/register', aRegistration()),
    );
    return (await Promise.all(writes)).every(({ status }) => status === 200);
  });
  console.log(`${ms} ms after the standby took over, all servers write again`);
  isFailingOver = false;
}

async function visit(plan: Plan): Promise<void> {
  const request = await again(() => aCheckout(site));
  const { email } = request.person;
  const { presentationType, registrationType } = request.body;
  const form = { ...request.person, presentationType, registrationType };
  const times = plan.repeats ? 2 : 1;

  const register = async () => {
    const { status } = await answered(() => site.post('/api/registration/register', form));
    if (status === 200) registered.add(email);
  };
  const openCard = () =>
    openWith(email, () => site.post(request.path, request.body), 'sessionId', 'url');
  const openPaypal = () =>
    openWith(
      email,
      () => site.post('/api/payment/paypal/create', aPaypalRequest(site, request)),
      'orderId',
      'approvalUrl',
    );
  const open = plan.pays === 'card' ? openCard : openPaypal;
  const other = plan.pays === 'card' ? openPaypal : openCard;

  if (plan.sendsAbstract) await sendAbstract();
  // The page requests the checkout without waiting for the answer to the registration.
  const [checkout, second] = await Promise.all([
    open(),
    plan.paysTwice ? other() : plan.repeats ? open() : undefined,
    ...Array.from({ length: times }, register),
  ]);
  const checkouts = [checkout, second].filter((one) => one !== undefined);
  if (plan.changesMind) {
    await Promise.all(checkouts.map((one) => leave(one)));
    const fresh = await open();
    if (fresh) checkouts.push(fresh);
  }
  await Promise.all(checkouts.flatMap((one) => Array.from({ length: times }, () => pay(one))));
  if (plan.leaves) return;
  const back = checkouts.flatMap((one) => Array.from({ length: times }, () => comeBack(one)));
  const results = await Promise.all(back);
  if (!results.includes(true)) return;
  paid.add(email);
  if (plan.wantsInvoice && !isDrill) await organise(() => askForInvoice(email));
  if (plan.isRefunded) await organise(() => refund(email));
}

/** Sends the form of the own page until a server says that the invoice is issued. */
async function askForInvoice(email: string): Promise<void> {
  const order = (await listOrders(db)).find(
    ({ customer, state }) => customer.email === email && state === 'CONFIRMED',
  );
  if (!order) throw new Error(`${email} has no paid order to ask for an invoice`);
  await again(async () => {
    const path = `/registration/${order.pageToken}/invoice`;
    const { words } = await fillIn({ origin: site.origin, db }, path, university);
    // The answer to the first request may have been lost. The balancer follows the redirect.
    const { done, unchanged } = fixtureContent.yourRegistration.invoice;
    if (!words.includes(done) && !words.includes(unchanged)) throw new Error('no invoice');
  });
  invoiced.add(order.id);
}

type Checkout = { ref: string; page: string };

/** Presses a payment button; undefined if the site refuses, for example during another payment. */
async function openWith(
  email: string,
  press: () => Promise<Answer>,
  refName: string,
  urlName: string,
): Promise<Checkout | undefined> {
  const { status, json } = await answered(press);
  if (status !== 200) return undefined;
  const ref = String(json[refName]);
  opened.set(ref, email);
  return { ref, page: site.pageOf(String(json[urlName])) };
}

async function pay({ ref, page }: Checkout): Promise<void> {
  await (ref.startsWith('cs_') ? payAt(page) : chooseAt(page));
}

/** A payer at PayPal presses Cancel; a card payer presses the browser's back button. */
async function leave({ ref, page }: Checkout): Promise<void> {
  if (!ref.startsWith('cs_')) await chooseAt(page, 'cancel');
}

/** Makes the calls of the return page; true if the answer says that the payment is paid. */
async function comeBack({ ref }: Checkout): Promise<boolean> {
  const path = ref.startsWith('cs_')
    ? `/api/payment/update?sessionId=${ref}`
    : `/api/payment/paypal/capture/${ref}`;
  for (let tries = 0; ; tries += 1) {
    const { status, json } = await answered(() => site.post(path));
    const isPending = status === 200 && !json['success'];
    if (!isPending || tries === 50) return status === 200 && Boolean(json['success']);
    await pause(500);
  }
}

async function sendAbstract(): Promise<void> {
  const form = aForm();
  const bytes = aPdf(2000 + dice(200_000), form['name'] ?? '');
  const { status } = await answered(() => submit(site, { form, bytes }));
  if (status !== 200) throw new Error(`an abstract is answered with ${status}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  abstracts.set(form['email'] ?? '', sha256);
}

/** Two organisers at two computers refund the whole amount at the same moment. */
async function refund(email: string): Promise<void> {
  const order = (await listOrders(db)).find(
    ({ customer, state }) => customer.email === email && state === 'CONFIRMED',
  );
  if (!order)
    throw new Error(`${email} was told that the order is paid, but no order is confirmed`);
  const outputs = await Promise.all(
    [site.servers[0], site.servers[1] ?? site.server].map((server) =>
      server
        ?.organiser('refund', order.reference, '--send')
        .catch((error: unknown) => String(error)),
    ),
  );
  if (
    !outputs.some((output = '') => /(?:was refunded\.|within a minute|every minute)/.test(output))
  )
    throw new Error(`the refund of ${order.reference}: ${outputs.join(' / ')}`);
  refunded.add(order.id);
}

/** Repeats a request until a server answers: no server answers while it is killed or connects to its database again. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  asked.calls += 1;
  let isFirst = true;
  return again(async () => {
    const answer = await ask().catch((error: unknown) => String(error));
    if (typeof answer !== 'string' && answer.status < 500) return answer;
    if (isFirst) {
      unserved.calls += 1;
      recordRefusal(answer);
    }
    isFirst = false;
    throw new Error(
      typeof answer === 'string' ? answer : `the site answers ${answer.status} ${answer.text}`,
    );
  });
}
