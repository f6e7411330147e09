import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

test('R5: lists and prices are answered while the database is away', async () => {
  server = await startTestServer();
  await server.db.destroy();
  expect((await server.get('/readyz')).status).toBe(503);
  for (const path of [
    '/api/speakers/polymers',
    '/api/form-submission/get-interested-in-options',
    '/api/form-submission/get-session-options',
  ]) {
    const { status, text } = await server.get(path);
    expect(status).toBe(200);
    expect(JSON.parse(text)).not.toHaveLength(0);
  }
  const pricing = await server.post('/api/registration/get-pricing-config', {
    registrationType: 'REGISTRATION_ONLY',
    presentationType: 'SPEAKER',
    numberOfNights: 1,
    numberOfGuests: 0,
  });
  expect(pricing.status).toBe(200);
});
