import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { fuzzCalls } from './fuzz-calls.ts';
import { misstored } from './stored-state.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('R16, R17, R20: 640 malformed requests to all calls cause no 5xx, no hang, no leak of internals and no incomplete record', async () => {
  const result = await fuzzCalls(server.origin, 20_260_529, 640);
  expect(result.problems).toEqual([]);
  expect(Object.fromEntries(result.outages)).toEqual({});
  expect(result.sent).toBe(640);
  // Some requests have to reach the services, or the checks behind the schemas are never tested.
  expect(result.statuses.get(200)).toBeGreaterThan(20);
  expect(result.statuses.get(400)).toBeGreaterThan(200);
  expect(result.references.size).toBeGreaterThan(0);
  expect(result.refused.size).toBeGreaterThan(100);
  expect((await misstored(server.db, server.files.dataDir, result)).problems).toEqual([]);
  expect(server.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
}, 120_000);
