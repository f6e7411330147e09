import { describe, expect, test } from 'vitest';
import { startTestShop, payWith } from './tests/stripe-shop.ts';

const PAID = ['charge.succeeded', 'checkout.session.completed', 'payment_intent.succeeded'];

describe('a webhook', () => {
  test('is signed, formatted in lines and describes the session', async () => {
    const { create, control, webhooks } = await startTestShop();
    const session = await create();
    await payWith(session, '4242424242424242');
    await control.settled();
    expect(webhooks.types().toSorted()).toEqual(PAID);
    const completed = webhooks.verified.find(
      ({ event }) => event.type === 'checkout.session.completed',
    );
    expect(completed?.body).toContain('{\n  "id": "evt_');
    expect(completed?.event).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { id: session.id, status: 'complete', payment_status: 'paid' } },
    });
  });

  test.each([[500], [302], [404]])(
    'answered with %i is sent again with the same id',
    async (status) => {
      const { create, stripe, webhooks } = await startTestShop();
      webhooks.answers.push(status, status);
      await stripe.checkout.sessions.expire((await create()).id);
      await expect.poll(() => webhooks.verified.length).toBe(1);
      const ids = webhooks.bodies.map((body): unknown => JSON.parse(body).id);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(1);
    },
  );

  test('is given up after the last attempt, and the log says so', async () => {
    const { create, stripe, webhooks, logged } = await startTestShop();
    webhooks.answers.push(500, 500, 500, 500, 500);
    await stripe.checkout.sessions.expire((await create()).id);
    await expect.poll(() => logged.at(-1)).toContain('given up after 4 attempts: HTTP 500');
    expect(logged.join()).not.toContain('ada@example.org');
    expect(webhooks.bodies).toHaveLength(4);
  });
});

describe('webhooks', () => {
  test('are lost while they are off', async () => {
    const { create, control, webhooks } = await startTestShop();
    control.webhooks('off');
    await payWith(await create(), '4242424242424242');
    control.webhooks('on');
    await control.settled();
    expect(webhooks.bodies).toEqual([]);
  });

  test('come twice in mode duplicate', async () => {
    const { create, control, webhooks } = await startTestShop();
    control.webhooks('duplicate');
    await payWith(await create(), '4242424242424242');
    await control.settled();
    expect(webhooks.types().toSorted()).toEqual([...PAID, ...PAID].toSorted());
    expect(new Set(webhooks.verified.map(({ event }) => event.id)).size).toBe(3);
  });

  test('wait in mode delayed until they are released, and may come in reverse', async () => {
    const { create, control, webhooks } = await startTestShop();
    control.webhooks('delayed');
    const session = await create();
    await payWith(session, '4242424242424242');
    control.refund(session.id);
    await control.settled();
    expect(webhooks.bodies).toEqual([]);
    await control.releaseWebhooks('reversed');
    expect(webhooks.types()).toEqual([
      'charge.refunded',
      'refund.created',
      'checkout.session.completed',
      'payment_intent.succeeded',
      'charge.succeeded',
    ]);
  });
});
