import { describe, expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

const server = await startTestSite();

const REGISTER = '/api/registration/register';

/** The body of every refusal. */
const refusal = {
  success: false,
  code: expect.any(String),
  message: expect.stringMatching(/^[^/\\]{5,}$/),
};

describe('an address that does not exist', () => {
  test.each([
    '/api/nothing',
    '/api/payment/status',
    '/api/%2e%2e/etc',
    '/api/%',
    '/%61pi/nothing',
    '/%61%70%69/none',
    '/api%2Fnothing',
  ])('%s is a JSON 404', async (path) => {
    const { status, json, headers } = await server.get(path);
    expect(status).toBe(404);
    expect(json).toMatchObject(refusal);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test.each([REGISTER, REGISTER.replace('api', '%61pi').replace('/register', '/r%65gister')])(
    '%s by another method is a 405 that names the right one',
    async (path) => {
      const { status, json, headers } = await server.get(path);
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('POST');
      expect(json).toMatchObject(refusal);
    },
  );
});

describe('a wrong body', () => {
  test.each([
    ['no JSON', '{"name":', 400],
    ['a list', '[]', 400],
    ['a text', '"hello"', 400],
    ['null', 'null', 400],
    ['a polluted prototype', '{"__proto__":{"name":"x"}}', 400],
    ['a polluted constructor', '{"constructor":{"prototype":{"x":1}}}', 400],
    ['thirty thousand brackets', '['.repeat(30_000), 400],
    ['more than 64 KiB', JSON.stringify({ name: 'x'.repeat(70_000) }), 413],
  ])('%s is refused', async (_, body, expected) => {
    const { status, json } = await server.post(REGISTER, body);
    expect(status).toBe(expected);
    expect(json).toMatchObject(refusal);
  });

  test.each([
    ['that are not UTF-8', Buffer.from('ff', 'hex'), 400],
    ['of half a character', Buffer.from('c3', 'hex'), 400],
    ['of half a surrogate pair', Buffer.from('eda080', 'hex'), 400],
    ['in another encoding', Buffer.from('M\u00fcller', 'latin1'), 400],
    ['that are UTF-8', Buffer.from('M\u00fcller'), 200],
  ])('bytes %s are not corrected: %j', async (_, bytes, expected) => {
    const person = aPerson({ name: 'NAME' });
    const text = JSON.stringify({ ...person, presentationType: 'SPEAKER' });
    const [before = '', after = ''] = text.split('NAME');
    const answer = await fetch(`${server.origin}${REGISTER}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array(Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)])),
    });
    expect(answer.status).toBe(expected);
    expect(await answer.json()).toMatchObject(expected === 200 ? { success: true } : refusal);
  });

  test('of a form with more than 4 KiB is refused', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = '/api/payment/update?sessionId=cs_test_aaaaaaaaaaaa';
    expect((await server.post(path, 'x'.repeat(4097), form)).status).toBe(413);
    expect((await server.post(path, 'x'.repeat(4096), form)).status).toBe(404);
  });

  test('of another type is a 415', async () => {
    const answer = await server.post(REGISTER, 'name=x', { 'content-type': 'text/xml' });
    expect(answer).toMatchObject({ status: 415, json: refusal });
  });

  test('is never echoed', async () => {
    const { text } = await server.post(REGISTER, { name: '<script>alert(1)</script>\u0000' });
    expect(text).not.toContain('script');
  });
});

test('the answer of a call is not stored by caches', async () => {
  for (const path of ['/api/speakers/polymers', '/api/payment/status/cs_test_aaaaaaaaaaaa']) {
    expect((await server.get(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('the log has one line for each request, without address, body or personal data', async () => {
  const person = aPerson({ name: 'Nobody\nShould Read', email: 'secret@lab.example' });
  await server.post(`${REGISTER}?token=hidden`, { ...person, presentationType: 'SPEAKER' });
  const { path, body } = await server.aCheckout({}, { email: 'secret@lab.example' });
  await server.post(path, body);
  const text = JSON.stringify(server.log);
  for (const secret of ['secret@lab', 'Should Read', 'hidden', 'pricingConfigId']) {
    expect(text).not.toContain(secret);
  }
  expect(server.log).toContainEqual(
    expect.objectContaining({ method: 'POST', route: REGISTER, status: 400 }),
  );
});

describe('the calls for programs', () => {
  test('are listed in the OpenAPI description and on its page', async () => {
    const { json } = await server.get('/api/openapi.json');
    expect(Object.keys(json['paths'] ?? {})).toEqual(
      expect.arrayContaining([REGISTER, '/api/payment/status/{sessionId}']),
    );
    for (const address of ['/api', '/api/']) {
      const short = await fetch(server.origin + address, { redirect: 'manual' });
      expect(short.headers.get('location')).toBe('/api/docs');
      expect(short.headers.get('link')).toBe('</api/openapi.json>; rel="service-desc"');
    }
    const page = await server.get('/api/docs');
    expect(page.text).toContain(REGISTER);
  });

  test('are only described where a conference has them', async () => {
    const { pages, addresses } = fixtureContent;
    const small = await startTestSite({
      content: {
        ...fixtureContent,
        pages: { ...pages, discount: undefined },
        addresses: addresses.filter((address) => address !== '/abstract-submission'),
      },
    });
    const { json } = await small.get('/api/openapi.json');
    const described = Object.keys(json['paths'] ?? {});
    expect(described).toContain(REGISTER);
    expect(described.filter((path) => /form-submission|create-session/.test(path))).toEqual([]);
  });

  test('list the speakers of the content', async () => {
    const { json } = await server.get('/api/speakers/polymers');
    expect(json).toEqual(server.content.speakers);
  });

  test('include health and readiness', async () => {
    expect((await server.get('/healthz')).status).toBe(200);
    expect((await server.get('/readyz')).status).toBe(200);
  });
});
