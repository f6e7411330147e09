import { afterEach, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { pressureMeter, watchPressure } from './load-shedding.ts';

let server: TestSite | undefined;
afterEach(async () => {
  server = undefined;
});

test('a server under pressure refuses visitors and still answers health checks', async () => {
  let isHigh = true;
  server = await startTestSite({ pressure: { isHigh: () => isHigh } });
  const { status, json, headers } = await server.get('/api/speakers/polymers');
  expect(status).toBe(503);
  expect(json).toMatchObject({ code: 'busy', message: expect.any(String) });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.get('/healthz')).status).toBe(200);
  expect((await server.get('/readyz')).status).toBe(200);
  isHigh = false;
  expect((await server.get('/api/speakers/polymers')).status).toBe(200);
});

test('an event loop that is late twice in a row counts as pressure until it is on time', () => {
  const isHighAt = pressureMeter({ delayMs: 1000, memoryBytes: 100, everyMs: 500 }, 0);
  const measurements = [
    ['on time', 500, false],
    ['late, but not too late', 2000, false],
    ['and again', 3500, false],
    ['too late', 5001, false],
    ['on time after that', 5501, false],
    ['too late', 7002, false],
    ['too late again', 8503, true],
    ['and once more', 10_004, true],
    ['on time', 10_504, false],
  ] as const;
  for (const [what, now, isHigh] of measurements)
    expect([what, isHighAt(now, 100)]).toEqual([what, isHigh]);
  expect(isHighAt(11_004, 101)).toBe(true);
});

test('the pressure is measured repeatedly', async () => {
  const pressure = watchPressure({ delayMs: Infinity, memoryBytes: 1, everyMs: 5 });
  await expect.poll(() => pressure.isHigh()).toBe(true);
  pressure.stop();
});
