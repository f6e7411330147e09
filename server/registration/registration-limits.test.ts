import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hasFeature, ifThere } from '#tests/support/has-feature.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { inTransaction } from '#server/database/database.ts';
import { postedMails, postMails } from '#tests/support/posted-mails.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { type MailEvent, mailEvents } from '#server/mail/mail-kinds.ts';
import { listParticipants } from '#server/orders/rows/participants.ts';

const server = await startTestSite({ rateLimit: true });

const REGISTER = '/api/registration/register';
const types = { presentationType: 'SPEAKER', registrationType: 'REGISTRATION_ONLY' };
const register = (traits: Record<string, string> = {}) =>
  server.post(REGISTER, { ...aPerson(), ...types, ...traits });

const fillUp = (to: string, count = 20) =>
  postedMails(server, { kind: 'registration-received', to, count });

describe('a honeypot', () => {
  test('that is filled in is refused by every call that takes a person, and nothing is written or mailed', async () => {
    const reserved = 'https://buy.example';
    const { path, body } = await server.aCheckout();
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
    const { path, body } = await server.aCheckout({}, { email: 'busy@lab.example' });
    expect((await server.post(path, body)).status).toBe(200);
    expect(await mailsTo('busy@lab.example')).toBe(20);
    server.clock.advance(25 * 60 * 60_000);
    expect((await register({ email: 'busy@lab.example' })).status).toBe(200);
    expect(await mailsTo('busy@lab.example')).toBe(21);
  });

  test('gets the same answer for a repeated registration', async () => {
    const person = aPerson({ email: 'again@lab.example' });
    expect((await server.post(REGISTER, { ...person, ...types })).status).toBe(200);
    await fillUp('again@lab.example');
    expect((await server.post(REGISTER, { ...person, ...types })).status).toBe(200);
  });
});

async function mailsTo(email: string): Promise<number> {
  const messages = await server.listMessages(1000);
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
  await fillUp('payer@lab.example', 19);
  expect((await pay(1)).status).toBe(200);
  expect(await mailsTo('payer@lab.example')).toBe(20);
  expect((await pay(2)).status).toBe(200);
  expect(await mailsTo('payer@lab.example')).toBe(20);
});

test('a mail counts those of other transactions that are not committed yet', async () => {
  const mail = { kind: 'payment-expired', to: 'at-once@stranger.example', count: 1 } as const;
  const { second } = await inTransaction(server.db, async (tx) => {
    expect(await postMails(tx, server, mail)).toBe(2);
    const other = postedMails(server, mail);
    // Without a lock the other one would be written by now.
    await Promise.race([other, setTimeout(200)]);
    return { second: other };
  });
  expect(await second).toBe(0);
});

test('every kind of mail to an address that anybody may have typed has a limit, with its copies', async () => {
  const events = Object.entries(mailEvents());
  const limited = events.filter(([, { perDay }]) => typeof perDay === 'number');
  for (const [kind, { perDay }] of limited) {
    const to = `${kind}@stranger.example`;
    const count = Number(perDay) + 3;
    const posted = await postedMails(server, { kind: kind as MailEvent, to, count });
    expect([kind, posted]).toEqual([kind, Number(perDay) * 2]);
  }
  // Other kinds go only where money, an organiser, a confirmation or a request limits them.
  expect(
    Object.groupBy(
      events.map(([kind, { perDay }]) => ({ kind, perDay })),
      ({ perDay }) => (typeof perDay === 'number' ? 'limited' : perDay),
    ),
  ).toMatchObject({
    request: [{ kind: 'address-asked' }, { kind: 'place-offered' }],
    ...((hasFeature('waiting-list') || hasFeature('colleagues')) && {
      confirmed: [
        ...ifThere('waiting-list', { kind: 'offer-made' }, { kind: 'offer-ended' }),
        ...ifThere('colleagues', { kind: 'colleague-passkey' }),
      ],
    }),
  });
  expect(limited.map(([kind]) => kind)).toEqual(
    expect.arrayContaining([
      'payment-failed',
      'payment-expired',
      'free-confirmed',
      ...ifThere('author-page', 'abstract-link'),
    ]),
  );
  server.clock.advance(25 * 60 * 60_000);
  const to = 'payment-failed@stranger.example';
  expect(await postedMails(server, { kind: 'payment-expired', to, count: 2 })).toBe(2);
  expect(await postedMails(server, { kind: 'payment-failed', to, count: 2 })).toBe(0);
});

test('many checkouts with the address of a stranger cause one mail about what was not paid', async () => {
  const flooded = await startTestSite({ beside: server });
  const email = 'stranger@victim.example';
  for (let at = 0; at < 6; at += 1) await flooded.unpaidRegistration({}, { email });
  flooded.clock.advance(2 * 60 * 60_000);
  flooded.sandbox.control.advance(0);
  await flooded.pollOpenPayments();
  const mails = (await server.listMessages(1000)).filter(
    ({ content: { text }, recipient }) => recipient === email || text.includes(email),
  );
  const missed = mails.filter(({ kind }) => kind.startsWith('payment-expired'));
  expect(missed.map(({ kind }) => kind).toSorted()).toEqual([
    'payment-expired',
    'payment-expired-for-secretary',
  ]);
});
