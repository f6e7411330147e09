import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { attackAtOnce } from './load-attacks.ts';
import { visit } from './load-visitor.ts';

/** Times ten times shorter than the defaults, which npm run test:load uses. */
const times = {
  headersMs: 800,
  lookMs: 50,
  bodyMs: 1000,
  handlerMs: 15_000,
  silenceMs: 60_000,
  keepAliveMs: 200,
  standstillMs: 400,
  answerMs: 60_000,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ times, rateLimit: true });
});
afterAll(() => server.close());

test('R11, R12: under many attacks at once the server closes and limits the attackers and answers a visitor', async () => {
  const until = AbortSignal.timeout(5000);
  const size = {
    slowHeaders: 20,
    slowBodies: 20,
    silent: 30,
    lingering: 10,
    stalled: 10,
    pipelining: 2,
    burstPerSecond: 100,
    uploads: { atOnce: 4, inAll: 8, bytes: 300_000 },
  };
  const [{ holdings, answers }, visitor] = await Promise.all([
    attackAtOnce(server.origin, size, { large: '/api/openapi.json', dripMs: 100, until }),
    visit(server.origin, ['/healthz'], { localAddress: '127.0.9.1', everyMs: 100, until }),
  ]);
  expect(Object.fromEntries(visitor.bad)).toEqual({});
  expect(visitor.good).toBeGreaterThan(20);
  for (const { name, cut } of holdings) expect(cut.length, name).toBeGreaterThan(0);
  const [burst, uploads] = answers;
  expect(burst?.statuses['429']).toBeGreaterThan(50);
  expect(uploads?.statuses).toEqual({ 200: 8 });
}, 60_000);
