import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { loadPages } from '#server/http/pages.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { nginxVersion, startNginx } from '#tests/support/test-nginx.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { freePort } from '../../scripts/free-port.ts';

const hasNginx = nginxVersion() !== undefined;
const hasCaddy = spawnSync('caddy', ['version']).status === 0;
/** Headers of a connection. */
const OF_CONNECTION = /^(?:alt-svc|connection|date|keep-alive|server|transfer-encoding|via)$/;

async function nginxBefore(port: string) {
  const nginx = await startNginx();
  onTestFinished(nginx.close);
  await nginx.lead([port]);
  return nginx.origin;
}

/** Caddy with deploy/proxy/Caddyfile, without a certificate. */
async function caddyBefore(port: string) {
  const folder = testFolder();
  const origin = `http://localhost:${await freePort()}`;
  const settings = join(folder, 'Caddyfile');
  writeFileSync(settings, `{\n\tadmin off\n}\nimport ${resolve('deploy/proxy/Caddyfile')}\n`);
  const names = { DOMAIN: origin, SERVERS: `127.0.0.1:${port}`, XDG_DATA_HOME: folder };
  const caddy = spawn('caddy', ['run', '--config', settings, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, ...names, XDG_CONFIG_HOME: folder, CODE: resolve('.') },
  });
  onTestFinished(async () => {
    caddy.kill('SIGTERM');
    if (caddy.exitCode === null) await once(caddy, 'exit');
  });
  const status = async () => (await fetch(origin).catch(() => undefined))?.status;
  await expect.poll(status, { timeout: 20_000 }).toBe(200);
  return origin;
}

async function ask(origin: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(origin + path, { redirect: 'manual', ...init });
  const headers = [...answer.headers].filter(([name]) => !OF_CONNECTION.test(name));
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    text: await answer.text(),
  };
}

function builtSite(): string {
  const folder = testFolder();
  const page = `<!doctype html><title>Home</title><style>p{}</style><p>${'Words. '.repeat(99)}</p>`;
  for (const name of ['assets', 'speakers', 'payment-success']) mkdirSync(join(folder, name));
  for (const name of [
    'index.html',
    'speakers/index.html',
    'payment-success/index.html',
    '__spa-fallback.html',
    'assets/app-1a2b.js',
    'schedule.json',
  ]) {
    writeFileSync(join(folder, name), page);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(page));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(page));
  }
  return folder;
}

const proxies = [
  ['nginx', hasNginx, nginxBefore],
  ['Caddy', hasCaddy, caddyBefore],
] as const;

test.each(proxies.filter(([, isHere]) => isHere))(
  '%s gives every answer of the server with its headers, the first time and again',
  async (_name, _isHere, before) => {
    const server = await startTestSite({ pages: loadPages(builtSite()) });
    const { order } = await server.paidRegistration();
    const through = await before(new URL(server.origin).port);
    const own = pathOf(order);
    const files = ['/assets/app-1a2b.js', '/schedule.json'];
    const calls = ['/api/speakers/polymers', '/api/none', '/api/docs'];
    const pages = [
      '/',
      '/speakers',
      '/speakers?utm=1',
      '/speakers/',
      '/Speakers',
      '/none',
      '/none.png',
    ];
    const behindLinks = [own, `${own}/cancel`, `/receipt/${order.receiptToken}`, '/receipt/none'];
    const paths = [
      ...pages,
      '/payment-success?session_id=cs_1',
      ...files,
      ...calls,
      ...behindLinks,
    ];
    for (const path of paths) {
      for (const encodings of ['gzip, deflate, br, zstd', 'gzip', 'identity']) {
        for (const method of ['GET', 'GET', 'HEAD']) {
          const asked = { method, headers: { 'accept-encoding': encodings } };
          const about = { path, encodings, method };
          const direct = await ask(server.origin, path, asked);
          expect({ ...about, ...(await ask(through, path, asked)) }).toEqual({
            ...about,
            ...direct,
          });
          const { etag } = direct.headers;
          if (etag === undefined || direct.status !== 200) continue;
          const again = await ask(through, path, {
            headers: { ...asked.headers, 'if-none-match': etag },
          });
          expect({ ...about, status: again.status, text: again.text }).toEqual({
            ...about,
            status: 304,
            text: '',
          });
        }
      }
    }
  },
);

test.runIf(hasNginx)(
  'nginx asks once a second for what everybody gets, and each time for everything else',
  async () => {
    const asked = new Map<string, number>();
    let words = 'old';
    const kinds: Record<string, string> = {
      '/page': 'no-cache',
      '/file': 'public, max-age=300',
      '/own': 'no-store',
    };
    const server = createServer(({ url = '' }, response) => {
      asked.set(url, (asked.get(url) ?? 0) + 1);
      const kept = kinds[url];
      if (kept !== undefined) response.setHeader('cache-control', kept);
      response.statusCode = url === '/none' ? 404 : 200;
      response.end(words);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const origin = await nginxBefore(String((server.address() as AddressInfo).port));

    const twice = async (path: string) => {
      const before = asked.get(path) ?? 0;
      for (let n = 0; n < 2; n++) await ask(origin, path);
      return (asked.get(path) ?? 0) - before;
    };
    for (const path of ['/own', '/unnamed', '/none']) {
      for (let n = 0; n < 5; n++) expect(await twice(path)).toBe(2);
    }
    for (const path of ['/page', '/file']) {
      await expect.poll(() => twice(path), { timeout: 10_000 }).toBe(0);
    }
    words = 'new';
    for (const path of ['/page', '/file']) {
      await expect
        .poll(async () => (await ask(origin, path)).text, { timeout: 10_000 })
        .toBe('new');
    }
    await ask(origin, '/page', { method: 'POST' });
    expect((await ask(origin, '/page')).text).toBe('new');
  },
);
