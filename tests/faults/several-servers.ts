/**
 * Three servers on one PostgreSQL, with one pretended Stripe and PayPal, behind a balancer that sends each request to any
 * server and each webhook to two. Visitors register, send abstracts, pay by card and with PayPal, pay twice, leave, cancel
 * and repeat what failed; organisers refund, two at a time. In between servers are killed with SIGKILL and started again.
 * Then it compares what was acknowledged with tables, providers and delivered mails: nothing twice, nothing lost.
 *
 *     npm run test:several-servers -- [visitors, 200 unless told, or short, or drill] [seed] [kills of a drill, 100]
 *
 * In the middle of the short run one server after the other is updated to a version that adds to the tables.
 *
 * The drill is a season in a quarter of an hour: behind nginx with TLS, a server killed a hundred times, one
 * server's clock four minutes ahead, an update of one server after the other in the middle, and people who read pages all the while.
 *
 * The seed repeats who does what and who is killed; how the requests overlap differs each time. The command runs it beside
 * a PostgreSQL of its own.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/database/database.ts';
import { listOrders } from '#server/orders/orders.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { listPayments } from '#server/payments/payments.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import type { Answer } from '#tests/support/answer.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { type Dice, diceFrom } from '#tests/support/dice.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startServerCluster } from '#tests/support/server-cluster.ts';
import { aCheckout, aPaypalRequest, chooseAt, payAt } from '#tests/support/visitor.ts';
import { until } from './fault.ts';

const [size = '200', given, killsGiven = '100'] = process.argv.slice(2);
const isShort = size === 'short';
const isDrill = size === 'drill';
const visitors = isShort ? 24 : isDrill ? Infinity : Number(size);
const AT_ONCE = 6;
/** One server is killed each time as many visitors have come. */
const KILL_EVERY = isShort ? 12 : 40;
/** In a short run the update begins as this one comes, after the first server was killed; people come until it is over. */
const UPDATE_AT = 14;
/** The drill goes on until both have come to pass. */
const DRILL_KILLS = Number(killsGiven);
const DRILL_MS = DRILL_KILLS * 3000;
/** Longer than any start, so that a visitor who repeats always gets an answer in the end, on a slow machine too. */
const PATIENCE_MS = 300_000;

const seed = Number(given ?? Math.floor(Math.random() * 1e6));
const dice = diceFrom(seed);
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('DATABASE_URL has to name an empty PostgreSQL');

/** What the site answered with 2xx, and to whom. */
const registered = new Set<string>();
const opened = new Map<string, string>();
const paid = new Set<string>();
const abstracts = new Map<string, string>();
const refundedOrders = new Set<string>();
const problems: string[] = [];
let kills = 0;
let come = 0;
/** Visitors of a drill who gave up. */
let lost = 0;
/** Requests as a visitor makes them: all, and those that nobody served at the first try. */
const asked = { pages: 0, calls: 0 };
const unserved = { pages: 0, calls: 0 };
const refusals = new Map<string, number>();
const began = performance.now();

type Plan = ReturnType<typeof planOf>;

function planOf(roll: Dice) {
  return {
    pays: roll(2) ? ('card' as const) : ('PayPal' as const),
    /** Has a checkout of the other provider open too, and pays both. */
    paysTwice: roll(4) === 0,
    /** Presses every button twice. */
    repeats: roll(3) === 0,
    changesMind: roll(8) === 0,
    /** Closes the browser after paying, so that only webhooks and polling find the money. */
    leaves: roll(4) === 0,
    isRefunded: roll(8) === 0,
    sendsAbstract: roll(4) === 0,
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
};

const site = await startServerCluster(url, 3, diceFrom(seed + 1), {
  withNginx: isDrill,
  aheadMs: isDrill ? 4 * 60_000 : 0,
});
const [first] = site.servers;
if (!first) throw new Error('no server');
const db = openDatabase({ url, dataDir: first.dataDir, log: console.error });
try {
  await (isDrill ? drill() : letVisitorsCome());
  await comeToRest();
  await site.servers[0]?.organiser('reconcile').catch((error: unknown) => {
    problems.push(`reconcile: ${String(error)}`);
  });
  // What the last questions changed has its mails too.
  await until(PATIENCE_MS, 'every mail is sent', async () => (await unsentMails()) === 0);
  problems.push(...(await wrongPeople()), ...(await wrongMoney()), ...(await wrongMails()));
  problems.push(...(await wrongPlaces()));
} catch (error) {
  problems.push(String(error instanceof Error ? error.stack : error));
} finally {
  await db.destroy();
  await site.close();
}

for (const problem of problems.slice(0, 30)) console.error(problem);
const charges = [...site.charges().values()].flat();
const returned = charges.reduce((sum, { refunded }) => sum + refunded, 0);
const cents = charges.reduce((sum, { amount }) => sum + amount, 0);
console.log(
  `seed ${seed}: ${come} visitors, ${kills} kills; acknowledged: ${registered.size} registrations, ` +
    `${opened.size} checkouts, ${paid.size} payments, ${abstracts.size} abstracts, ${refundedOrders.size} refunds; ` +
    `${charges.length} charges of ${(cents / 100).toFixed(2)} EUR, ${(returned / 100).toFixed(2)} EUR sent back; ` +
    `${site.mails.length} mails delivered; ${problems.length} problems`,
);
if (isDrill) {
  const seconds = Math.round((performance.now() - began) / 1000);
  const share = (kind: 'pages' | 'calls') =>
    `${asked[kind]} ${kind}, ${unserved[kind]} not served at once (${(100 - (100 * unserved[kind]) / asked[kind]).toFixed(3)} % served)`;
  console.log(`${seconds} s; ${share('pages')}; ${share('calls')}`);
  for (const [words, count] of refusals) console.log(`${count} times ${words}`);
  if (unserved.pages > 0.005 * asked.pages) problems.push('less than 99.5 % of the pages');
  console.log(`${come - lost} of ${come} visitors got what they came for`);
  if (lost > 0.005 * come) problems.push('less than 99.5 % of the visitors');
}
const isTried = Math.min(registered.size, paid.size, abstracts.size, refundedOrders.size) > 0;
process.exitCode = problems.length === 0 && isTried ? 0 : 1;

async function letVisitorsCome(): Promise<void> {
  const plans = Array.from({ length: visitors }, () => planOf(dice));
  // At least one of each, however the dice fall.
  plans[0] = { ...GOOD, isRefunded: true };
  plans[1] = { ...GOOD, sendsAbstract: true };
  let next = 0;
  let isUpdated = !isShort;
  let killing = Promise.resolve();
  const arrive = async () => {
    for (let number = next++; number < visitors || !isUpdated; number = next++) {
      come += 1;
      const plan = plans[number] ?? planOf(dice);
      // One after the other: a server that is just starting cannot be started again.
      if (number < visitors && number % KILL_EVERY === KILL_EVERY - 1) {
        killing = killing.then(killOne).catch((error) => void problems.push(String(error)));
      }
      if (isShort && number === UPDATE_AT) {
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
  const isOver = () => isBroken || (performance.now() - start > DRILL_MS && kills >= DRILL_KILLS);
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
      if (!isUpdated && kills >= DRILL_KILLS / 2) {
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

/** One server after the other is told to stop, and the next version started, as an update does. */
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
      noteRefusal(answer);
    }
    await pause(20);
  }
}

/** How often nobody served, by what was answered instead. */
function noteRefusal(answer: Answer | string): void {
  const words =
    typeof answer === 'string' ? answer : `${answer.status} ${String(answer.json['code'] ?? '')}`;
  refusals.set(words, (refusals.get(words) ?? 0) + 1);
}

async function killOne(): Promise<void> {
  const server = site.servers[dice(site.servers.length)];
  await pause(dice(400));
  await server?.kill();
  kills += 1;
  await pause(dice(1000));
  await server?.start();
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
  // The page asks for the checkout whether or not the registration was answered.
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
  if (plan.isRefunded) await refund(email);
}

type Checkout = { ref: string; page: string };

/** Presses a payment button; undefined where the site refuses, as it may while another payment is under way. */
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

/** PayPal's payer cancels there; a card payer presses the browser's back button. */
async function leave({ ref, page }: Checkout): Promise<void> {
  if (!ref.startsWith('cs_')) await chooseAt(page, 'cancel');
}

/** What the return page does; whether it says that all is paid. */
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

/** Two organisers at two computers give all of it back at the same moment. */
async function refund(email: string): Promise<void> {
  const order = (await listOrders(db)).find(
    ({ customer, state }) => customer.email === email && state === 'CONFIRMED',
  );
  if (!order) throw new Error(`${email} was told that it is paid, and no order is confirmed`);
  const outputs = await Promise.all(
    site.servers
      .slice(0, 2)
      .map((server) =>
        server
          .organiser('refund', order.reference, '--send')
          .catch((error: unknown) => String(error)),
      ),
  );
  if (!outputs.some((output) => /(?:sent back|within a minute|every minute)/.test(output)))
    throw new Error(`the refund of ${order.reference}: ${outputs.join(' / ')}`);
  refundedOrders.add(order.id);
}

/** Repeats what no server answered: a request to one that was killed, or while its database connections are new. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  asked.calls += 1;
  let isFirst = true;
  return again(async () => {
    const answer = await ask().catch((error: unknown) => String(error));
    if (typeof answer !== 'string' && answer.status < 500) return answer;
    if (isFirst) {
      unserved.calls += 1;
      noteRefusal(answer);
    }
    isFirst = false;
    throw new Error(
      typeof answer === 'string' ? answer : `the site answers ${answer.status} ${answer.text}`,
    );
  });
}

async function again<T>(act: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(200);
    }
  }
}

/** Stops all servers, so that whoever still holds a lease is dead, and lets one of them finish everything. */
async function comeToRest(): Promise<void> {
  // Thousands of mails wait at the end of a drill, and they go out one after the other.
  await until(
    isDrill ? 12 * PATIENCE_MS : PATIENCE_MS,
    'no server sends mails any more',
    areMailsAtRest,
  );
  await Promise.all(site.servers.map((server) => server.stop()));
  if (isShort) {
    const past = new Date(0).toISOString();
    await db
      .updateTable('outbox')
      .set({ lease_until: past })
      .where('sent_at', 'is', null)
      .execute();
    await db
      .updateTable('payments')
      .set({ lease_until: past })
      .where('state', '=', 'CAPTURING')
      .execute();
  }
  await first?.start();
  await Promise.all(site.servers.slice(1).map((server) => server.start()));
  await until(PATIENCE_MS, 'every mail is sent', async () => (await unsentMails()) === 0);
}

async function areMailsAtRest(): Promise<boolean> {
  const earlier = await unsentMails();
  await pause(2000);
  return (await unsentMails()) === earlier;
}

async function unsentMails(): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  return rows.length;
}

async function wrongPeople(): Promise<string[]> {
  const found: string[] = [];
  const records = Map.groupBy(
    (await first?.exported()) ?? [],
    ({ type, email }) => `${type} of ${email}`,
  );
  for (const email of registered) {
    const count = records.get(`registration of ${email}`)?.length ?? 0;
    if (count !== 1) found.push(`${count} registrations of ${email}`);
  }
  for (const [email, sha256] of abstracts) {
    const [abstract, ...more] = records.get(`abstract of ${email}`) ?? [];
    if (abstract?.['sha256'] !== sha256 || !abstract['isIntact'])
      found.push(`lost or changed: the abstract of ${email}`);
    if (more.length > 0) found.push(`${more.length} more abstracts of ${email}`);
  }
  for (const [name, all] of records) {
    if (name.startsWith('registration of') && all.length > 1) found.push(`${all.length} ${name}`);
  }
  const payments = await listPayments(db);
  const known = new Set(payments.map(({ ref }) => ref));
  for (const [ref, email] of opened) {
    if (!known.has(ref)) found.push(`lost: the checkout ${ref} of ${email}`);
  }
  return found;
}

async function wrongMoney(): Promise<string[]> {
  const found: string[] = [];
  const orders = await listOrders(db);
  const payments = Map.groupBy(await listPayments(db), ({ orderId }) => orderId);
  const byOrder = site.charges();
  for (const id of byOrder.keys()) {
    if (!orders.some((order) => order.id === id)) found.push(`charged for no order of ours: ${id}`);
  }
  for (const order of orders) {
    const say = (words: string) => found.push(`order ${order.reference}: ${words}`);
    const theirs = byOrder.get(order.id) ?? [];
    const ours = (payments.get(order.id) ?? []).filter(({ state }) => isMoneyState(state));
    const taken = theirs.reduce((sum, { amount }) => sum + amount, 0);
    const sentBack = theirs.reduce((sum, { refunded }) => sum + refunded, 0);
    const bookedIn = ours.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const bookedBack = ours.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
    if (taken !== bookedIn) say(`the providers took ${taken} cents, our books say ${bookedIn}`);
    if (sentBack !== bookedBack) say(`${sentBack} cents went back, our books say ${bookedBack}`);
    const standing = theirs.filter(({ amount, refunded }) => refunded < amount).length;
    if (standing > 1) say(`${standing} charges stand`);
    if (refundedOrders.has(order.id) && standing > 0) say('a refund did not arrive');
    if (!refundedOrders.has(order.id) && theirs.length > 0 && standing === 0)
      say('paid, and everything went back though nobody asked for it');
    if ((order.state === 'CONFIRMED') !== (standing === 1))
      say(`${order.state}, ${standing} stand`);

    const documents = await documentsOf(db, order.id);
    const receipts = documents.filter(({ kind }) => kind === 'receipt');
    if (receipts.length !== Math.min(theirs.length, 1)) say(`${receipts.length} receipts`);
    const credited = documents
      .filter(({ kind }) => kind === 'credit-note')
      .reduce((sum, { totalCents }) => sum + Math.abs(totalCents), 0);
    const paidOne = ours.find(({ id }) => id === order.paidPaymentId);
    if (credited !== (paidOne?.refundedCents ?? 0)) say(`credit notes over ${credited} cents`);
  }
  for (const email of paid) {
    const own = orders.filter(({ customer }) => customer.email === email);
    const isHeld = own.some(({ id, state }) => state === 'CONFIRMED' || refundedOrders.has(id));
    if (!isHeld) found.push(`${email} was told that it is paid, and no order is confirmed`);
    if (own.filter(({ state }) => state === 'CONFIRMED').length > 1)
      found.push(`${email} has several confirmed orders`);
  }
  return found;
}

/** Every paid registration has its place, whichever version of a server took it. */
async function wrongPlaces(): Promise<string[]> {
  const said: unknown = JSON.parse((await first?.organiser('places', '--json')) ?? '[]');
  const isOfAll = (row: object) => 'kind' in row && row.kind === 'all';
  const row = Array.isArray(said) ? said.find(isOfAll) : undefined;
  const orders = await listOrders(db);
  const count = orders.filter(({ state }) => state === 'CONFIRMED').length;
  return row?.paid === count ? [] : [`${count} paid registrations have ${row?.paid} places`];
}

/** Each mail reaches the mail server once; the one that a killed server was sending may come again as the same mail. */
async function wrongMails(): Promise<string[]> {
  const found: string[] = [];
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is not', null)
    .execute();
  const ids = site.mails.map(({ text }) => /^message-id: *<([^@>]+)@/im.exec(text)?.[1] ?? '');
  const delivered = Map.groupBy(ids, (id) => id);
  const missing = rows.filter(({ id }) => !delivered.has(id));
  if (missing.length > 0) found.push(`${missing.length} mails marked as sent never arrived`);
  const unknown = [...delivered.keys()].filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) found.push(`${unknown.length} mails that no row of ours knows`);
  const repeated = ids.length - delivered.size;
  if (repeated > kills) found.push(`${repeated} mails came twice after ${kills} kills`);
  return found;
}
