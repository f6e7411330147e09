import { expect, test } from 'vitest';
import { pricingFailure } from './use-pricing.ts';

const answer = {
  kind: 'answer',
  status: 503,
  statusText: 'Service Unavailable',
  text: '',
} as const;

test.each([
  ['Prices are closed', { ...answer, json: true, message: 'Prices are closed' }],
  ['Failed to fetch pricing information', { ...answer, json: true, message: undefined }],
  ['Pricing fetch failed: 503 Service Unavailable', { ...answer, json: false, message: undefined }],
  ['Pricing fetch failed: 503', { ...answer, json: false, message: undefined, statusText: '' }],
  [
    'Error fetching pricing information: no connection to the server',
    { kind: 'network', reason: 'Failed to fetch' },
  ],
] as const)('a failed request for a price shows: %s', (text, failure) => {
  expect(pricingFailure(failure)).toBe(text);
});
