import { expect, test } from 'vitest';
import { CREDENTIALS, startTestShop } from '../tests/paypal-shop.ts';

/** A shop that has received the webhook of an approved order and asks PayPal to verify it. */
async function startAskingShop(mode: 'on' | 'forged' = 'on') {
  const shop = await startTestShop();
  shop.control.webhooks(mode);
  const { id } = await shop.approved();
  await shop.control.settled();
  const { body = '', headers = {} } = shop.webhooks.verified[0] ?? {};
  const signature = {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: CREDENTIALS.webhookId,
  };
  const ask = async (event: string, changes: Record<string, string> = {}) => {
    const asked = JSON.stringify({ ...signature, ...changes });
    const question = `${asked.slice(0, -1)},"webhook_event":${event}}`;
    const path = '/v1/notifications/verify-webhook-signature';
    return (await shop.call('POST', path, question)).json;
  };
  return { ...shop, id, body, ask };
}

const yes = { verification_status: 'SUCCESS' };
const no = { verification_status: 'FAILURE' };

test('webhooks report the order, then its capture', async () => {
  const { id, capture, control, webhooks } = await startAskingShop();
  await capture(id);
  await control.settled();
  expect(webhooks.verified.map(({ event }) => event)).toMatchObject([
    {
      id: expect.stringMatching(/^WH-[A-Z0-9]{17}-[A-Z0-9]{17}$/),
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { id, status: 'APPROVED', purchase_units: [{ custom_id: 'order-1' }] },
    },
    {
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: {
        status: 'COMPLETED',
        custom_id: 'order-1',
        amount: { currency_code: 'EUR', value: '420.00' },
        supplementary_data: { related_ids: { order_id: id } },
      },
    },
  ]);
});

test('PayPal verifies only the exact bytes of its event', async () => {
  const { ask, body } = await startAskingShop();
  expect(await ask(body)).toEqual(yes);
  expect(await ask(` ${body}\n`)).toEqual(yes);
  expect(await ask(JSON.stringify(JSON.parse(body), null, 1))).toEqual(no);
  expect(await ask(body.replace('420.00', '1.00'))).toEqual(no);
});

test.each([
  ['webhook_id', 'WH2'],
  ['transmission_id', 'other'],
  ['transmission_time', '2026-01-01T00:00:00Z'],
  ['transmission_sig', 'AAAA'],
  ['auth_algo', 'SHA1withRSA'],
  ['cert_url', 'http://127.0.0.1:1/v1/notifications/certs/CERT-1'],
])('PayPal does not verify an event with another %s', async (name, value) => {
  const { ask, body } = await startAskingShop();
  expect(await ask(body, { [name]: value })).toEqual(no);
});

test('a forged webhook is not verified, and an incomplete request is refused', async () => {
  const { ask, body } = await startAskingShop('forged');
  expect(await ask(body)).toEqual(no);
  for (const event of ['"text"', '{']) {
    expect(await ask(event)).toMatchObject({ name: 'INVALID_REQUEST' });
  }
});
