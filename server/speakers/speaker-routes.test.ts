import { expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

let server: TestSite;

test('lists and prices are available without a database', async () => {
  server = await startTestSite();
  // A database that nobody has used yet opens after its end.
  expect((await server.get('/readyz')).status).toBe(200);
  await server.db.destroy();
  expect((await server.get('/readyz')).status).toBe(503);
  for (const path of [
    '/api/speakers/polymers',
    '/api/form-submission/get-interested-in-options',
    '/api/form-submission/get-session-options',
  ]) {
    const { status, text } = await server.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(text.length).toBeGreaterThan(100);
  }
  const price = await server.post('/api/registration/get-pricing-config', {
    registrationType: 'REGISTRATION_ONLY',
    presentationType: 'SPEAKER',
    numberOfNights: 1,
    numberOfGuests: 0,
  });
  expect(price.status).toBe(200);
});

test('the list of speakers is compressed for browsers that read it', async () => {
  server = await startTestSite();
  const { origin } = server;
  const ask = (encoding: string) =>
    fetch(`${origin}/api/speakers/polymers`, { headers: { 'accept-encoding': encoding } });
  const [packed, plain] = await Promise.all([ask('gzip, br'), ask('identity')]);
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(await packed.json()).toEqual(await plain.json());
});
