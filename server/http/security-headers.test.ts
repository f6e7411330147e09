import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { loadPages } from './pages.ts';

const HALF_A_YEAR = 15_552_000;
const FROM_THE_PROXY = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };

const folder = testFolder();
let server: TestSite;
beforeAll(async () => {
  for (const name of ['assets', 'speakers']) mkdirSync(join(folder, name));
  const page = '<!doctype html><title>Home</title><style>p{}</style><script>start()</script>';
  for (const file of ['index.html', 'speakers/index.html', '__spa-fallback.html']) {
    writeFileSync(join(folder, file), page);
  }
  for (const file of ['assets/app-1a2b.js', 'share.png', 'robots.txt', 'countries.json']) {
    writeFileSync(join(folder, file), '');
  }
  server = await startTestSite({
    pages: loadPages(folder),
    publicBaseUrl: 'https://summit.example',
    trustedProxies: ['127.0.0.1'],
  });
});
afterAll(async () => {
  await server.close();
});

test.each([
  ['a page', '/', 200],
  ['an unknown page', '/no-such-page', 404],
  ['an address that cannot be read', '/%c0%af', 404],
  ['a redirected page', '/speakers/', 308],
  ['a script', '/assets/app-1a2b.js', 200],
  ['a picture', '/share.png', 200],
  ['a text for programs', '/robots.txt', 200],
  ['the contact for security reports', '/.well-known/security.txt', 200],
  ['an answered call', '/api/speakers/polymers', 200],
  ['a refused call', '/api/payment/status/cs_test_aaaaaaaaaaaa', 404],
  ['an unknown call', '/api/none', 404],
  ['a call by the wrong method', '/api/registration/register', 405],
  ['the description of the calls', '/api/docs', 200],
  ['an unknown receipt', '/receipt/none', 404],
  ['a page of the pretend providers', '/sandbox/stripe/pay/cs_test_none', 404],
  ['health', '/healthz', 200],
  ['readiness', '/readyz', 200],
  ['metrics without access', '/metrics', 404],
])('%s has the security headers', async (_, path, expected) => {
  const { status, headers } = await ask(path);
  expect(status).toBe(expected);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': expect.stringMatching(/^(?:no-referrer|same-origin|strict-origin)$/),
    'strict-transport-security': expect.stringMatching(/^max-age=\d+; includeSubDomains$/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const [, seconds] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(HALF_A_YEAR);
  for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'x-powered-by']) {
    expect(headers.get(name), name).toBeNull();
  }
  // Browsers would start another process for this header, and the site does not need it.
  expect(headers.get('cross-origin-embedder-policy')).toBeNull();

  const policy = policyOf(headers);
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': expect.stringMatching(/^'(?:none|self)'$/),
    'frame-ancestors': "'none'",
  });
  // Without object-src the default applies.
  expect(policy['object-src'] ?? "'none'").toBe("'none'");
  expect(headers.get('content-security-policy')).not.toContain('unsafe-');
});

test('a page may load files of the site and its built inline code, and nothing from another host', async () => {
  const policy = policyOf((await ask('/')).headers);
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/]{43}='$/),
    'style-src': expect.stringMatching(/^'self'(?: 'sha256-[\w+/]{43}=')$/),
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
});

test('a country service is the only foreign origin that a page may call', async () => {
  const countryService = 'https://countries.example/all.json?fields=name';
  const other = await startTestSite({
    pages: loadPages(folder, { countryService }),
    countryService,
  });
  const page = await fetch(other.origin);
  expect(policyOf(page.headers)['connect-src']).toBe("'self' https://countries.example");
  const list = await fetch(`${other.origin}/countries.json`, { redirect: 'manual' });
  expect(list.status).toBe(302);
  expect(list.headers.get('location')).toBe(countryService);
});

function ask(path: string): Promise<Response> {
  return fetch(`${server.origin}${path}`, { redirect: 'manual', headers: FROM_THE_PROXY });
}

/** The directives of a Content-Security-Policy by their names. */
function policyOf(headers: Headers): Partial<Record<string, string>> {
  const directives = headers.get('content-security-policy')?.split('; ') ?? [];
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}
