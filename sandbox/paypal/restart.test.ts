import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { choose, openTestShop } from './test-shop.ts';

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'state.jsonl');
}

describe('after a restart', () => {
  test('an order can be approved and captured', async () => {
    const stateFile = await newFile();
    const before = await openTestShop({ stateFile });
    const { id } = await before.create();
    await before.stop();

    const { origin, capture, control } = await openTestShop({ stateFile });
    await choose(`${origin}/sandbox/paypal/checkoutnow?token=${id}`, 'pays');
    expect((await capture(id)).order.status).toBe('COMPLETED');
    expect(control.ledger()).toMatchObject({ 'order-1': [{ amount: 42_000 }] });
  });

  test('captures, refunds and request ids are still there', async () => {
    const stateFile = await newFile();
    const before = await openTestShop({ stateFile });
    const { id } = await before.approved();
    await before.capture(id, 'cap-1');
    const refund = before.control.refund(id, 500);
    const ledger = before.control.ledger();
    await before.stop();

    const { capture, payments, control } = await openTestShop({ stateFile });
    expect(control.ledger()).toEqual(ledger);
    expect((await capture(id, 'cap-1')).statusCode).toBe(200);
    expect((await payments.getRefund({ refundId: refund })).result.amount?.value).toBe('5.00');
  });

  test('an undelivered event is delivered with the same bytes and a new signature', async () => {
    const stateFile = await newFile();
    const before = await openTestShop({ stateFile, retryDelays: [60_000] });
    before.webhooks.answers.push(500);
    await before.approved();
    await before.control.settled();
    await before.stop();

    const { webhooks, control } = await openTestShop({ stateFile, retryDelays: [] });
    await expect.poll(() => webhooks.types()).toEqual(['CHECKOUT.ORDER.APPROVED']);
    expect(webhooks.bodies).toEqual(before.webhooks.bodies);
    await control.settled();
  });
});

test('a change is on file before its answer is sent, and tokens are never on file', async () => {
  const stateFile = await newFile();
  const { approved, capture, token } = await openTestShop({ stateFile });
  const { id } = await approved('is-declined');
  expect(await readFile(stateFile, 'utf8')).toContain(`"id":"${id}"`);
  await capture(id).catch(() => undefined);
  const kept = await readFile(stateFile, 'utf8');
  expect(kept).toContain('"declines":1');
  expect(kept).not.toContain(await token());
  expect(kept).not.toContain('A21AA');
});
