import { expect, test } from 'vitest';
import * as paypal from './tests/paypal-shop.ts';
import { lineItem, payWith, startTestShop } from './tests/stripe-shop.ts';

const [PAGE, ACCEPTED] = ["default-src 'none'; style-src 'sha256-", '4242424242424242'];

test('a card page has its own style and forms only, and escapes text from the shop', async () => {
  const { create, origin } = await startTestShop();
  const name = `<script>alert("x")</script> & 'more'`;
  const page = await fetch((await create({ line_items: [lineItem(100, name)] })).url ?? '');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain(PAGE);
  expect(policy).toContain(`form-action 'self' ${origin};`);
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  const text = await page.text();
  expect(text).not.toContain('<script>');
  expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
});

test('a session is charged once when several payers pay at once', async () => {
  const { create, control } = await startTestShop();
  const session = await create();
  const answers = await Promise.all(Array.from({ length: 5 }, () => payWith(session, ACCEPTED)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409]);
  expect(control.ledger()['order-1']).toHaveLength(1);
});

test('an order is captured once for any number of requests at once', async () => {
  const { approved, capture, control } = await paypal.startTestShop();
  const { id } = await approved();
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => capture(id)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(control.ledger()['order-1']).toHaveLength(1);
});
