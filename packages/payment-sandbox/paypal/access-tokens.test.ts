import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CREDENTIALS, startTestShop } from '../tests/paypal-shop.ts';

function basic(secret: string): string {
  return `Basic ${Buffer.from(`${CREDENTIALS.clientId}:${secret}`).toString('base64')}`;
}

async function ask(origin: string, authorization: string, body: string, type?: string) {
  const response = await fetch(`${origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      Authorization: authorization,
      'Content-Type': type ?? 'application/x-www-form-urlencoded',
    },
    body,
  });
  const json: unknown = await response.json();
  return { status: response.status, json };
}

describe('an access token', () => {
  test('is valid for nine hours and needs id and secret', async () => {
    const { sandbox } = await startTestShop();
    const grant = 'grant_type=client_credentials';
    expect(await ask(sandbox.paypalApiBase, basic(CREDENTIALS.clientSecret), grant)).toEqual({
      status: 200,
      json: {
        scope: expect.any(String),
        access_token: expect.stringMatching(/^A21AA[A-Za-z0-9]{92}$/),
        token_type: 'Bearer',
        app_id: expect.any(String),
        expires_in: 32_400,
        nonce: expect.any(String),
      },
    });
    expect(await ask(sandbox.paypalApiBase, basic('wrong'), grant)).toEqual({
      status: 401,
      json: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    });
  });

  test('is stored in no file and is unknown after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const stateFile = join(folder, 'state.jsonl');
    const before = await startTestShop({ stateFile });
    const Authorization = `Bearer ${await before.token()}`;
    await before.stop();
    const { call } = await startTestShop({ stateFile });
    const answer = await call('GET', '/v2/checkout/orders/NONE', undefined, { Authorization });
    expect(answer).toMatchObject({ status: 401, json: { error: 'invalid_token' } });
  });

  test('is no longer known after its lifetime', async () => {
    const { call, control, token } = await startTestShop();
    control.paypalTokenLifetime(60);
    const Authorization = `Bearer ${await token()}`;
    const look = () => call('GET', '/v2/checkout/orders/NONE', undefined, { Authorization });
    expect((await look()).status).toBe(404);
    control.advance(60_000);
    expect(await look()).toMatchObject({
      status: 401,
      json: {
        error: 'invalid_token',
        error_description: 'The token passed in was not found in the system',
      },
    });
  });
});
