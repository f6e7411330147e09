import { afterEach, describe, expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const update = (ref: string) => server.post(`/api/payment/update?sessionId=${ref}`);
const status = async (ref: string) =>
  String((await server.get(`/api/payment/status/${ref}`)).json['paymentStatus']);

/** Presses a button of the pretend bank. */
async function authenticate(paid: Response, outcome: 'complete' | 'fail'): Promise<void> {
  const bank = new URL(paid.headers.get('location') ?? '', server.origin);
  await fetch(bank, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
}

describe('the result page of a card payment', () => {
  test('that comes after the webhook says paid, and changes nothing more', async () => {
    const { sessionId } = await server.leftCheckout();
    await server.control.settled();
    expect(await status(sessionId)).toBe('paid');
    expect((await update(sessionId)).json).toMatchObject({ success: true });
    const { mails, moves } = await server.recordsOf(sessionId);
    expect(mails).toHaveLength(1);
    expect(moves.at(-1)).toMatchObject({ actor: 'webhook', to: 'PAID' });
  });

  test('that comes before the webhook says paid, and the webhook changes nothing', async () => {
    server.control.webhooks('delayed');
    const { sessionId } = await server.leftCheckout();
    expect((await update(sessionId)).json).toMatchObject({ success: true });
    await server.control.releaseWebhooks();
    const { mails, moves } = await server.recordsOf(sessionId);
    expect(mails).toHaveLength(1);
    expect(moves.at(-1)).toMatchObject({ actor: 'update', to: 'PAID' });
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', undefined])(
    'may send no body with the content type %s',
    async (type) => {
      const { sessionId } = await server.leftCheckout();
      const answer = await fetch(`${server.origin}/api/payment/update?sessionId=${sessionId}`, {
        method: 'POST',
        ...(type && { headers: { 'content-type': type } }),
      });
      expect(answer.status).toBe(200);
    },
  );

  test('says unpaid to a payer who failed 3-D Secure, and paid once another card went through', async () => {
    const { sessionId, url } = await server.openedCheckout();
    await authenticate(await server.payAt(url, '4000002500003155'), 'fail');
    expect((await update(sessionId)).status).toBe(409);
    await server.payAt(url);
    await server.control.settled();
    expect((await update(sessionId)).status).toBe(200);
    expect((await server.recordsOf(sessionId)).charges).toHaveLength(1);
  });

  test('says paid to a payer who passed 3-D Secure', async () => {
    const { sessionId, url } = await server.openedCheckout();
    await authenticate(await server.payAt(url, '4000002500003155'), 'complete');
    expect((await update(sessionId)).status).toBe(200);
  });

  test.each([
    ['succeeded', 'PAID', 'CONFIRMED', 'paid'],
    ['failed', 'FAILED', 'AWAITING_PAYMENT', 'failed'],
  ] as const)(
    'says pending about money that takes days, and the outcome when the money %s',
    async (outcome, paymentState, orderState, said) => {
      const { sessionId, url } = await server.openedCheckout();
      await server.payAt(url, '4000000000000077');
      await server.control.settled();
      expect(await status(sessionId)).toBe('pending');
      expect((await update(sessionId)).status).toBe(409);
      server.clock.advance(3 * 24 * 60 * 60_000);
      server.control.resolveAsync(sessionId, outcome);
      await server.control.settled();
      expect(await server.recordsOf(sessionId)).toMatchObject({
        payment: { state: paymentState },
        order: { state: orderState },
        charges: outcome === 'succeeded' ? [{ refunded: 0 }] : [],
      });
      // The server reuses an answer of the provider for two seconds.
      server.clock.advance(2000);
      expect(await status(sessionId)).toBe(said);
    },
  );

  test('says unpaid to a payer who cancelled, and the session can still be paid', async () => {
    const { sessionId, url } = await server.openedCheckout();
    const back = await fetch(`${url}/cancel`, { method: 'POST', redirect: 'manual' });
    expect(back.headers.get('location')).toBe(`${server.origin}/payment-cancel`);
    expect(await status(sessionId)).toBe('unpaid');
    expect(await server.recordsOf(sessionId)).toMatchObject({
      order: { state: 'AWAITING_PAYMENT' },
      payment: { state: 'OPEN' },
      charges: [],
    });
    await server.payAt(url);
    await server.control.settled();
    expect((await update(sessionId)).status).toBe(200);
  });
});
