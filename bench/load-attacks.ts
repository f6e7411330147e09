import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sendAbstract } from './send-abstract.ts';

/** How many of each attack at once. */
export type LoadSize = {
  slowHeaders: number;
  slowBodies: number;
  silent: number;
  /** Send nothing after an answer. */
  lingering: number;
  stalled: number;
  /** Pipeline a thousand requests on each connection. */
  pipelining: number;
  /** Requests a second from one address. */
  burstPerSecond: number;
  /** How many abstracts at once, how many in all, and how large. */
  uploads: { atOnce: number; inAll: number; bytes: number };
};

/** How long, in milliseconds, connections were held until the server closed them, and those still open at the end. */
export type Holding = { name: string; cut: number[]; left: number[] };
/** Answers by status, or by what went wrong. */
export type Answers = { name: string; statuses: Record<string, number> };

type Attack = { until: AbortSignal; origin: string };

const SLOW_HEADERS = `GET / HTTP/1.1\r\nHost: x\r\nX-Drip: ${'x'.repeat(8000)}`;
const BODY_TO_COME =
  'POST /api/registration/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"name":"';

/**
 * Runs all attacks at once until `until` is aborted. A closed connection is opened again. The slow attackers send a byte
 * every `dripMs`; `large` is the path of a large answer. Each attack has addresses of its own, all of this machine.
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
      // They continue to send requests: a server that measures silence must not count that as activity.
      hold(attack, 'stalled readers', size.stalled, dripMs, (socket) => {
        socket.pause();
        socket.write(askForMuch.repeat(10));
      }),
      hold(attack, 'a thousand pipelined requests', size.pipelining, dripMs, (socket) => {
        socket.pause();
        socket.write(askForMuch.repeat(1000));
      }),
    ]),
    Promise.all([burst(attack, size.burstPerSecond), sendFiles(attack, size.uploads)]),
  ]);
  return { holdings, answers };
}

/** Keeps `count` connections open; `act` attacks on each of them every `dripMs`. */
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
    // It does not matter how the server closes the connection.
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

/** One address that sends so many requests a second, whatever the answers, at most fifty at once. */
async function burst({ origin, until }: Attack, perSecond: number): Promise<Answers> {
  const statuses: Record<string, number> = {};
  const count = (key: string) => void (statuses[key] = (statuses[key] ?? 0) + 1);
  const name = 'burst from one address';
  const localAddress = `127.0.${networkOf(name)}.1`;
  // Nothing may be queued in the agent: it would connect once more for it at the end.
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

/** Sends large abstracts, `atOnce` at a time, each group from another address; waits for uploads in progress at the end. */
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
