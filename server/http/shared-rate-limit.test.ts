import { expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { takeShared } from './shared-rate-limit.ts';

let server: TestSite;

test('a bucket in the database has the same size and speed as one in a process', async () => {
  server = await startTestSite();
  const shared = { db: server.db, clock: server.clock.now, networkDigest: (text: string) => text };
  const take = () => takeShared(shared, 'payment', '192.0.2.1');
  const many = async (times: number) => {
    const refusals = await Promise.all(Array.from({ length: times }, take));
    return refusals.filter((refusal) => refusal === undefined).length;
  };
  expect(await many(70)).toBe(60);
  expect(await take()).toMatchObject({ code: 'too-many-requests', retryAfter: 30 });
  expect(await takeShared(shared, 'payment', '192.0.2.2')).toBeUndefined();
  server.clock.advance(30_000);
  expect(await many(2)).toBe(1);
  server.clock.advance(10 * 60_000);
  expect(await many(30)).toBe(20);
});

test.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'two servers together allow an address no more registrations than one server',
  async () => {
    server = await startTestSite({ rateLimit: true });
    const other = await startTestSite({ rateLimit: true, beside: server });
    const statuses = [];
    for (let at = 0; at < 70; at++) {
      const one = at % 2 === 0 ? server : other;
      statuses.push((await one.post('/api/registration/register', {})).status);
    }
    // The bucket fills while the test runs: one in two seconds.
    const admitted = statuses.filter((status) => status === 400).length;
    expect(admitted).toBeGreaterThanOrEqual(60);
    expect(admitted).toBeLessThan(68);
    expect((await other.get('/api/speakers/polymers')).status).toBe(200);
  },
);
