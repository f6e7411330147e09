import { fixtureContent } from '#tests/support/fixture-content.ts';
import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { answerErrors } from './errors.ts';
import { type Limit, limitRates } from './rate-limit.ts';
import { neighbourhoodOf, networkOf } from './visitor-address.ts';

const REGISTER = '/api/registration/register';
let server: TestSite | undefined;
afterEach(async () => {
  server = undefined;
});

test('too many writes from one address get 429, a message and a time to wait', async () => {
  server = await startTestSite({ rateLimit: true });
  const refused = await refusedAt(() => server?.post(REGISTER, {}), 60);
  expect(refused.json).toMatchObject({ code: 'too-many-requests', message: expect.any(String) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.get('/api/speakers/polymers')).status).toBe(200);
});

test('calls of one kind count together', async () => {
  server = await startTestSite({ rateLimit: true });
  const paths = [
    '/api/payment/create-checkout-session',
    '/api/payment/paypal/create',
    '/api/discounts/create-session',
    '/api/discounts/paypal/create',
  ];
  let at = 0;
  await refusedAt(() => server?.post(paths[at++ % 4] ?? '', {}), 60);
});

test('reads from one address are limited too', async () => {
  server = await startTestSite({ rateLimit: true });
  await refusedAt(() => server?.get('/api/speakers/polymers'), 100);
});

test.each<[Limit, number, number]>([
  ['read', 100, 1000 / 20],
  ['write', 60, 60_000 / 30],
  ['payment', 60, 3_600_000 / 120],
  ['upload', 80, 3_600_000 / 80],
])(
  'a used bucket refills with time, up to its limit %s: %i at once, and one every %i ms',
  async (limit, atOnce, everyMs) => {
    let now = 0;
    const app = Fastify();
    answerErrors(app, () => fixtureContent);
    limitRates(app, () => now);
    app.get('/', { config: { limit } }, async () => 'yes');
    const ask = async (times: number) => {
      const statuses = [];
      for (let i = 0; i < times; i++) statuses.push((await app.inject('/')).statusCode);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await ask(atOnce + 2)).toBe(atOnce);
    const refused = await app.inject('/');
    expect(refused.headers['retry-after']).toBe(String(Math.ceil(everyMs / 1000)));
    now += everyMs * 0.99;
    expect(await ask(1)).toBe(0);
    now += everyMs * 0.02;
    expect(await ask(3)).toBe(1);
    now += 24 * 60 * 60_000;
    expect(await ask(atOnce + 2)).toBe(atOnce);
  },
);

describe('the address of a visitor', () => {
  /** Whether one of ten requests is refused: an unused bucket has room for sixty. */
  async function isUsedUp(address: string): Promise<boolean> {
    const headers = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
    for (let i = 0; i < 10; i++) {
      if ((await server?.post(REGISTER, {}, headers))?.status === 429) return true;
    }
    return false;
  }

  test('is the one that a trusted proxy states', async () => {
    server = await startTestSite({ rateLimit: true, trustedProxies: ['127.0.0.0/8'] });
    await refusedAt(() => server?.post(REGISTER, {}, { 'x-forwarded-for': '192.0.2.1' }), 60);
    expect(await isUsedUp('192.0.2.1')).toBe(true);
    expect(await isUsedUp('192.0.2.2')).toBe(false);
    // An address that the visitor adds to the header does not count.
    expect(await isUsedUp('192.0.2.3, 192.0.2.1')).toBe(true);
  });

  test('is not one that anybody else states', async () => {
    server = await startTestSite({ rateLimit: true, trustedProxies: ['10.1.2.3'] });
    let at = 0;
    await refusedAt(() => server?.post(REGISTER, {}, { 'x-forwarded-for': `192.0.2.${at++}` }), 60);
    expect(await isUsedUp('192.0.2.250')).toBe(true);
  });

  test('may have a port in the header, and so may the addresses of the proxies', async () => {
    server = await startTestSite({
      rateLimit: true,
      trustedProxies: ['127.0.0.1', '10.1.0.0/16'],
    });
    let port = 1024;
    const from = (address: string) =>
      server?.post(REGISTER, {}, { 'x-forwarded-for': `${address}:${port++}, 10.1.2.3:443` });
    await refusedAt(() => from('192.0.2.1'), 60);
    expect(await isUsedUp('192.0.2.1')).toBe(true);
    expect((await from('192.0.2.2'))?.status).toBe(400);
    await refusedAt(() => from('[2001:db8::1]'), 60);
    expect(await isUsedUp('2001:db8::2')).toBe(true);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2'],
    ['192.0.2.7:5678', '192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
    ['2001:db8::1', '20010db8000000/56', '20010db80000/48'],
    ['[2001:db8::1]:443', '20010db8000000/56', '20010db80000/48'],
    ['[2001:db8::1]', '20010db8000000/56', '20010db80000/48'],
    ['2001:0DB8:0:ff:ffff::1', '20010db8000000/56', '20010db80000/48'],
    ['2001:db8:1:203:3:4:5:6', '20010db8000102/56', '20010db80001/48'],
    ['fe80::1%eth0', 'fe800000000000/56', 'fe8000000000/48'],
    ['::1', '00000000000000/56', '000000000000/48'],
    ['unknown', 'unknown', 'unknown'],
  ])('%s counts as %s, within %s', (address, network, neighbourhood) => {
    expect(networkOf(address)).toBe(network);
    expect(neighbourhoodOf(address)).toBe(neighbourhood);
  });
});

/** Repeats a request until it is refused, which must not happen before `atOnce` answers. */
async function refusedAt<T extends { status: number }>(
  ask: () => Promise<T> | undefined,
  atOnce: number,
): Promise<T> {
  for (let answers = 0; answers < atOnce * 3; answers++) {
    const answer = await ask();
    if (answer?.status === 429) {
      expect(answers).toBeGreaterThanOrEqual(atOnce);
      return answer;
    }
  }
  throw new Error('the limit was never reached');
}
