import { MINUTE } from '#contract/time-spans.ts';
import { describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Content, Prices } from '#contract/content.ts';
import type { Opening } from '#contract/content/opening.ts';
import { asCents } from '#contract/money.ts';
import { hasOneWriter, inTransaction } from '#server/database/database.ts';
import { linesOf } from '#server/orders/rows/orders.ts';
import { changeLimit } from './places.ts';
import { takenPlaces } from './taken-places.ts';
import { openReviews } from '#server/payments/reviews.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aCheckout, aPerson } from '#tests/support/visitor.ts';

let server: TestSite;

const PRICING = '/api/registration/get-pricing-config';
const question = { registrationType: 'REGISTRATION_ONLY', presentationType: 'POSTER' };

/** An opening that ends, or begins, this many milliseconds from now. */
function inFuture(ms: number, end: 'from' | 'until' = 'until'): Opening {
  const at = new Date(Date.now() + ms).toISOString();
  return { [end]: { at, day: 'that day', words: 'that day', label: '' } };
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
  test('prices, registrations and checkouts are refused with a sentence, and checkouts that were opened in time can be paid', async () => {
    server = await startTestSite({ content: withOpening({ registration: inFuture(MINUTE) }) });
    const inTime = await server.openedCheckout();
    const byPaypal = await server.openedPaypal();
    const late = await server.aCheckout();
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
      await server.post('/api/payment/paypal/create', server.aPaypalRequest(late)),
    ).toMatchObject(refused);
    expect(await server.db.selectFrom('participants').selectAll().execute()).toHaveLength(2);

    // A second click leads to the open checkout, also after 40 minutes, when a new checkout would replace it if
    // registration were open.
    for (const minutes of [0, 40]) {
      server.clock.advance(minutes * MINUTE);
      const again = await server.post(inTime.path, inTime.body);
      expect(again.json['sessionId']).toBe(inTime.sessionId);
    }
    await server.payAt(inTime.url);
    await server.post(`/api/payment/update?sessionId=${inTime.sessionId}`);
    expect((await server.recordsOf(inTime.sessionId)).order.state).toBe('CONFIRMED');
    await server.chooseAt(byPaypal.url);
    await server.post(`/api/payment/paypal/capture/${byPaypal.orderId}`);
    expect((await server.recordsOf(byPaypal.orderId)).order.state).toBe('CONFIRMED');
  });

  test('a lapsed checkout is not opened again', async () => {
    server = await startTestSite({ content: withOpening({ registration: inFuture(MINUTE) }) });
    const { path, body } = await server.openedCheckout();
    server.clock.advance(61 * MINUTE);
    expect(await server.post(path, body)).toMatchObject({ status: 409, json: { code: 'closed' } });
  });
});

test('before registration opens, the refusal says when it opens', async () => {
  server = await startTestSite({
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

test('a presentation type, the rooms and an extra each have their own opening time', async () => {
  const soon = inFuture(MINUTE, 'from');
  const prices = withType('poster', { opening: soon });
  const { room } = prices;
  const extra = { id: 'dinner', label: 'Dinner', price: [asCents(6500)], most: 2, opening: soon };
  server = await startTestSite({
    content: withPrices({
      ...prices,
      room: room && { ...room, opening: soon },
      extras: [extra],
    }),
  });
  const asSpeaker = { ...question, presentationType: 'SPEAKER' };
  const wishes = [
    question,
    { ...asSpeaker, registrationType: 'REGISTRATION_AND_ACCOMMODATION' },
    { ...asSpeaker, extras: [{ id: 'dinner', count: 1 }] },
  ];
  const answers = () => Promise.all(wishes.map((wish) => server.post(PRICING, wish)));
  expect((await answers()).map(({ json }) => json['message'])).toEqual(
    ['Registration as Poster', 'Accommodation', 'Dinner'].map(
      (what) => `${what} opens that day. Please write to secretary@polymersummit.example.`,
    ),
  );
  expect((await server.post(PRICING, asSpeaker)).status).toBe(200);
  server.clock.advance(MINUTE);
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a presentation type that closed takes no registration and opens no checkout', async () => {
  server = await startTestSite({
    content: withPrices(withType('poster', { opening: inFuture(MINUTE) })),
  });
  const late = await server.aCheckout({ presentationType: 'POSTER' });
  server.clock.advance(MINUTE);
  const refused = { status: 409, json: { code: 'closed' } };
  const body = { ...late.person, presentationType: 'POSTER' };
  expect(await server.post('/api/registration/register', body)).toMatchObject(refused);
  expect(await server.post(late.path, late.body)).toMatchObject(refused);
  const byPaypal = server.aPaypalRequest(late);
  expect(await server.post('/api/payment/paypal/create', byPaypal)).toMatchObject(refused);
});

test('a conference without rooms has no price for a room and sells none', async () => {
  server = await startTestSite({ content: withPrices({ room: undefined }) });
  const stay = { ...question, registrationType: 'REGISTRATION_AND_ACCOMMODATION' };
  const { status, text } = await server.post(PRICING, stay);
  expect({ status, text }).toEqual({ status: 200, text: '[]' });
  const path = '/api/payment/create-checkout-session?pricingConfigId=poster-stay-1n-0g';
  expect(await server.post(path, { ...aPerson(), ...stay })).toMatchObject({
    status: 404,
    json: { code: 'unknown-price' },
  });
});

test('without a processing fee the price is the total, and no line names a fee', async () => {
  server = await startTestSite({
    content: withPrices({ fee: { percent: 0, fixed: asCents(0) } }),
  });
  const { sessionId, totalPrice } = await server.openedCheckout({ presentationType: 'POSTER' });
  expect(totalPrice).toBe(299);
  const { order } = await server.recordsOf(sessionId);
  expect(order).toMatchObject({ amountCents: 29_900, feeCents: 0 });
  expect(linesOf(order)).toEqual([{ words: 'Registration (Poster)', cents: 29_900 }]);
});

test('a presentation type, the rooms and an extra each have their own closing time', async () => {
  const prices = withType('poster', { opening: inFuture(-1) });
  const { room } = prices;
  server = await startTestSite({
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

test.each([
  ['closed', inFuture(-1)],
  ['opens', inFuture(60 * MINUTE, 'from')],
])('abstracts and discounts have hours of their own: each %s that day', async (verb, hours) => {
  server = await startTestSite({ content: withOpening({ abstracts: hours, discounts: hours }) });
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
  expect(discount.text).toContain(`The payment of agreed amounts ${verb} that day.`);
  const form = new FormData();
  form.set('name', name);
  const abstract = await fetch(`${server.origin}/api/form-submission/submit`, {
    method: 'POST',
    body: form,
  });
  expect(abstract.status).toBe(409);
  expect(await abstract.text()).toContain(`The submission of abstracts ${verb} that day.`);
  expect((await server.post(PRICING, question)).status).toBe(200);
});

test('the checkout of an agreed amount can be paid after the end, and no new checkout is opened', async () => {
  server = await startTestSite({ content: withOpening({ discounts: inFuture(MINUTE) }) });
  const { name, email, phone, instituteOrUniversity, country } = aPerson();
  const person = { phone, instituteOrUniversity, country, customerEmail: email };
  const body = { ...person, name, description: 'Invited speaker', unitAmount: '105.00' };
  const inTime = await server.post('/api/discounts/create-session', body);
  const sessionId = String(inTime.json['sessionId']);
  server.clock.advance(MINUTE);
  const again = await server.post('/api/discounts/create-session', body);
  expect(again.json['sessionId']).toBe(sessionId);
  const other = { ...person, customerName: 'Bea Weiss', amount: 105, currency: 'EUR' };
  expect(await server.post('/api/discounts/paypal/create', other)).toMatchObject({
    status: 409,
    json: { code: 'closed' },
  });
  await server.payAt(String(inTime.json['url']));
  await server.post(`/api/discounts/update?sessionId=${sessionId}`);
  expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
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

  test('a page from before the change is refused, and the next page gets the new price', async () => {
    server = await startTestSite({ content: byDate() });
    const early = await server.aCheckout({ presentationType: 'POSTER' });
    expect(early.totalPrice).toBe(210);
    server.clock.advance(MINUTE);
    expect(await server.post(early.path, early.body)).toMatchObject({
      status: 409,
      json: { code: 'price-changed', message: 'The price has changed, please reload' },
    });
    const regular = await server.openedCheckout({ presentationType: 'POSTER' });
    expect(regular.totalPrice).toBe(315);
    const { order } = await server.recordsOf(regular.sessionId);
    expect(order.amountCents).toBe(31_500);
    expect(linesOf(order)).toMatchObject([
      { words: 'Registration (Poster, Regular)', cents: 30_000 },
      { cents: 1500 },
    ]);
  });

  test('a checkout keeps the price at which it was opened', async () => {
    server = await startTestSite({ content: byDate() });
    const { sessionId, url } = await server.openedCheckout({ presentationType: 'POSTER' });
    server.clock.advance(2 * MINUTE);
    await server.payAt(url);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    expect(await server.recordsOf(sessionId)).toMatchObject({
      order: { state: 'CONFIRMED', amountCents: 21_000 },
      payment: { state: 'PAID', amountCents: 21_000 },
    });
  });
});

describe('places', () => {
  const limited = (places: number) => withPrices(withType('poster', { places }));
  const poster = { presentationType: 'POSTER' } as const;
  const ALL_RESERVED =
    'All places as Poster are taken or being paid for at this moment. Please try again in an hour.';

  atOnce('the last ten are sold once if two hundred visitors press at one moment', async () => {
    server = await startTestSite({ content: limited(10) });
    // On PostgreSQL a second server takes half of the crowd.
    const other = hasOneWriter(server.db)
      ? undefined
      : await startTestSite({ content: limited(10), beside: server });
    const crowd = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const site = at % 2 === 0 ? server : (other ?? server);
        return { site, ...(await aCheckout(site, poster)) };
      }),
    );
    const answers = await Promise.all(crowd.map(({ site, path, body }) => site.post(path, body)));
    const sold = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(sold).toHaveLength(10);
    expect(new Set(refused.map(({ json }) => json['code']))).toEqual(new Set(['sold-out']));
    expect(refused[0]?.json['message']).toBe(`${ALL_RESERVED} Nothing was charged.`);
    expect(await server.db.selectFrom('participants').selectAll().execute()).toHaveLength(10);
    expect((await takenPlaces(server.db)).get('type:poster')).toEqual({ paid: 0, held: 10 });
    await other?.close();
  });

  atOnce(
    'the organisers are told if two payments at one moment leave more paid places than there are',
    async () => {
      server = await startTestSite({ content: limited(2) });
      for (let round = 0; round < 4; round++) {
        const paid = await Promise.all([1, 2].map(() => server.openedCheckout(poster)));
        server.control.webhooks('off');
        for (const { url } of paid) await server.payAt(url);
        const change = { kind: 'type:poster', limit: 2 * round + 1, insteadOf: 2 };
        await inTransaction(server.db, (tx) => changeLimit(tx, change));
        const update = (sessionId: string) =>
          server.post(`/api/payment/update?sessionId=${sessionId}`);
        await Promise.all(paid.map(({ sessionId }) => update(sessionId)));
        expect((await takenPlaces(server.db)).get('type:poster')?.paid).toBe(2 * round + 2);
        expect(await openReviews(server.db)).toHaveLength(round + 1);
        await inTransaction(server.db, (tx) => changeLimit(tx, { ...change, limit: 99 }));
      }
    },
  );

  test('are reserved while a checkout is open, released when it lapses, and kept after a payment', async () => {
    server = await startTestSite({ content: limited(1) });
    const lapsing = await server.openedCheckout(poster);
    const waiting = { ...question };
    // The price is still shown: the visitor whose checkout reserves the place may have come back to the form.
    expect(await server.post(PRICING, waiting)).toMatchObject({
      status: 200,
      json: {
        0: {
          totalPrice: 313.95,
          notice: `${ALL_RESERVED} If one of them is yours, go on and pay.`,
        },
      },
    });
    const { person } = lapsing;
    const register = (who: typeof person) =>
      server.post('/api/registration/register', { ...who, ...poster });
    expect((await register(person)).status).toBe(200);
    expect((await server.post(lapsing.path, lapsing.body)).status).toBe(200);
    expect(await register(aPerson())).toMatchObject({
      status: 409,
      json: { code: 'sold-out', message: `${ALL_RESERVED} Nothing was charged.` },
    });

    server.clock.advance(2 * 60 * MINUTE);
    server.control.advance(0);
    await server.pollOpenPayments();
    await server.paidCheckout(poster);
    server.clock.advance(2 * 60 * MINUTE);
    const { status, json } = await server.post(PRICING, waiting);
    expect({ status, code: json['code'] }).toEqual({ status: 409, code: 'sold-out' });
    expect(json['message']).toBe('All places as Poster are taken.');
    // A lapsed checkout gives its visitor no place.
    expect(await server.post(lapsing.path, lapsing.body)).toMatchObject({
      json: { code: 'sold-out' },
    });
    expect((await server.post(PRICING, { ...waiting, presentationType: 'SPEAKER' })).status).toBe(
      200,
    );
  });

  test('can be reserved by one network up to a quarter of those left', async () => {
    server = await startTestSite({
      content: limited(9),
      rateLimit: true,
      trustedProxies: ['127.0.0.1'],
    });
    const checkOutFrom = async (address: string) => {
      const { path, body } = await server.aCheckout(poster);
      return server.post(path, body, { 'x-forwarded-for': address });
    };
    const first = [];
    for (const _ of [1, 2, 3]) first.push(await checkOutFrom('192.0.2.7'));
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await checkOutFrom('192.0.2.7')).toMatchObject({
      status: 429,
      json: {
        code: 'too-many-requests',
        message: expect.stringContaining('Few places are left, and several of them are reserved'),
      },
    });
    // Others find places, and a paid place is not reserved any more.
    expect((await checkOutFrom('198.51.100.7')).status).toBe(200);
    for (const { json } of first) {
      await server.payAt(String(json['url']));
      await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
    }
    expect((await checkOutFrom('192.0.2.7')).status).toBe(200);
  });

  test('are given to the first order of a network, however many it takes', async () => {
    const { room } = fixtureContent.prices;
    server = await startTestSite({
      content: withPrices({ room: room && { ...room, nights: 4 } }),
      rateLimit: true,
    });
    const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3 } as const;
    const { path, body } = await server.aCheckout(stay);
    expect((await server.post(path, body)).status).toBe(200);
  });

  test('are counted once for one person, also with another choice', async () => {
    server = await startTestSite({ content: limited(1) });
    const first = await server.openedCheckout(poster);
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

  test('are counted by night for rooms, and by piece for extras', async () => {
    const { room } = fixtureContent.prices;
    server = await startTestSite({
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
    await server.openedCheckout(stay);
    const noticeFor = async (numberOfNights: number) => {
      const { registrationType } = stay;
      const { json } = await server.post(PRICING, {
        ...question,
        registrationType,
        numberOfNights,
      });
      return json['0']?.['notice'];
    };
    expect(await noticeFor(3)).toContain('All room nights are taken or being paid for');
    expect(await noticeFor(2)).toBeUndefined();
    await server.openedCheckout({ ...stay, nights: 2 });
    expect(await noticeFor(1)).toContain('All room nights');

    const dinnerFor = (count: number) =>
      server.post(PRICING, { ...question, extras: [{ id: 'dinner', count }] });
    expect((await dinnerFor(3)).status).toBe(200);
    expect((await dinnerFor(4)).json['message']).toContain('All places for Conference dinner');
  });

  test('follow the new limit of an organiser at once, until content/ sets another limit', async () => {
    server = await startTestSite({ content: limited(1) });
    await server.openedCheckout(poster);
    const status = async () => {
      const { path, body } = await server.aCheckout(poster);
      return (await server.post(path, body)).status;
    };
    expect(await status()).toBe(409);
    const change = { kind: 'type:poster', limit: 2 };
    await inTransaction(server.db, (tx) => changeLimit(tx, { ...change, insteadOf: 1 }));
    expect(await status()).toBe(200);
    // The limit was changed when content/ had another one.
    await inTransaction(server.db, (tx) => changeLimit(tx, { ...change, insteadOf: 7 }));
    expect(await status()).toBe(409);
  });

  test('of all types count for the limit of the conference, and a full refund releases them', async () => {
    server = await startTestSite({ content: withPrices({ places: 1 }) });
    const { sessionId } = await server.paidCheckout(poster);
    const speaker = { ...question, presentationType: 'SPEAKER' };
    expect((await server.post(PRICING, speaker)).json['message']).toBe('All places are taken.');
    const { payment } = await server.recordsOf(sessionId);
    const refund = await server.requestRefund(payment.id, undefined, 'organiser');
    expect(await server.sendRefund(refund)).toBe('SENT');
    expect((await server.post(PRICING, speaker)).status).toBe(200);
  });

  test('a label of an earlier version still names the address of the waiting list', async () => {
    const { prices, conference } = { ...limited(0) };
    const { labels } = fixtureContent;
    const allTaken = 'All {places} are taken. Please write to {contact}.';
    const content = {
      ...fixtureContent,
      prices,
      conference: { ...conference, waitingList: 'list@lab.example' },
      labels: { ...labels, refusals: { ...labels.refusals, allTaken } },
    };
    server = await startTestSite({ content });
    expect((await server.post(PRICING, question)).json['message']).toBe(
      'All places as Poster are taken. Please write to list@lab.example.',
    );
  });
});

test('extras are charged, named on the receipt, and counted', async () => {
  server = await startTestSite({
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
  expect(linesOf((await server.recordsOf(String(answer.json['sessionId']))).order)).toEqual([
    { words: 'Registration (Poster)', cents: 29_900 },
    { words: 'Conference dinner, 2', cents: 13_000 },
    { words: 'City tour', cents: 1000 },
    { words: 'Processing fee of 5%', cents: 2195, isFee: true },
  ]);
  expect((await takenPlaces(server.db)).get('extra:dinner')).toEqual({ paid: 0, held: 2 });
});
