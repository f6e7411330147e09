/**
 * Measures this version and an earlier one in turns, as often as `rounds` says, with both figures and the limit of their
 * ratio.
 *
 *     npm run measure -- against [COMMIT; default: 1.0.0] [rounds; default: 1]
 *
 * Each version runs as people run it, with its own sample of the tests, from a clone of its own, so only what is committed
 * counts. It needs Linux, and an idle machine.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from 'plenary-payment-sandbox';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { startTestMailServer } from '#tests/support/test-mail-server.ts';
import { aPerson, paidCheckout } from '#tests/support/visitor.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type Bar, closeWith, medianOf, reportBeside } from './figures.ts';
import { ask, reads, registerAndCheckOut } from './requests.ts';

const CONTENT_DIR = 'tests/support/content';
/** The unit of systemd sets the number of malloc's arenas, too. */
const usual = { CONTENT_DIR, DRAIN_SECONDS: '0', MALLOC_ARENA_MAX: '2' };
const crowded = { ...usual, MAILS_PER_HOUR: '100000', PAYMENTS_PER_HOUR: '100000' };
const FIRST_RELEASE = 'fdd58e9c';
const [commit = FIRST_RELEASE, rounds = '1'] = process.argv.slice(2);
type Version = 'before' | 'now';
const figures = new Map<string, { bar: Bar; of: Record<Version, number[]> }>();

const folder = mkdtempSync(join(tmpdir(), 'plenary-against-'));
const roots = { before: join(folder, 'before'), now: join(folder, 'now') };
try {
  // A build keeps the scripts of the builds before it for a day, and the server has them in memory.
  for (const version of ['before', 'now'] as const) {
    const root = roots[version];
    execFileSync('git', ['clone', '--quiet', '.', root]);
    if (version === 'before')
      execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: root });
    build(root);
  }
  for (let round = 0; round < Number(rounds); round++) {
    for (const version of ['before', 'now'] as const) {
      process.stderr.write(`round ${round + 1}, ${version} …\n`);
      await measure(version);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [what, { bar, of }] of figures) {
  reportBeside(what, { now: medianOf(of.now), before: medianOf(of.before) }, bar);
}
closeWith();

function build(root: string): void {
  const env = { ...process.env, CONTENT_DIR };
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, env, stdio: 'inherit' });
}

function note(version: Version, what: string, figure: number, bar: Bar): void {
  if (!figures.has(what)) figures.set(what, { bar, of: { before: [], now: [] } });
  figures.get(what)?.of[version].push(figure);
}

async function measure(version: Version): Promise<void> {
  const server = await startServerProcess(crowded, [], roots[version]);
  note(version, 'processor time until ready, s', cpuOf(server), { ratio: 0.5 });
  await pause(5000);
  note(version, 'MB when idle', server.memory() / 1e6, { most: 190 });

  const load = { url: server.origin, connections: 32, headers: { 'accept-encoding': 'br, gzip' } };
  await ask({ ...load, amount: 2000, requests: reads });
  const page = await perRequest(server, 8000, () => ask({ ...load, amount: 8000 }));
  note(version, 'MB after 10,000 pages', server.memory() / 1e6, { most: 215 });
  await ownPages(version, server, page);
  note(version, 'processor time of `organiser status`, s', await commandTime(server), {
    ratio: 0.5,
  });
  await server.close();

  note(version, 'MB after 10,000 writes', await memoryOfWrites(version), { most: 215 });
  note(version, 'the same without flags of Node', await memoryOfWrites(version, []), {});
  note(version, 'ms a mail to a server 60 ms away', await mailTime(version), { ratio: 0.2 });
}

/** MB of a server with keys, whose providers are another process, as those of a conference are. */
async function memoryOfWrites(version: Version, nodeFlags?: readonly string[]): Promise<number> {
  const keys = { secretKey: 'sk_test_against', webhookSecret: 'whsec_against' };
  const stripe = await startSandbox({
    apiPort: 0,
    now: () => new Date(),
    log: () => undefined,
    publicBaseUrl: 'https://checkout.stripe.com',
    stripe: { ...keys, webhookUrl: () => undefined },
  });
  const port = String(await freePort());
  const settings = {
    ...crowded,
    PORT: port,
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.stripeApiBase,
  };
  const server = await startServerProcess(settings, [], roots[version], nodeFlags);
  const load = { url: server.origin, connections: 32, amount: 10_000 };
  await ask({ ...load, requests: await registerAndCheckOut(server) });
  const memory = server.memory() / 1e6;
  await server.close();
  await stripe.close();
  return memory;
}

/** Pages behind the links of somebody who has paid, with `page`, the processor time of the home page. */
async function ownPages(version: Version, server: ServerProcess, page: number): Promise<void> {
  await paidCheckout(server);
  for (const kind of ['registration', 'receipt']) {
    const path = await linkIn(server, kind);
    const { bytes } = await fetched(`${server.origin}${path}`);
    note(version, `bytes of /${kind}/… as sent`, bytes, { most: 25_000 });
    const load = { url: `${server.origin}${path}`, connections: 8 };
    const headers = { 'accept-encoding': 'br, gzip' };
    await ask({ ...load, headers, amount: 200 });
    const each = () => perRequest(server, 600, () => ask({ ...load, headers, amount: 600 }));
    note(version, `processor time of /${kind}/…, times the home page’s`, (await each()) / page, {
      most: 10,
    });
    // The home page had 2,000 requests before it was measured, in which Node compiled its code.
    await ask({ ...load, headers, amount: 1200 });
    note(version, `the same of /${kind}/… after 2,000 requests`, (await each()) / page, {});
  }
}

/** The address of a page, from the mails that the server has written into its folder. */
async function linkIn({ dataDir }: ServerProcess, kind: string): Promise<string> {
  const mails = join(dataDir, 'mail');
  for (let attempt = 0; attempt < 600; attempt++) {
    const names = existsSync(mails) ? readdirSync(mails) : [];
    // A mail that is still written has another name, and other ends of its lines.
    for (const name of names.filter((each) => each.endsWith('.eml'))) {
      const text = readFileSync(join(mails, name), 'utf8').replaceAll(/=\r?\n/g, '');
      const [path] = new RegExp(`/${kind}/[a-z0-9]{26}`).exec(text) ?? [];
      if (path !== undefined) return path;
    }
    await pause(100);
  }
  throw new Error(`no mail has a link to /${kind}/`);
}

/** The bytes that a browser's request for a page brings. */
async function fetched(url: string): Promise<{ bytes: number }> {
  return await new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': 'br, gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve({ bytes }));
    });
    asked.on('error', reject).end();
  });
}

async function perRequest(server: ServerProcess, count: number, work: () => Promise<unknown>) {
  const before = cpuOf(server);
  await work();
  return (cpuOf(server) - before) / count;
}

async function commandTime(server: ServerProcess): Promise<number> {
  const before = cpuOfChildren();
  await server.organiser('status');
  return cpuOfChildren() - before;
}

/** The time from the first to the last of 60 mails, which leave over a line of 60 ms. */
async function mailTime(version: Version): Promise<number> {
  const times: number[] = [];
  const mails = await startTestMailServer({}, await freePort());
  const taken = mails.taken;
  const line = createServer((near) => {
    const far = connect(mails.settings.port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => setTimeout(() => to.writable && to.write(data), 30));
      from.on('close', () => setTimeout(() => to.destroy(), 30));
      from.on('error', () => undefined);
    }
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const { port } = line.address() as AddressInfo;
  const smtp = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_TLS: 'off' };
  const settings = {
    ...usual,
    ...smtp,
    MAIL_FROM: 'desk@summit.example',
    PUBLIC_BASE_URL: 'https://summit.example',
  };
  const server = await startServerProcess(settings, [], roots[version]);
  const person = { presentationType: 'SPEAKER', registrationType: 'REGISTRATION_ONLY' };
  await Promise.all(
    Array.from({ length: 60 }, () =>
      server.post('/api/registration/register', { ...aPerson(), ...person }),
    ),
  );
  while (times.length < 60) {
    while (times.length < taken.length) times.push(performance.now());
    await pause(5);
  }
  await server.close();
  line.close();
  await mails.close();
  return ((times.at(-1) ?? NaN) - (times[0] ?? NaN)) / (times.length - 1);
}

/** Seconds of processor time of a process, as Linux counts them in hundredths. */
function cpuOf(server: ServerProcess): number {
  const fields = readFileSync(`/proc/${server.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ');
  return (Number(fields?.[11]) + Number(fields?.[12])) / 100;
}

/** The same of all processes that this one started and that have ended. */
function cpuOfChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ');
  return (Number(fields?.[13]) + Number(fields?.[14])) / 100;
}
