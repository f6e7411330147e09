import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * The seconds for which the connections of one attack were open: connections that the server closed, and connections
 * that were open at the end.
 */
export type Held = { name: string; closed: number[]; open: number[] };

type Attack = { name: string; share: number; act: (socket: Socket, turn: number) => void };

const SLOW_HEADERS = `GET / HTTP/1.1\r\nHost: localhost\r\nX-Drip: ${'x'.repeat(8000)}`;
/** Each request has its own address, for a server that trusts 127.0.0.1 as a proxy, so that no rate limit helps. */
const bodyToCome = () =>
  `POST /api/registration/register HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 2001:db8:${randomInt(65_536).toString(16)}::1\r\n` +
  'Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"name":"';

/** `act` is called once a turn on each connection; `share` is the number of such connections in a thousand. */
const attacksOn = (large: string): Attack[] => [
  {
    name: 'headers, a byte a turn',
    share: 220,
    act: (socket, turn) => void socket.write(SLOW_HEADERS[turn] ?? 'x'),
  },
  {
    name: 'bodies, a byte a turn',
    share: 220,
    act: (socket, turn) => void socket.write(turn === 0 ? bodyToCome() : 'x'),
  },
  { name: 'silence', share: 330, act: () => undefined },
  {
    name: 'silence after an answer',
    share: 110,
    act: (socket, turn) =>
      void (turn === 0 && socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')),
  },
  {
    name: 'answers that are never read',
    share: 110,
    // More requests follow: a server that measures silence must not count them as activity.
    act: (socket) => void socket.pause().write(large.repeat(10)),
  },
  {
    name: 'a thousand requests in one write',
    share: 10,
    act: (socket) => void socket.pause().write(large.repeat(1000)),
  },
];

/** Runs all attacks at once, from about `count` connections; a closed connection is opened again. */
export async function attack(
  origin: string,
  { count, turnMs, seconds }: { count: number; turnMs: number; seconds: number },
): Promise<Held[]> {
  const ways = attacksOn('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const until = performance.now() + seconds * 1000;
  return Promise.all(
    ways.map(async ({ name, share, act }) => {
      const held: Held = { name, closed: [], open: [] };
      const one = async () => {
        while (performance.now() < until) await attackWithOne(origin, act, turnMs, until, held);
      };
      await Promise.all(Array.from({ length: Math.ceil((share * count) / 1000) }, one));
      return held;
    }),
  );
}

/** Attacks with one connection, until the server closes it or the time is over. */
async function attackWithOne(
  origin: string,
  act: Attack['act'],
  turnMs: number,
  until: number,
  held: Held,
): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const began = performance.now();
  let turn = 0;
  const turns = setInterval(() => act(socket, turn++), turnMs);
  const rest = setTimeout(() => socket.destroy(), until - began);
  socket.on('data', () => undefined);
  // It does not matter how the server closes the connection.
  socket.on('error', () => undefined);
  await new Promise((closed) => socket.once('close', closed));
  clearInterval(turns);
  clearTimeout(rest);
  const isOver = performance.now() >= until;
  held[isOver ? 'open' : 'closed'].push((performance.now() - began) / 1000);
  if (!isOver) await new Promise((next) => setTimeout(next, turnMs));
}
