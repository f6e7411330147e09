import { afterEach, describe, expect, test } from 'vitest';
import type { Content, Prices } from '#contract/content.ts';
import type { Opening } from '#contract/content/opening.ts';
import { asCents } from '#contract/money.ts';
import { hasOneWriter, inTransaction } from '#server/database/database.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { changeLimit, takenPlaces } from '#server/payments/places.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { recordsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import {
  aCheckout,
  aPaypalRequest,
  aPerson,
  chooseAt,
  openedCheckout,
  openedPaypal,
  payAt,
} from '#tests/support/visitor.ts';

let server: TestServer;
afterEach(() => server.close());

const PRICING = '/api/registration/get-pricing-config';
const question = { registrationType: 'REGISTRATION_ONLY', presentationType: 'POSTER' };
const MINUTE = 60_000;

/** An opening that ends, or begins, so many milliseconds from now. */
function inFuture(ms: number, end: 'from' | 'until' = 'until'): Opening {
  const at = new Date(Date.now() + ms).toISOString();
  return { [end]: { at, day: 'that day', words: 'that day' } };
}

function withOpening(opening: Partial<Content['conference']['opening']>): Content {
  const { conference } = fixtureContent;
  return {
    ...fixtureContent,
    conference: { ...conference, opening: { ...conference.opening, ...opening } },
  };
}

function withPrices(prices: Partial<Prices>): Content {
  return { ...fixtureContent, prices: { ...fixtureContent.prices, ...prices } };
}

function withType(id: string, change: Partial<Prices['presentationTypes'][number]>): Prices {
  const { prices } = fixtureContent;
  return {
    ...prices,
    presentationTypes: prices.presentationTypes.map((type) =>
      type.id === id ? { ...type, ...change } : type,
    ),
  };
}

describe('after registration has closed', () => {
  test('prices, registrations and checkouts are refused in words, and what was opened in time is paid', async () => {
    server = await startTestServer({ content: withOpening({ registration: inFuture(MINUTE) }) });
    const inTime = await openedCheckout(server);
    const byPaypal = await openedPaypal(server);
    const late = await aCheckout(server);
    server.clock.advance(MINUTE);

    const words = 'Registration closed that day. Please write to secretary@polymersummit.example.';
    const refused = { status: 409, json: { success: false, code: 'closed', message: words } };
    expect(await server.post(PRICING, question)).toMatchObject(refused);
    expect(
      await server.post('/api/registration/register', {
        ...late.person,
        presentationType: 'POSTER',
      }),
    ).toMatchObject(refused);
    expect(await server.post(late.path, late.body)).toMatchObject(refused);
    expect(
      await server.post('/api/payment/paypal/create', aPaypalRequest(server, late)),
    ).toMatchObject(refused);
    expect(await server.db.selectFrom('registrations').selectAll().execute()).toHaveLength(2);

    // A second click leads to the checkout that is open, also one that would be replaced otherwise.
    for (const minutes of [0, 40]) {
      server.clock.advance(minutes * MINUTE);
      const again = await server.post(inTime.path, inTime.body);
      expect(again.json['sessionId']).toBe(inTime.sessionId);
    }
    await payAt(inTime.url);
    await server.post(`/api/payment/update?sessionId=${inTime.sessionId}`);
    expect((await recordsOf(server, inTime.sessionId)).order.state).toBe('CONFIRMED');
    await chooseAt(byPaypal.url);
    await server.post(`/api/payment/paypal/capture/${byPaypal.orderId}`);
    expect((await recordsOf(server, byPaypal.orderId)).order.state).toBe('CONFIRMED');
  });

  test('a checkout that lapsed is not opened anew', async () => {
    server = await startTestServer({ content: withOpening({ registration: inFuture(MINUTE) }) });
    const { path, body } = await openedCheckout(server);
    server.clock.advance(61 * MINUTE);
    expect(await server.post(path, body)).toMatchObject({ status: 409, json: { code: 'closed' } });
  });
});

test('before registration opens, the words say when it does', async () => {
  server = await startTestServer({
    content: withOpening({ registration: inFuture(MINUTE, 'from') }),
  });
  const { status, json } = await server.post(PRICING, question);
  expect({ status, ...json }).toMatchObject({
    status: 409,
    message: 'Registration opens that day. Please write to secretary@polymersummit.example.',
  });
  server.clock.advance(MINUTE);
  expect((await server.post(PRICING, question)).status).toBe(200);
});

test('one presentation type, the rooms and an extra close each for themselves', async () => {
  const prices = withType('poster', { opening: inFuture(-1) });
  const { room } = prices;
  server = await startTestServer({
    content: withPrices({
      ...prices,
      room: room && { ...room, opening: inFuture(-1) },
      extras: [
        {
          id: 'dinner',
          label: 'Conference dinner',
          price: [asCents(6500)],
          most: 2,
          opening: inFuture(-1),
        },
      ],
    }),
  });
  const messageOf = async (change: object) => {
    const { json } = await server.post(PRICING, {
      ...question,
      presentationType: 'SPEAKER',
      ...change,
    });
    return json['message'];
  };
  expect(await messageOf({ presentationType: 'POSTER' })).toContain(
    'Registration as Poster closed',
  );
  expect(await messageOf({ registrationType: 'REGISTRATION_AND_ACCOMMODATION' })).toContain(
    'Accommodation closed',
  );
  expect(await messageOf({ extras: [{ id: 'dinner', count: 1 }] })).toContain(
    'Conference dinner closed',
  );
  expect(await messageOf({})).toBeUndefined();
});

test('abstracts and discounts close each for themselves', async () => {
  server = await startTestServer({
    content: withOpening({ abstracts: inFuture(-1), discounts: inFuture(-1) }),
  });
  const { name, email, phone, instituteOrUniversity, country } = aPerson();
  const discount = await server.post('/api/discounts/create-session', {
    name,
    phone,
    instituteOrUniversity,
    country,
    customerEmail: email,
    description: 'Invited speaker',
    unitAmount: '105.00',
  });
  expect(discount.status).toBe(409);
  expect(discount.text).toContain('The payment of agreed amounts closed that day.');
  const form = new FormData();
  form.set('name', name);
  const abstract = await fetch(`${server.origin}/api/form-submission/submit`, {
    method: 'POST',
    body: form,
  });
  expect(abstract.status).toBe(409);
  expect(await abstract.text()).toContain('The submission of abstracts closed that day.');
  expect((await server.post(PRICING, question)).status).toBe(200);
});

describe('prices by date', () => {
  const byDate = () =>
    withPrices({
      ...withType('poster', { price: [asCents(20_000), asCents(30_000)] }),
      phases: [
        { name: 'Early', until: inFuture(MINUTE).until },
        { name: 'Regular', until: undefined },
      ],
    });

  test('a page from before the change is told, and the next one gets the new price', async () => {
    server = await startTestServer({ content: byDate() });
    const early = await aCheckout(server, { presentationType: 'POSTER' });
    expect(early.totalPrice).toBe(210);
    server.clock.advance(MINUTE);
    expect(await server.post(early.path, early.body)).toMatchObject({
      status: 409,
      json: { code: 'price-changed', message: 'The price has changed, please reload' },
    });
    const regular = await openedCheckout(server, { presentationType: 'POSTER' });
    expect(regular.totalPrice).toBe(315);
    expect((await recordsOf(server, regular.sessionId)).order).toMatchObject({
      amountCents: 31_500,
      lines: [{ words: 'Registration (Poster, Regular)', cents: 30_000 }, { cents: 1500 }],
    });
  });

  test('a checkout that was opened before is paid at the price it was opened at', async () => {
    server = await startTestServer({ content: byDate() });
    const { sessionId, url } = await openedCheckout(server, { presentationType: 'POSTER' });
    server.clock.advance(2 * MINUTE);
    await payAt(url);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    expect(await recordsOf(server, sessionId)).toMatchObject({
      order: { state: 'CONFIRMED', amountCents: 21_000 },
      payment: { state: 'PAID', amountCents: 21_000 },
    });
  });
});

describe('places', () => {
  const limited = (places: number) => withPrices(withType('poster', { places }));
  const poster = { presentationType: 'POSTER' } as const;

  test('the last ten are sold once, to two hundred who press at one moment', async () => {
    server = await startTestServer({ content: limited(10) });
    // On PostgreSQL a second server takes half of the crowd.
    const other = hasOneWriter(server.db)
      ? undefined
      : await startTestServer({ content: limited(10), beside: server });
    const crowd = await Promise.all(Array.from({ length: 200 }, () => aCheckout(server, poster)));
    const answers = await Promise.all(
      crowd.map(({ path, body }, at) =>
        (at % 2 === 0 ? server : (other ?? server)).post(path, body),
      ),
    );
    const sold = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(sold).toHaveLength(10);
    expect(new Set(refused.map(({ json }) => json['code']))).toEqual(new Set(['sold-out']));
    expect(refused[0]?.json['message']).toBe(
      'All places as Poster are taken or being paid for at this moment. Please try again in an hour, ' +
        'or write to secretary@polymersummit.example to be put on the waiting list. Nothing was charged.',
    );
    expect(await server.db.selectFrom('registrations').selectAll().execute()).toHaveLength(10);
    expect((await takenPlaces(server.db)).get('type:poster')).toEqual({ paid: 0, held: 10 });
    await other?.close();
  });

  test('are held while a checkout is open, given back when it lapses, and kept by who has paid', async () => {
    server = await startTestServer({ content: limited(1) });
    const lapsing = await openedCheckout(server, poster);
    const waiting = { ...question };
    expect(await server.post(PRICING, waiting)).toMatchObject({
      status: 409,
      json: { code: 'sold-out' },
    });
    // Whoever holds the place is not refused by it: a reload, another way to pay, another room.
    expect((await server.post(lapsing.path, lapsing.body)).status).toBe(200);

    server.clock.advance(2 * 60 * MINUTE);
    server.sandbox.control.advance(0);
    await pollOpenPayments(server.context, unexpected);
    const paying = await openedCheckout(server, poster);
    await payAt(paying.url);
    await server.post(`/api/payment/update?sessionId=${paying.sessionId}`);
    server.clock.advance(2 * 60 * MINUTE);
    const { json } = await server.post(PRICING, waiting);
    expect(json['message']).toBe(
      'All places as Poster are taken. Please write to secretary@polymersummit.example to be put on the waiting list. Nothing was charged.',
    );
    // The one whose checkout lapsed does not get in by it.
    expect(await server.post(lapsing.path, lapsing.body)).toMatchObject({
      json: { code: 'sold-out' },
    });
    expect((await server.post(PRICING, { ...waiting, presentationType: 'SPEAKER' })).status).toBe(
      200,
    );
  });

  test('of the same person are counted once, whatever else is chosen', async () => {
    server = await startTestServer({ content: limited(1) });
    const first = await openedCheckout(server, poster);
    const { name, phone, email, instituteOrUniversity, country } = first.person;
    const person = { name, phone, email, instituteOrUniversity, country };
    const room = {
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      presentationType: 'POSTER',
      accommodationNights: 1,
      accommodationGuests: 0,
    };
    const id = 'poster-stay-1n-0g';
    const answer = await server.post(`/api/payment/create-checkout-session?pricingConfigId=${id}`, {
      ...person,
      ...room,
    });
    expect(answer.status).toBe(200);
  });

  test('of rooms are counted by night, and of extras by piece', async () => {
    const { room } = fixtureContent.prices;
    server = await startTestServer({
      content: withPrices({
        room: room && { ...room, nights: 5 },
        extras: [
          {
            id: 'dinner',
            label: 'Conference dinner',
            price: [asCents(6500)],
            most: 4,
            places: 3,
            opening: {},
          },
        ],
      }),
    });
    const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3 } as const;
    await openedCheckout(server, stay);
    const full = (
      await server.post(PRICING, {
        ...question,
        registrationType: stay.registrationType,
        numberOfNights: 3,
      })
    ).json['message'];
    expect(full).toContain('All room nights are taken');
    await openedCheckout(server, { ...stay, nights: 2 });

    const dinnerFor = (count: number) =>
      server.post(PRICING, { ...question, extras: [{ id: 'dinner', count }] });
    expect((await dinnerFor(3)).status).toBe(200);
    expect((await dinnerFor(4)).json['message']).toContain('All places for Conference dinner');
  });

  test('are more at once when an organiser says so, until the content says something else', async () => {
    server = await startTestServer({ content: limited(1) });
    await openedCheckout(server, poster);
    const status = async () => (await server.post(PRICING, question)).status;
    expect(await status()).toBe(409);
    const change = { kind: 'type:poster', limit: 2 };
    await inTransaction(server.db, (tx) => changeLimit(tx, { ...change, insteadOf: 1 }));
    expect(await status()).toBe(200);
    // Made when content/ said something else than it does now.
    await inTransaction(server.db, (tx) => changeLimit(tx, { ...change, insteadOf: 7 }));
    expect(await status()).toBe(409);
  });
});

test('extras are charged, named on the receipt, and counted', async () => {
  server = await startTestServer({
    content: withPrices({
      extras: [
        { id: 'dinner', label: 'Conference dinner', price: [asCents(6500)], most: 2, opening: {} },
        { id: 'tour', label: 'City tour', price: [asCents(1000)], most: 1, opening: {} },
      ],
    }),
  });
  const { json } = await server.post(PRICING, {
    ...question,
    extras: [
      { id: 'dinner', count: 2 },
      { id: 'tour', count: 1 },
    ],
  });
  expect(json['0']).toMatchObject({
    id: 'poster.dinner-2.tour-1',
    totalPrice: 460.95,
    extras: [
      { label: 'Conference dinner', count: 2, price: 130 },
      { label: 'City tour', count: 1, price: 10 },
    ],
  });
  const person = aPerson();
  const path = '/api/payment/create-checkout-session?pricingConfigId=poster.dinner-2.tour-1';
  const answer = await server.post(path, { ...person, ...question, unitAmount: 460.95 });
  expect(answer.status).toBe(200);
  expect((await recordsOf(server, String(answer.json['sessionId']))).order.lines).toEqual([
    { words: 'Registration (Poster)', cents: 29_900 },
    { words: 'Conference dinner, 2', cents: 13_000 },
    { words: 'City tour', cents: 1000 },
    { words: 'Processing fee of 5%', cents: 2195 },
  ]);
  expect((await takenPlaces(server.db)).get('extra:dinner')).toEqual({ paid: 0, held: 2 });
});
