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

test('R15: an event loop that was late counts as pressure until it is on time again', async () => {
  const pressure = watchPressure({ delayMs: 50, memoryBytes: Infinity, everyMs: 10 });
  expect(pressure.isHigh()).toBe(false);
  const until = performance.now() + 200;
  while (performance.now() < until);
  expect(pressure.isHigh()).toBe(true);
  await vi.waitUntil(() => !pressure.isHigh());
  pressure.stop();
});

test('R15: memory above its bound counts as pressure', async () => {
  const pressure = watchPressure({ delayMs: Infinity, memoryBytes: 1, everyMs: 5 });
  await vi.waitUntil(() => pressure.isHigh());
  pressure.stop();
});
