import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMessages } from '#server/mail/posted-messages.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { aParticipantRow } from '#tests/support/a-participant.ts';
import { aCheckout, aPerson } from '#tests/support/visitor.ts';
import { listParticipants } from '#server/orders/participants.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: true });
});
afterAll(() => server.close());

const REGISTER = '/api/registration/register';
const types = { presentationType: 'SPEAKER', registrationType: 'REGISTRATION_ONLY' };
const register = (traits: Record<string, string> = {}) =>
  server.post(REGISTER, { ...aPerson(), ...types, ...traits });

async function fillUp(email: string): Promise<void> {
  const rows = Array.from({ length: 20 }, (_, i) =>
    aParticipantRow({
      id: `${email} ${i}`,
      email,
      created_at: server.clock.now().toISOString(),
    }),
  );
  await server.db.insertInto('participants').values(rows).execute();
}

describe('a honeypot', () => {
  test('that is filled in is refused by every call that takes a person, and nothing is written or mailed', async () => {
    const reserved = 'https://buy.example';
    const { path, body } = await aCheckout(server);
    const { name, email, ...rest } = aPerson();
    const paypal = {
      ...rest,
      customerName: name,
      customerEmail: email,
      amount: body.unitAmount,
      currency: 'EUR',
      pricingConfigId: body.pricingConfigId,
    };
    const discount = { name, customerEmail: email, ...rest, description: 'x', unitAmount: '10.50' };
    for (const [address, sent] of [
      [REGISTER, { ...aPerson(), ...types }],
      [path, body],
      ['/api/payment/paypal/create', paypal],
      ['/api/discounts/create-session', discount],
      ['/api/discounts/paypal/create', { ...paypal, amount: 10.5 }],
    ] as const) {
      expect((await server.post(address, { ...sent, reserved })).status).toBe(400);
    }
    expect(await listParticipants(server.db)).toEqual([]);
    expect(await server.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('that is empty changes nothing', async () => {
    expect((await register({ reserved: '' })).status).toBe(200);
  });
});

describe('a mail address that registers too often', () => {
  test('gets no more mails for a day, but may register and pay: others may have typed it', async () => {
    await fillUp('busy@lab.example');
    expect((await register({ email: 'Busy@lab.example' })).status).toBe(200);
    const { path, body } = await aCheckout(server, {}, { email: 'busy@lab.example' });
    expect((await server.post(path, body)).status).toBe(200);
    expect(await mailsTo('busy@lab.example')).toBe(0);
    server.clock.advance(25 * 60 * 60_000);
    expect((await register({ email: 'busy@lab.example' })).status).toBe(200);
    expect(await mailsTo('busy@lab.example')).toBe(1);
  });

  test('gets the same answer for a repeated registration', async () => {
    const person = aPerson({ email: 'again@lab.example' });
    expect((await server.post(REGISTER, { ...person, ...types })).status).toBe(200);
    await fillUp('again@lab.example');
    expect((await server.post(REGISTER, { ...person, ...types })).status).toBe(200);
  });
});

async function mailsTo(email: string): Promise<number> {
  const messages = await listMessages(server.db, 1000);
  return messages.filter(({ recipient }) => recipient.toLowerCase() === email).length;
}

test('a mail address that begins many discount payments gets no more mails, but may pay', async () => {
  const pay = (n: number) =>
    server.post('/api/discounts/create-session', {
      ...aPerson(),
      customerEmail: n % 2 === 0 ? 'payer@lab.example' : 'PAYER@lab.example',
      description: `agreed ${n}`,
      unitAmount: '10.50',
    });
  const rows = Array.from({ length: 9 }, (_, i) =>
    aParticipantRow({
      id: `d${i}`,
      email: 'payer@lab.example',
      presentation_type: null,
      created_at: server.clock.now().toISOString(),
    }),
  );
  await server.db.insertInto('participants').values(rows).execute();
  expect((await pay(1)).status).toBe(200);
  expect(await mailsTo('payer@lab.example')).toBe(1);
  expect((await pay(2)).status).toBe(200);
  expect(await mailsTo('payer@lab.example')).toBe(1);
});
