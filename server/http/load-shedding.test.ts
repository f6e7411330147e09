import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { pressureMeter, watchPressure } from './load-shedding.ts';

let server: TestSite | undefined;
afterEach(async () => {
  server = undefined;
});

/** A form whose body never comes. */
async function aSlowForm({ origin }: TestSite) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    'POST /api/registration/register HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
  );
  return socket;
}

test('a server under pressure answers a lone visitor, also one with six requests at once', async () => {
  const site = await startTestSite({ pressure: { isHigh: () => true } });
  const ask = async () => (await site.get('/api/speakers/polymers')).status;
  for (let time = 0; time < 8; time += 1) expect(await ask()).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 6 }, ask));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a server under pressure refuses many visitors and still answers health checks', async () => {
  let isHigh = true;
  server = await startTestSite({ pressure: { isHigh: () => isHigh } });
  const forms = await Promise.all(Array.from({ length: 6 }, () => aSlowForm(server as TestSite)));
  await expect.poll(async () => (await server?.get('/api/speakers/polymers'))?.status).toBe(503);
  const { status, json, headers } = await server.get('/api/speakers/polymers');
  expect(status).toBe(503);
  expect(json).toMatchObject({ code: 'busy', message: expect.any(String) });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.get('/healthz')).status).toBe(200);
  expect((await server.get('/readyz')).status).toBe(200);
  for (const form of forms) form.destroy();
  await expect.poll(async () => (await server?.get('/api/speakers/polymers'))?.status).toBe(200);
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
