import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aToken,
  createStubProvider,
  type StubAnswer,
  type StubProvider,
  TOKEN,
} from '#tests/support/stub-provider.ts';
import { sendStripeWebhook } from '#tests/support/stripe-webhook.ts';
import { readAnswer } from '#tests/support/answer.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

const VERIFY = '/v1/notifications/verify-webhook-signature';
const ORDERS = '/v2/checkout/orders';
const anOrder = {
  status: 200,
  body: {
    id: '5O190127TN364715T',
    status: 'CREATED',
    links: [{ rel: 'approve', href: 'https://www.paypal.com/checkoutnow?token=5O190127TN364715T' }],
  },
};
const success = { body: { verification_status: 'SUCCESS' } };
const failure = { body: { verification_status: 'FAILURE' } };

let paypal: StubProvider;
let server: TestSite;
let toToken: StubAnswer;
let toVerify: StubAnswer | Promise<StubAnswer>;
let toOrder: StubAnswer;
beforeEach(async () => {
  toToken = aToken;
  toVerify = failure;
  toOrder = anOrder;
  paypal = await createStubProvider(({ path }) => {
    if (path === TOKEN) return toToken;
    return path.startsWith(ORDERS) ? toOrder : toVerify;
  });
});
afterEach(async () => {
  await paypal.close();
});

async function start(options: Parameters<typeof startTestSite>[0] = {}): Promise<void> {
  server = await startTestSite({ paypalApiBase: paypal.origin, ...options });
}

/** Anybody can invent such headers. */
const signature = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
  'paypal-transmission-id': 'a1b2c3d4-0000-11f0-8000-000000000000',
  'paypal-transmission-sig': 'c2lnbmF0dXJl',
  'paypal-transmission-time': '2026-11-22T10:00:00Z',
};
const event = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'NOBODYS' } };

type Sent = { address?: string; body?: string | Uint8Array<ArrayBuffer>; time?: string };

async function sendPaypal({ address, body, time }: Sent = {}) {
  const response = await fetch(`${server.origin}/api/webhooks/paypal`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signature,
      ...(time !== undefined && { 'paypal-transmission-time': time }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body: body ?? JSON.stringify(event),
  });
  return readAnswer(response);
}

/** The stray byte is in a field for text. */
const withStrayByte = (json: string) =>
  Uint8Array.from(Buffer.from(json.replace('NOBODYS', '\u00ff'), 'latin1'));

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);
const times = <T>(count: number, send: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => send(at));

describe('a webhook while PayPal', () => {
  test.each<[string, { token?: StubAnswer; verify?: StubAnswer }]>([
    ['answers 500 for a token', { token: { status: 500 } }],
    ['answers 400 for a token', { token: { status: 400, body: { error: 'invalid_grant' } } }],
    ['refuses our id and secret', { token: { status: 401, body: { error: 'invalid_client' } } }],
    ['sends a page for a token', { token: { body: '<html>' } }],
    ['hangs up on a token', { token: 'reset' }],
    ['answers 500 for the check', { verify: { status: 500 } }],
    ['answers 429 for the check', { verify: { status: 429 } }],
    ['sends a page for the check', { verify: { body: '<html>' } }],
    [
      'sends an unknown result of the check',
      { verify: { body: { verification_status: 'PERHAPS' } } },
    ],
    ['redirects the check', { verify: { status: 302, headers: { location: '/' } } }],
    ['hangs up on the check', { verify: 'reset' }],
  ])('%s has to be sent again, and the log names PayPal', async (_, answers) => {
    await start();
    ({ token: toToken = aToken, verify: toVerify = success } = answers);
    expect(await sendPaypal()).toMatchObject({
      status: 503,
      json: { code: 'provider-unavailable', message: 'Please send this again.' },
    });
    const lines = server.log.filter((line) => Number(line['level']) >= 40);
    expect(lines).toMatchObject([{ code: 'provider-unavailable', why: expect.any(String) }]);
    expect(String(lines[0]?.['why'])).toContain('PayPal');
  });

  test('hangs up leaves its error code in the log', async () => {
    await start();
    toVerify = 'reset';
    await sendPaypal();
    expect(server.log.map(({ why }) => why)).toContainEqual(
      expect.stringContaining('UND_ERR_SOCKET'),
    );
  });

  test('refuses the check itself is answered 400', async () => {
    await start();
    toVerify = { status: 400, body: { name: 'VALIDATION_ERROR' } };
    expect(await sendPaypal()).toMatchObject({ status: 400, json: { code: 'bad-signature' } });
  });
});

test('the server uses one token for many checks', async () => {
  await start();
  toVerify = success;
  for (let i = 0; i < 3; i++) expect((await sendPaypal()).status).toBe(200);
  expect(paypal.countOf(VERIFY)).toBe(3);
  expect(paypal.countOf(TOKEN)).toBe(1);
});

test.each([
  ['an invalid time', { time: 'yesterday' }],
  ['bytes that are not UTF-8', { body: withStrayByte(JSON.stringify(event)) }],
  ['a body without an event', { body: '{"id":"WH-1"}' }],
  // PostgreSQL refuses this character in a query, and the server searches for the id before it asks PayPal.
  ['an id with a null character', { body: JSON.stringify(event).replace('NOBODYS', 'A\\u0000B') }],
])('PayPal is not asked about a webhook with %s', async (_, sent) => {
  await start();
  expect(await sendPaypal(sent)).toMatchObject({ status: 400, json: { code: 'bad-signature' } });
  expect(paypal.asked).toEqual([]);
});

describe('an unsigned webhook', () => {
  const THEIRS = '198.51.100.7';
  const PAYPALS = '203.0.113.9';
  const limited = { rateLimit: true, trustedProxies: ['127.0.0.0/8'] };

  test('makes the server ask PayPal at most ten times, even if sixty come at once', async () => {
    await start(limited);
    const answers = await Promise.all(times(60, () => sendPaypal({ address: THEIRS })));
    expect(statusesOf(answers).filter((status) => status === 400)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(paypal.countOf(VERIFY)).toBe(10);
    expect((await server.get('/metrics')).text).toContain(
      'plenary_refusals_total{code="bad-signature"} 10',
    );
  });

  test('does not limit the webhooks that PayPal sends', async () => {
    await start(limited);
    await Promise.all(times(20, () => sendPaypal({ address: THEIRS })));
    toVerify = success;
    for (let i = 0; i < 25; i++) {
      expect((await sendPaypal({ address: PAYPALS })).status).toBe(200);
    }
  });

  test('is not counted while PayPal does not answer', async () => {
    await start(limited);
    toVerify = { status: 500 };
    const answers = [];
    for (let i = 0; i < 25; i++) answers.push(await sendPaypal({ address: PAYPALS }));
    expect(new Set(statusesOf(answers))).toEqual(new Set([503]));
  });

  test('does not limit webhooks that Stripe signed, although all senders have one address', async () => {
    await start({ rateLimit: true });
    const { sessionId } = await server.openedCheckout();
    const forged = () =>
      server.post('/api/webhooks/stripe', '{}', { 'stripe-signature': 't=1,v1=00' });
    const answers = await Promise.all(times(30, forged));
    expect(new Set(statusesOf(answers))).toEqual(new Set([400]));
    const genuine = times(15, (at) =>
      sendStripeWebhook(server, { id: `evt_${at}`, object: { id: sessionId } }),
    );
    expect(new Set(statusesOf(await Promise.all(genuine)))).toEqual(new Set([200]));
  });

  test('does not limit webhooks of PayPal about our payments, although all senders have one address', async () => {
    await start({ rateLimit: true });
    const { orderId } = await server.openedPaypal();
    const forged = await Promise.all(times(30, () => sendPaypal()));
    expect(statusesOf(forged).filter((status) => status === 429)).toHaveLength(20);
    toVerify = success;
    const body = JSON.stringify({ ...event, resource: { id: orderId } });
    expect((await sendPaypal()).status).toBe(429);
    for (let i = 0; i < 25; i++) expect((await sendPaypal({ body })).status).toBe(200);
  });

  test('makes the server ask PayPal at most ten times about one payment, whatever the number of addresses', async () => {
    await start(limited);
    const { orderId } = await server.openedPaypal();
    const body = JSON.stringify({ ...event, resource: { id: orderId } });
    const answers = times(30, (at) => sendPaypal({ address: `198.51.100.${at}`, body }));
    expect(statusesOf(await Promise.all(answers)).filter((is) => is === 400)).toHaveLength(10);
    expect(paypal.countOf(VERIFY)).toBe(10);
  });
});

test('the server asks PayPal about at most thirty webhooks at once, whatever the number of addresses', async () => {
  await start();
  const { promise, resolve } = Promise.withResolvers<StubAnswer>();
  toVerify = promise;
  const answered: number[] = [];
  const answers = times(40, async () => {
    const answer = await sendPaypal();
    answered.push(answer.status);
    return answer;
  });
  await expect.poll(() => paypal.countOf(VERIFY)).toBe(30);
  await expect.poll(() => answered).toEqual(times(10, () => 503));
  resolve(failure);
  expect(statusesOf(await Promise.all(answers)).filter((status) => status === 400)).toHaveLength(
    30,
  );
  expect(paypal.countOf(VERIFY)).toBe(30);
});

test('if PayPal does not answer about webhooks, only calls about webhooks pause, and payers still reach PayPal', async () => {
  await start();
  toVerify = { status: 500 };
  for (let i = 0; i < 7; i++) expect((await sendPaypal()).status).toBe(503);
  expect(paypal.countOf(VERIFY)).toBe(5);
  toOrder = { status: 500 };
  const provider = server.context.providers.get('paypal') as PaymentProvider;
  await expect(withCircuitBreaker(provider).getStatus('ORDER')).rejects.toThrow(
    ProviderUnavailable,
  );
  expect(paypal.countOf('/v2/checkout/orders/ORDER')).toBe(1);
});

test('an event may have 256 KiB, and a larger event is answered 413', async () => {
  await start();
  toVerify = success;
  const sized = (bytes: number) => JSON.stringify({ ...event, messages: 'x'.repeat(bytes) });
  expect((await sendPaypal({ body: sized(200 * 1024) })).status).toBe(200);
  expect(await sendPaypal({ body: sized(256 * 1024) })).toMatchObject({
    status: 413,
    json: { code: 'too-large' },
  });
});

describe('a signed event of Stripe that we do not understand', () => {
  test.each([
    [
      'of another kind of destination',
      { object: 'v2.core.event', type: undefined, data: undefined },
    ],
    ['without data', { data: undefined }],
    ['with empty data', { data: {} }],
  ])('%s is answered 200 and changes nothing', async (_, change) => {
    await start();
    const arrives = { id: 'evt_thin', object: 'event', type: 'x.y', livemode: false, ...change };
    expect(await sendSigned(JSON.stringify(arrives))).toMatchObject({ status: 200 });
  });

  test.each(['no json', '[]', '{}', 'null'])('%s is answered 400, not 500', async (body) => {
    await start();
    expect(await sendSigned(body)).toMatchObject({ status: 400 });
  });
});

function sendSigned(body: string) {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', server.webhookSecret).update(`${time}.${body}`).digest('hex');
  return server.post('/api/webhooks/stripe', body, {
    'stripe-signature': `t=${time},v1=${digest}`,
  });
}

const now = Math.floor(Date.now() / 1000);

test.each([
  `t=${now},v1=`,
  `t=${now}`,
  `t=${now},v0=00`,
  `t=${now},v1=not hexadecimal`,
  `t=${now},v1=00,v1=`,
  `t=${now},v1=${'0'.repeat(4000)}`,
  't=,v1=',
  't=tomorrow,v1=00',
  'v1=00',
  ',,=,',
  'nonsense',
])('a Stripe-Signature of %j is wrong', async (header) => {
  await start();
  const sent = await server.post('/api/webhooks/stripe', '{}', { 'stripe-signature': header });
  expect(sent).toMatchObject({ status: 400, json: { code: 'bad-signature' } });
});

test.each(Object.keys(signature))('a webhook of PayPal without %s is refused', async (name) => {
  await start();
  const headers = Object.fromEntries(Object.entries(signature).filter(([key]) => key !== name));
  const sent = await server.post('/api/webhooks/paypal', JSON.stringify(event), headers);
  expect(sent).toMatchObject({ status: 400, json: { code: 'bad-signature' } });
  expect(paypal.asked).toEqual([]);
});

test('a webhook without any header of a signature is refused', async () => {
  await start();
  for (const name of ['stripe', 'paypal']) {
    expect((await server.post(`/api/webhooks/${name}`, '{}')).status).toBe(400);
  }
});
