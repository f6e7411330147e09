import { describe, expect, test } from 'vitest';
import { submit } from '../tests/test-host.ts';
import { lineItem, startTestShop, payWith } from '../tests/stripe-shop.ts';

async function textOf(url: string | null): Promise<string> {
  return (await fetch(url ?? '')).text();
}

describe('the payment page', () => {
  test('shows the product, the amount, the currency and the email', async () => {
    const { create } = await startTestShop();
    const text = await textOf((await create()).url);
    for (const piece of ['Test mode', 'Registration', '420.00 EUR', 'ada@example.org'])
      expect(text).toContain(piece);
    expect(text).toContain('Pay €420.00</button>');
    expect(text.match(/<h1/g)).toHaveLength(1);
  });

  test('allows only its own style and its own forms', async () => {
    const { create, origin } = await startTestShop();
    const { headers } = await fetch((await create()).url ?? '');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'sha256-");
    expect(policy).toContain(`form-action 'self' ${origin};`);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('escapes text from the shop', async () => {
    const { create } = await startTestShop();
    const name = `<script>alert("x")</script> & 'more'`;
    const text = await textOf((await create({ line_items: [lineItem(100, name)] })).url);
    expect(text).not.toContain('<script>');
    expect(text).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;',
    );
  });

  test('accepts no long bodies and no JSON', async () => {
    const { create } = await startTestShop();
    const { url } = await create();
    expect((await submit(url ?? '', { card_number: '4'.repeat(5000) })).status).toBe(413);
    const json = await fetch(url ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
  });
});

describe('a card', () => {
  test('that pays completes the session and leads to the success page', async () => {
    const { create, stripe, control, origin } = await startTestShop();
    const session = await create();
    const answer = await payWith(session, '4242 4242 4242 4242');
    expect(answer).toMatchObject({
      status: 303,
      location: `${origin}/done?session_id=${session.id}`,
    });
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      metadata: { where: 'session' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 42_000,
        metadata: { order_id: 'order-1' },
        latest_charge: {
          amount: 42_000,
          paid: true,
          metadata: { order_id: 'order-1' },
          payment_method_details: { card: { last4: '4242' } },
        },
      },
    });
    expect(control.ledger()).toMatchObject({
      'order-1': [{ amount: 42_000, currency: 'eur', refunded: 0 }],
    });
  });

  test.each([
    ['4000 0000 0000 0002', 'generic_decline', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'insufficient_funds', 'Your card has insufficient funds.'],
  ])('%s is refused, and another card may pay', async (number, declineCode, message) => {
    const { create, stripe, control, origin } = await startTestShop();
    const session = await create();
    const { status, location } = await payWith(session, number);
    expect(status).toBe(303);
    expect(await textOf(`${origin}${location}`)).toContain(`role="alert">${message}`);
    const expand = ['payment_intent'];
    expect(await stripe.checkout.sessions.retrieve(session.id, { expand })).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', decline_code: declineCode },
      },
    });
    expect(control.ledger()).toEqual({});
    await payWith(session, '4242424242424242');
    expect(control.ledger()['order-1']).toHaveLength(1);
  });

  test('that asks for 3-D Secure pays once the payer has authenticated', async () => {
    const { create, control, origin } = await startTestShop();
    const session = await create();
    const { location } = await payWith(session, '4000002500003155');
    const bank = `${origin}${location}`;
    expect(await textOf(bank)).toContain('Complete authentication');
    expect(control.ledger()).toEqual({});
    const done = await submit(bank, { outcome: 'complete' });
    expect(done).toMatchObject({
      status: 303,
      location: `${origin}/done?session_id=${session.id}`,
    });
    expect(control.ledger()['order-1']).toHaveLength(1);
  });

  test.each([
    ['succeeded', 'paid', 'checkout.session.async_payment_succeeded', 1],
    ['failed', 'unpaid', 'checkout.session.async_payment_failed', 0],
  ] as const)('with a delayed result ends %s', async (outcome, paymentStatus, type, charges) => {
    const { create, stripe, control, webhooks } = await startTestShop();
    const session = await create();
    await payWith(session, '4000 0000 0000 0077');
    await control.settled();
    expect(webhooks.types()).toEqual(['payment_intent.processing', 'checkout.session.completed']);
    const retrieve = () => stripe.checkout.sessions.retrieve(session.id);
    expect(await retrieve()).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    control.resolveAsync(session.id, outcome);
    expect(await retrieve()).toMatchObject({ status: 'complete', payment_status: paymentStatus });
    await control.settled();
    expect(webhooks.types()).toContain(type);
    expect(control.ledger()['order-1'] ?? []).toHaveLength(charges);
    expect(() => control.resolveAsync(session.id, 'failed')).toThrow('no payment waiting');
  });

  test.each([
    ['5555 5555 5555 4444', {}, 'Your card number is not a test card.', 'number'],
    ['4242424242424242', { expiry: '13 / 34' }, 'Enter the expiry date', 'expiry'],
    ['4242424242424242', { expiry: '01/20' }, 'Your card has expired.', 'expiry'],
    ['4242424242424242', { cvc: '12' }, 'Enter the 3 or 4 digits', 'cvc'],
  ])(
    '%s with %o is sent back with a message at the field',
    async (number, more, message, field) => {
      const { create, control, origin } = await startTestShop();
      const { status, location } = await payWith(await create(), number, more);
      expect(status).toBe(303);
      expect(location).not.toMatch(/\d{12}/);
      const text = await textOf(`${origin}${location}`);
      expect(text).toContain(`id="${field}-error" role="alert">${message}`);
      expect(text).toContain(`aria-describedby="${field}-error"`);
      expect(control.ledger()).toEqual({});
    },
  );

  test.each(['12/34', '12 / 34', '1234', '12/2034', '3/34'])(
    'may have its expiry date as %s',
    async (expiry) => {
      const { create } = await startTestShop();
      const { location } = await payWith(await create(), '4242424242424242', { expiry });
      expect(location).toContain('/done');
    },
  );
});

describe('a session', () => {
  test('is charged once when several payers pay at once', async () => {
    const { create, control } = await startTestShop();
    const session = await create();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => payWith(session, '4242424242424242')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409]);
    expect(control.ledger()['order-1']).toHaveLength(1);
  });

  test('that is complete says so and links to the shop', async () => {
    const { create, origin } = await startTestShop();
    const session = await create();
    await payWith(session, '4242424242424242');
    const again = await payWith(session, '4242424242424242');
    expect(again.status).toBe(409);
    expect(again.text).toContain('already completed');
    expect(again.text).toContain(`href="${origin}/done?session_id=${session.id}"`);
  });

  test('stays open when the payer cancels', async () => {
    const { create, stripe, origin } = await startTestShop();
    const session = await create();
    const answer = await submit(`${session.url}/cancel`);
    expect(answer).toMatchObject({ status: 303, location: `${origin}/cancelled?type=card` });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  });

  test('with an amount of zero completes without a card', async () => {
    const { create, stripe, control } = await startTestShop();
    const session = await create({ line_items: [lineItem(0)] });
    expect(await textOf(session.url)).not.toContain('Card number');
    expect((await submit(session.url ?? '')).location).toContain('/done');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
    });
    expect(control.ledger()).toEqual({});
  });
});
