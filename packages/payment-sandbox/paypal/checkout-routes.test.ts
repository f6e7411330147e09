import { describe, expect, test } from 'vitest';
import { choose, startTestShop, orderRequest } from '../tests/paypal-shop.ts';

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

describe('the payment page', () => {
  test('shows the product, the amount, the currency and the choices', async () => {
    const { create } = await startTestShop();
    const text = await textOf((await create({ invoiceId: 'PLN-7' })).page);
    const pieces = ['Test mode', 'Registration', '420.00 EUR', 'Plenary', 'PLN-7'];
    for (const piece of pieces) expect(text).toContain(piece);
    const labels = [...text.matchAll(/<button[^>]*>([^<]*)</g)].map(([, label]) => label?.trim());
    expect(labels).toEqual([
      'Approve payment',
      'Approve, decline at capture',
      'Approve, leave pending',
      'Cancel',
    ]);
    expect(text).not.toContain('<script');
    expect(text.match(/<h1/g)).toHaveLength(1);
  });
});

describe('the buyer', () => {
  test('returns to the shop with the token after an approval', async () => {
    const { create, orders, origin } = await startTestShop();
    const { id, page } = await create();
    expect(await choose(page, 'pays')).toMatchObject({
      status: 303,
      location: `${origin}/done?type=paypal&token=${id}&PayerID=SANDBXBUYER23`,
    });
    expect((await orders.getOrder({ id })).result).toMatchObject({
      status: 'APPROVED',
      payer: { payerId: 'SANDBXBUYER23' },
    });
  });

  test('returns to the shop with the token after a cancellation, and the order does not change', async () => {
    const { create, orders, origin } = await startTestShop();
    const { id, page } = await create();
    expect(await choose(page, 'cancel')).toMatchObject({
      status: 303,
      location: `${origin}/cancelled?token=${id}`,
    });
    expect((await orders.getOrder({ id })).result.status).toBe('PAYER_ACTION_REQUIRED');
  });

  test('returns to the unchanged address of the shop', async () => {
    const { orders, origin } = await startTestShop();
    const body = orderRequest(origin);
    const returnUrl = `${origin}/done?a=%7Bb%7D&c=1+2#end`;
    const { result } = await orders.createOrder({
      body: { ...body, paymentSource: { paypal: { experienceContext: { returnUrl } } } },
      paypalRequestId: 'k',
    });
    const page = `${origin}/sandbox/paypal/checkoutnow?token=${result.id}`;
    expect((await choose(page, 'pays')).location).toBe(
      `${origin}/done?a=%7Bb%7D&c=1+2&token=${result.id}&PayerID=SANDBXBUYER23#end`,
    );
    // Without a cancel_url, the page has no address for a redirect.
    expect(await choose(page, 'cancel')).toMatchObject({
      status: 200,
      text: expect.stringContaining('Payment cancelled'),
    });
  });
});

describe('the page of an order', () => {
  test('says that the order is captured, and links to the shop', async () => {
    const { approved, capture, origin } = await startTestShop();
    const { id, page } = await approved();
    await capture(id);
    const again = await choose(page, 'pays');
    expect(again.status).toBe(409);
    expect(again.text).toContain('already completed');
    expect(again.text).toContain(`href="${origin}/done?type=paypal&amp;token=${id}&amp;`);
  });

  test('says that the order has expired, links to the shop and accepts no approval', async () => {
    const { create, control, origin } = await startTestShop();
    const { id, page } = await create();
    control.advance(3 * 60 * 60 * 1000);
    const late = await choose(page, 'pays');
    expect(late.status).toBe(410);
    expect(late.text).toContain('expired');
    expect(late.text).toContain(`href="${origin}/cancelled?token=${id}"`);
  });
});
