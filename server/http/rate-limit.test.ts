import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { limits } from './rate-limit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: true });
});
afterAll(() => server.close());

test('too many writes of one address get 429, a sentence and a time to wait', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < limits.write.max + 1; i++) {
    statuses.push((await server.post('/api/registration/register', {})).status);
  }
  expect(statuses.slice(0, -1)).toEqual(Array.from({ length: limits.write.max }, () => 400));
  expect(statuses.at(-1)).toBe(429);
  const refused = await server.post('/api/registration/register', {});
  expect(refused.json).toMatchObject({ code: 'too-many-requests', message: expect.any(String) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.get('/api/speakers/polymers')).status).toBe(200);
});
