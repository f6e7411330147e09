import { HOUR } from '#contract/time-spans.ts';
import { describe, expect, test } from 'vitest';
import { unexpected } from '#tests/support/unexpected.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aCheckout, aPaypalRequest, type aPerson, openedPaypal } from '#tests/support/visitor.ts';
import { pollOpenPayments } from './poll-open-payments.ts';

let server: TestSite;

const start = () =>
  startTestSite({
    rateLimit: true,
    quotas: { payments: 100 },
    trustedProxies: ['127.0.0.1'],
  });

/** A visitor whose address a proxy reports. */
const from = (address: string) => fromVia(server, address);

function fromVia({ origin, post }: TestSite, address: string): Pick<TestSite, 'origin' | 'post'> {
  return {
    origin,
    post: (path, body, headers) => post(path, body, { ...headers, 'x-forwarded-for': address }),
  };
}

async function checkOutFrom(address: string, traits: Parameters<typeof aPerson>[0] = {}) {
  const visitor = from(address);
  const { path, body } = await aCheckout(visitor, {}, traits);
  return visitor.post(path, body);
}

/** Opens checkouts for different people until the first refusal; returns their number and the refusal. */
async function checkOutFromAll(addressAt: (at: number) => string, most: number) {
  for (let at = 0; at < most; at++) {
    const answer = await checkOutFrom(addressAt(at));
    if (answer.status !== 200) return { count: at, refusal: answer };
  }
  return { count: most, refusal: undefined };
}

describe('many payments that nobody pays', () => {
  test.each([
    ['IPv6 address', () => '2001:db8:0:a00::1'],
    ['customer with 65,536 networks', (at: number) => `2001:db8:0:${(at * 256).toString(16)}::1`],
    ['/24 of IPv4', (at: number) => `198.51.100.${at + 1}`],
    ['address that many share', () => '198.51.100.1'],
  ])('from one %s use up the quota of this network, and of no other', async (_, addressAt) => {
    server = await start();
    const { count, refusal } = await checkOutFromAll(addressAt, 100);
    expect(count).toBe(40);
    expect(refusal).toMatchObject({
      status: 429,
      json: { code: 'too-many-requests', message: expect.stringContaining('from your network') },
    });
    expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0);

    for (const other of ['2001:db8:1::1', '192.0.2.1']) {
      expect((await checkOutFrom(other)).status).toBe(200);
    }
    server.clock.advance(HOUR + 1);
    expect((await checkOutFrom(addressAt(0))).status).toBe(200);
  });

  test('from many networks end at the quota of all visitors, and an open payment goes on', async () => {
    server = await start();
    const early = from('192.0.2.1');
    const { path, body } = await aCheckout(early);
    const { json } = await early.post(path, body);
    const { count, refusal } = await checkOutFromAll((at) => `198.51.${at % 90}.1`, 100);
    expect(count).toBe(99);
    expect(refusal).toMatchObject({ status: 503, json: { code: 'quota-reached' } });
    expect(await early.post(path, body)).toMatchObject({ status: 200, json: { url: json['url'] } });
  });
});

test('one network has the same quota with two servers as with one, and a restart keeps the counts', async () => {
  server = await start();
  const other = await startTestSite({
    rateLimit: true,
    quotas: { payments: 100 },
    trustedProxies: ['127.0.0.1'],
    beside: server,
  });
  const pressOn = async (one: TestSite) => {
    const visitor = fromVia(one, '192.0.2.1');
    const { path, body } = await aCheckout(visitor);
    return (await visitor.post(path, body)).status;
  };
  const presses = Array.from({ length: 44 }, (_, at) => pressOn(at % 2 === 0 ? server : other));
  const statuses = await Promise.all(presses);
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  await server.restart();
  expect(await pressOn(server)).toBe(429);
  const kept = JSON.stringify(await server.db.selectFrom('payment_networks').selectAll().execute());
  expect(kept).not.toContain('192.0.2');
  server.clock.advance(HOUR + 1);
  expect(await pressOn(other)).toBe(200);
  await pollOpenPayments(server.context, unexpected);
  expect(await server.db.selectFrom('payment_networks').selectAll().execute()).toHaveLength(1);
});

describe('from one address', () => {
  test('an institute registers and pays for forty people in an afternoon', async () => {
    server = await start();
    for (let person = 0; person < 40; person++) {
      const { status, json } = await checkOutFrom('192.0.2.1');
      expect(status).toBe(200);
      await server.payAt(String(json['url']));
      await server.control.settled();
      server.clock.advance(60_000);
    }
  });

  test('thirty people begin a payment at once before the first person has paid', async () => {
    server = await start();
    const answers = await Promise.all(Array.from({ length: 30 }, () => checkOutFrom('192.0.2.1')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('a series of declined cards ends at the fortieth try', async () => {
    server = await start();
    let tries = 0;
    for (; tries < 100; tries++) {
      const { status, json } = await checkOutFrom('192.0.2.1');
      if (status !== 200) break;
      await server.payAt(String(json['url']), '4000 0000 0000 0002');
    }
    expect(tries).toBe(40);
    expect((await checkOutFrom('203.0.113.9')).status).toBe(200);
  });

  test('each decline at PayPal counts like another payment', async () => {
    server = await start();
    // A webhook could capture at the same time as the visitor and change the number of declines.
    server.control.webhooks('off');
    let payments = 0;
    let declines = 0;
    for (; payments < 100; payments++) {
      const visitor = from('192.0.2.1');
      const checkout = await aCheckout(visitor);
      const request = aPaypalRequest(visitor, checkout);
      const { status, json } = await visitor.post('/api/payment/paypal/create', request);
      if (status !== 200) break;
      for (let again = 0; again < 3; again++) {
        await server.chooseAt(String(json['approvalUrl']), 'is-declined');
        await server.post(`/api/payment/paypal/capture/${String(json['orderId'])}`);
        declines += 1;
      }
    }
    expect(declines).toBeGreaterThanOrEqual(30);
    expect(payments).toBe(10);
    await openedPaypal(from('203.0.113.9'));
  });
});
