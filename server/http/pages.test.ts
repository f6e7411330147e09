import { fixtureContent } from '#tests/support/fixture-content.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { httpServer } from './http-server.ts';
import { originAsked } from './origin.ts';
import { loadPages, madePage, sendFallbackPage, servePages } from './pages.ts';
import { shedLoad } from './load-shedding.ts';

const PAGE = '<!doctype html><title>Home</title><style>p{}</style><script>start()</script>';
const NAMING = `<!doctype html><link rel="canonical" href="${SITE_ORIGIN}/agenda"><script type="application/ld+json">{"url":"${SITE_ORIGIN}"}</script>`;
const logged: string[] = [];
const folder = testFolder();
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'speakers'));
  mkdirSync(join(folder, 'agenda'));
  writeFileSync(join(folder, 'agenda/index.html'), NAMING);
  writeFileSync(join(folder, 'agenda/index.html.br'), brotliCompressSync(NAMING));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'index.html.gz'), gzipSync(PAGE));
  writeFileSync(join(folder, 'speakers/index.html'), PAGE);
  const openData = ['schedule.xml', 'schedule.json', 'conference.ics', 'agenda/films.ics'];
  for (const name of openData) writeFileSync(join(folder, name), `${SITE_ORIGIN}/agenda`);
  for (const name of ['payment-success', 'payment-cancel', 'payment-failure']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'index.html'), PAGE);
    writeFileSync(join(folder, `${name}.data`), '[]');
  }
  writeFileSync(join(folder, '__spa-fallback.html'), '<!doctype html><title>Not found</title>');
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'start()');
  writeFileSync(join(folder, 'assets/app-1a2b.js.map'), '{}');
  app = httpServer({
    wordsFor: () => fixtureContent,
    logger: pino({}, { write: (line) => logged.push(line) }),
    newRequestId: () => 'id',
    isHttps: false,
    trustedProxies: [],
  });
  // app.inject never ends the timer of an answer without a body, which would fire without a socket.
  app.addHook('onResponse', async (_, { raw }) => clearTimeout(Reflect.get(raw, 'timeoutHandle')));
  const pages = loadPages(folder);
  void app.register(servePages, { pages, originOf: originAsked });
  app.setNotFoundHandler(sendFallbackPage(pages, originAsked));
});
afterAll(async () => {
  await app.close();
});

test('the policy of a page allows only inline scripts and styles of this page', async () => {
  const { statusCode, headers, body } = await app.inject('/');
  expect(statusCode).toBe(200);
  expect(body).toBe(PAGE);
  // echo -n 'start()' | openssl dgst -sha256 -binary | base64
  expect(headers['content-security-policy']).toContain(
    "script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='",
  );
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[\w+/]{43}=';/);
  expect(headers['content-security-policy']).not.toContain('unsafe');
});

test('a browser that accepts gzip gets the compressed body', async () => {
  const { headers, rawPayload } = await app.inject({
    url: '/',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(headers['content-encoding']).toBe('gzip');
  expect(headers['vary']).toBe('accept-encoding');
  expect(rawPayload).toEqual(gzipSync(PAGE));
});

test('a page that has not changed is not sent again', async () => {
  const { headers } = await app.inject('/speakers');
  const again = await app.inject({
    url: '/speakers',
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('browsers keep files with a hash in their name, and check pages again', async () => {
  expect((await app.inject('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
  expect((await app.inject('/')).headers['cache-control']).toBe('no-cache');
});

test.each([
  ['/schedule.xml', 'application/xml; charset=utf-8'],
  ['/schedule.json', 'application/json; charset=utf-8'],
  ['/conference.ics', 'text/calendar; charset=utf-8'],
  ['/agenda/films.ics', 'text/calendar; charset=utf-8'],
])(
  '%s may be read by pages of every origin, is kept for five minutes and names this site',
  async (url, type) => {
    const from = { origin: 'https://app.example', host: 'summit.example' };
    const { body, headers } = await app.inject({ url, headers: from });
    expect(body).toBe('http://summit.example/agenda');
    expect(headers).toMatchObject({
      'content-type': type,
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const known = { ...from, 'if-none-match': String(headers.etag) };
    const again = await app.inject({ url, headers: known });
    expect([again.statusCode, again.headers['access-control-allow-origin']]).toEqual([304, '*']);
    // Everything else stays with this origin.
    const other = await app.inject({ url: '/agenda', headers: from });
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  },
);

test.each(['/payment-success', '/payment-cancel', '/payment-failure'])(
  '%s is never cached and always sent completely',
  async (url) => {
    for (const address of [`${url}?session_id=cs_test_a`, `${url}.data`]) {
      const { headers } = await app.inject(address);
      expect({ cache: headers['cache-control'], etag: headers.etag }).toEqual({
        cache: 'no-store',
        etag: undefined,
      });
    }
    // Another page with the same content has an etag.
    const { headers } = await app.inject('/speakers');
    const known = { 'if-none-match': String(headers.etag) };
    expect((await app.inject({ url, headers: known })).statusCode).toBe(200);
  },
);

test('an address with a slash at the end redirects to the page', async () => {
  const { statusCode, headers } = await app.inject('/speakers/');
  expect(statusCode).toBe(308);
  expect(headers.location).toBe('/speakers');
});

test.each([
  ['/Speakers', '/speakers'],
  ['/SPEAKERS/', '/speakers'],
  ['/Payment-Success?session_id=cs_test_aB', '/payment-success?session_id=cs_test_aB'],
])('%s, a page in capitals, redirects to %s', async (url, address) => {
  const { statusCode, headers } = await app.inject(url);
  expect({ statusCode, location: headers.location }).toEqual({
    statusCode: 308,
    location: address,
  });
});

test.each([
  '/nothing',
  '/Nothing',
  '/speakers//',
  '/pay/01JABCDEFGHJKMNPQRSTVWXYZ0',
  '/%',
  '/%E0%A4%A',
])('%s gets the page for unknown addresses, with status 404', async (url) => {
  const { statusCode, body } = await app.inject(url);
  expect(statusCode).toBe(404);
  expect(body).toContain('Not found');
});

test.each([
  '/favicon.ico',
  '/assets/app-1a2b.js.map',
  '/assets/App-1A2B.js',
  '/index.html.gz',
  '/__SPA-fallback.html',
  '/no-page.data',
  '/..%2f..%2fpackage.json',
])('%s, a missing file, gets a line of text, and a page if a person opens it', async (url) => {
  const short = await app.inject({ url, headers: { accept: 'image/avif,*/*' } });
  expect(short.statusCode).toBe(404);
  expect(short.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(short.body).toBe('There is nothing at this address.\n');
  const opened = await app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(opened.statusCode).toBe(404);
  expect(opened.body).toContain('Not found');
});

describe('the origin of the site', () => {
  test('is written into the page as the request named it', async () => {
    const { body } = await app.inject({ url: '/agenda', headers: { host: 'polymers.example' } });
    expect(body).toContain('href="http://polymers.example/agenda"');
    expect(body).toContain('{"url":"http://polymers.example"}');
  });

  test('is left out if the Host header is invalid', async () => {
    const { body } = await app.inject({ url: '/agenda', headers: { host: '"><script>' } });
    expect(body).toContain('href="/agenda"');
  });

  test('is also in the compressed page, and a better compression later has the same content', async () => {
    const ask = () =>
      app.inject({
        url: '/agenda',
        headers: { host: 'packed.example', 'accept-encoding': 'br' },
      });
    const first = await ask();
    expect(brotliDecompressSync(first.rawPayload).toString()).toContain('http://packed.example/');
    const better = await vi.waitUntil(async () => {
      const next = await ask();
      return next.headers.etag !== first.headers.etag && next;
    }, 45_000);
    expect(brotliDecompressSync(better.rawPayload)).toEqual(brotliDecompressSync(first.rawPayload));
  });

  test('is also right for more names than are kept', async () => {
    for (let n = 0; n < 8; n++) {
      const headers = { host: `name-${n}.example`, 'accept-encoding': 'br' };
      const answer = await app.inject({ url: '/agenda', headers });
      const packed = answer.headers['content-encoding'] === 'br';
      const text = packed ? brotliDecompressSync(answer.rawPayload).toString() : answer.body;
      expect(text).toContain(`http://name-${n}.example/agenda`);
    }
  });
});

test('answers from memory are not logged, unknown addresses are', async () => {
  logged.length = 0;
  expect((await app.inject('/speakers')).statusCode).toBe(200);
  expect((await app.inject('/assets/app-1a2b.js')).statusCode).toBe(200);
  expect((await app.inject('/nothing')).statusCode).toBe(404);
  expect(logged.map((line) => JSON.parse(line).status)).toEqual([404]);
});

test('over a connection, answers have a length and security headers, and HEAD has no body', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const whole = await fetch(origin);
  const head = await fetch(origin, { method: 'HEAD' });
  const same = await fetch(origin, {
    headers: { 'if-none-match': whole.headers.get('etag') ?? '' },
  });
  const unknown = await fetch(`${origin}/nothing`);
  expect([whole, head, same, unknown].map(({ status }) => status)).toEqual([200, 200, 304, 404]);
  expect(await whole.text()).toBe(PAGE);
  expect(await head.text()).toBe('');
  // fetch asks for compressed files.
  const { length } = gzipSync(PAGE);
  for (const { headers } of [whole, head]) {
    expect(headers.get('content-length')).toBe(String(length));
  }
  for (const { headers } of [whole, head, same, unknown]) {
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src /);
  }
});

test('a refused page has the security headers, and not the policy of a page', async () => {
  const busy = httpServer({
    wordsFor: () => fixtureContent,
    logger: pino({ enabled: false }),
    newRequestId: () => 'id',
    isHttps: true,
    trustedProxies: [],
  });
  shedLoad(busy, { isHigh: () => true });
  void busy.register(servePages, { pages: loadPages(folder), originOf: originAsked });
  const slow = Promise.withResolvers<string>();
  busy.get('/slow', () => slow.promise);
  const origin = await busy.listen({ host: '127.0.0.1', port: 0 });
  const running = Array.from({ length: 6 }, () => fetch(`${origin}/slow`));
  await expect.poll(async () => (await fetch(origin)).status).toBe(503);
  const { headers } = await fetch(origin);
  slow.resolve('');
  await Promise.all(running);
  expect(headers.get('strict-transport-security')).toContain('max-age=');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; object-src /);
  await busy.close();
});

test('a way to pay without keys is marked in every page, in each compression', async () => {
  const marked = httpServer({
    wordsFor: () => fixtureContent,
    logger: pino({ enabled: false }),
    newRequestId: () => 'id',
    isHttps: false,
    trustedProxies: [],
  });
  const html = '<!doctype html><html lang="en"><title>Home</title></html>';
  const site = testFolder();
  for (const name of ['index.html', '__spa-fallback.html']) writeFileSync(join(site, name), html);
  writeFileSync(join(site, 'index.html.gz'), gzipSync(html));
  const pages = loadPages(site, { waysOff: ['paypal', 'card'] });
  void marked.register(servePages, { pages, originOf: originAsked });
  const plain = await marked.inject('/');
  expect(plain.body).toContain('<html data-ways-off="paypal card" lang="en">');
  const packed = await marked.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  await marked.close();
});

test('a page that is kept packed is unpacked once for requests that come together', () => {
  const plain = loadPages(folder).get('/')?.forms.plain;
  expect(plain?.().bytes.toString()).toBe(PAGE);
  expect(plain?.()).toBe(plain?.());
  const made = madePage(PAGE, '').forms.plain;
  expect(made().bytes.toString()).toBe(PAGE);
  expect(made()).toBe(made());
});

test('a block of data has no hash in the policy', async () => {
  const { headers } = await app.inject('/agenda');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
});

test('a folder without a built site is an error that says how to build the site', () => {
  expect(() => loadPages(join(folder, 'assets'))).toThrow('npm start builds it');
});
