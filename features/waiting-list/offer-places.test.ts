import { PARTICIPANT } from '#server/identity.ts';
import { momentAt } from '#contract/content/moments.ts';
import { HOUR, MINUTE } from '#contract/time-spans.ts';
import { describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Content, Prices } from '#contract/content.ts';
import { planHold } from '#server/operations/hold-mails.ts';
import { putBack } from '#server/mail/outbox.ts';
import { planPlaces } from '#server/orders/sell/change-places.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { listEntries } from './waiting-list.ts';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras, withOnlyFor, withPlaces, withPrice } from '#tests/support/fixture-prices.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import type { aCheckout } from '#tests/support/visitor.ts';
import { aPerson, details } from '#tests/support/visitor.ts';
import { entryOf, join, offerFreePlaces, take } from '#tests/support/waiting-list.ts';

let server: TestSite;

const { mails, prices, yourRegistration } = fixtureContent;
const { personFields } = yourRegistration;
const { offerPage: said, offered, ended } = mails.waitingList;
const { waitingList: confirming } = fixtureContent.labels;
const poster = { presentationType: 'POSTER' } as const;
const question = {
  registrationType: 'REGISTRATION_ONLY',
  presentationType: 'POSTER',
  numberOfNights: 1,
  numberOfGuests: 0,
};

const withPosters = (places: number): Content => ({
  ...fixtureContent,
  prices: withPlaces(prices, 'poster', places),
});

async function started(content: Content) {
  server = await startTestSite({ content });
  return server;
}

/** A conference whose one place for a poster is paid; `people` wait for it, in this order. */
async function soldOut(count = 2, content = withPosters(1)) {
  await started(content);
  const paid = await server.paidRegistration(poster);
  const people = Array.from({ length: count }, () => aPerson());
  for (const person of people) await join(server, person);
  return { ...paid, people };
}

const cancel = (reference: string) =>
  carriedOut(server.planCancellation({ reference, amount: '0' }));
/** Cancels a registration, and offers its place. */
async function freed(reference: string) {
  await cancel(reference);
  await offerFreePlaces(server);
}
const raise = (kind: string, limit: number) =>
  carriedOut(planPlaces(server.organising, { kind, limit: String(limit) }));
const statesOf = (people: readonly { email: string }[]) =>
  Promise.all(people.map(async ({ email }) => (await entryOf(server, email)).state));
const mailedTo = async (email: string, about: { subject: string }) =>
  (await server.mailsTo(email)).filter(({ subject }) => subject.includes(about.subject));
const posters = async () => (await server.takenPlaces()).get('type:poster');
/** The code of the refusal if another visitor, whose page shows a price from before, presses for a poster. */
const pressed = async (choice: string) => {
  const { body } = await server.aCheckout({ presentationType: 'SPEAKER' });
  const path = `/api/payment/create-checkout-session?pricingConfigId=${choice}`;
  const wanted = { ...body, ...poster, pricingConfigId: choice, unitAmount: 313.95 };
  return (await server.post(path, wanted)).json['code'];
};
const sentCheckout = async (request: Awaited<ReturnType<typeof aCheckout>>) =>
  (await server.post(request.path, request.body)).status;

describe('a place that falls free', () => {
  test('is offered to the first, and then nobody else can take it', async () => {
    const { reference, people } = await soldOut();
    const [first, second] = people;
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['WAITING', 'WAITING']);
    await cancel(reference);
    // A visitor who is quicker than the next round gets nothing.
    const answer = await server.post('/api/registration/get-pricing-config', question);
    expect(answer).toMatchObject({ status: 409, json: { code: 'sold-out' } });
    expect(answer.json['message']).toBe('All places as Poster are taken.');
    expect(await pressed('poster')).toBe('sold-out');
    await offerFreePlaces(server);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['OFFERED', 'WAITING']);
    expect(await pressed('poster')).toBe('sold-out');
    expect(await posters()).toEqual({ paid: 0, held: 1 });
    const [mail, ...more] = await mailedTo(first?.email ?? '', offered);
    expect(more).toEqual([]);
    const entry = await entryOf(server, first?.email ?? '');
    const lasts = Date.parse(entry.offeredUntil ?? '') - server.clock.now().getTime();
    expect(lasts / HOUR).toBeCloseTo(48, 1);
    for (const words of ['€313.95', '(Europe/Berlin)', `${server.origin}/offer/${entry.token}`])
      expect(mail?.text).toContain(words);
    expect(await mailedTo(second?.email ?? '', offered)).toEqual([]);
  });

  test('is kept from nobody by invented addresses, and offered once an address is confirmed', async () => {
    const { reference } = await soldOut(0);
    const invented = Array.from({ length: 9 }, () => aPerson());
    for (const person of invented) await join(server, person, 'poster', { isConfirmed: false });
    const [real, late] = [aPerson(), aPerson()];
    await join(server, real, 'poster', { isConfirmed: false });
    await join(server, late, 'poster', { isConfirmed: false });
    const path = async ({ email }: { email: string }) =>
      `/waiting-list/${(await entryOf(server, email)).token}`;
    const before = await server.everyRow();
    expect((await server.openPage(await path(real))).words).toContain(confirming.notConfirmed);
    await fetch(`${server.origin}${await path(real)}/confirm`);
    expect(await server.everyRow()).toEqual(before);
    await server.sendForm(`${await path(late)}/confirm`);
    server.clock.advance(1000);
    for (const _ of [1, 2]) {
      const done = await server.sendForm(`${await path(real)}/confirm`);
      expect(done.location).toBe(await path(real));
    }
    expect((await server.openPage(await path(real))).words).toContain(
      mails.waitingList.page.waiting,
    );
    await freed(reference);
    // The turn counts from the confirmation.
    expect(await statesOf([...invented, late, real])).toEqual([
      ...invented.map(() => 'WAITING'),
      'OFFERED',
      'WAITING',
    ]);
    await server.sendForm(`/offer/${(await entryOf(server, late.email)).token}/decline`);
    await server.sendForm(`/offer/${(await entryOf(server, real.email)).token}/decline`);
    // Nobody who has confirmed waits, so a visitor gets the place.
    await offerFreePlaces(server);
    const answer = await server.post('/api/registration/get-pricing-config', question);
    expect(answer.status).toBe(200);
    // A second try sends the mail again, at most twenty times a day.
    const [squatter = aPerson()] = invented;
    await raise('type:poster', 0);
    for (let at = 0; at < 22; at += 1) {
      await join(server, squatter, 'poster', { isConfirmed: false });
      server.clock.advance(MINUTE);
    }
    expect(await mailedTo(squatter.email, mails.waitingList.joined)).toHaveLength(20);
  });

  test('goes on to the next person if the mail server refuses the address', async () => {
    const { reference, people } = await soldOut(2);
    await freed(reference);
    expect(await statesOf(people)).toEqual(['OFFERED', 'WAITING']);
    const refused = { next: undefined, trouble: 'EENVELOPE 550', now: server.clock.now() };
    const [mail] = await server.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'offer-made')
      .execute();
    await putBack(server.db, mail?.id ?? '', refused);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['LAPSED', 'OFFERED']);
    expect(await mailedTo(people[0]?.email ?? '', ended)).toEqual([]);
    expect(await posters()).toEqual({ paid: 0, held: 1 });
  });

  test('names the proof that its price needs, before and after it is taken', async () => {
    const until = momentAt('2099-04-30T10:00:00.000Z', fixtureContent.conference.dates);
    const proof = { text: 'Please send your card.', until, otherwise: 'delegate' };
    const content = withPosters(1);
    const types = content.prices.presentationTypes.map((type) =>
      type.id === 'poster' ? { ...type, proof } : type,
    );
    const { reference, people } = await soldOut(1, {
      ...content,
      prices: { ...content.prices, presentationTypes: types },
    });
    await freed(reference);
    const entry = await entryOf(server, people[0]?.email ?? '');
    const words =
      /Please send your card\. You can send it .* Without it the difference to the full price is due\./;
    expect((await server.openPage(`/offer/${entry.token}`)).words).toMatch(words);
    const { location } = await take(server, entry);
    expect((await server.openPage(location)).words).toMatch(words);
  });

  test('is taken with the rest of the registration, paid on the page of the registration, and kept meanwhile', async () => {
    const { reference, people } = await soldOut();
    await freed(reference);
    const [first = aPerson()] = people;
    const entry = await entryOf(server, first.email);
    const before = await server.everyRow();
    const { text, headers } = await server.openPage(`/offer/${entry.token}`);
    expect(await server.everyRow()).toEqual(before);
    expect(headers.get('cache-control')).toBe('no-store');
    for (const words of [first.email, '€313.95', 'Registration (Poster)'])
      expect(text).toContain(words);
    expect(text).not.toContain('<script');

    const { status, location } = await take(server, entry);
    expect({ status, location }).toEqual({
      status: 303,
      location: expect.stringMatching(/^\/registration\//),
    });
    expect(await posters()).toEqual({ paid: 0, held: 1 });
    const taken = await entryOf(server, first.email);
    expect(taken.state).toBe('TAKEN');
    const order = await server.getOrder(taken.orderId ?? '');
    expect(order).toMatchObject({
      state: 'AWAITING_PAYMENT',
      amountCents: 31_395,
      customer: { name: first.name, email: first.email, country: 'Sweden' },
    });
    // A second press, a reload and the poller change nothing.
    expect((await take(server, entry)).location).toBe(`/offer/${entry.token}`);
    await server.pollOpenPayments();
    await offerFreePlaces(server);
    expect(await posters()).toEqual({ paid: 0, held: 1 });
    const page = await server.openPage(`/offer/${entry.token}`);
    expect(page.text).toContain(`href="${location}"`);

    const url = (await server.press(`${location}/pay`, 'card')).headers.get('location') ?? '';
    await fetch((await server.payAt(url)).headers.get('location') ?? '');
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
    expect(await posters()).toEqual({ paid: 1, held: 0 });
    server.clock.advance(49 * HOUR);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['TAKEN', 'WAITING']);
  });

  test('leads to the registration until it is paid, and only while it is the same person’s', async () => {
    const { reference, people } = await soldOut();
    await cancel(reference);
    await raise('type:poster', 2);
    await offerFreePlaces(server);
    const [first = aPerson(), second = aPerson()] = people;
    for (const { email } of people) await take(server, await entryOf(server, email));
    const orderOf = async ({ email }: { email: string }) =>
      server.getOrder((await entryOf(server, email)).orderId ?? '');
    const shown = async ({ email }: { email: string }) =>
      (await server.openPage(`/offer/${(await entryOf(server, email)).token}`)).text;
    expect(await shown(first)).toContain(`/registration/${(await orderOf(first)).pageToken}`);
    await server.payLink(`/registration/${(await orderOf(first)).pageToken}/pay`);
    // The webhook confirms the order, and the corrections below are planned for the confirmed order.
    await server.control.settled();
    expect((await orderOf(first)).state).toBe('CONFIRMED');
    for (const person of [first, second]) {
      const { reference: own } = await orderOf(person);
      const email = `new-${person.email}`;
      await carriedOut(server.planCorrection({ reference: own, email }));
      const text = await shown(person);
      expect(text).toContain(said.taken);
      expect(text).not.toContain('/registration/');
    }
  });

  test('goes to the next after 48 hours, and the mail says so', async () => {
    const { reference, people } = await soldOut(3);
    await freed(reference);
    const [first = aPerson()] = people;
    const entry = await entryOf(server, first.email);
    server.clock.advance(48 * HOUR);
    const late = await take(server, entry);
    expect(late.location).toBe(`/offer/${entry.token}`);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['LAPSED', 'OFFERED', 'WAITING']);
    expect(await posters()).toEqual({ paid: 0, held: 1 });
    const [mail] = await mailedTo(first.email, ended);
    expect(mail?.text).toContain('the time to take it is over');
    expect((await server.openPage(`/offer/${entry.token}`)).text).toContain(said.lapsed);
    // A person who joins again is last.
    await join(server, first);
    expect((await listEntries(server.db, 'WAITING')).map(({ email }) => email)).toEqual([
      people[2]?.email,
      first.email,
    ]);
  });

  test('goes to the next at once if the person does not want it', async () => {
    const { reference, people } = await soldOut();
    await freed(reference);
    const entry = await entryOf(server, people[0]?.email ?? '');
    const path = `/offer/${entry.token}`;
    for (const _ of [1, 2]) expect((await server.sendForm(`${path}/decline`)).location).toBe(path);
    expect(await statesOf(people)).toEqual(['LEFT', 'OFFERED']);
    expect((await server.openPage(path)).text).toContain(said.declined);
  });

  test('goes to the next if the order is not paid in time', async () => {
    const { reference, people } = await soldOut();
    await freed(reference);
    const [first = aPerson()] = people;
    const { location } = await take(server, await entryOf(server, first.email));
    const url = (await server.press(`${location}/pay`, 'card')).headers.get('location') ?? '';
    expect(url).not.toBe('');
    // The checkout lapses after an hour, and the place is kept until the offer would have ended.
    server.clock.advance(3 * HOUR);
    server.control.advance(0);
    await server.pollOpenPayments();
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['TAKEN', 'WAITING']);
    expect(await posters()).toEqual({ paid: 0, held: 1 });
    server.clock.advance(46 * HOUR);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['LAPSED', 'OFFERED']);
    expect(await posters()).toEqual({ paid: 0, held: 1 });
    const [mail] = await mailedTo(first.email, ended);
    expect(mail?.text).toContain('the payment did not arrive in time');
    await server.pollOpenPayments();
    const { orderId = '' } = await entryOf(server, first.email);
    expect((await server.getOrder(orderId)).state).toBe('EXPIRED');
    // The link of the first cannot take the place of the second.
    expect((await server.press(`${location}/pay`, 'card')).status).toBe(409);
  });

  test('is kept for the time of a checkout if it is taken at the last moment', async () => {
    const { reference, people } = await soldOut();
    await freed(reference);
    server.clock.advance(48 * HOUR - 60_000);
    const { status } = await take(server, await entryOf(server, people[0]?.email ?? ''));
    expect(status).toBe(303);
    server.clock.advance(30 * 60_000);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['TAKEN', 'WAITING']);
    server.clock.advance(HOUR);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['LAPSED', 'OFFERED']);
  });

  atOnce('has one owner if it is taken while it lapses', async () => {
    const { reference, people } = await soldOut();
    await freed(reference);
    const entry = await entryOf(server, people[0]?.email ?? '');
    const total = '31395';
    server.clock.advance(48 * HOUR - 20);
    await Promise.all([
      ...[1, 2].map(() => server.sendForm(`/offer/${entry.token}/take`, { total, ...details })),
      ...[1, 2, 3, 4].map(() => offerFreePlaces(server)),
      server.sendForm(`/offer/${entry.token}/decline`),
    ]);
    await offerFreePlaces(server);
    const [one, other] = await statesOf(people);
    expect([
      ['TAKEN', 'WAITING'],
      ['LAPSED', 'OFFERED'],
      ['LEFT', 'OFFERED'],
    ]).toContainEqual([one, other]);
    expect(await posters()).toEqual({ paid: 0, held: 1 });
  });
});

describe('several places', () => {
  test('that fall free together, and a raised limit, are offered in order', async () => {
    await started(withPosters(2));
    const paid = [await server.paidRegistration(poster), await server.paidRegistration(poster)];
    const people = [1, 2, 3, 4, 5].map(() => aPerson());
    for (const person of people) await join(server, person);
    for (const { reference } of paid) await cancel(reference);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['OFFERED', 'OFFERED', 'WAITING', 'WAITING', 'WAITING']);
    await raise('type:poster', 4);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['OFFERED', 'OFFERED', 'OFFERED', 'OFFERED', 'WAITING']);
    // A lowered limit takes no offer back.
    await raise('type:poster', 1);
    expect((await take(server, await entryOf(server, people[3]?.email ?? ''))).status).toBe(303);
    await offerFreePlaces(server);
    expect(await posters()).toEqual({ paid: 0, held: 4 });
  });

  atOnce('are offered once by two servers at the same moment', async () => {
    await started(withPosters(3));
    const other = await startTestSite({ content: withPosters(3), beside: server });
    const paid = [];
    for (const _ of [1, 2, 3]) paid.push(await server.paidRegistration(poster));
    const people = [1, 2, 3, 4, 5].map(() => aPerson());
    for (const person of people) await join(server, person);
    for (const { reference } of paid) await cancel(reference);
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => offerFreePlaces(at % 2 === 0 ? server : other)),
    );
    expect(await statesOf(people)).toEqual(['OFFERED', 'OFFERED', 'OFFERED', 'WAITING', 'WAITING']);
    expect(await posters()).toEqual({ paid: 0, held: 3 });
    const all = await server.listMessages(100);
    expect(all.filter(({ kind }) => kind === 'offer-made')).toHaveLength(3);
  });

  test('of a network can be paid by all who took an offer', async () => {
    server = await startTestSite({ content: withPosters(0), rateLimit: true });
    const people = [1, 2, 3].map(() => aPerson());
    for (const person of people) await join(server, person);
    await raise('type:poster', 3);
    await offerFreePlaces(server);
    for (const { email } of people) {
      const { location } = await take(server, await entryOf(server, email));
      expect((await server.press(`${location}/pay`, 'card')).status).toBe(303);
    }
    expect(await posters()).toEqual({ paid: 0, held: 3 });
  });
});

describe('nobody is skipped', () => {
  const room = prices.room && { ...prices.room, nights: 2 };
  const withRooms: Content = {
    ...fixtureContent,
    prices: { ...withPlaces(prices, 'poster', 1), room },
  };
  const speakerWithRoom = {
    presentationType: 'SPEAKER',
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
  } as const;
  const fullNights = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2 } as const;

  test('and an entry keeps back later ones and visitors from the kinds it lacks, and from no others', async () => {
    await started(withRooms);
    const { reference } = await server.paidRegistration({
      ...fullNights,
      presentationType: 'SPEAKER',
    });
    await server.paidRegistration(poster);
    const [needsTwo, needsOne, needsPoster] = [1, 2, 3].map(() => aPerson());
    await join(server, needsTwo ?? aPerson(), 'speaker-stay-2n-0g');
    await join(server, needsOne ?? aPerson(), 'student-stay-1n-0g');
    await join(server, needsPoster ?? aPerson(), 'poster');
    const people = [needsTwo, needsOne, needsPoster].map((person) => person ?? aPerson());
    await raise('nights', 3);
    await raise('type:poster', 2);
    await offerFreePlaces(server);
    // One night is free, and the first person needs two.
    expect(await statesOf(people)).toEqual(['WAITING', 'WAITING', 'OFFERED']);
    const stay = { ...question, ...speakerWithRoom };
    const asked = await server.post('/api/registration/get-pricing-config', stay);
    expect(asked.json['message']).toContain('All room nights are taken.');
    // Other kinds are for sale.
    expect(await sentCheckout(await server.aCheckout({ presentationType: 'SPEAKER' }))).toBe(200);
    await freed(reference);
    expect(await statesOf(people)).toEqual(['OFFERED', 'OFFERED', 'OFFERED']);
  });

  test('but who has an open checkout goes on, and so does a group', async () => {
    await started(withPosters(2));
    const open = await server.openedCheckout(poster);
    await server.openedCheckout(poster);
    const waiting = aPerson();
    await join(server, waiting);
    const racing = await server.post('/api/registration/get-pricing-config', question);
    expect(racing.json['0']?.['notice']).toContain('If one of them is yours, go on and pay.');
    expect((await server.post(open.path, open.body)).json['url']).toBe(open.url);
    const byPaypal = await server.post('/api/payment/paypal/create', {
      ...open.body,
      customerName: open.person.name,
      customerEmail: open.person.email,
      amount: open.totalPrice,
    });
    expect(byPaypal.json).toMatchObject({ success: true });
    await raise('type:poster', 3);
    const { rows } = aSheet(['Poster']);
    const group = await carriedOut(server.planGroup({ rows, payer: aPayer }));
    const [path = ''] = /\/pay\/\w+/.exec(group) ?? [];
    expect((await server.press(path, 'card')).status).toBe(303);
    await offerFreePlaces(server);
    expect(await statesOf([waiting])).toEqual(['WAITING']);
  });

  atOnce('and twenty visitors who race for the place get nothing', async () => {
    const { reference, people } = await soldOut(1);
    await raise('type:poster', 2);
    const { body: form } = await server.aCheckout({ presentationType: 'SPEAKER' });
    const bodies = Array.from({ length: 20 }, () => ({
      ...form,
      ...aPerson(),
      ...poster,
      pricingConfigId: 'poster',
      unitAmount: 313.95,
    }));
    const path = '/api/payment/create-checkout-session?pricingConfigId=poster';
    const answers = await Promise.all([
      cancel(reference).then(() => undefined),
      offerFreePlaces(server).then(() => undefined),
      ...bodies.map(async (body) => String((await server.post(path, body)).json['code'])),
    ]);
    // Two places are free in the end: the first is for the person who waits.
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['OFFERED']);
    expect(answers.filter((code) => code === 'sold-out').length).toBeGreaterThanOrEqual(19);
    expect((await posters())?.held).toBeLessThanOrEqual(2);
  });

  test('nor passed by a participant who wants another type, unless an organiser moves the person', async () => {
    const { people } = await soldOut(1);
    const { reference } = await server.paidRegistration({ presentationType: 'SPEAKER' });
    await raise('type:poster', 2);
    const toPoster = { reference, type: 'poster' };
    await expect(planMove({ ...server.organising, actor: PARTICIPANT }, toPoster)).rejects.toThrow(
      'All places as Poster are taken',
    );
    const plan = await server.planMove(toPoster);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['OFFERED']);
    await expect(plan.perform()).rejects.toThrow('All places as Poster are taken');
  });

  test('except somebody who has a paid place by now', async () => {
    const { reference, people } = await soldOut();
    const [first = aPerson()] = people;
    await server.paidRegistration({ presentationType: 'SPEAKER' }, first);
    await freed(reference);
    expect(await statesOf(people)).toEqual(['LEFT', 'OFFERED']);
    expect(await mailedTo(first.email, offered)).toEqual([]);
  });

  test('and no offer is made while all mails are held', async () => {
    const { reference, people } = await soldOut(1);
    await cancel(reference);
    await carriedOut(planHold(server.organising, { hold: 'all' }));
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['WAITING']);
    await carriedOut(planHold(server.organising, { hold: undefined }));
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['OFFERED']);
  });
});

describe('an offer', () => {
  const changed = async (change: Partial<Prices>, people: readonly { email: string }[]) => {
    const content = { ...server.content, prices: { ...server.content.prices, ...change } };
    const other = await startTestSite({ content, beside: server });
    const entry = await entryOf(server, people[0]?.email ?? '');
    return { other, entry };
  };

  test('shows the price of today, and is not taken at another price than the page showed', async () => {
    const { reference, people } = await soldOut(1);
    await freed(reference);
    const { presentationTypes } = withPrice(server.content.prices, 'poster', 20_000);
    const { other, entry } = await changed({ presentationTypes }, people);
    const path = `/offer/${entry.token}`;
    const old = await other.sendForm(`${path}/take`, { total: '31395', ...details });
    expect(old.status).toBe(409);
    expect(old.text).toContain(said.priceChanged);
    expect(old.text).toContain('€210.00');
    expect(old.text).toContain('value="Baltic Institute of Soft Matter"');
    expect((await take(other, entry)).location).toMatch(/^\/registration\//);
    await other.close();
  });

  test('asks for every field of the registration, and keeps the entries', async () => {
    const { reference, people } = await soldOut(1);
    await freed(reference);
    const { token } = await entryOf(server, people[0]?.email ?? '');
    const wrong = { total: '31395', phone: '"><b>', country: 'Sweden' };
    const answer = await server.sendForm(`/offer/${token}/take`, wrong);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(mails.waitingList.page.check);
    expect(answer.text).toMatch(/name="institute"[^>]*aria-invalid="true"/);
    expect(answer.text).toContain(personFields.unreadable.institute);
    expect(answer.text).not.toContain('<b>');
    expect(answer.text).toContain('<option value="Sweden" selected>');
    expect(await statesOf(people)).toEqual(['OFFERED']);
    expect(await server.db.selectFrom('orders').selectAll().execute()).toHaveLength(1);
  });

  test('with a room asks for the requests of the form too', async () => {
    const room = prices.room && { ...prices.room, nights: 0 };
    await started({ ...fixtureContent, prices: { ...prices, room } });
    const person = aPerson();
    await join(server, person, 'speaker-stay-2n-1g');
    await raise('nights', 2);
    await offerFreePlaces(server);
    const entry = await entryOf(server, person.email);
    const { text } = await server.openPage(`/offer/${entry.token}`);
    const total = /name="total" value="(\d+)"/.exec(text)?.[1] ?? '';
    const requested = { accompanyingPerson: 'on', extraNights: '2' };
    const path = `/offer/${entry.token}/take`;
    const wrong = { total, ...details, extraNights: 'many' };
    const refused = await server.sendForm(path, wrong);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/name="extraNights"[^>]*aria-invalid="true"/);
    expect(refused.text).toContain(said.unreadable);
    await server.sendForm(path, { total, ...details, ...requested });
    expect(
      await server.db
        .selectFrom('participants')
        .select(['accompanying_person', 'extra_nights', 'registration_type'])
        .executeTakeFirstOrThrow(),
    ).toEqual({ accompanying_person: 1, extra_nights: 2, registration_type: 'stay' });
  });

  test('ends with a sentence if its type is no longer sold, and goes to nobody', async () => {
    const { reference, people } = await soldOut(1);
    await freed(reference);
    const presentationTypes = prices.presentationTypes.filter(({ id }) => id !== 'poster');
    const { other, entry } = await changed({ presentationTypes }, people);
    const path = `/offer/${entry.token}`;
    expect((await other.openPage(path)).text).toContain(said.closed);
    expect((await other.sendForm(`${path}/take`, { total: '31395', ...details })).location).toBe(
      path,
    );
    await offerFreePlaces(other);
    expect(await statesOf(people)).toEqual(['LAPSED']);
    const [mail] = await mailedTo(people[0]?.email ?? '', ended);
    expect(mail?.text).toContain('its registration has closed');
    await other.close();
  });

  test.each([
    [
      'the tour',
      { extras: withExtras(prices).extras.map((one) => ({ ...one, for: ['speaker'] })) },
    ],
    ['its type', withOnlyFor(withExtras(prices), 'poster', 'members')],
  ])('ends, and no other is made, when a later rule keeps %s for others', async (_what, rule) => {
    const people = [aPerson(), aPerson()];
    await started({ ...fixtureContent, prices: withPlaces(withExtras(prices), 'poster', 0) });
    for (const person of people) await join(server, person, 'poster.tour-1');
    await raise('type:poster', 1);
    await offerFreePlaces(server);
    const { other, entry } = await changed(rule, people);
    expect((await take(other, entry)).location).toBe(`/offer/${entry.token}`);
    await offerFreePlaces(other);
    expect(await statesOf(people)).toEqual(['LAPSED', 'WAITING']);
    await other.close();
  });

  test('lasts until the sale closes, and names the end of its price', async () => {
    await started(withPosters(0));
    const person = aPerson();
    await join(server, person);
    const moment = (ms: number, words: string) => {
      const at = new Date(server.clock.now().getTime() + ms).toISOString();
      return { at, day: words, words, label: '' };
    };
    const { conference } = server.content;
    const registration = { until: moment(20 * HOUR, 'on the closing day') };
    const content = {
      ...server.content,
      conference: { ...conference, opening: { ...conference.opening, registration } },
      prices: {
        ...withPlaces(prices, 'poster', 1),
        phases: [
          { name: 'Early', until: moment(HOUR, 'on the last early day') },
          { name: 'Regular', until: undefined },
        ],
      },
    };
    const other = await startTestSite({ content, beside: server });
    await offerFreePlaces(other);
    const [mail] = await mailedTo(person.email, offered);
    for (const words of ['the closing day', 'the last early day', 'Poster, Early'])
      expect(mail?.text).toContain(words);
    server.clock.advance(20 * HOUR);
    const { token } = await entryOf(server, person.email);
    expect((await other.openPage(`/offer/${token}`)).text).toContain('Registration closed');
    await offerFreePlaces(other);
    expect(await statesOf([person])).toEqual(['LAPSED']);
  });

  test('of a person who has paid meanwhile is refused, and changes nothing', async () => {
    const { reference, people } = await soldOut(1);
    const [first = aPerson()] = people;
    await freed(reference);
    await server.paidRegistration({ presentationType: 'SPEAKER' }, first);
    const answer = await take(server, await entryOf(server, first.email));
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('has a paid registration');
    expect(await statesOf(people)).toEqual(['OFFERED']);
    await offerFreePlaces(server);
    expect(await statesOf(people)).toEqual(['LEFT']);
    expect(await posters()).toBeUndefined();
  });

  test('can be paid by somebody who tried another choice at the form before', async () => {
    await started(withPosters(0));
    const person = aPerson(details);
    const earlier = await server.aCheckout({ presentationType: 'SPEAKER' }, person);
    await server.post(earlier.path, earlier.body);
    await join(server, person);
    await raise('type:poster', 1);
    await offerFreePlaces(server);
    const { location } = await take(server, await entryOf(server, person.email));
    const url = (await server.press(`${location}/pay`, 'card')).headers.get('location') ?? '';
    await fetch((await server.payAt(url)).headers.get('location') ?? '');
    expect(await posters()).toEqual({ paid: 1, held: 0 });
    expect((await server.takenPlaces()).get('all')).toEqual({ paid: 1, held: 0 });
  });

  atOnce('is made without a limit too, when the limit is gone', async () => {
    const { people } = await soldOut(2);
    const other = await startTestSite({ content: fixtureContent, beside: server });
    await Promise.all([offerFreePlaces(other), offerFreePlaces(other)]);
    expect(await statesOf(people)).toEqual(['OFFERED', 'OFFERED']);
    const all = await server.listMessages(100);
    expect(all.filter(({ kind }) => kind === 'offer-made')).toHaveLength(2);
  });
});
