import { beforeEach, describe, expect, test, vi } from 'vitest';
import { euro, feeOfFive } from '#tests/support/euro.ts';
import { ask } from '#site/api.ts';
import type { Way } from '#contract/content/ways.ts';
import { fakeStorage, namesIn } from '#site/forms/fake-storage.ts';
import { expiringStorage } from '#site/forms/expiring-storage.ts';
import { billFor } from './discount-bill.ts';
import { type DiscountEntry, rulesFor } from './discount-fields.ts';
import { checkOutDiscount } from './check-out-discount.ts';

const ORIGIN = 'https://conference.example';
const NOW = Date.UTC(2026, 1, 1, 12);
const CHECKOUT = 'https://checkout.stripe.com/c/pay/cs_test_1';
const APPROVAL = 'https://www.paypal.com/checkoutnow?token=5O190127TN364715T';

let kept: Map<string, string>;
let sent: { address: string; method: string | undefined; body: unknown }[];
let visited: string[];

beforeEach(() => {
  kept = new Map();
  sent = [];
  visited = [];
});

describe('by card', () => {
  test('the server creates a session with the total, and the browser leaves for the checkout', async () => {
    const outcome = await pay('card', '100', Response.json({ url: CHECKOUT, sessionId: 'cs_1' }));
    expect(outcome).toEqual({ end: 'left' });
    expect(sent).toEqual([
      {
        address: '/api/discounts/create-session',
        method: 'POST',
        body: {
          productName: 'Polymer Summit 2026: Discount registration',
          description: 'Invited speaker',
          orderReference: `DISCOUNT-${NOW}`,
          unitAmount: '105.00',
          quantity: 1,
          currency: 'eur',
          successUrl: `${ORIGIN}/payment-success?session_id={CHECKOUT_SESSION_ID}&type=discount`,
          cancelUrl: `${ORIGIN}/payment-failure`,
          customerEmail: 'ada@example.org',
          name: 'Ada Lovelace',
          phone: '+44 20 7946 0000',
          instituteOrUniversity: 'University of London',
          country: 'United Kingdom',
        },
      },
    ]);
    expect(visited).toEqual([CHECKOUT]);
    expect(namesIn(kept)).toEqual(['stripeRedirect']);
    expect(kept.get('stripeRedirect')).toBe('true');
  });

  test.each([
    ['no url', {}],
    ['an empty url', { url: '' }],
    ['a url of null', { url: null }],
    ['other things', { success: true, message: 'Noted' }],
  ])('an answer with %s means that the order was taken without a payment page', async (_, body) => {
    expect(await pay('card', '100', Response.json(body))).toEqual({ end: 'taken' });
    expect(visited).toEqual([]);
    expect(kept.size).toBe(0);
  });

  test.each<[string, Response | Error, string]>([
    ['a refusal with text', refusal(400, 'Amount too small'), 'Amount too small'],
    ['a refusal with JSON', refusal(400, '{"message":"No"}'), '{"message":"No"}'],
    ['a refusal without text', refusal(500, ''), 'Failed to create Stripe session'],
    ['a blank refusal', refusal(502, ' \n'), 'Failed to create Stripe session'],
    ['a good answer without JSON', new Response('OK'), 'Submission failed. Please try again.'],
    ['a list', Response.json([]), 'Submission failed. Please try again.'],
    ['a script', Response.json({ url: 'javascript:1' }), 'Submission failed. Please try again.'],
    ['a broken address', Response.json({ url: 'http://' }), 'Submission failed. Please try again.'],
  ])('after %s the visitor reads a message', async (_, response, text) => {
    expect(await pay('card', '100', response)).toEqual({ end: 'failed', text });
    expect(visited).toEqual([]);
    expect(kept.size).toBe(0);
  });
});

describe('by PayPal', () => {
  test('the order is created with the total as a number, and the entries are stored', async () => {
    const answer = Response.json({ success: true, orderId: '5O19', approvalUrl: APPROVAL });
    expect(await pay('paypal', '0.70', answer)).toEqual({ end: 'left' });
    expect(sent).toEqual([
      {
        address: '/api/discounts/paypal/create',
        method: 'POST',
        body: {
          customerEmail: 'ada@example.org',
          customerName: 'Ada Lovelace',
          phone: '+44 20 7946 0000',
          country: 'United Kingdom',
          instituteOrUniversity: 'University of London',
          amount: 0.74,
          currency: 'EUR',
          successUrl: `${ORIGIN}/payment-success?type=discount`,
          cancelUrl: `${ORIGIN}/discount-registration`,
        },
      },
    ]);
    expect(visited).toEqual([APPROVAL]);
    expect(namesIn(kept)).toEqual(['paypalDiscountRegistration']);
    expect(JSON.parse(kept.get('paypalDiscountRegistration') ?? '')).toEqual({
      title: 'Dr.',
      name: 'Ada Lovelace',
      phone: '+44 20 7946 0000',
      email: 'ada@example.org',
      instituteOrUniversity: 'University of London',
      country: 'United Kingdom',
      description: 'Invited speaker',
      discountAmount: 0.7,
      processingFee: 0.04,
      totalAmount: 0.74,
      orderId: '5O19',
    });
  });

  test('an answer with only an approval address is enough for the checkout', async () => {
    expect(await pay('paypal', '10', Response.json({ approvalUrl: APPROVAL }))).toEqual({
      end: 'left',
    });
    expect(visited).toEqual([APPROVAL]);
  });

  const FAILED = 'Failed to create PayPal order';
  test.each<[string, Response | Error, string]>([
    // A refusal with a reason.
    ['a message', json(400, { message: 'A', errorMessage: 'B', error: 'C' }), 'PayPal error: A'],
    ['an errorMessage', json(400, { errorMessage: 'B', error: 'C' }), 'PayPal error: B'],
    ['an error', json(500, { error: 'C' }), 'PayPal error: C'],
    ['an empty message', json(500, { message: '', error: 'C' }), 'PayPal error: C'],
    // A refusal without a reason.
    ['no reason', json(503, {}), 'Server error: 503'],
    ['a reason that is not text', json(500, { message: 7, error: {} }), 'Server error: 500'],
    ['a web page', refusal(502, '<h1>Bad gateway</h1>'), 'Server error: 502'],
    ['nothing', refusal(404, ''), 'Server error: 404'],
    // A successful answer without a usable address.
    ['success false', json(200, { success: false, message: 'A' }), 'PayPal error: A'],
    ['success false and an address', json(200, { success: false, approvalUrl: APPROVAL }), FAILED],
    ['only an order id', json(200, { success: true, orderId: '5O19' }), FAILED],
    [
      'an order id and an errorMessage',
      json(200, { orderId: '5O19', errorMessage: 'B' }),
      'PayPal error: B',
    ],
    ['a script', json(200, { success: true, approvalUrl: 'javascript:1' }), FAILED],
    ['no JSON', new Response('OK'), FAILED],
    ['no object', json(200, null), FAILED],
  ])('after an answer with %s the visitor reads a message', async (_, response, text) => {
    expect(await pay('paypal', '100', response)).toEqual({ end: 'failed', text });
    expect(visited).toEqual([]);
    expect(kept.size).toBe(0);
  });
});

test.each([
  ['card', 'Submission failed. Please try again.'],
  ['paypal', 'PayPal error: no connection to the server'],
] as const)(
  'after a payment by %s that does not reach the server the visitor reads that nothing was sent',
  async (method, text) => {
    const outcome = await pay(method, '100', new TypeError('Failed to fetch'));
    expect(outcome).toEqual({ end: 'failed', text, offline: true });
    expect(visited).toEqual([]);
    expect(kept.size).toBe(0);
  },
);

test('a payment continues in a browser that refuses storage', async () => {
  const refusing = expiringStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const outcome = await pay('card', '100', Response.json({ url: CHECKOUT }), refusing);
  expect(outcome).toEqual({ end: 'left' });
  expect(visited).toEqual([CHECKOUT]);
});

/** Runs the checkout with this answer of the server. */
function pay(method: Way, amount: string, answer: Response | Error, inThisTab = fakeStorage(kept)) {
  vi.stubGlobal('fetch', async (address: string, { method: verb, body }: RequestInit) => {
    sent.push({ address, method: verb, body: JSON.parse(String(body)) });
    if (answer instanceof Error) throw answer;
    return answer.clone();
  });
  const entry = entryOf(method, amount);
  return checkOutDiscount(
    {
      entry,
      bill: billFor(entry.discountAmount, feeOfFive, euro),
      conference: 'Polymer Summit 2026',
      currency: euro,
    },
    {
      ask,
      inThisTab,
      onThisDevice: fakeStorage(new Map()),
      origin: ORIGIN,
      now: () => NOW,
      leaveFor: (address) => void visited.push(address),
    },
  );
}

function entryOf(method: Way, amount: string): DiscountEntry {
  return rulesFor('K7MPQ2', euro).parse({
    title: 'Dr.',
    name: 'Ada Lovelace',
    phone: '+44 20 7946 0000',
    email: 'ada@example.org',
    instituteOrUniversity: 'University of London',
    country: 'United Kingdom',
    description: 'Invited speaker',
    discountAmount: amount,
    method,
    captcha: 'K7MPQ2',
  });
}

function refusal(status: number, text: string): Response {
  return new Response(text, { status });
}

function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}
