import { fixtureContent } from '#tests/support/fixture-content.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { httpServer } from './http-server.ts';
import { type TimeLimits, timeLimits } from './slow-clients.ts';

/** Short limits. A test times out if the server does not close the connection. */
const times: TimeLimits = {
  headersMs: 400,
  lookMs: 50,
  handlerMs: 600,
  silenceMs: 60_000,
  keepAliveMs: 300,
  standstillMs: 300,
  answerMs: 60_000,
};

let server: TestSite;

const REGISTER = 'POST /api/registration/register HTTP/1.1\r\nHost: localhost\r\n';
const LARGE = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
const TIMED_OUT = /^HTTP\/1\.1 408 [^]*application\/json[^]*\{"success":false,"code":"timed-out"/;

test('a client that sends its headers byte by byte gets 408 and is disconnected', async () => {
  server = await startTestSite({ times });
  const client = open();
  void drip(client.socket, `GET /healthz HTTP/1.1\r\nHost: ${'x'.repeat(10_000)}`);
  expect(await client.answer).toMatch(TIMED_OUT);
});

test.each([
  ['byte by byte', true],
  ['not at all', false],
])('a client whose body comes %s gets 408 and is disconnected', async (_, isDripping) => {
  server = await startTestSite({ times });
  const client = open();
  client.socket.write(
    `${REGISTER}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"name":"`,
  );
  if (isDripping) void drip(client.socket, 'x'.repeat(8000));
  expect(await client.answer).toMatch(TIMED_OUT);
});

test.each([
  ['GET /healthz', '{"status":"ok"'],
  ['GET /nowhere', '404'],
  ['POST /nowhere', 'There is nothing at this address'],
])('a client that sends an unread body (%s) is answered and disconnected', async (call, answer) => {
  server = await startTestSite({ times });
  const client = open();
  client.socket.write(`${call} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n`);
  void drip(client.socket, 'x'.repeat(8000));
  expect(await client.answer).toContain(answer);
});

test('a client that connects and sends nothing is disconnected', async () => {
  server = await startTestSite({ times });
  expect(await open().answer).toMatch(TIMED_OUT);
});

test('a client that sends nothing more after an answer is disconnected', async () => {
  server = await startTestSite({ times });
  const client = open();
  client.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await client.answer).toContain('{"status":"ok"');
});

test('twenty clients that never read are disconnected and do not delay another client', async () => {
  server = await startTestSite({ times });
  const stalled = Array.from({ length: 20 }, () => stall());
  await Promise.all(stalled.map((socket) => once(socket, 'connect')));
  const began = performance.now();
  expect((await server.get('/healthz')).status).toBe(200);
  expect((await server.get('/api/openapi.json')).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(10_000);
  // The connection of the other client may still be open.
  await expect.poll(async () => (await server.countConnections()) <= 1).toBe(true);
  for (const socket of stalled) socket.destroy();
});

test('a client that reads slowly is disconnected when the time for an answer is over', async () => {
  server = await startTestSite({ times: { ...times, standstillMs: 60_000, answerMs: 500 } });
  const client = stall();
  client.on('readable', () => undefined);
  const sips = setInterval(() => client.read(1000), 20);
  await new Promise((closed) => client.on('close', closed));
  clearInterval(sips);
});

test('a client that sends a thousand requests at once is disconnected, and one with ten is served', async () => {
  server = await startTestSite();
  const greedy = open();
  greedy.socket.write(LARGE.repeat(1000));
  expect((await greedy.answer).split('HTTP/1.1 200 ').length).toBeLessThanOrEqual(1 + 100);
  const eager = open();
  eager.socket.write(LARGE.repeat(9) + LARGE.replace('\r\n', '\r\nConnection: close\r\n'));
  expect((await eager.answer).match(/HTTP\/1\.1 200 /g)).toHaveLength(10);
});

test('a client that is slow within its time is served', async () => {
  server = await startTestSite({ times: timeLimits });
  const client = open();
  const body = JSON.stringify({ name: '' });
  void drip(
    client.socket,
    `${REGISTER}Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await client.answer).toMatch(/^HTTP\/1\.1 400 [^]*Please check these fields/);
});

test('by default no idle client keeps its connection for more than 75 seconds', async () => {
  server = await startTestSite();
  const app = httpServer({
    wordsFor: () => fixtureContent,
    logger: pino({ level: 'silent' }),
    newRequestId: () => 'id',
    isHttps: false,
    trustedProxies: [],
  });
  const { headersTimeout, keepAliveTimeout, timeout } = app.server;
  const { maxConnections, maxRequestsPerSocket } = app.server;
  expect({
    headersTimeout,
    keepAliveTimeout,
    timeout,
    maxConnections,
    maxRequestsPerSocket,
  }).toEqual({
    headersTimeout: 20_000,
    keepAliveTimeout: 10_000,
    timeout: 70_000,
    maxConnections: 2000,
    maxRequestsPerSocket: 100,
  });
  const { headersMs, lookMs, handlerMs, standstillMs } = timeLimits;
  expect(headersMs + lookMs).toBeLessThan(75_000);
  expect(2 * standstillMs).toBeLessThan(75_000);
  expect({ lookMs, handlerMs }).toEqual({ lookMs: 5000, handlerMs: 15_000 });
  await app.close();
});

function open(): { socket: Socket; answer: Promise<string> } {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  // A client gets an error if its connection is closed while it sends.
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => (text += more));
    socket.on('close', () => resolve(text));
  });
  return { socket, answer };
}

/** Requests a large answer repeatedly and never reads. */
function stall(): Socket {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const more = setInterval(() => socket.write(LARGE.repeat(10)), 10);
  socket.on('close', () => clearInterval(more));
  return socket;
}

async function drip(socket: Socket, text: string): Promise<void> {
  for (const drop of text) {
    if (socket.closed) return;
    socket.write(drop);
    await pause(10);
  }
}
