import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openedIn,
  startTestDashboard,
  type TestDashboard,
} from '#tests/support/dashboard-client.ts';
import { startTestSite } from '#tests/support/test-site.ts';

let dashboard: TestDashboard;
const server = await startTestSite();
beforeAll(async () => {
  dashboard = await startTestDashboard(server);
});
afterAll(async () => {
  await dashboard.close();
});

test('the printed address works only once, for the first browser', async () => {
  const mine = await startTestDashboard(server);
  try {
    const address = `/?token=${mine.token}`;
    expect((await mine.send(address, { method: 'HEAD' })).status).toBe(403);
    expect((await mine.send('/?token=0123456789abcdefghjkmnpqrs')).status).toBe(403);
    const first = await mine.send(address);
    expect(first.status).toBe(303);
    expect(first.headers.location).toMatch(/^\/#key=[0-9a-z]{26}$/);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^plenary-dashboard=[0-9a-z]{26}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const stolen = await mine.send(address);
    expect(stolen.status).toBe(403);
    expect(stolen.headers['set-cookie']).toBeUndefined();
    expect(stolen.text).toContain('This address works only once');
  } finally {
    await mine.close();
  }
});

test('only the browser that opened the address gets the page, its scripts and its calls', async () => {
  const mine = await startTestDashboard(server);
  try {
    const addresses = '/ /participants /assets/a.js /colours.css /api/conference';
    const odd = '// /\\ //api/conference /%61pi/conference /api/%zz';
    for (const path of `${addresses} ${odd}`.split(' ')) {
      const { status, text } = await mine.send(path);
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain('Open the address that npm run dashboard printed');
    }
    const { credentials } = await openedIn(mine);
    const cookieOnly = { cookie: credentials.cookie };
    expect(await mine.send('/participants', { headers: cookieOnly })).toMatchObject({
      status: 200,
      text: '<p>page</p>',
      headers: {
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      },
    });
    // Browsers send cookies to every port of a host, so another server of this machine may know the cookie.
    expect((await mine.send('/api/conference', { headers: cookieOnly })).status).toBe(403);
    expect((await mine.send('/api/conference', { headers: credentials })).status).toBe(200);
    expect((await mine.send('/assets/none.js', { headers: cookieOnly })).status).toBe(404);
  } finally {
    await mine.close();
  }
});

test('the page may load and run only its own files', async () => {
  const mine = await startTestDashboard(server);
  try {
    const { credentials } = await openedIn(mine);
    const { headers } = await mine.send('/', { headers: credentials });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  } finally {
    await mine.close();
  }
});

test('another host, origin or site is refused, even with the right cookie and key', async () => {
  const { credentials } = await openedIn(dashboard);
  const { host, origin } = dashboard;
  const port = host.split(':')[1];
  const allowed: Record<string, string>[] = [
    {},
    { host: `localhost:${port}` },
    { origin },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ];
  const refused: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: `evil.example:${port}` },
    { host: '127.0.0.1' },
    { host: `127.0.0.1:${Number(port) + 1}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://localhost:${port}` },
    { origin: `http://127.0.0.1:${Number(port) + 1}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const statusOf = async (headers: Record<string, string>) =>
    (await dashboard.send('/api/conference', { headers: { ...credentials, ...headers } })).status;
  for (const headers of allowed) expect([headers, await statusOf(headers)]).toEqual([headers, 200]);
  for (const headers of refused) expect([headers, await statusOf(headers)]).toEqual([headers, 403]);

  const post = (headers: Record<string, string>) =>
    dashboard.send('/api/plan', {
      method: 'POST',
      headers: { ...credentials, ...headers },
      body: JSON.stringify({ action: 'places', request: { kind: 'all', limit: '1' } }),
    });
  const json = { 'content-type': 'application/json' };
  expect((await post(json)).status).toBe(403);
  expect((await post({ ...json, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ origin, 'content-type': 'text/plain' })).status).toBe(400);
  expect((await post({ ...json, origin })).status).toBe(422);
  expect(
    (
      await dashboard.send('/api/plan', {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })
    ).headers,
  ).not.toHaveProperty('access-control-allow-origin');
});

test('the port of the site does not answer the addresses of the dashboard', async () => {
  for (const path of [
    '/api/conference',
    '/api/overview',
    '/api/charts',
    '/api/listings/participants',
    '/colours.css',
    '/desk',
  ]) {
    expect([path, (await server.get(path)).status]).toEqual([path, 404]);
  }
  expect((await server.post('/api/plan', {})).status).toBe(404);
});

test('the cookie alone allows no call, whatever the spelling of the path', async () => {
  const mine = await startTestDashboard(server);
  try {
    const { credentials } = await openedIn(mine);
    const headers = { cookie: credentials.cookie };
    for (const path of ['/api/conference', '/%61pi/conference', '/ap%69/listings/participants']) {
      expect([path, (await mine.send(path, { headers })).status]).toEqual([path, 403]);
    }
  } finally {
    await mine.close();
  }
});
