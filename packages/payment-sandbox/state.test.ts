import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { openState } from './state.ts';
import * as paypal from './tests/paypal-shop.ts';
import { startTestShop, order, payWith } from './tests/stripe-shop.ts';
import { submit } from './tests/test-host.ts';

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'deeper', 'state.jsonl');
}

describe('with a state file', () => {
  test('a payment begun before a restart can be finished after the restart', async () => {
    const stateFile = await newFile();
    const before = await startTestShop({ stateFile });
    const session = await before.create();
    await payWith(session, '4000002500003155');
    await before.stop();

    const after = await startTestShop({ stateFile });
    const bank = `${after.origin}/sandbox/stripe/pay/${session.id}/authenticate`;
    expect((await submit(bank, { outcome: 'complete' })).location).toContain('/done');
    expect(after.control.ledger()).toMatchObject({ 'order-1': [{ amount: 42_000 }] });
  });

  test('an idempotency key finds its answer after a restart', async () => {
    const stateFile = await newFile();
    const before = await startTestShop({ stateFile });
    const params = order(before.origin);
    const options = { idempotencyKey: 'pay_1_create' };
    const { id } = await before.stripe.checkout.sessions.create(params, options);
    await before.stop();

    const after = await startTestShop({ stateFile });
    expect((await after.stripe.checkout.sessions.create(params, options)).id).toBe(id);
  });

  test('a change is on file before its answer is sent', async () => {
    const stateFile = await newFile();
    const { create } = await startTestShop({ stateFile });
    const { id } = await create();
    expect(await readFile(stateFile, 'utf8')).toContain(id);
  });

  test('an undelivered event is delivered after a restart, with the same id', async () => {
    const stateFile = await newFile();
    const before = await startTestShop({ stateFile, retryDelays: [60_000] });
    before.webhooks.answers.push(500);
    await before.stripe.checkout.sessions.expire((await before.create()).id);
    await before.control.settled();
    await before.stop();
    const [body = ''] = before.webhooks.bodies;

    const after = await startTestShop({ stateFile });
    await expect.poll(() => after.webhooks.types()).toEqual(['checkout.session.expired']);
    expect(after.webhooks.verified[0]?.body).toBe(body);
    await after.control.settled();
    await after.stop();

    // With a delay of 0, events of an earlier run are sent before any new event.
    const later = await startTestShop({ stateFile, retryDelays: [0] });
    const { id } = await later.stripe.checkout.sessions.expire((await later.create()).id);
    await expect.poll(() => later.webhooks.bodies.join()).toContain(id);
    await later.control.settled();
    expect(later.webhooks.bodies).toHaveLength(1);
  });

  test('only the last four digits of a card are stored', async () => {
    const stateFile = await newFile();
    const { create, control, logged } = await startTestShop({ stateFile });
    const session = await create();
    await payWith(session, '4000000000000002', { expiry: '11 / 39', cvc: '987' });
    await payWith(session, '4242 4242 4242 4242', { expiry: '11 / 39', cvc: '987' });
    await control.settled();
    const kept = (await readFile(stateFile, 'utf8')) + logged.join();
    expect(kept).toContain('"last4":"4242"');
    expect(kept.match(/4242 ?4242|4000 ?0000|11 ?\/ ?39|"987"/)).toBeNull();
  });
});

describe('with a state file, PayPal', () => {
  test('finds orders, captures, refunds and request ids after a restart', async () => {
    const stateFile = await newFile();
    const before = await paypal.startTestShop({ stateFile });
    const { id } = await before.approved();
    await before.capture(id, 'cap-1');
    const refund = before.control.refund(id, 500);
    const open = await before.create();
    const ledger = before.control.ledger();
    await before.stop();

    const after = await paypal.startTestShop({ stateFile });
    expect(after.control.ledger()).toEqual(ledger);
    expect((await after.capture(id, 'cap-1')).statusCode).toBe(200);
    const { result } = await after.payments.getRefund({ refundId: refund });
    expect(result.amount?.value).toBe('5.00');
    await paypal.choose(`${after.origin}/sandbox/paypal/checkoutnow?token=${open.id}`, 'pays');
    expect((await after.capture(open.id)).order.status).toBe('COMPLETED');
  });
});

describe('the state', () => {
  const row = z.object({ n: z.number() });

  test('keeps the last value of each row when the last line is incomplete', async () => {
    const file = await newFile();
    const first = await openState(file);
    const rows = first.table('rows', row);
    rows.put('a', { n: 1 });
    rows.put('b', { n: 2 });
    rows.put('a', { n: 3 });
    rows.put('c', { n: 4 });
    rows.remove('c');
    await first.saved();
    await first.close();
    await appendFile(file, '{"table":"rows","id":"a","row":{"n":9');

    const second = await openState(file);
    expect([...second.table('rows', row).entries()]).toEqual([
      ['a', { n: 3 }],
      ['b', { n: 2 }],
    ]);
    await second.close();
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
  });

  test('refuses a file that it cannot read', async () => {
    const file = await newFile();
    await (await openState(file)).close();
    await writeFile(file, 'not json\n{}\n');
    await expect(openState(file)).rejects.toThrow('line 1: delete the file to start afresh');
  });
});
