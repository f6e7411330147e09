import { DAY } from '#contract/time-spans.ts';
import { createServer } from 'node:http';
import { afterEach, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { sendStripeWebhook } from '#tests/support/stripe-webhook.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { listDisputes } from './disputes.ts';
import { retryWebhookEvents } from './webhooks.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const PAID = { payment_status: 'paid', status: 'complete' };
const update = (ref: string) => server.post(`/api/payment/update?sessionId=${ref}`);

/** A checkout that is paid at the provider, without a webhook. */
async function paidUnheard() {
  server.control.webhooks('off');
  const checkout = await server.leftCheckout();
  return checkout;
}

function outcomeOf(eventId: string) {
  return server.db
    .selectFrom('webhook_events')
    .select(['done_at', 'outcome'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
}

describe('a webhook event', () => {
  atOnce(
    'that comes twenty times at once and again an hour later confirms the order once',
    async () => {
      const { sessionId } = await paidUnheard();
      const event = { id: `evt_${sessionId}`, object: { id: sessionId, ...PAID } };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => sendStripeWebhook(server, event)),
      );
      for (const answer of answers) expect(answer.status).toBe(200);
      server.clock.advance(60 * 60_000);
      expect((await sendStripeWebhook(server, event)).status).toBe(200);
      const { mails, moves, charges } = await server.recordsOf(sessionId);
      expect(mails).toHaveLength(1);
      expect(moves.filter(({ to }) => to === 'PAID')).toHaveLength(1);
      expect(charges).toHaveLength(1);
    },
  );

  test('that lies confirms nothing, because the server asks the provider', async () => {
    const { sessionId } = await server.openedCheckout();
    const object = { id: sessionId, amount_total: 1, ...PAID };
    const answer = await sendStripeWebhook(server, { id: `evt_lie_${sessionId}`, object });
    expect(answer.status).toBe(200);
    expect(await server.recordsOf(sessionId)).toMatchObject({
      payment: { state: 'OPEN' },
      order: { state: 'AWAITING_PAYMENT' },
      mails: [],
    });
  });

  test('of live money confirms nothing while our keys are test keys', async () => {
    const { sessionId } = await paidUnheard();
    const id = `evt_live_${sessionId}`;
    const event = { id, object: { id: sessionId, ...PAID }, livemode: true };
    expect((await sendStripeWebhook(server, event)).status).toBe(200);
    expect((await server.recordsOf(sessionId)).payment.state).toBe('OPEN');
    expect((await outcomeOf(id))?.outcome).toBe('of the other mode');
  });

  test('about a session of another account, or of an unknown type, is recorded and answered 200', async () => {
    const foreign = { id: 'evt_foreign', object: { id: 'cs_test_another_account', ...PAID } };
    const unknown = { id: 'evt_unknown', type: 'invoice.paid', object: { id: 'in_1' } };
    for (const event of [foreign, unknown]) {
      expect((await sendStripeWebhook(server, event)).status).toBe(200);
    }
    expect(await outcomeOf(foreign.id)).toMatchObject({ outcome: 'not ours' });
    expect(await outcomeOf(unknown.id)).toMatchObject({ outcome: 'not understood' });
  });

  test('about an expired session ends its payment', async () => {
    const { sessionId } = await server.openedCheckout();
    server.clock.advance(61 * 60_000);
    server.control.advance(0);
    await server.control.settled();
    const { payment, moves } = await server.recordsOf(sessionId);
    expect(payment.state).toBe('EXPIRED');
    expect(moves.at(-1)).toMatchObject({ actor: 'webhook' });
  });

  test('about an expired session changes nothing if the session was paid', async () => {
    const { sessionId } = await paidUnheard();
    await update(sessionId);
    const type = 'checkout.session.expired';
    const event = { id: `evt_old_${sessionId}`, type, object: { id: sessionId } };
    expect((await sendStripeWebhook(server, event)).status).toBe(200);
    expect(await server.recordsOf(sessionId)).toMatchObject({
      payment: { state: 'PAID' },
      order: { state: 'CONFIRMED' },
    });
  });

  test('about a refund may come before the event about its payment', async () => {
    const { control } = server.sandbox;
    control.webhooks('delayed');
    const { sessionId } = await server.leftCheckout();
    control.refund(sessionId);
    await control.releaseWebhooks('reversed');
    await control.settled();
    expect(await server.recordsOf(sessionId)).toMatchObject({
      payment: { state: 'REFUNDED' },
      order: { state: 'REFUNDED' },
    });
  });

  test.each([
    ['is handled when that event comes', 0],
    [
      'is handled when that event comes again, if the provider does not answer about the dispute',
      2,
    ],
  ])('about a dispute that comes before the event about its payment %s', async (_, failures) => {
    const { control } = server.sandbox;
    control.webhooks('delayed');
    const { sessionId } = await server.leftCheckout();
    const ref = control.dispute(sessionId);
    if (failures > 0) control.failNext({ status: 500 }, failures, { path: ref });
    await control.releaseWebhooks('reversed');
    const { payment } = await server.recordsOf(sessionId);
    await expect
      .poll(() => listDisputes(server.db, { paymentId: payment.id }), { timeout: 5000 })
      .toMatchObject([{ ref }]);
  });

  test('is answered 503 while the provider gives no answer, and the next event confirms the order', async () => {
    const { sessionId } = await paidUnheard();
    const event = { id: `evt_again_${sessionId}`, object: { id: sessionId, ...PAID } };
    server.control.failNext({ status: 500 }, 2, { provider: 'stripe', purpose: 'look' });
    expect((await sendStripeWebhook(server, event)).status).toBe(503);
    expect((await outcomeOf(event.id))?.done_at).toBeNull();
    expect((await sendStripeWebhook(server, event)).status).toBe(200);
    expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
  });

  test('of a provider that is switched off waits until it is on again, and delays no other event', async () => {
    const { sessionId } = await paidUnheard();
    const event = { id: `evt_off_${sessionId}`, object: { id: sessionId, ...PAID } };
    server.control.failNext({ status: 500 }, 2, { provider: 'stripe', purpose: 'look' });
    expect((await sendStripeWebhook(server, event)).status).toBe(503);
    server.clock.advance(2 * DAY);
    const errors: unknown[] = [];
    const others = new Map([...server.context.providers].filter(([name]) => name !== 'stripe'));
    await retryWebhookEvents({ ...server.context, providers: others }, (error) =>
      errors.push(error),
    );
    expect((await outcomeOf(event.id))?.done_at).toBeNull();
    await retryWebhookEvents(server.context, (error) => errors.push(error));
    expect((await outcomeOf(event.id))?.outcome).toBe('PAID');
    expect(errors).toEqual([]);
  });

  test('about money of another shop is kept for a day, and three hundred such events delay none of ours', async () => {
    const foreign = Array.from({ length: 300 }, (_, number) => ({
      provider: 'stripe' as const,
      event_id: `evt_foreign_${number}`,
      type: 'charge.refunded',
      ref: null,
      payment_ref: `pi_foreign_${number}`,
      dispute_ref: null,
      live: 0,
      received_at: server.clock.now().toISOString(),
      done_at: null,
      outcome: null,
    }));
    await server.db.insertInto('webhook_events').values(foreign).execute();
    const { sessionId } = await paidUnheard();
    const event = { id: `evt_after_${sessionId}`, object: { id: sessionId, ...PAID } };
    server.control.failNext({ status: 500 }, 2, { provider: 'stripe', purpose: 'look' });
    expect((await sendStripeWebhook(server, event)).status).toBe(503);
    server.clock.advance(2 * 60_000);
    await retryWebhookEvents(server.context, unexpected);
    expect((await outcomeOf(event.id))?.outcome).toBe('PAID');
    expect((await outcomeOf('evt_foreign_0'))?.done_at).toBeNull();
    server.clock.advance(DAY);
    await retryWebhookEvents(server.context, unexpected);
    expect(await outcomeOf('evt_foreign_299')).toMatchObject({ outcome: 'not ours' });
  });
});

test.each([
  ['is by another secret', { secret: 'whsec_another' }],
  ['is seven minutes old', { at: new Date(Date.now() - 7 * 60_000) }],
  ['was over another body', { arrives: (body: string) => body.replace('evt_', 'evt_x') }],
  ['was over other spaces', { arrives: (body: string) => `${body} ` }],
])('a webhook of Stripe whose signature %s is refused and not recorded', async (_, signature) => {
  const { sessionId } = await paidUnheard();
  const event = { id: `evt_bad_${sessionId}`, object: { id: sessionId, ...PAID } };
  const answer = await sendStripeWebhook(server, event, signature);
  expect(answer).toMatchObject({ status: 400, json: { code: 'bad-signature' } });
  expect((await server.recordsOf(sessionId)).payment.state).toBe('OPEN');
  expect(await outcomeOf(event.id)).toBeUndefined();
});

describe('a webhook of PayPal', () => {
  test('without the headers of a signature is refused', async () => {
    const event = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'X' } };
    expect((await server.post('/api/webhooks/paypal', event)).status).toBe(400);
  });

  test('that names a foreign certificate is refused, and the server does not fetch the certificate', async () => {
    let asked = 0;
    const attacker = createServer((_, response) => {
      asked += 1;
      response.end('-----BEGIN CERTIFICATE-----');
    });
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
    const address = attacker.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const before = server.control.calls().length;
    for (const certificate of [
      `http://127.0.0.1:${port}/cert.pem`,
      `http://api.paypal.com@127.0.0.1:${port}/cert.pem`,
      'https://api.paypal.com.evil.example/cert.pem',
    ]) {
      const headers = {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': certificate,
        'paypal-transmission-id': '1',
        'paypal-transmission-sig': 'AAAA',
        'paypal-transmission-time': new Date().toISOString(),
      };
      const event = { id: 'WH-2', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'X' } };
      expect((await server.post('/api/webhooks/paypal', event, headers)).status).toBe(400);
    }
    expect(asked).toBe(0);
    expect(server.control.calls()).toHaveLength(before);
    attacker.close();
  });
});
