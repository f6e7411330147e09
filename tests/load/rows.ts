import { DAY } from '#contract/time-spans.ts';
import '#tests/support/register-features.ts';
/**
 * Measures whether calls take longer with more rows: with 1,000, 10,000 and 100,000 registrations of one day, and their
 * orders, payments, mails and all other rows that grow. The calls go to the three databases in turns, so that a busy
 * moment of the machine affects all databases.
 *
 *     npm run measure -- rows [most registrations]
 *
 * It uses SQLite in memory, where no disk hides the cost of rows, or its own database on the PostgreSQL of DATABASE_URL:
 *
 *     npm run with-postgres -- npm run measure -- rows
 *
 * Server, providers and client share one process.
 */
import type { Content } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { figuresOf } from '#server/reports/figures.ts';
import { findPeople } from '#server/reports/find-people.ts';
import { listsOf } from '#server/reports/lists.ts';
import { readOrder } from '#server/reports/read-story.ts';
import { participantsWith } from '#server/reports/list-participants.ts';
import { listConcerns } from '#server/operations/concerns.ts';
import { countChangedOrders } from '#server/orders/sell/taken-places.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { demoPerson } from '#organiser/demo/demo-people.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { mailRound } from '#tests/support/mail-round.ts';
import { insertCrowd } from '#tests/support/many-people.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { aCheckout, aPerson } from '#tests/support/visitor.ts';
import { closeWith, reportWorst, tableOf } from './figures.ts';

const { DATABASE_URL = '' } = process.env;
process.env['TEST_ENGINE'] = DATABASE_URL === '' ? 'sqlite' : 'postgres';
process.env['TEST_DATABASE_URL'] = DATABASE_URL;
process.env['TEST_ROWS'] = 'many';

const MOST = Number(process.argv[2] ?? 100_000);
const SIZES = [MOST / 100, MOST / 10, MOST];
const CLIENTS = 32;
/** A call may take this many times as long as with the fewest rows. */
const BAR = 1.2;
const DINNER = [
  { id: 'dinner', label: 'Dinner', price: [asCents(6500)], most: 2, places: 1000, opening: {} },
];

type Conference = {
  size: number;
  server: TestServer;
  /** A server with limits on all places. */
  limited: TestServer;
  /** A server with a limit on the dinner. */
  dinner: TestServer;
  session: string;
};
type Call = {
  what: string;
  call: (conference: Conference) => Promise<unknown>;
  times: number;
  /** The call reads everything on purpose, and takes longer with more rows. */
  readsAll?: true;
};

const calls: Call[] = [
  { what: `register, ${CLIENTS} at once`, call: ({ server }) => crowdRegisters(server), times: 20 },
  { what: 'price', call: ({ server }) => price(server), times: 60 },
  { what: 'price and checkout', call: ({ server }) => checkout(server), times: 40 },
  { what: 'status of a payment', call: askStatus, times: 60 },
  { what: 'send a mail', call: ({ server }) => sendOne(server), times: 30 },
  { what: 'ask about open payments', call: ({ server }) => poll(server), times: 10 },
  { what: 'metrics: things to do', call: ({ server }) => listConcerns(server.context), times: 20 },
  { what: 'participants by address', call: byAddress, times: 30 },
  { what: 'dashboard: one person', call: story, times: 20 },
  { what: 'dashboard: first pages', call: ({ server }) => firstPages(server), times: 10 },
  {
    what: 'checkout, dinner limited',
    call: ({ dinner }) => checkout(dinner, [{ id: 'dinner', count: 1 }]),
    times: 20,
  },
  {
    what: 'price, places limited',
    call: ({ limited }) => price(limited),
    times: 60,
  },
  {
    what: 'checkout, places limited',
    call: ({ limited }) => checkout(limited),
    times: 40,
  },
  { what: 'dashboard: figures', call: ({ server }) => figures(server), times: 3, readsAll: true },
  {
    what: '`find`',
    call: ({ server }) => findPeople(server.db, 'nowhere'),
    times: 1,
    readsAll: true,
  },
];

const conferences: Conference[] = [];
for (const size of SIZES) {
  process.stderr.write(`${size} registrations …\n`);
  conferences.push(await openConference(size));
}
// These calls compile the code before the measurement. Otherwise only the first measured call would pay for it.
for (let round = 0; round < 40; round++) {
  for (const { server } of conferences) await crowdRegisters(server);
}
const rows: string[][] = [];
const missed: string[] = [];
for (const each of calls) {
  process.stderr.write(`${each.what} …\n`);
  const { what, readsAll } = each;
  const took = await measure(each);
  const ratio = Math.max(...took) / (took[0] ?? NaN);
  const shown = ratio.toFixed(2);
  rows.push([what, ...took.map(figure), shown, readsAll ? '' : String(BAR)]);
  if (!readsAll)
    reportWorst('slowest growth of a call, 100 times the rows', ratio, { most: BAR }, what);
  if (!readsAll && ratio > BAR) missed.push(`${what}: ${shown}`);
}
for (const { server, limited, dinner } of conferences) {
  await dinner.close();
  await limited.close();
  await server.close();
}
const head = ['ms', ...SIZES.map((size) => size.toLocaleString('en')), 'slowest/first', 'limit'];
console.log(tableOf(head, rows));
closeWith(missed);

async function openConference(size: number): Promise<Conference> {
  const quotas = { payments: 1e6, mails: 1e6, uploads: 1e6, uploadBytes: 1e12 };
  const server = await startTestServer({ quotas });
  const limited = await startTestServer({ beside: server, content: withPrices({ places: 1e6 }) });
  const dinner = await startTestServer({ beside: server, content: withPrices({ extras: DINNER }) });
  const until = new Date(server.clock.now().getTime() - 60_000);
  await insertCrowd(server.db, { to: size, until, withinMs: DAY - 60_000 });
  await countChangedOrders(server.db);
  const session = await checkout(server);
  return { size, server, limited, dinner, session };
}

function withPrices(prices: Partial<Content['prices']>): Content {
  return { ...fixtureContent, prices: { ...fixtureContent.prices, ...prices } };
}

/**
 * The milliseconds within which the fastest quarter of the calls ended. Slower calls also measure other work of the
 * machine.
 */
async function measure({ call, times }: Call): Promise<number[]> {
  const took = conferences.map((): number[] => []);
  for (let round = -Math.floor(times / 5); round < times; round++) {
    for (const [at, conference] of conferences.entries()) {
      const began = performance.now();
      await call(conference);
      if (round >= 0) took[at]?.push(performance.now() - began);
    }
  }
  return took.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 4)] ?? NaN);
}

function figure(ms: number): string {
  return ms < 100 ? ms.toFixed(2) : ms.toFixed(0);
}

async function crowdRegisters(server: TestServer): Promise<void> {
  await Promise.all(Array.from({ length: CLIENTS }, () => register(server)));
}

async function register(server: TestServer): Promise<void> {
  const person = { ...aPerson(), presentationType: 'SPEAKER' };
  const { status, text } = await server.post('/api/registration/register', person);
  if (status !== 200) throw new Error(`a registration is answered with ${status}: ${text}`);
}

async function price(server: TestServer): Promise<void> {
  const { status, text } = await server.post('/api/registration/get-pricing-config', {
    registrationType: 'REGISTRATION_ONLY',
    presentationType: 'SPEAKER',
    numberOfNights: 1,
    numberOfGuests: 0,
  });
  if (status !== 200) throw new Error(`a price is answered with ${status}: ${text}`);
}

type Extras = { id: string; count: number }[];

async function checkout(server: TestServer, extras: Extras = []): Promise<string> {
  const { path, body } = await aCheckout(server, { extras });
  const { status, text, json } = await server.post(path, body);
  if (status !== 200) throw new Error(`a checkout is answered with ${status}: ${text}`);
  return String(json['sessionId']);
}

async function askStatus({ server, session }: Conference): Promise<void> {
  const { status, text } = await server.get(`/api/payment/status/${session}`);
  if (status !== 200) throw new Error(`a payment is answered with ${status}: ${text}`);
}

async function sendOne(server: TestServer): Promise<void> {
  let sent = 0;
  const hasRoom = async () => sent === 0;
  await mailRound(server, async () => void (sent += 1), hasRoom);
}

async function poll({ context }: TestServer): Promise<void> {
  await pollOpenPayments(context, () => undefined);
}

async function byAddress({ server, size }: Conference): Promise<void> {
  const { email } = demoPerson(Math.floor(size / 2));
  const found = await participantsWith(server.db, email.toUpperCase());
  if (found.length === 0) throw new Error(`nobody has ${email}`);
}

async function story({ server }: Conference): Promise<void> {
  if (!(await readOrder(server.db, 'PS26-0000-0007'))) throw new Error('there is no such order');
}

async function figures({ db, content }: TestServer): Promise<void> {
  await figuresOf(db, content);
}

async function firstPages({ db, organising }: TestServer): Promise<void> {
  const { participants, payments, mails } = listsOf(organising);
  for (const list of [participants, payments, mails]) {
    await list.rows(db, { direction: 'desc' }).next();
  }
}
