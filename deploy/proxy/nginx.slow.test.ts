import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nginxVersion, startNginx } from '#tests/support/test-nginx.ts';

const hasNginx = nginxVersion() !== undefined;
/** Stands for Plenary, and answers with the X-Forwarded-For that it gets. */
let server: Server;
let port: number;
let nginx: Awaited<ReturnType<typeof startNginx>>;

beforeAll(async () => {
  if (!hasNginx) return;
  server = createServer((request, response) => {
    response.statusCode = request.url === '/full' ? 503 : 200;
    response.end(`for ${String(request.headers['x-forwarded-for'])}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  nginx = await startNginx((site) =>
    site
      .replace('#set_real_ip_from 192.0.2.10;', 'set_real_ip_from 127.0.0.1;')
      .replaceAll('#real_ip', 'real_ip'),
  );
  await nginx.lead([String(port)]);
});
afterAll(async () => {
  if (!hasNginx) return;
  await nginx.close();
  server.close();
});

const ask = async (path: string, options: RequestInit = {}) => {
  const response = await fetch(nginx.origin + path, options);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test.runIf(hasNginx)(
  'the address of the visitor passes two proxies, and no other one',
  async () => {
    const through = async (header: string) =>
      (await ask('/', { headers: { 'x-forwarded-for': header } })).text;
    expect(await through('192.0.2.7')).toBe('for 192.0.2.7');
    expect(await through('198.51.100.1, 192.0.2.7')).toBe('for 192.0.2.7');
  },
);

test.runIf(hasNginx)(
  'during a restart pages try again by themselves, and nothing else',
  async () => {
    expect(await ask('/full')).toMatchObject({ status: 503, text: expect.stringMatching(/^for /) });
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));

    for (const path of ['/', '/registration', '/de/registration?x=1', '/apiary']) {
      const { status, headers, text } = await ask(path);
      expect(status).toBe(502);
      expect(text).toContain('<meta http-equiv="refresh" content="2" />');
      expect(headers.get('content-type')).toContain('text/html');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    for (const [path, method] of [
      ['/registration', 'POST'],
      ['/api/registration/register', 'POST'],
      ['/api/speakers', 'GET'],
      ['/assets/a.js', 'GET'],
    ] as const) {
      const { status, text } = await ask(path, { method });
      expect(status).toBe(502);
      expect(text).not.toContain('refresh');
    }

    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    await expect.poll(async () => (await ask('/')).status, { timeout: 10_000 }).toBe(200);
  },
);
