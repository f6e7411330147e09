import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { ifThere } from '#tests/support/has-feature.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { refusalsOf } from './open-api.ts';

let server: TestSite;

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.origin}${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
};

describe('readiness', () => {
  test('names the faulty part to this machine only', async () => {
    server = await startTestSite({ disk: { isLow: () => true, isFull: () => false } });
    const { status, text } = await ask('/readyz');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 'degraded', disk: false, mail: true });
    const forwarded = await ask('/readyz', { 'x-forwarded-for': '192.0.2.1' });
    expect(JSON.parse(forwarded.text)).toEqual({ status: 'degraded' });
  });

  test('says that mails are not sent', async () => {
    server = await startTestSite();
    await server.db
      .insertInto('outbox')
      .values({
        id: 'm',
        message_key: 'm',
        kind: 'test',
        recipient: 'a@lab.example',
        payload: '{}',
        created_at: new Date(server.clock.now().getTime() - 3_700_000).toISOString(),
        next_attempt_at: server.clock.now().toISOString(),
        lease_until: null,
        sent_at: null,
      })
      .execute();
    expect(JSON.parse((await ask('/readyz')).text)).toMatchObject({
      status: 'degraded',
      mail: false,
    });
  });
});

test('only this machine sees the version', async () => {
  server = await startTestSite();
  const { text } = await ask('/healthz');
  expect(JSON.parse(text)).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+/) });
  const forwarded = await ask('/healthz', { 'x-forwarded-for': '192.0.2.1' });
  expect(JSON.parse(forwarded.text)).toEqual({ status: 'ok' });
});

describe('metrics', () => {
  test.each(['alerts.yaml', 'grafana-dashboard.json'])(
    'have every name that deploy/monitoring/%s uses',
    async (file) => {
      const quotas = { payments: 9, mails: 9, uploads: 9, uploadBytes: 9 };
      server = await startTestSite({ quotas });
      await server.post('/api/registration/register', { email: 'secret@lab.example' });
      const { text } = await ask('/metrics');
      const asking = readFileSync(`deploy/monitoring/${file}`, 'utf8');
      const names = new Set(asking.match(/\b(?:plenary|process)_[a-z_]+/g));
      expect(names.size).toBeGreaterThan(5);
      expect([...names].filter((name) => !text.includes(`\n${name}`))).toEqual([]);
    },
  );

  test('count answers and refusals by kind, without personal data', async () => {
    server = await startTestSite();
    await server.post('/api/registration/register', { email: 'secret@lab.example' });
    await server.post('/api/webhooks/stripe', '{}', { 'stripe-signature': 't=1,v1=00' });
    await server.get('/api/payment/status/cs_test_aaaaaaaaaaaa');
    const { status, text } = await ask('/metrics');
    expect(status).toBe(200);
    expect(text).toContain(
      'plenary_answer_seconds_count{method="POST",route="/api/registration/register",status="400"} 1',
    );
    // Attempts of attackers are counted.
    for (const code of ['bad-request', 'bad-signature', 'unknown-payment']) {
      expect(text).toContain(`plenary_refusals_total{code="${code}"} 1`);
    }
    expect(text).toContain('plenary_database_up 1');
    expect(text).toMatch(/plenary_answer_seconds_bucket\{[^}]*le="\+Inf"\} 1\n/);
    expect(text).not.toContain('secret');
  });

  test('have a help text, a type and a name that fits the type', async () => {
    server = await startTestSite({
      quotas: { payments: 9, mails: 9, uploads: 9, uploadBytes: 9 },
    });
    await server.get('/api/speakers/polymers');
    const { text } = await ask('/metrics');
    expect(text.endsWith('\n')).toBe(true);
    const families = text.trim().split(/\n(?=# HELP )/);
    for (const family of families) {
      const [help = '', type = '', ...samples] = family.split('\n');
      const [, name = ''] = /^# HELP ([a-z][a-z0-9_]*) \S[^\\]*\.$/.exec(help) ?? [];
      const [, kind = ''] = /^# TYPE \w+ (counter|gauge|histogram)$/.exec(type) ?? [];
      expect(type).toBe(`# TYPE ${name} ${kind}`);
      expect(name.endsWith('_total')).toBe(kind === 'counter');
      expect(name).not.toMatch(/_(?:count|sum|bucket)$|_(?:counter|gauge|histogram)(?:_|$)/);
      const ending = kind === 'histogram' ? '_(?:bucket|sum|count)' : '';
      for (const sample of samples) {
        expect(sample).toMatch(
          new RegExp(`^${name}${ending}(?:\\{(?:\\w+="[^"\\\\\\n]*",?)+\\})? [\\d.e+-]+$`),
        );
      }
    }
    const names = families.map((family) => family.split(' ', 3)[2]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total',
        'process_start_time_seconds',
        'process_resident_memory_bytes',
        'nodejs_eventloop_lag_seconds',
        'nodejs_version_info',
      ]),
    );
  });

  test('count changed prices, refused files and hits of a limit', async () => {
    server = await startTestSite({ rateLimit: true });
    const { path, body } = await server.aCheckout();
    expect((await server.post(path, { ...body, unitAmount: 0.01 })).status).toBe(409);
    expect((await server.submit({ bytes: Buffer.from('MZ') })).status).toBe(400);
    let limited = 0;
    for (let i = 0; i < 100; i++) {
      const { status } = await server.post('/api/registration/register', {});
      if (status === 429) limited += 1;
    }
    expect(limited).toBeGreaterThan(0);
    const { text } = await ask('/metrics');
    expect(text).toContain('plenary_refusals_total{code="price-changed"} 1\n');
    expect(text).toContain(
      'plenary_answer_seconds_count{method="POST",route="/api/form-submission/submit",status="400"} 1\n',
    );
    expect(text).toContain(`plenary_refusals_total{code="bad-request"} ${1 + 100 - limited}\n`);
    expect(text).toContain(`plenary_refusals_total{code="too-many-requests"} ${limited}\n`);
  });

  test('are visible to programs on this machine only, and to nobody with a public address', async () => {
    server = await startTestSite();
    expect((await ask('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(404);
    await server.close();
    server = await startTestSite({ publicBaseUrl: 'https://summit.example' });
    expect((await ask('/metrics')).status).toBe(404);
  });

  test('are visible with the token', async () => {
    const metricsToken = 'a-token-of-some-length';
    server = await startTestSite({ metricsToken, publicBaseUrl: 'https://summit.example' });
    expect((await ask('/metrics')).status).toBe(404);
    expect((await ask('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
    const right = await ask('/metrics', { authorization: `Bearer ${metricsToken}` });
    expect(right.status).toBe(200);
  });
});

test('a full disk refuses writes of visitors and allows reads', async () => {
  server = await startTestSite({ disk: { isLow: () => true, isFull: () => true } });
  const refused = await server.post('/api/registration/register', {});
  expect(refused).toMatchObject({ status: 507, json: { code: 'disk-full' } });
  expect((await server.get('/api/speakers/polymers')).status).toBe(200);
  expect((await server.get('/healthz')).status).toBe(200);
  for (const [id, call] of Object.entries<Call>(calls)) {
    const path = call.path.replace(/:\w+/g, 'unknown');
    const { status } = await fetch(server.origin + path, { method: call.method });
    expect([id, status === 507]).toEqual([id, refusalsOf(id, call).includes('disk-full')]);
  }
});

test('a full disk leaves the pages behind links readable, and answers their forms with a page', async () => {
  let isFull = false;
  const disk = { isLow: () => isFull, isFull: () => isFull };
  server = await startTestSite({ disk, content: translatedContent });
  const { order, person } = await server.paidRegistration();
  await server.db.updateTable('participants').set({ language: 'de' }).execute();
  const own = `/registration/${await server.pageTokenOf(person.email)}`;
  isFull = true;
  const accept = { accept: 'text/html,*/*;q=0.8' };
  for (const path of [own, `/receipt/${order.receiptToken}`]) {
    expect([path, (await ask(path, accept)).status]).toEqual([path, 200]);
  }
  const unknown = 'a'.repeat(26);
  const forms = [
    ...['cancel', 'change', 'address'].map((act) => `${own}/${act}`),
    ...ifThere('visa-letter', `${own}/visa-letter`),
    ...ifThere('session-places', `${own}/sessions`),
    `/pay/${unknown}/card`,
    ...ifThere('invitations', `/invitation/${unknown}`),
    ...ifThere('waiting-list', '/waiting-list', `/offer/${unknown}/take`),
    ...ifThere(
      'author-page',
      ...['details', 'file', 'withdraw'].map((act) => `/abstract/${unknown}/${act}`),
    ),
  ];
  for (const path of forms) {
    const { status, headers, words } = await server.sendForm(path, {}, accept);
    const language = path.startsWith(own) ? 'de' : 'en';
    expect([path, status, headers.get('content-type'), headers.get('content-language')]).toEqual([
      path,
      507,
      'text/html; charset=utf-8',
      language,
    ]);
    const said = {
      de: 'Im Moment können wir nichts speichern',
      en: 'We cannot save anything at the moment',
    };
    expect(words).toContain(said[language]);
  }
});
