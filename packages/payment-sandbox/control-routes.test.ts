import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startTestShop, payWith } from './tests/stripe-shop.ts';

async function startShop() {
  const shop = await startTestShop({ controlOverHttp: true });
  const at = (path: string) => `${shop.sandbox.stripeApiBase}/_control/${path}`;
  return {
    ...shop,
    at,
    read: async (name: string): Promise<unknown> => (await fetch(at(name))).json(),
    async command(name: string, ...sent: unknown[]) {
      const response = await fetch(at(name), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      });
      const answer: unknown = await response.json();
      return { status: response.status, answer };
    },
  };
}

describe('the control by HTTP', () => {
  test('does not exist unless an option switches it on', async () => {
    const { sandbox } = await startTestShop();
    expect((await fetch(`${sandbox.stripeApiBase}/_control/ledger`)).status).toBe(404);
    const order = { method: 'POST' };
    expect((await fetch(`${sandbox.stripeApiBase}/_control/clearFaults`, order)).status).toBe(404);
  });

  test('refuses a web page with a host name that resolves to this machine', async () => {
    const { at } = await startShop();
    const readAs = async (host: string) => {
      const sent = request(at('ledger'), { headers: { host } }).end();
      const [answer]: IncomingMessage[] = await once(sent, 'response');
      return { status: answer?.statusCode, body: answer && (await text(answer)) };
    };
    expect(await readAs('rebinding.example:12111')).toEqual({
      status: 400,
      body: expect.stringContaining('localhost'),
    });
    expect(await readAs('localhost:12111')).toEqual({ status: 200, body: '{}' });
    expect(await readAs('[::1]:12111')).toEqual({ status: 200, body: '{}' });
  });

  test('orders faults, controls webhooks and reads the ledger', async () => {
    const { create, command, read } = await startShop();
    await command('failNext', { status: 500 }, 1, { provider: 'stripe', purpose: 'open' });
    await command('webhooks', 'delayed');
    expect(await read('settings')).toMatchObject({
      webhooks: 'delayed',
      faults: [{ fault: { status: 500 }, aim: { purpose: 'open' } }],
    });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    const session = await create();
    await payWith(session, '4242424242424242');
    expect((await command('refund', session.id, 100)).answer).toMatch(/^re_/);
    expect(await read('ledger')).toMatchObject({ 'order-1': [{ amount: 42_000, refunded: 100 }] });
    expect(await read('calls')).toHaveLength(2);
    expect(await read('payments')).toMatchObject([{ id: session.id, stage: 'paid' }]);
  });

  test.each([
    ['webhooks', ['sideways']],
    ['webhooks', []],
    ['failNext', ['explode']],
    ['failNext', ['hang', 0]],
    ['failNext', ['hang', 1, { wind: 'north' }]],
    ['refund', ['cs_test_1', -5]],
    ['settled', ['much']],
  ])('refuses %s with %j', async (name, sent) => {
    const { command } = await startShop();
    expect((await command(name, ...sent)).status).toBe(400);
  });

  test('decides the outcome of the next payment for any card, and clears ordered outcomes and faults', async () => {
    const { create, command, read } = await startShop();
    const started = await read('settings');
    for (const [outcome, stage] of [
      ['declined', 'open'],
      ['pending', 'pending'],
    ]) {
      await command('nextPayment', 'stripe', outcome);
      await payWith(await create(), '4242424242424242');
      expect((await read('payments')) as object[]).toMatchObject({ 0: { stage } });
    }
    await command('nextPayment', 'paypal', 'declined');
    await command('failNext', 'hang', 3);
    await command('clearFaults');
    expect(await read('settings')).toEqual(started);
  });

  test('says why an action cannot be done', async () => {
    const { command } = await startShop();
    expect(await command('refund', 'cs_test_none')).toMatchObject({
      status: 409,
      answer: { message: expect.stringContaining('cs_test_none') },
    });
  });

  test('accepts nothing that a web page may send without a preflight', async () => {
    const { at, command, read } = await startShop();
    await command('failNext', 'hang');
    for (const origin of ['https://page.example', 'null']) {
      const empty = await fetch(at('clearFaults'), { method: 'POST', headers: { origin } });
      expect(empty.status).toBe(403);
    }
    expect(await read('settings')).toMatchObject({ faults: [{ fault: 'hang' }] });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'Content-Type': type };
      const response = await fetch(at('clearFaults'), { method: 'POST', headers, body: '[]' });
      expect(response.status).toBe(415);
    }
  });
});
