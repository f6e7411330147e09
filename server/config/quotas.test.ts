import { HOUR } from '#contract/time-spans.ts';
import { mailLayoutOf } from '#server/container.ts';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { inTransaction } from '#server/database/database.ts';
import { newId } from '#tests/support/seed.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { createQuotas, type Costly } from './quotas.ts';
import { aForm } from '#tests/support/author.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { aPerson } from '#tests/support/visitor.ts';

const { palette: colours } = fixtureContent.conference.looks;

let server: TestSite;

const alarms = () =>
  server.log.filter(({ alarm }) => alarm === true).map(({ quota }) => String(quota));
const readiness = async () => (await server.get('/readyz')).json;
const metrics = async () => (await server.get('/metrics')).text;
const lettersToSecretary = () =>
  server.db
    .selectFrom('outbox')
    .select(['recipient', 'payload'])
    .where('kind', '=', 'quota-reached-for-secretary')
    .execute();

async function checkOut() {
  const { path, body } = await server.aCheckout();
  return server.post(path, body);
}

/** Starts the payment of an agreed amount. */
function payAmount(provider: 'card' | 'paypal') {
  const { email: customerEmail, name, ...person } = aPerson();
  const request = {
    ...person,
    name,
    customerName: name,
    customerEmail,
    productName: 'Discount registration',
    description: 'Agreed',
    orderReference: 'DISCOUNT-1',
    unitAmount: '105.00',
    amount: 105,
    quantity: 1,
    currency: 'eur',
    successUrl: `${server.origin}/payment-success`,
    cancelUrl: `${server.origin}/payment-failure`,
  };
  const path = provider === 'card' ? 'create-session' : 'paypal/create';
  return server.post(`/api/discounts/${path}`, request);
}

describe('payments', () => {
  test('of all ways to pay count together, and a refused payer is told when to try again', async () => {
    server = await startTestSite({ quotas: { payments: 4 } });
    expect((await checkOut()).status).toBe(200);
    await server.openedPaypal();
    expect((await payAmount('card')).status).toBe(200);
    expect((await payAmount('paypal')).status).toBe(200);
    const orders = await server.db.selectFrom('orders').select('id').execute();

    for (const refused of [await checkOut(), await payAmount('paypal')]) {
      expect(refused).toMatchObject({
        status: 503,
        json: { success: false, code: 'quota-reached', message: expect.any(String) },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const asText = await payAmount('card');
    expect(asText).toMatchObject({ status: 503, text: expect.stringContaining('try again') });
    await expect(server.openedPaypal()).rejects.toThrow('quota-reached');
    expect(await server.db.selectFrom('orders').select('id').execute()).toHaveLength(orders.length);

    server.clock.advance(HOUR + 1);
    expect((await checkOut()).status).toBe(200);
  });

  test('that were begun go on: a payer who returns gets the same checkout', async () => {
    server = await startTestSite({ quotas: { payments: 1 } });
    const { path, body } = await server.aCheckout();
    const first = await server.post(path, body);
    expect((await checkOut()).status).toBe(503);
    const again = await server.post(path, body);
    expect(again).toMatchObject({ status: 200, json: { url: first.json['url'] } });
  });

  describe('that are open when the quota is reached', () => {
    const MINUTE = 60_000;
    const payments = () =>
      server.db.selectFrom('payments').select(['provider', 'state']).orderBy('attempt').execute();

    test('are given to their payer again while they can be paid', async () => {
      server = await startTestSite({ quotas: { payments: 1 } });
      const { path, body, sessionId, url } = await server.openedCheckout();
      server.clock.advance(31 * MINUTE);
      const again = await server.post(path, body);
      expect(again).toMatchObject({ status: 200, json: { sessionId, url } });
      const fromElsewhere = { ...body, cancelUrl: `${server.origin}/payment-failure` };
      expect((await server.post(path, fromElsewhere)).json['url']).toBe(url);
      expect(await payments()).toEqual([{ provider: 'stripe', state: 'OPEN' }]);

      await server.payAt(url);
      expect((await server.post(`/api/payment/update?sessionId=${sessionId}`)).status).toBe(200);
      expect(await payments()).toEqual([{ provider: 'stripe', state: 'PAID' }]);
    });

    test('stay open when another way to pay is refused', async () => {
      server = await startTestSite({ quotas: { payments: 1 } });
      const { person, path, body, url } = await server.openedCheckout();
      for (const age of [0, 31 * MINUTE]) {
        server.clock.advance(age);
        await expect(server.openedPaypal(person)).rejects.toThrow('still open');
      }
      expect((await server.post(path, body)).json['url']).toBe(url);
      expect(await payments()).toEqual([{ provider: 'stripe', state: 'OPEN' }]);
      expect(await server.payAt(url)).toMatchObject({ status: 303 });
    });

    test('are replaced while the quota has room', async () => {
      server = await startTestSite({ quotas: { payments: 2 } });
      const { person } = await server.openedCheckout();
      await server.openedPaypal(person);
      expect(await payments()).toEqual([
        { provider: 'stripe', state: 'CANCELLED' },
        { provider: 'paypal', state: 'OPEN' },
      ]);
    });
  });

  test('still count after a restart of the server', async () => {
    server = await startTestSite({ quotas: { payments: 1 } });
    await checkOut();
    await server.restart();
    expect((await checkOut()).status).toBe(503);
  });

  atOnce('that begin at the same moment do not exceed the quota', async () => {
    server = await startTestSite({ quotas: { payments: 4 } });
    const requests = [];
    for (let i = 0; i < 20; i++) requests.push(await server.aCheckout());
    const answers = await Promise.all(requests.map(({ path, body }) => server.post(path, body)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBe(4);
  });

  test('beyond the quota cause one alarm, one mail, a count in the metrics and a degraded readiness', async () => {
    server = await startTestSite({ quotas: { payments: 2 } });
    await checkOut();
    expect(await readiness()).toMatchObject({ status: 'ready', paymentsQuota: true });
    await checkOut();
    for (let i = 0; i < 5; i++) expect((await checkOut()).status).toBe(503);

    expect(alarms()).toEqual(['payments']);
    expect(await readiness()).toMatchObject({ status: 'degraded', paymentsQuota: false });
    const text = await metrics();
    expect(text).toContain('plenary_refusals_total{code="quota-reached"} 5');
    expect(text).toContain('plenary_quota_used{quota="payments"} 2');
    expect(text).toContain('plenary_quota_limit{quota="payments"} 2');
    expect(await lettersToSecretary()).toMatchObject([
      {
        recipient: server.content.conference.secretary.email,
        payload: expect.stringContaining(server.content.mails.quotaReached.of.payments),
      },
    ]);
  });
});

describe('mails', () => {
  let sent: string[];
  beforeEach(() => (sent = []));
  const round = () =>
    server.mailRound(async ({ subject }) => void sent.push(subject), server.quotas.mails.hasRoom);
  const post = (subject: string) =>
    inTransaction(server.db, (tx) => {
      const template = {
        language: 'en',
        colours,
        heading: 'Hello',
        paragraphs: ['Hello'],
        facts: [],
        closing: 'Bye',
        signature: ['Summit'],
      };
      const message = {
        key: subject,
        kind: 'abstract-received' as const,
        recipient: 'a@lab.example',
        subject,
        template,
      };
      return postMessage(tx, message, newId(), server.clock.now());
    });

  test('beyond the quota wait and are sent an hour later; none is lost', async () => {
    server = await startTestSite({ quotas: { mails: 3 } });
    for (const subject of ['1', '2', '3', '4', '5']) await post(subject);
    expect(await round()).toBe(3);
    // Only the mail about the quota is sent.
    expect(await round()).toBe(1);
    expect(sent.slice(0, 3)).toEqual(['1', '2', '3']);
    expect(await readiness()).toMatchObject({ status: 'degraded', mailsQuota: false });
    expect(alarms()).toEqual(['mails']);

    server.clock.advance(HOUR + 1);
    expect(await round()).toBe(2);
    expect(sent.filter((subject) => subject.length === 1)).toEqual(['1', '2', '3', '4', '5']);
    expect(await readiness()).toMatchObject({ mail: true });
  });

  test('about money, and the mail about the quota, are sent first, exceed the quota and count in it', async () => {
    server = await startTestSite({ quotas: { mails: 3 } });
    for (const subject of ['1', '2', '3', '4', '5', '6', '7', '8']) await post(subject);
    await server.paidCheckout();
    const { paymentConfirmed, secretary, quotaReached } = server.content.mails;
    const startsWith = (subject: string) => expect.stringContaining(subject);

    expect(await round()).toBe(3);
    expect(sent).toEqual([
      startsWith(paymentConfirmed.subject),
      startsWith(secretary.paymentConfirmed),
      '1',
    ]);
    expect(await round()).toBe(1);
    expect(sent.at(-1)).toEqual(startsWith(quotaReached.subject));

    await server.paidCheckout();
    expect(await round()).toBe(2);
    expect(sent).toHaveLength(6);
    expect(sent.filter((subject) => subject.length === 1)).toEqual(['1']);
    expect(await metrics()).toContain('plenary_quota_used{quota="mails"} 6');
  });

  test('about free registrations wait like any other mail', async () => {
    server = await startTestSite();
    const { prices } = server.content;
    await server.close();
    const content = { ...server.content, prices: withPrice(prices, 'student', 0) };
    server = await startTestSite({ content, quotas: { mails: 0 } });
    const { sessionId } = await server.openedCheckout({ presentationType: 'STUDENT' });
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    await round();
    const kinds = await server.db
      .selectFrom('outbox')
      .select('kind')
      .where('sent_at', 'is', null)
      .where('recipient', '!=', server.content.conference.secretary.email)
      .execute();
    expect(kinds).toContainEqual({ kind: 'free-confirmed' });
  });
});

test.each([
  ['more abstracts', { uploads: 2 }],
  ['more bytes', { uploadBytes: 250_000 }],
])('uploads with %s than the quota are refused', async (_, quotas) => {
  server = await startTestSite({ quotas });
  const one = () => server.submit({ form: aForm(), bytes: aPdf(100_000) });
  expect([(await one()).status, (await one()).status]).toEqual([200, 200]);
  for (let i = 0; i < 3; i++) {
    const refused = await one();
    expect(refused).toMatchObject({ status: 503, json: { code: 'quota-reached' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const costly = Object.keys(quotas)[0];
  expect(alarms()).toEqual([costly]);
  expect(await lettersToSecretary()).toHaveLength(1);
  server.clock.advance(24 * HOUR + 1);
  expect((await one()).status).toBe(200);
});

atOnce('uploads that never end do not use up the quota', async () => {
  server = await startTestSite({ quotas: { uploads: 2, uploadBytes: 250_000 } });
  const { hostname, port } = new URL(server.origin);
  const idle = Array.from({ length: 3 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /api/form-submission/submit HTTP/1.1\r\nHost: localhost\r\n' +
        'Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 200000\r\n\r\n--B\r\n',
    );
    return socket;
  });
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  // The server answers this request after it has read the idle ones.
  await server.get('/healthz');
  expect(await server.submit({ form: aForm(), bytes: aPdf(100_000) })).toMatchObject({
    status: 200,
  });
  for (const socket of idle) socket.destroy();
});

atOnce('two servers on one database count together and write one mail', async () => {
  server = await startTestSite();
  const told: string[] = [];
  const another = () =>
    createQuotas({
      db: server.db,
      most: { ...unlimited, payments: 1 },
      clock: server.clock.now,
      newId,
      mailLayout: mailLayoutOf(server.content, 'sandbox'),
      alarm: (_, { quota = '' }) => void told.push(quota),
    });
  const [first, second] = [another(), another()];
  expect(await second.payments.hasRoom()).toBe(true);
  expect((await checkOut()).status).toBe(200);
  for (const { payments } of [first, second]) expect(await payments.hasRoom()).toBe(false);
  expect(told).toEqual(['payments', 'payments']);
  expect(await lettersToSecretary()).toHaveLength(1);
});

const unlimited: Record<Costly, number> = {
  payments: Infinity,
  mails: Infinity,
  uploads: Infinity,
  uploadBytes: Infinity,
};
