import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPlaces } from '#tests/support/fixture-prices.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;

test('two hundred people can join within an hour, then an alarm is logged and others are asked to wait', async () => {
  server = await startTestSite({
    content: { ...fixtureContent, prices: withPlaces(fixtureContent.prices, 'poster', 0) },
    rateLimit: true,
    trustedProxies: ['127.0.0.1'],
  });
  const joinFrom = async (address: string) => {
    const person = { ...aPerson(), choice: 'poster' };
    const headers = { 'x-forwarded-for': address };
    return server.sendForm('/waiting-list', person, headers);
  };
  for (let at = 0; at < 200; at++) await joinFrom(`10.${at}.0.1`);
  const refused = await joinFrom('198.51.100.1');
  expect(refused.status).toBe(503);
  expect(refused.text).toContain('Please try again in an hour');
  expect(await server.db.selectFrom('waiting_list').select('id').execute()).toHaveLength(200);
  expect(server.log.filter(({ alarm }) => alarm === true)).toHaveLength(1);
  server.clock.advance(60 * 60_000);
  expect((await joinFrom('198.51.100.1')).status).toBe(200);
});
