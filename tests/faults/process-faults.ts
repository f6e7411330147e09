import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readSandboxAccess } from '#server/config/sandbox-access.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { freePort } from '../../scripts/free-port.ts';
import {
  aRegistration,
  expectPage,
  expectStored,
  expectTrue,
  type Fault,
  onServer,
  register,
  seen,
  Skipped,
  tally,
  until,
} from './fault.ts';

const DESCRIPTORS = 256;
const PERCENT = 5;
const CONNECTIONS = 600;
const HEAP_MB = 256;
const LARGE_BODIES = 2400;
const UPLOADS = 32;
const TEN_MINUTES = 10 * 60_000;

export const processFaults: readonly Fault[] = [
  {
    name: 'loop stuck',
    done: 'the process stopped for 20 s while people register',
    run: () => onServer({}, stopped),
  },
  {
    name: 'slow host',
    done: `a start with ${PERCENT} % of a processor, then a registration`,
    run: slowHost,
  },
  {
    name: 'few descriptors',
    done: `${CONNECTIONS} connections to a server that may have ${DESCRIPTORS} descriptors`,
    run: () => onServer({}, fewDescriptors),
  },
  {
    name: 'little memory',
    done: `${LARGE_BODIES} bodies of 60 kB and ${UPLOADS} abstracts of 25 MB at once, with ${HEAP_MB} MB of heap`,
    run: () => onServer({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` }, littleMemory),
  },
  {
    name: 'mail server silent',
    done: 'the mail server accepts connections and never answers; server/mail/smtp-mailer.test.ts tests the mails',
    run: mailServerSilent,
  },
  {
    name: 'clock ahead',
    done: 'the server’s clock ten minutes ahead of the provider’s, the visitor closes the browser',
    run: () => clockOff(TEN_MINUTES),
  },
  {
    name: 'clock behind',
    done: 'the server’s clock ten minutes behind the provider’s',
    run: () => clockOff(-TEN_MINUTES),
  },
];

async function stopped(server: ServerProcess): Promise<string> {
  const people = Array.from({ length: 20 }, aRegistration);
  const writes = people.map((person) => register(server, person));
  await Promise.race(writes);
  process.kill(server.pid(), 'SIGSTOP');
  await pause(20_000);
  process.kill(server.pid(), 'SIGCONT');
  const isServed = async () => (await seen(server.get('/'))).status === 200;
  const back = await until(5000, 'pages are served', isServed);
  expectTrue(server.isAlive(), 'it lives');
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  const acknowledged = people.filter((_, at) => statuses[at] === 200).map(({ email }) => email);
  await expectStored(server, 'registration', acknowledged);
  return `answers ${back} ms after it continues; the registrations in progress: ${tally(statuses)}, all acknowledged registrations are stored once`;
}

async function slowHost(): Promise<string> {
  const group = slowGroup();
  const enter = `import{writeFileSync}from'node:fs';writeFileSync('${group}/cgroup.procs',String(process.pid))`;
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(enter)}` };
  try {
    return await onServer(settings, async (server) => {
      // Longer than the loop may be stuck.
      await pause(20_000);
      const person = aRegistration();
      expectTrue((await register(server, person)).status === 200, 'it registers');
      expectTrue((await seen(server.get('/'))).status === 200, 'a page is served');
      expectTrue(server.isAlive(), 'it lives');
      await expectStored(server, 'registration', [person.email]);
      return `ready after ${Math.round(server.readyMs() / 1000)} s, alive, and one registration is stored`;
    });
  } finally {
    rmdirSync(group);
  }
}

/** A control group of Linux for processes that get little of a processor. */
function slowGroup(): string {
  const isFirst = existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us');
  const group = join('/sys/fs/cgroup', isFirst ? 'cpu' : '', `plenary-slow-${process.pid}`);
  try {
    mkdirSync(group);
    if (isFirst) writeFileSync(join(group, 'cpu.cfs_quota_us'), String(PERCENT * 1000));
    else writeFileSync(join(group, 'cpu.max'), `${PERCENT * 1000} 100000`);
    return group;
  } catch (cause) {
    throw new Skipped(`no control group could be made: ${String(cause)}`);
  }
}

async function fewDescriptors(server: ServerProcess): Promise<string> {
  const limit = `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`;
  execFileSync('prlimit', ['--pid', String(server.pid()), limit]);
  const before = aRegistration();
  expectTrue(
    (await register(server, before)).status === 200,
    'the server writes before the connections',
  );
  const { port } = new URL(server.origin);
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await pause(3000);
  expectTrue(server.isAlive(), 'it lives');
  for (const socket of sockets) socket.destroy();
  const isWritten = async () => (await register(server)).status === 200;
  const back = await until(30_000, 'the server writes again', isWritten);
  await expectStored(server, 'registration', [before.email]);
  return `alive, writes again ${back} ms after the connections closed`;
}

async function littleMemory(server: ServerProcess): Promise<string> {
  const statuses: number[] = [];
  const flood = async () => {
    for (let n = 0; n < LARGE_BODIES / 40; n++) {
      const body = { name: 'x'.repeat(60_000) };
      statuses.push((await seen(server.post('/api/registration/register', body))).status);
    }
  };
  const bytes = aPdf(25_000_000);
  const uploads: number[] = [];
  const acknowledged: string[] = [];
  const sender = async () => {
    for (let n = 0; n < UPLOADS / 16; n++) {
      const form = aForm();
      const { status } = await seen(submit(server, { form, bytes }));
      uploads.push(status);
      if (status === 200) acknowledged.push(String(form['email']));
    }
  };
  await Promise.all([...Array.from({ length: 40 }, flood), ...Array.from({ length: 16 }, sender)]);
  expectTrue(server.isAlive(), 'it lives');
  expectTrue(isOnly(statuses, 400, 503), `large bodies: ${tally(statuses)}`);
  expectTrue(isOnly(uploads, 200, 503), `abstracts: ${tally(uploads)}`);
  await expectStored(server, 'abstract', acknowledged);
  expectTrue((await register(server)).status === 200, 'the server writes');
  const megabytes = Math.round(server.memory() / 1e6);
  return `alive with ${megabytes} MB; bodies ${tally(statuses)}; abstracts ${tally(uploads)}, all acknowledged abstracts are stored`;
}

function isOnly(statuses: readonly number[], ...wanted: number[]): boolean {
  return statuses.every((status) => wanted.includes(status));
}

async function mailServerSilent(): Promise<string> {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const settings = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(typeof address === 'object' ? address?.port : 0),
    SMTP_TLS: 'off',
    PUBLIC_BASE_URL: 'http://127.0.0.1',
  };
  try {
    return await onServer(settings, async (server) => {
      const { status, ms } = await register(server);
      expectTrue(status === 200 && ms < 2000, `a registration answers ${status} after ${ms} ms`);
      await pause(3000);
      expectTrue(server.isAlive(), 'it lives');
      await expectPage(server);
      return `a registration answers 200 after ${ms} ms, pages 200`;
    });
  } finally {
    silent.close();
  }
}

/** The provider has the right time, because it belongs to another server's sandbox. */
async function clockOff(byMs: number): Promise<string> {
  const port = await freePort();
  const webhooks = { SANDBOX_STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/stripe` };
  return onServer(webhooks, async (other) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plenary-clock-'));
    const access = 'sandbox-access.json';
    copyFileSync(join(other.dataDir, access), join(dataDir, access));
    const settings = {
      PORT: String(port),
      DATA_DIR: dataDir,
      STRIPE_API_BASE: readSandboxAccess(other.dataDir)?.stripe.apiBase ?? '',
      NODE_OPTIONS: `--import=${new URL('shifted-clock.mjs', import.meta.url).href}`,
      CLOCK_AHEAD_MS: String(byMs),
    };
    return onServer(settings, (server) => payAndLeave(server, other, byMs > 0));
  });
}

async function payAndLeave(
  server: ServerProcess,
  other: ServerProcess,
  isAhead: boolean,
): Promise<string> {
  const visitor = await aPayingVisitor(server, 'stripe');
  await visitor.open();
  await visitor.pay((url) => url.replace(server.origin, other.origin));
  const ms = await until(200_000, 'the order is paid', async () => {
    const records = await server.exported();
    const isMine = ({ type, email }: (typeof records)[number]) =>
      type === 'order' && email === visitor.email;
    return records.filter(isMine).some(({ state }) => state === 'CONFIRMED');
  });
  const { text } = await server.get('/metrics');
  const refused = Number(/refusals_total\{code="bad-signature"\} (\d+)/.exec(text)?.[1] ?? 0);
  expectTrue(refused > 0 === isAhead, `${refused} webhooks were refused because of their age`);
  await expectPage(server);
  const by = isAhead
    ? `${refused} webhooks refused because of their age, the payment found by polling`
    : 'paid by webhook';
  return `${by} after ${Math.round(ms / 1000)} s`;
}
