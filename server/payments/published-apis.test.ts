import { describe, expect, test } from 'vitest';
import { hasPaypalFiles } from '#tests/support/published-files.ts';

/** The calls of PayPal that the payment sandbox answers. */
const CALLS = [
  ['POST', '/v1/oauth2/token'],
  ['POST', '/v2/checkout/orders'],
  ['GET', '/v2/checkout/orders/:id'],
  ['POST', '/v2/checkout/orders/:id/capture'],
  ['POST', '/v2/payments/captures/:id/refund'],
  ['GET', '/v2/payments/refunds/:id'],
  ['GET', '/v1/customer/disputes'],
  ['GET', '/v1/customer/disputes/:id'],
  ['GET', '/v1/reporting/transactions'],
  ['POST', '/v1/notifications/verify-webhook-signature'],
] as const;

const money = { currency_code: 'EUR', value: '105.00' };
const refund = { id: '1JU08902781691411', status: 'COMPLETED', amount: money };
const refunded = {
  provider: 'paypal' as const,
  method: 'POST',
  path: '/v2/payments/captures/2GG279541U471931P/refund',
  query: {},
  sent: JSON.stringify({ amount: money, invoice_id: 'PS26-0000-0001' }),
  status: 201,
  body: JSON.stringify(refund),
};
const listed = { ...refunded, method: 'GET', path: '/v1/customer/disputes', sent: undefined };
const disputes = JSON.stringify({ items: [], links: [] });
const event = {
  id: 'WH-1',
  event_type: 'PAYMENT.CAPTURE.REFUNDED',
  resource: refund,
};

/**
 * Every test with the payment sandbox compares its calls with PayPal's description (tests/support/published-apis-guard.ts).
 * Here is tried what that comparison finds. `node scripts/published-schemas.ts` gets the description.
 */
describe.skipIf(!hasPaypalFiles)('by PayPal’s published description', async () => {
  const { differencesFromPublished, isPublished } = hasPaypalFiles
    ? await import('#tests/support/published-apis.ts')
    : { differencesFromPublished: () => [], isPublished: () => false };

  test.each(CALLS)('the sandbox’s call %s %s exists', (method, path) => {
    expect(isPublished(method, path)).toBe(true);
  });

  test.each([
    ['a refund', refunded, ''],
    [
      'an amount that is a number',
      { ...refunded, sent: '{"amount":{"value":1}}' },
      'must be string',
    ],
    ['an unknown member of a request', { ...refunded, sent: '{"sum":1}' }, 'unevaluated'],
    ['a status that is none', { ...refunded, body: '{"status":"DONE"}' }, 'allowed values'],
    [
      'an unknown member of an answer',
      { ...refunded, body: '{"amount":{"cents":1}}' },
      'unevaluated',
    ],
    ['a call that is none', { ...refunded, path: '/v2/payments/sales' }, 'is not published'],
    [
      'an issue that is none',
      { ...refunded, status: 422, body: '{"details":[{"issue":"X"}]}' },
      'issue',
    ],
    ['a list', { ...listed, status: 200, query: { page_size: '50' }, body: disputes }, ''],
    [
      'a page by its number',
      { ...listed, status: 200, query: { page: '2' }, body: disputes },
      'the query',
    ],
    [
      'a page that is too long',
      { ...listed, status: 200, query: { page_size: '51' }, body: disputes },
      '<= 50',
    ],
    ['a webhook', { webhook: JSON.stringify(event) }, ''],
    [
      'a webhook of a refund without a member',
      { webhook: JSON.stringify({ ...event, resource: { sum: 1 } }) },
      'unevaluated',
    ],
  ])('%s', (_, exchange, difference) => {
    const found = differencesFromPublished(exchange).join('\n');
    if (difference === '') expect(found).toBe('');
    else expect(found).toContain(difference);
  });
});
