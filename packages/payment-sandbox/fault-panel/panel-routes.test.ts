import { describe, expect, test } from 'vitest';
import { openTestShop as openPayPalShop } from '../paypal/test-shop.ts';
import { openTestShop, payWith } from '../stripe/test-shop.ts';
import { submit } from '../test-host.ts';

async function openShop() {
  const shop = await openTestShop();
  const panel = `${shop.origin}/sandbox`;
  return {
    ...shop,
    page: async () => (await fetch(panel)).text(),
    press: (action: string, fields: Record<string, string> = {}) =>
      submit(`${panel}/panel/${action}`, fields),
  };
}

/** What identifies a payment in the forms of the page. */
function handlesIn(page: string): string[] {
  return [
    ...new Set([...page.matchAll(/name="payment"\s+value="([^"]+)"/g)].map(([, id]) => id ?? '')),
  ];
}

describe('the fault panel', () => {
  test('returns to the section of each form, and says what was done', async () => {
    const { press, origin } = await openShop();
    const { status, location } = await press('webhooks', { mode: 'duplicate' });
    expect({ status, location }).toEqual({
      status: 303,
      location: '/sandbox?done=webhooks#webhooks',
    });
    const page = await (await fetch(`${origin}${location}`)).text();
    expect(page).toContain('role="status"');
    expect(page).toMatch(/value="duplicate"\s+checked/);
  });

  test('loses, doubles, delays, reorders and forges webhooks', async () => {
    const { press, create, stripe, webhooks, control } = await openShop();
    const lapse = async () => stripe.checkout.sessions.expire((await create()).id);

    await press('webhooks', { mode: 'off' });
    await lapse();
    await press('webhooks', { mode: 'duplicate' });
    await lapse();
    await control.settled();
    expect(webhooks.bodies).toHaveLength(2);

    await press('webhooks', { mode: 'delayed' });
    const { id: first } = await lapse();
    const { id: second } = await lapse();
    expect(control.settings()).toMatchObject({ webhooks: 'delayed', held: 2 });
    await press('release', { order: 'reversed' });
    expect(webhooks.bodies.slice(2).map((body) => /cs_test_\w+/.exec(body)?.[0])).toEqual([
      second,
      first,
    ]);
    expect(control.settings()).toMatchObject({ webhooks: 'on', held: 0 });

    await press('webhooks', { mode: 'forged' });
    const taken = webhooks.verified.length;
    await lapse();
    await control.settled();
    expect(webhooks.bodies.length).toBeGreaterThan(4);
    expect(webhooks.verified).toHaveLength(taken);
  });

  test.each([
    ['http-500', 500],
    ['http-429', 429],
  ])('orders %s for the call it is aimed at', async (fault, status) => {
    const { press, page, create, stripe } = await openShop();
    await press('fault', { provider: 'stripe', purpose: 'look', fault, times: '1' });
    expect(await page()).toContain('Stripe, asking how it stands: HTTP');
    const { id } = await create();
    await expect(stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({
      statusCode: status,
    });
    expect(await page()).toContain('Everything is normal');
  });

  test('cancels what was ordered and resets the clock', async () => {
    const { press, control } = await openShop();
    const started = control.settings();
    await press('fault', { provider: 'paypal', purpose: 'any', fault: 'hang', times: '3' });
    await press('outcome', { provider: 'stripe', outcome: 'pending' });
    await press('clock', { by: 'day' });
    await press('webhooks', { mode: 'off' });
    expect(control.settings()).not.toEqual(started);
    await press('normal');
    expect(control.settings()).toEqual(started);
  });

  test.each([
    ['declined', 'open'],
    ['pending', 'pending'],
  ] as const)('lets the next card payment be %s', async (outcome, stage) => {
    const { press, create, control } = await openShop();
    await press('outcome', { provider: 'stripe', outcome });
    await payWith(await create(), '4242424242424242');
    expect(control.payments()).toMatchObject([{ stage }]);
    await payWith(await create(), '4242424242424242');
    expect(control.payments()[0]).toMatchObject({ stage: 'paid' });
  });

  test('lets the next PayPal payment be declined or pending', async () => {
    const { approved, capture, control, origin } = await openPayPalShop();
    const order = (outcome: string) =>
      submit(`${origin}/sandbox/panel/outcome`, { provider: 'paypal', outcome });
    await order('declined');
    const { id } = await approved('pays');
    await expect(capture(id)).rejects.toMatchObject({ statusCode: 422 });
    await order('pending');
    const second = await approved('pays');
    await capture(second.id);
    const handles = handlesIn(await (await fetch(`${origin}/sandbox`)).text());
    expect(handles).toHaveLength(1);
    await submit(`${origin}/sandbox/panel/resolve`, {
      payment: handles[0] ?? '',
      outcome: 'succeeds',
    });
    expect(control.ledger()).toMatchObject({ 'order-1': [{ provider: 'paypal', amount: 42_000 }] });
  });

  test('refunds in part and in full, and opens disputes', async () => {
    const { press, page, create, control } = await openShop();
    await payWith(await create(), '4242424242424242');
    const [payment = ''] = handlesIn(await page());
    await press('refund', { payment, amount: '20,5' });
    expect(control.ledger()).toMatchObject({ 'order-1': [{ refunded: 2_050 }] });
    for (const amount of ['999', '1.234', 'much', '0']) {
      const refused = await press('refund', { payment, amount });
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('role="alert"');
    }
    await press('refund', { payment, amount: '' });
    expect(control.ledger()).toMatchObject({ 'order-1': [{ refunded: 42_000 }] });

    await payWith(await create(), '4242424242424242');
    const [second = ''] = handlesIn(await page());
    await press('dispute', { payment: second });
    expect(control.payments()).toMatchObject([{ disputed: true }, { disputed: false }]);
    expect(await page()).toContain('disputed');
    await press('decide', { payment: second, outcome: 'lost' });
    expect(await page()).toContain('Let the shop lose');
  });

  test('shows what was charged and called, but no id that opens a payment', async () => {
    const { page, create } = await openShop();
    const session = await create();
    await payWith(session, '4242424242424242');
    const shown = await page();
    expect(shown).toContain('order-1');
    expect(shown).toContain('€420.00');
    expect(shown).toContain('POST /v1/checkout/sessions');
    expect(shown).not.toContain(session.id);
    expect(shown).not.toContain('ada@example.org');
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('accepts no forms of other origins: %j', async (headers) => {
    const { origin, control } = await openShop();
    const body = new URLSearchParams({ mode: 'off' });
    const url = `${origin}/sandbox/panel/webhooks`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(403);
    expect(control.settings().webhooks).toBe('on');
    const here = {
      origin,
      ...('sec-fetch-site' in headers && { 'sec-fetch-site': 'same-origin' }),
    };
    await fetch(url, { method: 'POST', headers: here, body });
    expect(control.settings().webhooks).toBe('off');
  });

  test.each([
    ['webhooks', { mode: 'sideways' }],
    ['fault', { provider: 'stripe', purpose: 'look', fault: 'hang', times: '1000' }],
    ['fault', { provider: 'stripe', purpose: 'look', fault: 'constructor', times: '1' }],
    ['clock', {}],
  ])('does not accept %s with %j', async (action, fields) => {
    const { press, control } = await openShop();
    const before = control.settings();
    expect(await press(action, fields)).toMatchObject({ status: 400 });
    expect(control.settings()).toEqual(before);
  });

  test('is linked from the payment pages', async () => {
    const { create } = await openShop();
    const { url } = await create();
    expect(await (await fetch(url ?? '')).text()).toContain('href="/sandbox"');
  });
});
