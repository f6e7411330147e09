import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { listPayments } from './payments.ts';
import { requestRefund, sendRefunds } from './send-refunds.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const update = (ref: string) => server.post(`/api/payment/update?sessionId=${ref}`);
const capture = (ref: string) => server.post(`/api/payment/paypal/capture/${ref}`);

test('every call that moves money or opens a checkout has an idempotency key, and a repeated call has the same key', async () => {
  const card = await server.leftCheckout();
  await update(card.sessionId);
  const lapsing = await server.openedCheckout();
  server.clock.advance(45 * 60_000);
  await server.post(lapsing.path, lapsing.body);
  const paypal = await server.leftPaypal();
  await capture(paypal.orderId);
  for (const ref of [card.sessionId, paypal.orderId]) {
    const { payment } = await server.recordsOf(ref);
    await requestRefund(server.context, payment.id, undefined, 'asked for');
  }
  server.control.failNext({ status: 500 }, 1, { provider: 'stripe', purpose: 'refund' });
  await sendRefunds(server.context, unexpected);
  await server.control.settled();

  // Closing a checkout twice has the same effect as closing it once, and needs no key.
  const KEYLESS = /oauth2\/token|verify-webhook-signature|expire$/;
  const calls = server.control
    .calls()
    .filter(({ method, path }) => method === 'POST' && !KEYLESS.test(path));
  const kinds = [/sessions$/, /v1\/refunds$/, /orders$/, /capture$/, /captures\/\w+\/refund$/];
  for (const kind of kinds)
    expect(
      calls.some(({ path }) => kind.test(path)),
      String(kind),
    ).toBe(true);
  for (const { path, idempotencyKey } of calls) {
    expect(idempotencyKey, path).toMatch(/^(?:pay_\w+_(?:create|expire)|cap-\w+|rf_\w+)$/);
  }
  const refunds = calls.filter(({ path }) => path === '/v1/refunds');
  expect(refunds.map(({ status }) => status)).toEqual([500, 200]);
  expect(new Set(refunds.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('calls to loopback ignore the proxies in the environment', async () => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, 'http://127.0.0.1:9');
    vi.stubEnv(name.toLowerCase(), 'http://127.0.0.1:9');
  }
  await server.restart();
  const card = await server.leftCheckout();
  expect((await update(card.sessionId)).status).toBe(200);
  const paypal = await server.leftPaypal();
  expect((await capture(paypal.orderId)).json).toMatchObject({ success: true });
  vi.unstubAllEnvs();
  await server.restart();
});

describe('when the disk is full', () => {
  /** Makes the last write of a sync fail with the database's own error for a full disk. */
  async function withFullDisk(work: () => Promise<void>): Promise<void> {
    const isPostgres = process.env['TEST_ENGINE'] === 'postgres';
    const make = isPostgres
      ? [
          `create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100', message = 'no space left'; end $$`,
          'create trigger full_disk before insert on outbox for each row execute function refuse()',
        ]
      : ["create trigger full_disk before insert on outbox begin select raise(abort, 'full'); end"];
    for (const statement of make) await sql.raw(statement).execute(server.db);
    await work();
    await sql
      .raw(isPostgres ? 'drop trigger full_disk on outbox' : 'drop trigger full_disk')
      .execute(server.db);
    if (isPostgres) await sql.raw('drop function refuse()').execute(server.db);
  }

  test('a sync answers 5xx and writes nothing; the next sync succeeds', async () => {
    server.control.webhooks('off');
    const { sessionId } = await server.leftCheckout();
    await withFullDisk(async () => {
      expect((await update(sessionId)).status).toBeGreaterThanOrEqual(500);
      expect(await server.recordsOf(sessionId)).toMatchObject({
        payment: { state: 'OPEN' },
        order: { state: 'AWAITING_PAYMENT', paidPaymentId: undefined },
        mails: [],
      });
    });
    expect((await update(sessionId)).status).toBe(200);
    expect(await server.recordsOf(sessionId)).toMatchObject({
      payment: { state: 'PAID' },
      order: { state: 'CONFIRMED' },
      mails: [{}],
    });
  });
});

test('sixty paid registrations, twenty at once, are in the ledger to the cent', async () => {
  const crowd = await startTestSite();
  const visit = async (number: number) => {
    if (number % 2) {
      const { sessionId, url } = await crowd.openedCheckout();
      await server.payAt(url);
      return crowd.post(`/api/payment/update?sessionId=${sessionId}`);
    }
    const { orderId, url } = await crowd.openedPaypal();
    await server.chooseAt(url);
    return crowd.post(`/api/payment/paypal/capture/${orderId}`);
  };
  const numbers = Array.from({ length: 60 }, (_, number) => number);
  const lanes = Array.from({ length: 20 }, async () => {
    for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) {
      expect((await visit(next)).json).toMatchObject({ success: true });
    }
  });
  await Promise.all(lanes);
  await crowd.sandbox.control.settled();

  const orders = await crowd.listOrders();
  expect(orders.filter(({ state }) => state === 'CONFIRMED')).toHaveLength(60);
  const payments = await listPayments(crowd.db);
  const ours = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const charges = Object.values(crowd.sandbox.control.ledger()).flat();
  expect(charges).toHaveLength(60);
  expect(charges.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)).toBe(ours);
});

test('a provider that is down when a checkout is opened charges nothing, and the next click goes on', async () => {
  const { path, body } = await server.aCheckout();
  server.control.failNext('reset-before', 4, { provider: 'stripe', purpose: 'open' });
  expect((await server.post(path, body)).status).toBe(503);
  server.control.clearFaults();
  const { status, json } = await server.post(path, body);
  expect(status).toBe(200);
  expect((await server.recordsOf(String(json['sessionId']))).charges).toEqual([]);
});
