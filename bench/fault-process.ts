import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  aPerson,
  countThere,
  expectTrue,
  type Fault,
  get,
  isAlive,
  onSite,
  post,
  register,
  type Site,
  tally,
  until,
} from './fault-site.ts';
import { residentMemory } from './resident-memory.ts';
import { sendAbstract } from './send-abstract.ts';

const DESCRIPTORS = 256;
const CONNECTIONS = 600;
const HEAP_MB = 256;
const LARGE_BODIES = 2400;
const UPLOADS = 32;

export const processFaults: readonly Fault[] = [
  {
    name: 'loop stuck',
    done: 'the process stopped for 20 s while people register',
    run: () => onSite({}, stopped),
  },
  {
    name: 'few descriptors',
    done: `${CONNECTIONS} connections to a server that may have ${DESCRIPTORS} descriptors`,
    run: () => onSite({}, fewDescriptors),
  },
  {
    name: 'little memory',
    done: `${LARGE_BODIES} bodies of 60 kB and ${UPLOADS} abstracts of 25 MB at once, with ${HEAP_MB} MB of heap`,
    run: () => onSite({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` }, littleMemory),
  },
];

async function stopped(site: Site): Promise<string> {
  const people = Array.from({ length: 20 }, () => aPerson());
  const writes = people.map((person) => register(site, person));
  await Promise.race(writes);
  site.server.kill('SIGSTOP');
  await pause(20_000);
  site.server.kill('SIGCONT');
  const back = await until(
    5000,
    'pages are served',
    async () => (await get(site, '/')).status === 200,
  );
  expectTrue(isAlive(site), 'it lives');
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  const acknowledged = people.filter((_, at) => statuses[at] === 200).map(({ email }) => email);
  const there = await countThere(site, 'registration', acknowledged);
  expectTrue(there === acknowledged.length, `${there} of ${acknowledged.length} are there once`);
  return `answers ${back} ms after it continues; the registrations in progress: ${tally(statuses)}, all acknowledged are stored once`;
}

async function fewDescriptors(site: Site): Promise<string> {
  const limit = `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`;
  execFileSync('prlimit', ['--pid', String(site.server.pid), limit]);
  const before = aPerson();
  expectTrue((await register(site, before)).status === 200, 'it writes before');
  const { port } = new URL(site.origin);
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await pause(3000);
  expectTrue(isAlive(site), 'it lives');
  for (const socket of sockets) socket.destroy();
  let last = 0;
  const back = await until(30_000, 'it writes again', async () => {
    last = (await register(site)).status;
    return last === 200;
  }).catch((cause: unknown) => {
    throw new Error(`a write answers ${last}`, { cause });
  });
  expectTrue((await countThere(site, 'registration', [before.email])) === 1, 'nothing is lost');
  return `alive, writes again ${back} ms after they left`;
}

async function littleMemory(site: Site): Promise<string> {
  const statuses: number[] = [];
  const flood = async () => {
    for (let n = 0; n < LARGE_BODIES / 40; n++) {
      const body = { name: 'x'.repeat(60_000) };
      statuses.push((await post(site, '/api/registration/register', body)).status);
    }
  };
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(25_000_000)]);
  const authors = Array.from({ length: UPLOADS }, () => aPerson('author').email);
  const uploads: number[] = [];
  const queue = [...authors];
  const sender = async () => {
    for (let email = queue.shift(); email !== undefined; email = queue.shift()) {
      const { status } = await sendAbstract({ origin: site.origin, email, file });
      uploads.push(status);
    }
  };
  await Promise.all([...Array.from({ length: 40 }, flood), ...Array.from({ length: 16 }, sender)]);
  expectTrue(isAlive(site), 'it lives');
  const isBorne = (status: number) => status === 400 || status === 503;
  expectTrue(statuses.every(isBorne), `large bodies: ${tally(statuses)}`);
  expectTrue(
    uploads.every((status) => status === 200 || status === 503),
    `abstracts: ${tally(uploads)}`,
  );
  const taken = uploads.filter((status) => status === 200).length;
  const there = await countThere(site, 'abstract', authors);
  expectTrue(there === taken, `${there} abstracts are there, ${taken} were acknowledged`);
  expectTrue((await register(site)).status === 200, 'it writes');
  const megabytes = Math.round(residentMemory(site.server) / 1e6);
  return `alive with ${megabytes} MB; bodies ${tally(statuses)}; abstracts ${tally(uploads)}, all acknowledged are stored`;
}
