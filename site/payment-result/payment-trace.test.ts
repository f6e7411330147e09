import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, fakeTools } from './fake-server.ts';
import { readReturn } from './payment-return.ts';
import { traceOf } from './payment-trace.ts';

const SESSION = 'cs_test_a1b2c3d4e5f6';
const address = `/payment-success?session_id=${SESSION}`;
const open = { paymentResult: JSON.stringify({ state: 'open', address }) };

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{}, { state: 'none' }],
  [{ inThisTab: { stripeRedirect: 'true' } }, { state: 'begun' }],
  [{ onThisDevice: { paypalRegistration: '{}' } }, { state: 'begun' }],
  [{ inThisTab: { paypalDiscountRegistration: '{}' } }, { state: 'begun' }],
  [{ inThisTab: { ...open, stripeRedirect: 'true' } }, { state: 'open', address }],
  [
    { inThisTab: { paymentResult: '{"state":"open","address":"https://elsewhere"}' } },
    { state: 'none' },
  ],
])('the trace of %j is %j, and nobody is asked', async (kept, trace) => {
  const requests = fakeServer({});
  expect(await traceOf(readReturn(''), fakeTools(kept).tools.storage)).toEqual(trace);
  expect(requests).toEqual([]);
});

test.each([
  [{ paymentStatus: 'paid' }, { state: 'paid', address }],
  [{ paymentStatus: 'unpaid' }, { state: 'none' }],
  ['offline' as const, { state: 'none' }],
])('an address that names a payment: the server says %j', async (answer, trace) => {
  const requests = fakeServer({ '/status/': answer });
  const { storage } = fakeTools({}).tools;
  expect(await traceOf(readReturn(`?session_id=${SESSION}`), storage)).toEqual(trace);
  expect(requests).toEqual([`GET /api/payment/status/${SESSION}`]);
});
