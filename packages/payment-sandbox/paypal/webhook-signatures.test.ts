import { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { CREDENTIALS, openTestShop } from './test-shop.ts';

const TYPES = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'];

/** An approved and captured order, and its webhooks. */
async function openPaidShop() {
  const shop = await openTestShop();
  const { id } = await shop.approved();
  await shop.control.settled();
  await shop.capture(id);
  await shop.control.settled();
  return { ...shop, id };
}

describe('a webhook', () => {
  test('reports the order, then its capture', async () => {
    const { id, webhooks } = await openPaidShop();
    expect(webhooks.types()).toEqual(TYPES);
    expect(webhooks.verified.map(({ event }) => event)).toMatchObject([
      {
        id: expect.stringMatching(/^WH-[A-Z0-9]{17}-[A-Z0-9]{17}$/),
        event_version: '1.0',
        create_time: expect.stringMatching(/^\d{4}-.*Z$/),
        resource_type: 'checkout-order',
        resource_version: '2.0',
        summary: 'An order has been approved by buyer',
        resource: {
          id,
          status: 'APPROVED',
          purchase_units: [{ custom_id: 'order-1' }],
          payer: { payer_id: 'SANDBXBUYER23' },
        },
        links: [{ rel: 'self' }],
      },
      {
        resource_type: 'capture',
        summary: 'Payment completed for €420.00 EUR',
        resource: {
          status: 'COMPLETED',
          custom_id: 'order-1',
          amount: { currency_code: 'EUR', value: '420.00' },
          supplementary_data: { related_ids: { order_id: id } },
        },
      },
    ]);
  });

  test('names the certificate to verify it with', async () => {
    const { webhooks, sandbox } = await openPaidShop();
    const headers = webhooks.verified[0]?.headers ?? {};
    expect(headers['paypal-auth-algo']).toBe('SHA256withRSA');
    expect(headers['paypal-transmission-time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const url = String(headers['paypal-cert-url']);
    expect(url.startsWith(`${sandbox.paypalApiBase}/v1/notifications/certs/CERT-`)).toBe(true);
    const certificate = new X509Certificate(await (await fetch(url)).text());
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now());
    expect((await fetch(`${url}x`)).status).toBe(404);
  });
});

describe('webhooks', () => {
  test('forged do not verify', async () => {
    const { approved, control, webhooks } = await openTestShop({ retryDelays: [] });
    control.webhooks('forged');
    await approved();
    await control.settled();
    expect(webhooks.bodies).toHaveLength(1);
    expect(webhooks.verified).toEqual([]);
  });
});

describe('asked whether a webhook is its own, PayPal', () => {
  const question = (headers: IncomingHttpHeaders, event: string, changes: object = {}) => {
    const { webhook_event: _, ...asked } = {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: CREDENTIALS.webhookId,
      webhook_event: undefined,
      ...changes,
    };
    return `${JSON.stringify(asked).slice(0, -1)},"webhook_event":${event}}`;
  };

  async function openAskingShop() {
    const shop = await openPaidShop();
    const [first] = shop.webhooks.verified;
    const { body = '', headers = {} } = first ?? {};
    const ask = async (text: string) => {
      const path = '/v1/notifications/verify-webhook-signature';
      const { status, json } = await shop.call('POST', path, text);
      return { status, json };
    };
    return { ...shop, body, headers, ask };
  }

  const yes = { status: 200, json: { verification_status: 'SUCCESS' } };
  const no = { status: 200, json: { verification_status: 'FAILURE' } };

  test('says yes to its own bytes', async () => {
    const { ask, body, headers } = await openAskingShop();
    expect(await ask(question(headers, body))).toEqual(yes);
    expect(await ask(question(headers, ` ${body}\n`))).toEqual(yes);
  });

  test('says no to the same event serialised differently', async () => {
    const { ask, body, headers } = await openAskingShop();
    expect(await ask(question(headers, JSON.stringify(JSON.parse(body), null, 1)))).toEqual(no);
    expect(await ask(question(headers, body.replace('420.00', '1.00')))).toEqual(no);
  });

  test.each([
    ['webhook_id', 'WH2'],
    ['transmission_id', 'other'],
    ['transmission_time', '2026-01-01T00:00:00Z'],
    ['transmission_sig', 'AAAA'],
    ['auth_algo', 'SHA1withRSA'],
    ['cert_url', 'http://127.0.0.1:1/v1/notifications/certs/CERT-1'],
  ])('says no to another %s', async (name, value) => {
    const { ask, body, headers } = await openAskingShop();
    expect(await ask(question(headers, body, { [name]: value }))).toEqual(no);
  });

  test('refuses an incomplete question', async () => {
    const { ask, headers } = await openAskingShop();
    expect((await ask('{}')).status).toBe(400);
    expect((await ask(question(headers, '"text"'))).status).toBe(400);
    expect((await ask(question(headers, '{'))).status).toBe(400);
  });
});
