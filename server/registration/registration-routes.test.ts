import { describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { linesOf } from '#server/orders/rows/orders.ts';
import { choiceOf } from '#server/orders/rows/registration-items.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { listParticipants } from '#server/orders/rows/participants.ts';

const server = await startTestSite();

const REGISTER = '/api/registration/register';
const PRICING = '/api/registration/get-pricing-config';
const aRegistration = (traits = {}) => ({ ...aPerson(), presentationType: 'SPEAKER', ...traits });
const registrationsOf = async (email: string) =>
  (await listParticipants(server.db)).filter((registration) => registration.email === email);

describe('get-pricing-config', () => {
  const choice = {
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    presentationType: 'DELEGATE',
    numberOfNights: 2,
    numberOfGuests: 1,
  };

  test('offers the price of the choice in euros', async () => {
    const { status, json } = await server.post(PRICING, choice);
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        id: 'delegate-stay-2n-1g',
        totalPrice: 815.85,
        processingFeePercent: 5,
        presentationType: { type: 'DELEGATE', price: 449 },
        accommodationOption: { nights: 2, guests: 1, price: 328 },
      },
    ]);
  });

  test.each([{}, { numberOfNights: 0 }])(
    'leaves the room out of a registration without accommodation, also with %j',
    async (room) => {
      const { json } = await server.post(PRICING, {
        ...choice,
        ...room,
        registrationType: 'REGISTRATION_ONLY',
      });
      expect(json['0']).toMatchObject({ id: 'delegate', totalPrice: 471.45 });
      expect(json['0']).not.toHaveProperty('accommodationOption');
    },
  );

  test.each([
    { numberOfNights: 0 },
    { numberOfNights: 11 },
    { numberOfNights: 1.5 },
    { numberOfNights: '2' },
    { numberOfGuests: -1 },
    { numberOfGuests: 11 },
    { presentationType: 'constructor' },
    { presentationType: '__proto__' },
    { presentationType: ['DELEGATE'] },
    { registrationType: 'FREE' },
  ])('refuses %j and names the field', async (change) => {
    const { status, json } = await server.post(PRICING, { ...choice, ...change });
    expect(status).toBe(400);
    expect(json).toMatchObject({ success: false, fields: Object.keys(change) });
  });
});

describe('register', () => {
  atOnce(
    'a register call and a checkout of one person at the same moment record one registration',
    async () => {
      const people = await Promise.all(Array.from({ length: 20 }, () => server.aCheckout()));
      await Promise.all(
        people.flatMap(({ person, path, body }, at) => {
          const register = () => server.post(REGISTER, { ...person, presentationType: 'SPEAKER' });
          const checkout = () => server.post(path, body);
          return at % 2 === 0 ? [register(), checkout()] : [checkout(), register()];
        }),
      );
      for (const { person } of people) expect(await registrationsOf(person.email)).toHaveLength(1);
    },
  );

  test('stores the typed entries, trimmed and in one Unicode form', async () => {
    const person = aRegistration({ name: '  Zoe\u0308 Ångström ', presentationType: 'Listener' });
    expect(await server.post(REGISTER, person)).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect(await registrationsOf(person.email)).toMatchObject([
      { name: 'Zoë Ångström', presentationType: 'listener', country: 'Sweden' },
    ]);
  });

  test('treats both spellings of a presentation type as one type', async () => {
    const person = aRegistration({ presentationType: 'Delegate' });
    await server.post(REGISTER, person);
    await server.post(REGISTER, { ...person, presentationType: 'DELEGATE' });
    expect(await registrationsOf(person.email)).toHaveLength(1);
  });

  atOnce(
    'records one registration for a double click, and one for each Idempotency-Key',
    async () => {
      const person = aRegistration();
      await Promise.all([1, 2, 3].map(() => server.post(REGISTER, person)));
      expect(await registrationsOf(person.email)).toHaveLength(1);

      const keyed = aRegistration();
      const headers = { 'idempotency-key': 'a-key-of-mine' };
      await Promise.all([1, 2, 3].map(() => server.post(REGISTER, keyed, headers)));
      await server.post(REGISTER, keyed, { 'idempotency-key': 'another-key' });
      expect(await registrationsOf(keyed.email)).toHaveLength(2);
    },
  );

  test('records another registration after ten minutes', async () => {
    const person = aRegistration();
    await server.post(REGISTER, person);
    server.clock.advance(11 * 60_000);
    await server.post(REGISTER, person);
    expect(await registrationsOf(person.email)).toHaveLength(2);
  });

  test.each([
    { name: '' },
    { name: '\u200b\u200b' },
    { name: 'a\u0000b' },
    { name: '\ud800' },
    { name: 'x'.repeat(10_000) },
    { phone: null },
    { email: 'a@b\r\nBcc: x@y' },
    { email: 'nobody' },
    { email: 'root@localhost' },
    { email: 'a..b@c.de' },
    { instituteOrUniversity: 7 },
    { country: ['Sweden'] },
    { presentationType: 'toString' },
  ])('refuses %j and stores nothing', async (change) => {
    const before = (await listParticipants(server.db)).length;
    const { status, json } = await server.post(REGISTER, aRegistration(change));
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'bad-request', fields: Object.keys(change) });
    expect(await listParticipants(server.db)).toHaveLength(before);
  });

  test('removes direction marks and line breaks from a name', async () => {
    const person = aRegistration({ name: '\u202eAda \u2066Lovelace\u2069\u2028Byron' });
    expect((await server.post(REGISTER, person)).status).toBe(200);
    expect(await registrationsOf(person.email)).toMatchObject([{ name: 'Ada Lovelace Byron' }]);
  });

  test('ignores unknown keys and does not return them', async () => {
    const person = aRegistration();
    // Another call knows some of these, and a registration has columns for them.
    const unknown = {
      id: 'mine',
      createdAt: 'never',
      accompanyingPerson: true,
      extraNights: 7,
      state: 'PAID',
    };
    const { status, json } = await server.post(REGISTER, { ...person, ...unknown });
    expect({ status, json }).toEqual({
      status: 200,
      json: { success: true, message: expect.any(String) },
    });
    const { instituteOrUniversity: institute, ...rest } = person;
    expect(await registrationsOf(person.email)).toEqual([
      {
        ...rest,
        institute,
        language: 'en',
        presentationType: 'speaker',
        id: expect.stringMatching(/^[0-9a-z]{26}$/),
        pageToken: expect.stringMatching(/^[0-9a-z]{26}$/),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-/),
      },
    ]);
  });
});

describe('create-checkout-session', () => {
  test('stores registration, order and payment and leads to the hosted page', async () => {
    const { path, body, person, totalPrice } = await server.aCheckout({
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 3,
      guests: 1,
    });
    const { status, json } = await server.post(path, body);
    expect(status).toBe(200);
    expect(String(json['url'])).toBe(`${server.origin}/sandbox/stripe/pay/${json['sessionId']}`);
    const [registration] = await registrationsOf(person.email);
    const order = (await server.listOrders()).find(
      ({ customer }) => customer.email === person.email,
    );
    expect(order).toMatchObject({
      participantIds: [registration?.id],
      amountCents: Math.round(totalPrice * 100),
      state: 'AWAITING_PAYMENT',
    });
    // The page's own reference has the name of the person who orders.
    const stored = await server.db.selectFrom('orders').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.orderReference);
    const lines = order ? linesOf(order) : [];
    expect(lines).toEqual([
      { words: 'Registration (Speaker)', cents: expect.any(Number) },
      {
        words:
          'Room, 3 nights, 1 guest\nJade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026',
        cents: expect.any(Number),
      },
      { words: 'Processing fee of 5%', cents: order?.feeCents, isFee: true },
    ]);
    const sum = lines.reduce((total, { cents }) => total + cents, 0);
    expect(sum).toBe(order?.amountCents);
  });

  test('names the conference and the items on the hosted page of each provider', async () => {
    const stay = {
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 1,
      guests: 2,
    } as const;
    const card = await server.openedCheckout(stay);
    const paypal = await server.openedPaypal({}, stay);
    for (const { url } of [card, paypal]) {
      const page = await (await fetch(url)).text();
      expect(page).toContain(server.content.conference.name);
      expect(page).toContain('Registration (Speaker); Room, 1 night, 2 guests');
    }
  });

  test('pays for the registration that register stored before', async () => {
    const { path, body, person } = await server.aCheckout();
    await server.post(REGISTER, { ...person, presentationType: 'SPEAKER' });
    await server.post(path, body);
    expect(await registrationsOf(person.email)).toHaveLength(1);
  });

  test('pays for a second registration if the first one has the other registration type', async () => {
    const person = aPerson();
    const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION' } as const;
    await server.post(REGISTER, {
      ...person,
      presentationType: 'SPEAKER',
      registrationType: 'REGISTRATION_ONLY',
    });
    await server.openedPaypal(person, stay);
    await server.openedPaypal(person);
    const registrations = await registrationsOf(person.email);
    expect(registrations.map(({ registrationType }) => registrationType).toSorted()).toEqual([
      'registration',
      'stay',
    ]);
    const orders = (await server.listOrders()).filter(
      ({ customer }) => customer.email === person.email,
    );
    for (const { participantIds, items } of orders) {
      const paidFor = registrations.find(({ id }) => participantIds.includes(id));
      expect(paidFor?.registrationType).toBe(choiceOf(items)?.registration);
    }
  });

  test('and the call to PayPal replace earlier extras; a call without extras means none', async () => {
    const { path, body, person } = await server.aCheckout();
    const extrasOf = async () => {
      const [registration] = await registrationsOf(person.email);
      return [registration?.accompanyingPerson, registration?.extraNights];
    };
    await server.openedPaypal(person);
    expect(await extrasOf()).toEqual([false, 0]);
    await server.post(path, { ...body, accompanyingPerson: true, extraNights: 2 });
    expect(await extrasOf()).toEqual([true, 2]);
    await server.openedPaypal(person);
    expect(await extrasOf()).toEqual([false, 0]);
    expect(await registrationsOf(person.email)).toHaveLength(1);
  });

  test.each([
    ['a price of one cent', { unitAmount: 0.01 }, 409],
    ['a negative price', { unitAmount: -1 }, 409],
    ['a price with a comma', { unitAmount: '418,95' }, 409],
    ['a price with an exponent', { unitAmount: '4e2' }, 409],
    ['a huge price', { unitAmount: 1e9 }, 409],
    ['other nights', { accommodationNights: 1 }, 409],
    ['other guests', { accommodationGuests: 0 }, 409],
    ['another presentation', { presentationType: 'STUDENT' }, 409],
    ['another registration type', { registrationType: 'REGISTRATION_ONLY' }, 409],
    ['another price in the body', { pricingConfigId: 'student' }, 400],
    ['dollars', { currency: 'usd' }, 400],
    ['two at once', { quantity: 2 }, 400],
    ['none', { quantity: 0 }, 400],
    ['a foreign success address', { successUrl: 'https://evil.example/payment-success' }, 400],
    ['an address without a scheme', { cancelUrl: '//evil.example/' }, 400],
    ['a script as an address', { cancelUrl: 'javascript:alert(1)' }, 400],
  ])('refuses %s and stores nothing', async (_, change, expected) => {
    const { path, body, person } = await server.aCheckout({
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 4,
      guests: 2,
    });
    const { status, json } = await server.post(path, { ...body, ...change });
    expect(status).toBe(expected);
    expect(json).toMatchObject({ success: false, message: expect.any(String) });
    expect(await registrationsOf(person.email)).toHaveLength(0);
    const orders = await server.listOrders();
    expect(orders.some(({ customer }) => customer.email === person.email)).toBe(false);
  });

  test('refuses our own host as the user name in an address', async () => {
    const { path, body } = await server.aCheckout();
    const disguised = `http://${new URL(server.origin).host}@evil.example/`;
    expect((await server.post(path, { ...body, successUrl: disguised })).status).toBe(400);
  });

  test('refuses another price, and an unknown price', async () => {
    const { body } = await server.aCheckout();
    const other = { ...body, pricingConfigId: 'student' };
    const base = '/api/payment/create-checkout-session?pricingConfigId=';
    expect((await server.post(`${base}student`, other)).status).toBe(409);
    const unknown = { ...body, pricingConfigId: 'student-stay-99n-0g' };
    expect(await server.post(`${base}student-stay-99n-0g`, unknown)).toMatchObject({
      status: 404,
      json: { message: 'Pricing configuration not found' },
    });
    expect((await server.post(`${base}speaker&pricingConfigId=student`, body)).status).toBe(400);
  });
});
