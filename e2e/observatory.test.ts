import { readdirSync } from 'node:fs';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { scoreOf } from './observatory.ts';

const LEAST = 130;

/** Behind a proxy that ends TLS, as visitors reach it. */
test.use({ settings: { PUBLIC_BASE_URL: 'https://summit.example' } });

const asset = readdirSync('build/client/assets').find((name) => name.endsWith('.js')) ?? '';
const other = {
  'a page that is not there': { path: '/no-such-page', status: 404 },
  'a file that is not there': { path: '/no-such-file.pdf', status: 404 },
  'an address that cannot be read': { path: '/%c0%af', status: 404 },
  'a script': { path: `/assets/${asset}`, status: 200 },
  'a picture': { path: '/share.png', status: 200 },
  'a text for programs': { path: '/robots.txt', status: 200 },
  'where to report a hole': { path: '/.well-known/security.txt', status: 200 },
  'an answered call': { path: '/api/speakers/polymers', status: 200 },
  'a refused call': { path: '/api/payment/status/cs_test_aaaaaaaaaaaa', status: 404 },
  'a call that is not there': { path: '/api/none', status: 404 },
  'a call by the wrong method': { path: '/api/registration/register', status: 405 },
  'the description of the calls': { path: '/api/docs', status: 200 },
  'a receipt of nobody': { path: '/receipt/none', status: 404 },
  'a page that moved': { path: '/speakers/', status: 308 },
  'a page of the pretend providers': { path: '/sandbox', status: 200 },
  health: { path: '/healthz', status: 200 },
  readiness: { path: '/readyz', status: 200 },
  'metrics for somebody else': { path: '/metrics', status: 404 },
};

for (const [what, { path, status }] of Object.entries({
  ...Object.fromEntries(builtPages.map((page) => [page, { path: page, status: 200 }])),
  ...other,
})) {
  test(`R30: the Observatory gives ${what} at least ${LEAST} points`, async ({ site }) => {
    const answer = await fetch(`${site.origin}${path}`, { redirect: 'manual' });
    const { headers } = answer;
    const { points, tests } = scoreOf({
      status: answer.status,
      headers,
      text: await answer.text(),
    });
    expect(answer.status).toBe(status);
    expect(points, JSON.stringify(tests)).toBeGreaterThanOrEqual(LEAST);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  });
}

/** What the Observatory itself says of such sites. */
const examples: [string, number, Record<string, string>][] = [
  ['nothing', 30, {}],
  [
    'a policy that allows inline scripts',
    60,
    {
      'content-security-policy': "default-src 'self' 'unsafe-inline'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    },
  ],
  [
    'what is usual, without a strict policy',
    115,
    {
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  ],
  [
    'a strict policy that is left without nosniff and with a short HSTS',
    85,
    {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=3600',
      'cross-origin-resource-policy': 'same-origin',
    },
  ],
];
for (const [what, points, headers] of examples) {
  test(`R30: the Observatory gives ${what} ${points} points`, () => {
    const html = { 'content-type': 'text/html', ...headers };
    expect(scoreOf({ status: 200, headers: new Headers(html), text: '' }).points).toBe(points);
  });
}

test('R30: the Observatory takes points off for a foreign script and a bare cookie', () => {
  const answer = (text: string, cookie?: string) => ({
    status: 200,
    headers: new Headers({ 'content-type': 'text/html', ...(cookie && { 'set-cookie': cookie }) }),
    text,
  });
  const { tests } = scoreOf(answer('<script src="//cdn.example/a.js"></script>', 'sid=1'));
  expect(tests).toMatchObject({ 'subresource integrity': -50, cookies: -40 });
  expect(scoreOf(answer('<script src="/a.js"></script>')).tests['subresource integrity']).toBe(0);
});
