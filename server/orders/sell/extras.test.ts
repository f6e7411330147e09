import { expect, test } from 'vitest';
import { exportJsonLines } from '#organiser/commands/export.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { listParticipants } from '#server/orders/rows/participants.ts';

const server = await startTestSite();

const PAYPAL = '/api/payment/paypal/create';
const room = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2 } as const;
type Extras = { accompanyingPerson?: unknown; extraNights?: unknown };

async function paidBy(
  provider: 'card' | 'PayPal',
  person: ReturnType<typeof aPerson>,
  extras: Extras,
) {
  const request = await server.aCheckout(room, person);
  if (provider === 'card') {
    const { json } = await server.post(request.path, { ...request.body, ...extras });
    await server.payAt(String(json['url']));
    return server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
  }
  const { json } = await server.post(PAYPAL, { ...server.aPaypalRequest(request), ...extras });
  await server.chooseAt(String(json['approvalUrl']));
  return server.post(`/api/payment/paypal/capture/${String(json['orderId'])}`);
}

const extrasOf = async (email: string) =>
  (await listParticipants(server.db))
    .filter((registration) => registration.email === email)
    .map(({ accompanyingPerson, extraNights }) => ({ accompanyingPerson, extraNights }));

test.each(['card', 'PayPal'] as const)(
  'extras of a payment with %s are in the mails to payer and secretary, and in the export',
  async (provider) => {
    const person = aPerson();
    const extras = { accompanyingPerson: true, extraNights: 3 };
    // The page calls `register` first, without extras.
    await server.post('/api/registration/register', {
      ...person,
      registrationType: room.registrationType,
      presentationType: 'SPEAKER',
    });
    expect((await paidBy(provider, person, extras)).json).toMatchObject({ success: true });
    expect(await extrasOf(person.email)).toEqual([extras]);

    const { requests } = server.content.mails;
    const confirmed = (await server.listMessages(1000)).filter(
      ({ kind, content }) =>
        kind.startsWith('payment-confirmed') && content.text.includes(person.name),
    );
    expect(confirmed.map(({ kind }) => kind).toSorted()).toEqual([
      'payment-confirmed',
      'payment-confirmed-for-secretary',
    ]);
    for (const { content } of confirmed) {
      for (const line of [
        [requests.accompanyingPerson, `1 (${requests.note})`],
        [requests.extraNights, `3 (${requests.note})`],
      ]) {
        expect(content.text.replaceAll(/ {2,}/g, ' ')).toContain(line.join(' '));
      }
    }
    const lines: string[] = [];
    await exportJsonLines(server.db, server.files.store, async (line) => void lines.push(line));
    const exported = lines.map((line): unknown => JSON.parse(line));
    expect(exported).toContainEqual(
      expect.objectContaining({ type: 'registration', email: person.email, ...extras }),
    );
  },
);

test('the mails mention no extras if the person asks for none', async () => {
  const person = aPerson();
  await paidBy('PayPal', person, { accompanyingPerson: false, extraNights: 0 });
  const { requests } = server.content.mails;
  for (const { content } of await server.listMessages(1000)) {
    if (content.text.includes(person.name)) expect(content.text).not.toContain(requests.note);
  }
});

test('a call to PayPal without extras, as specified, means that the person wants none', async () => {
  const person = aPerson();
  // The person first asked for extras, went to the card page and returned.
  const request = await server.aCheckout(room, person);
  await server.post(request.path, { ...request.body, accompanyingPerson: true, extraNights: 2 });
  expect((await paidBy('PayPal', person, {})).json).toMatchObject({ success: true });
  expect(await extrasOf(person.email)).toEqual([{ accompanyingPerson: false, extraNights: 0 }]);
});

test('extras of a paid registration do not change through the form, with either provider', async () => {
  const person = aPerson();
  const extras = { accompanyingPerson: true, extraNights: 1 };
  await paidBy('PayPal', person, extras);
  for (const provider of ['card', 'PayPal'] as const) {
    await paidBy(provider, person, { accompanyingPerson: false, extraNights: 9 });
  }
  expect(await extrasOf(person.email)).toEqual([extras]);
});

test.each([
  { extraNights: -1 },
  { extraNights: 366 },
  { extraNights: 1.5 },
  { extraNights: '2' },
  { accompanyingPerson: 'yes' },
])('the call to PayPal refuses %j and names the field', async (change) => {
  const request = await server.aCheckout(room);
  const body = { ...server.aPaypalRequest(request), ...change };
  expect(await server.post(PAYPAL, body)).toMatchObject({
    status: 400,
    json: { success: false, fields: Object.keys(change) },
  });
});
