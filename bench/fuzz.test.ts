import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { fuzzCalls } from './fuzz-calls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('R17, R20: 640 crooked requests to all calls bring no fault, no hang and no word of the inside', async () => {
  const { sent, statuses, problems } = await fuzzCalls(server.origin, 20_260_529, 640);
  expect(problems).toEqual([]);
  expect(sent).toBe(640);
  // Some get through to the stories, or the checks behind the first one are never met.
  expect(statuses.get(200)).toBeGreaterThan(20);
  expect(statuses.get(400)).toBeGreaterThan(200);
  expect(server.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
}, 120_000);
