import prices from 'content:prices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PricingOptionAsRead } from '#contract/pricing.ts';
import { ask } from '#site/api.ts';
import type { CheckoutDeps } from '#site/forms/checkout.ts';
import { fakeStorage } from '#site/forms/fake-storage.ts';
import { checkOutByCard, checkOutByPaypal, type CheckoutError } from './check-out-registration.ts';
import { offerOf } from './offer.ts';
import { defaults, type RegistrationEntry } from './registration-fields.ts';

const offer = offerOf(prices);
const entry: RegistrationEntry = {
  ...defaults,
  name: 'Ada Kowalska',
  phone: '+48 22',
  email: 'ada@lab.example',
  institute: 'Vistula',
  country: 'Poland',
  registrationType: 'registrationOnly',
  presentationType: 'speaker',
};
const price: PricingOptionAsRead = { id: 'p1', totalPrice: 419.99 };
const registration = {
  name: 'Ada Kowalska',
  phone: '+48 22',
  email: 'ada@lab.example',
  instituteOrUniversity: 'Vistula',
  country: 'Poland',
  registrationType: 'REGISTRATION_ONLY',
  presentationType: 'SPEAKER',
};
const REGISTER = '/api/registration/register';
const CHECKOUT = '/api/payment/create-checkout-session?pricingConfigId=p1';
const PAYPAL = '/api/payment/paypal/create';

/** The server's answers by address; undefined means that the network is down. */
let server: Record<string, (() => Response) | undefined>;
let asked: { address: string; body: unknown }[];
let local: Map<string, string>;
let session: Map<string, string>;
let deps: CheckoutDeps;
let seen: string[];
let errors: CheckoutError[];
const report = {
  progress: (text: string) => seen.push(text),
  error: (error: CheckoutError) => errors.push(error),
  registered: () => seen.push('registered'),
  paidAlready: () => seen.push('paid already'),
};

beforeEach(() => {
  server = {
    [REGISTER]: () => Response.json({ success: true }),
    [CHECKOUT]: () => Response.json({ url: 'https://checkout.stripe.com/c/1' }),
    [PAYPAL]: () => Response.json({ orderId: 'O1', approvalUrl: 'https://www.paypal.com/x' }),
  };
  [asked, seen, errors, local, session] = [[], [], [], new Map(), new Map()];
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    asked.push({ address, body: JSON.parse(body) });
    const answer = server[address];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  deps = {
    ask,
    onThisDevice: fakeStorage(local),
    inThisTab: fakeStorage(session),
    origin: 'https://conference.example',
    now: () => 1767225600000,
    leaveFor: (address) => seen.push(`left for ${address}`),
  };
});
afterEach(() => vi.unstubAllGlobals());

const byCard = (...options: PricingOptionAsRead[]) =>
  checkOutByCard({ entry, prices: options, conference: 'Summit', offer }, deps, report);
const byPaypal = (...options: PricingOptionAsRead[]) =>
  checkOutByPaypal({ entry, prices: options, conference: 'Summit', offer }, deps, report);

describe('by card', () => {
  test('the browser keeps the data for the result page, and no data about a checkout that was paid before', async () => {
    const checkout = { url: 'https://checkout.stripe.com/c/1', sessionId: 'cs_test_1' };
    server[CHECKOUT] = () => Response.json(checkout);
    await byCard(price);
    expect(local.has('openedCheckout')).toBe(false);
    server[CHECKOUT] = () => Response.json({ ...checkout, receipt: '/receipt/abc123' });
    await byCard(price);
    expect(JSON.parse(local.get('openedCheckout') ?? '')).toEqual({
      id: 'cs_test_1',
      kind: 'registration',
      url: checkout.url,
      receipt: '/receipt/abc123',
      name: entry.name,
      email: entry.email,
      bought: 'Speaker registration',
      requests: [],
      total: '€419.99',
    });
  });

  test('a visitor is registered and sent to the checkout of the first price', async () => {
    expect(await byCard(price, { id: 'p2', totalPrice: 1 })).toBe(true);
    expect(asked.map(({ address }) => address)).toEqual([REGISTER, CHECKOUT]);
    expect(asked[0]?.body).toEqual(registration);
    expect(asked[1]?.body).toMatchObject({ unitAmount: 419.99, pricingConfigId: 'p1' });
    expect(session.get('stripeRedirect')).toBe('true');
    expect(local.size).toBe(0);
    expect(seen.indexOf('registered')).toBeGreaterThan(0);
    expect(seen.at(-1)).toBe('left for https://checkout.stripe.com/c/1');
    expect(errors).toEqual([]);
  });

  test('without a price the page sends nothing', async () => {
    expect(await byCard()).toBe(false);
    expect(errors).toEqual([
      {
        with: 'price',
        text: 'Please wait for pricing information to load or check your selection.',
      },
    ]);
    expect(asked).toEqual([]);
  });

  test.each([{}, { id: undefined, totalPrice: 1 }, { id: '', totalPrice: 1 }])(
    'a price without an id counts as not found: %j',
    async (option) => {
      expect(await byCard(option)).toBe(false);
      expect(errors).toEqual([{ with: 'checkout', text: 'Pricing configuration not found' }]);
      expect(asked).toEqual([]);
    },
  );

  test.each([
    ['Closed', () => Response.json({ message: 'Closed' }, { status: 409 })],
    ['Closed', () => Response.json({ success: false, message: 'Closed' })],
    ['Registration failed', () => Response.json({}, { status: 500 })],
    ['Registration failed', () => Response.json({ success: false })],
    [
      'Registration failed: 502 Bad Gateway',
      () => new Response('<h1>', { status: 502, statusText: 'Bad Gateway' }),
    ],
  ])('a registration that fails is stored, and its payment continues: %s', async (text, answer) => {
    server[REGISTER] = answer;
    expect(await byCard(price)).toBe(true);
    expect(errors).toEqual([{ with: 'registration', text }]);
    expect(JSON.parse(local.get('pendingRegistration') ?? '')).toEqual(registration);
    expect(seen).not.toContain('registered');
    expect(seen.at(-1)).toBe('left for https://checkout.stripe.com/c/1');
  });

  test('a registration that does not reach the server is stored, and its payment continues', async () => {
    server[REGISTER] = undefined;
    expect(await byCard(price)).toBe(true);
    expect(local.has('pendingRegistration')).toBe(true);
    expect(errors).toEqual([]);
  });

  test('a registration that succeeds removes the pending registration', async () => {
    local.set('pendingRegistration', '{}');
    await byCard(price);
    expect(local.size).toBe(0);
  });

  test('without a network both calls fail with one message', async () => {
    server = {};
    expect(await byCard(price)).toBe(false);
    expect(errors).toEqual([
      {
        with: 'everything',
        text: 'Unable to process registration and payment: no connection to the server',
        offline: true,
      },
    ]);
    expect(local.has('pendingRegistration')).toBe(true);
  });

  test('a lost registration and a refused checkout are both reported', async () => {
    server[REGISTER] = undefined;
    server[CHECKOUT] = () => Response.json({ message: 'No' }, { status: 409 });
    expect(await byCard(price)).toBe(false);
    expect(errors).toEqual([
      { with: 'registration', text: 'Registration failed' },
      { with: 'checkout', text: 'No' },
    ]);
  });

  test.each([
    ['No payment URL received', () => Response.json({})],
    ['No payment URL received', () => Response.json({ url: 'javascript:alert(1)' })],
    ['Sold out', () => Response.json({ error: 'Sold out' }, { status: 400 })],
    ['Failed to create payment session', () => Response.json({}, { status: 500 })],
    ['Failed to create payment session', () => new Response('no', { status: 500 })],
  ])('a checkout that fails shows the message: %s', async (text, answer) => {
    server[CHECKOUT] = answer;
    expect(await byCard(price)).toBe(false);
    expect(errors).toEqual([{ with: 'checkout', text }]);
    expect(seen).toContain('registered');
    expect(session.size).toBe(0);
  });

  test('a checkout that does not reach the server is reported as offline', async () => {
    server[CHECKOUT] = undefined;
    expect(await byCard(price)).toBe(false);
    const text = 'Failed to create payment session';
    expect(errors).toEqual([{ with: 'checkout', text, offline: true }]);
    expect(seen).toContain('registered');
    expect(session.size).toBe(0);
  });
});

describe('by PayPal', () => {
  test('the browser stores the data for the capture and leaves for the approval', async () => {
    expect(await byPaypal(price)).toBe(true);
    expect(asked.map(({ address }) => address)).toEqual([PAYPAL]);
    const { registrationType: _, ...person } = registration;
    expect(JSON.parse(local.get('paypalRegistration') ?? '')).toEqual({
      ...person,
      orderId: 'O1',
      pricingConfigId: 'p1',
    });
    expect(seen).toEqual([
      'Creating PayPal payment...',
      'Redirecting to PayPal...',
      'left for https://www.paypal.com/x',
    ]);
  });

  test.each([{ orderId: 'O 1' }, { orderId: 'O 1', approvalUrl: 'javascript:alert(1)' }])(
    'the link is built from the order id if the answer has no usable address: %j',
    async (answer) => {
      server[PAYPAL] = () => Response.json(answer);
      await byPaypal(price);
      expect(seen.at(-1)).toBe('left for https://www.sandbox.paypal.com/checkoutnow?token=O%201');
    },
  );

  test.each([
    ['PayPal payment failed: Selected pricing configuration not found', { totalPrice: 1 }],
    ['PayPal payment failed: Invalid price amount', { id: 'p1' }],
  ])('the page sends nothing for an unusable price: %s', async (text, option) => {
    expect(await byPaypal(option)).toBe(false);
    expect(errors).toEqual([{ with: 'paypal', text }]);
    expect(asked).toEqual([]);
  });

  test('without a price the page sends nothing', async () => {
    expect(await byPaypal()).toBe(false);
    expect(errors[0]?.with).toBe('price');
  });

  test.each([
    [
      'PayPal payment failed: Invalid response from PayPal service - no orderId',
      () => Response.json({ approvalUrl: 'https://www.paypal.com/x' }),
    ],
    ['PayPal payment failed: Closed', () => Response.json({ success: false, message: 'Closed' })],
    ['PayPal payment failed: Closed', () => Response.json({ message: 'Closed' }, { status: 422 })],
    [
      'PayPal payment failed: Failed to create PayPal order',
      () => Response.json({}, { status: 500 }),
    ],
    [
      'PayPal payment failed: Failed to create PayPal order',
      () => Response.json({ success: false }),
    ],
    [
      'PayPal payment failed: Failed to create PayPal order',
      () => new Response('no', { status: 502 }),
    ],
  ])('an order that fails shows the message: %s', async (text, answer) => {
    server[PAYPAL] = answer;
    expect(await byPaypal(price)).toBe(false);
    expect(errors).toEqual([{ with: 'paypal', text }]);
    expect(local.size).toBe(0);
  });

  test('an order that does not reach the server is reported as offline', async () => {
    server[PAYPAL] = undefined;
    expect(await byPaypal(price)).toBe(false);
    const text = 'PayPal error: no connection to the server';
    expect(errors).toEqual([{ with: 'paypal', text, offline: true }]);
    expect(local.size).toBe(0);
  });
});

test('with card and with PayPal, a refusal because of no places is marked as sold out', async () => {
  const message = 'All places as Speaker are taken.';
  const refused = () =>
    Response.json({ success: false, code: 'sold-out', message }, { status: 409 });
  server = { [REGISTER]: refused, [CHECKOUT]: refused, [PAYPAL]: refused };
  const input = { entry, prices: [price], conference: 'Polymer Summit', offer };
  expect(await checkOutByCard(input, deps, report)).toBe(false);
  expect(await checkOutByPaypal(input, deps, report)).toBe(false);
  expect(errors).toEqual([
    { with: 'registration', text: message },
    { with: 'checkout', text: message, soldOut: true },
    { with: 'paypal', text: `PayPal payment failed: ${message}`, soldOut: true },
  ]);
});

test('with card and with PayPal, a visitor who has paid already reads that', async () => {
  const message = 'Ada Kowalska has a paid registration.';
  const refused = () => Response.json({ code: 'paid-already', message }, { status: 409 });
  server = { ...server, [CHECKOUT]: refused, [PAYPAL]: refused };
  expect(await byCard(price)).toBe(false);
  expect(seen.slice(-2)).toEqual(['Opening the card payment', 'paid already']);
  expect(await byPaypal(price)).toBe(false);
  expect(seen.at(-1)).toBe('paid already');
  expect(errors.map(({ text }) => text)).toEqual([message, `PayPal payment failed: ${message}`]);
});
