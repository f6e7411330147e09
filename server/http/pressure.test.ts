import { afterEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { watchPressure } from './pressure.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('R15: a server with too much to do puts visitors off, and answers who watches it', async () => {
  let isHigh = true;
  server = await startTestServer({ pressure: { isHigh: () => isHigh } });
  const { status, json, headers } = await server.get('/api/speakers/polymers');
  expect(status).toBe(503);
  expect(json).toMatchObject({ code: 'busy', message: expect.any(String) });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.get('/healthz')).status).toBe(200);
  expect((await server.get('/readyz')).status).toBe(200);
  isHigh = false;
  expect((await server.get('/api/speakers/polymers')).status).toBe(200);
});

test('R15: an event loop that is late time and again counts as pressure until it is on time', async () => {
  const pressure = watchPressure({ delayMs: 50, memoryBytes: Infinity, everyMs: 10 });
  expect(pressure.isHigh()).toBe(false);
  await holdUp();
  expect(pressure.isHigh()).toBe(false);
  await holdUp();
  expect(pressure.isHigh()).toBe(true);
  await vi.waitUntil(() => !pressure.isHigh());
  pressure.stop();
});

/** Keeps the event loop, then lets the look that is overdue come first. */
async function holdUp(): Promise<void> {
  const until = performance.now() + 200;
  while (performance.now() < until);
  await new Promise((done) => setTimeout(done));
}

test('R15: memory above its bound counts as pressure', async () => {
  const pressure = watchPressure({ delayMs: Infinity, memoryBytes: 1, everyMs: 5 });
  await vi.waitUntil(() => pressure.isHigh());
  pressure.stop();
});
