import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sendAbstract } from './send-abstract.ts';

/** How many of each attack at once. */
export type LoadSize = {
  slowHeaders: number;
  slowBodies: number;
  silent: number;
  /** Silent after an answer. */
  lingering: number;
  stalled: number;
  /** A thousand requests at once on each connection. */
  breathless: number;
  /** Requests a second of one address. */
  burstPerSecond: number;
  /** How many abstracts at once, how many in all, and how large. */
  uploads: { atOnce: number; inAll: number; bytes: number };
};

/** Milliseconds for which connections were held until the server cut them, and those that were left at the end. */
export type Holding = { name: string; cut: number[]; left: number[] };
/** Answers by status, or by what went wrong. */
export type Answers = { name: string; statuses: Record<string, number> };

type Attack = { until: AbortSignal; origin: string };

const SLOW_HEADERS = `GET / HTTP/1.1\r\nHost: x\r\nX-Drip: ${'x'.repeat(8000)}`;
const BODY_TO_COME =
  'POST /api/registration/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"name":"';

/**
 * Attacks all at once until it is over. Who is cut comes again at once. `dripMs` is how long the slow ones wait before
 * the next byte, and `large` something that is large to read. Each attack comes from addresses of its own, all of them of this machine.
 */
export async function attackAtOnce(
  origin: string,
  size: LoadSize,
  { large, dripMs, until }: { large: string; dripMs: number; until: AbortSignal },
): Promise<{ holdings: Holding[]; answers: Answers[] }> {
  const attack: Attack = { until, origin };
  const askForMuch = `GET ${large} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const [holdings, answers] = await Promise.all([
    Promise.all([
      hold(attack, 'slow headers', size.slowHeaders, dripMs, (socket, at) => {
        socket.write(SLOW_HEADERS[at] ?? 'x');
      }),
      hold(attack, 'slow bodies', size.slowBodies, dripMs, (socket, at) => {
        socket.write(at === 0 ? BODY_TO_COME : 'x');
      }),
      hold(attack, 'silent sockets', size.silent, dripMs, () => undefined),
      hold(attack, 'sockets silent after an answer', size.lingering, dripMs, (socket, at) => {
        if (at === 0) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      }),
      // They go on asking: a server that counts silence must not take it for life.
      hold(attack, 'stalled readers', size.stalled, dripMs, (socket) => {
        socket.pause();
        socket.write(askForMuch.repeat(10));
      }),
      hold(attack, 'a thousand requests in one breath', size.breathless, dripMs, (socket) => {
        socket.pause();
        socket.write(askForMuch.repeat(1000));
      }),
    ]),
    Promise.all([burst(attack, size.burstPerSecond), sendFiles(attack, size.uploads)]),
  ]);
  return { holdings, answers };
}

/** Keeps so many connections; `act` does on each what the attack is about, once every `dripMs`. */
async function hold(
  { origin, until }: Attack,
  name: string,
  count: number,
  dripMs: number,
  act: (socket: Socket, at: number) => void,
): Promise<Holding> {
  const { port } = new URL(origin);
  const cut: number[] = [];
  const held = new Set<{ socket: Socket; since: number; at: number }>();
  const open = (host: number) => {
    if (until.aborted) return;
    const localAddress = `127.0.${networkOf(name)}.${(host % 250) + 1}`;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    const one = { socket, since: performance.now(), at: 0 };
    socket.on('connect', () => {
      if (until.aborted) return void socket.destroy();
      one.since = performance.now();
      held.add(one);
      act(socket, one.at++);
    });
    socket.on('data', () => undefined);
    // How the server cuts, gently or not, is its own affair.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (held.delete(one)) cut.push(performance.now() - one.since);
      setTimeout(open, dripMs, host);
    });
  };
  for (let host = 0; host < count; host++) open(host);
  const drips = setInterval(() => {
    for (const one of held) act(one.socket, one.at++);
  }, dripMs);
  await over(until);
  clearInterval(drips);
  const left = [...held].map(({ since }) => performance.now() - since);
  const report = { name, cut: [...cut], left };
  for (const { socket } of held) socket.destroy();
  return report;
}

/** One address that asks so often a second, whatever it is told, with fifty questions under way at most. */
async function burst({ origin, until }: Attack, perSecond: number): Promise<Answers> {
  const statuses: Record<string, number> = {};
  const count = (key: string) => void (statuses[key] = (statuses[key] ?? 0) + 1);
  const name = 'burst from one address';
  const localAddress = `127.0.${networkOf(name)}.1`;
  // Nothing may wait in the agent: for what waits it would connect once more when all is over.
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  let asked = 0;
  let underWay = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; asked < due && underWay < 50; asked++) {
      underWay += 1;
      const call = get(`${origin}/api/speakers/polymers`, { agent, localAddress, signal: until });
      call.on('response', (response) => {
        count(String(response.statusCode));
        response.on('error', () => undefined).resume();
      });
      call.on('error', () => {
        if (!until.aborted) count('no answer');
      });
      call.on('close', () => (underWay -= 1));
    }
  }, 20);
  await over(until);
  clearInterval(timer);
  agent.destroy();
  return { name, statuses };
}

/** Large abstracts, so many at once, each group from another address. What is under way at the end is waited for. */
async function sendFiles(
  { origin, until }: Attack,
  { atOnce, inAll, bytes }: LoadSize['uploads'],
): Promise<Answers> {
  const statuses: Record<string, number> = {};
  const name = 'uploads';
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);
  let sent = 0;
  const sender = async () => {
    while (sent < inAll && !until.aborted) {
      const number = sent++;
      const localAddress = `127.0.${networkOf(name)}.${Math.floor(number / atOnce) + 1}`;
      const email = `load.${number}@lab.example`;
      const key = await sendAbstract({ origin, email, file, localAddress }).then(
        ({ status }) => String(status),
        () => 'no answer',
      );
      statuses[key] = (statuses[key] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return { name, statuses };
}

/** A number of its own for each attack, for the third byte of its addresses. */
const networks: string[] = [];
function networkOf(attack: string): number {
  if (!networks.includes(attack)) networks.push(attack);
  return networks.indexOf(attack) + 11;
}

function over(until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (until.aborted) resolve();
    else until.addEventListener('abort', () => resolve(), { once: true });
  });
}
