import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

let server: TestSite;

/** Requests an address as a page of `host` would, if `host` resolves to this machine. */
async function getAs(host: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(`${server.origin}${path}`, { headers: { host } }, (answer) => {
      void text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

const PRIVATE = ['/sandbox/mail', '/metrics', '/api/speakers/polymers'];

describe('while no public address is set', () => {
  test.each(['rebinding.example:3000', 'localhost.example', '127.0.0.1.example', 'x'])(
    'a request for the host %j is refused',
    async (host) => {
      server = await startTestSite();
      for (const path of PRIVATE) {
        const { status, body } = await getAs(host, path);
        expect(status).toBe(400);
        expect(JSON.parse(body)).toMatchObject({
          code: 'foreign-address',
          message: expect.stringContaining('PUBLIC_BASE_URL'),
        });
      }
    },
  );

  test.each(['localhost:3000', 'LOCALHOST', '127.0.0.1', '192.168.178.20:8080', '[::1]:3000'])(
    'a request for the host %s is answered',
    async (host) => {
      server = await startTestSite();
      for (const path of PRIVATE) expect((await getAs(host, path)).status).toBe(200);
    },
  );

  test('a request for the name that the server listens on is answered', async () => {
    server = await startTestSite({ listensOn: 'Summit.internal' });
    expect((await getAs('summit.internal:3000', '/metrics')).status).toBe(200);
  });

  test('an address on this machine does not count as a public address', async () => {
    server = await startTestSite({ publicBaseUrl: 'http://localhost:3000' });
    expect((await getAs('rebinding.example', '/metrics')).status).toBe(400);
    expect((await getAs('localhost:3000', '/metrics')).status).toBe(200);
  });
});

test('with a public address any host is answered, and operator pages are hidden', async () => {
  server = await startTestSite({ publicBaseUrl: 'https://summit.example' });
  expect((await getAs('rebinding.example', '/api/speakers/polymers')).status).toBe(200);
  for (const path of ['/metrics', '/sandbox/mail']) {
    expect((await getAs('rebinding.example', path)).status).toBe(404);
  }
});

describe('a proxy that TRUSTED_PROXIES does not list', () => {
  const warnings = () => server.log.filter(({ level }) => level === 40);
  const forwarded = () =>
    server.post('/api/registration/register', {}, { 'x-forwarded-for': '192.0.2.1' });

  test('is named once in the log, with the setting to change', async () => {
    server = await startTestSite({ publicBaseUrl: 'https://summit.example' });
    await server.get('/api/speakers/polymers');
    expect(warnings()).toEqual([]);
    for (let i = 0; i < 3; i++) await forwarded();
    expect(warnings()).toMatchObject([
      { proxy: '127.0.0.1', msg: expect.stringContaining('set TRUSTED_PROXIES') },
    ]);
  });

  test('is logged although another proxy is listed', async () => {
    const trustedProxies = ['10.1.2.3'];
    server = await startTestSite({ publicBaseUrl: 'https://summit.example', trustedProxies });
    await forwarded();
    expect(warnings()).toHaveLength(1);
  });

  test.each([
    ['for a listed proxy', { trustedProxies: ['127.0.0.1'], publicBaseUrl: 'https://a.example' }],
    ['for a site on this machine', {}],
  ])('is not logged %s', async (_, options) => {
    server = await startTestSite(options);
    await forwarded();
    expect(warnings()).toEqual([]);
  });
});
