import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { planGroup } from './register-group.ts';
import { aPayer, carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withCombinations } from '#tests/support/fixture-prices.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { takenPlaces } from './taken-places.ts';

const prices = withCombinations(fixtureContent.prices, { dinners: 3, vegan: 1 });
const content = withRules({ ...fixtureContent, prices });
let server: TestSite;
const begin = async () => {
  server = await startTestSite({ content });
};

const ask = (presentationType: string, extras: unknown) =>
  server.post('/api/registration/get-pricing-config', {
    registrationType: 'REGISTRATION_ONLY',
    presentationType,
    numberOfNights: 1,
    numberOfGuests: 0,
    extras,
  });

describe('what cannot be had together', () => {
  beforeAll(begin);
  afterAll(() => server.close());

  test.each([
    [
      'STUDENT',
      [
        ['gels', 1],
        ['films', 1],
      ],
      'Workshops: one person can have at most 1.',
    ],
    [
      'STUDENT',
      [
        ['tour', 1],
        ['dance', 1],
      ],
      'Boat tour and Dance cannot be combined.',
    ],
    ['POSTER', [['films', 1]], 'Workshop on films is not offered with Poster.'],
    ['SPEAKER', [], 'Speaker includes Conference dinner. Please choose: Meat, Vegan.'],
    [
      'SPEAKER',
      [
        ['dinner:meat', 1],
        ['dinner:vegan', 1],
      ],
      'Speaker includes Conference dinner once',
    ],
  ] as const)('%s with %j gets no price, and the reason', async (type, wanted, words) => {
    const extras = wanted.map(([id, count]) => ({ id, count }));
    const answer = await ask(type, extras);
    expect(answer).toMatchObject({ status: 400, json: { fields: ['extras'] } });
    expect(answer.json['message']).toContain(words);
  });

  test.each([
    [[{ id: 'dinner', count: 1 }]],
    [[{ id: 'dinner:fish', count: 1 }]],
    [[{ id: 'gels', count: -1 }]],
    [[{ id: 'dinner:meat', count: 1_000_000_000 }]],
  ])('%j is nothing that is sold', async (extras) => {
    expect(await ask('STUDENT', extras)).toMatchObject({ status: 200, json: {} });
    expect((await ask('STUDENT', extras)).json['0']).toBeUndefined();
  });

  test.each([
    'student.gels-1.films-1',
    'student.tour-1.dance-1',
    'poster.films-1',
    'speaker',
    'speaker.dinner:meat-2',
    'student.dinner:meat-2.dinner:vegan-1',
    'student.dinner-1',
    'student.dinner:fish-1',
  ])('the price %s of a forged request opens no payment page', async (priceId) => {
    const request = await server.aCheckout({ presentationType: 'STUDENT' });
    const { unitAmount: _amount, ...body } = request.body;
    const path = `/api/payment/create-checkout-session?pricingConfigId=${priceId}`;
    const presentationType = priceId.split('.')[0]?.toUpperCase();
    const card = await server.post(path, { ...body, presentationType, pricingConfigId: priceId });
    const { amount: _total, ...paypal } = server.aPaypalRequest(request);
    const wanted = { ...paypal, pricingConfigId: priceId };
    const byPaypal = await server.post('/api/payment/paypal/create', wanted);
    for (const { status } of [card, byPaypal]) expect([400, 404, 409]).toContain(status);
    expect(await server.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  });
});

describe('choices of an extra', () => {
  beforeEach(begin);

  test('have one number of places together, also for two people at the same moment', async () => {
    const dinner = (id: string) => ({ presentationType: 'STUDENT', extras: [{ id, count: 1 }] });
    await server.openedCheckout(dinner('dinner:vegan'));
    await expect(server.openedCheckout(dinner('dinner:vegan'))).rejects.toThrow(
      'All places for Conference dinner (Vegan) are taken',
    );
    await server.openedCheckout(dinner('dinner:meat'));
    const requests = await Promise.all([1, 2].map(() => server.aCheckout(dinner('dinner:meat'))));
    const answers = await Promise.all(requests.map(({ path, body }) => server.post(path, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await takenPlaces(server.db)).get('extra:dinner')).toEqual({ paid: 0, held: 3 });
    await server.close();
  });

  test('are exchanged on the own page for the difference, and the places move', async () => {
    const { order, reference } = await server.paidRegistration({
      presentationType: 'STUDENT',
      extras: [{ id: 'dinner:meat', count: 1 }],
    });
    const wanted = { 'extra-dinner:meat': 0, 'extra-dinner:vegan': 1 };
    const plan = await server.fillIn(`${pathOf(order)}/change`, wanted);
    expect(plan.words).toContain('Conference dinner (Meat) – – Conference dinner (Vegan)');
    await server.actThrough(`${pathOf(order)}/change`, wanted);
    const [person] = await server.participantsOfOrder(reference);
    expect(person?.extras).toEqual([{ id: 'dinner:vegan', count: 1 }]);
    const taken = await takenPlaces(server.db);
    expect(taken.get('extra:dinner')).toEqual({ paid: 1, held: 0 });
    expect(taken.get('extra:dinner:vegan')).toEqual({ paid: 1, held: 0 });
    expect(taken.get('extra:dinner:meat')).toBeUndefined();
    await server.close();
  });

  test('are exchanged one for one: a cheap dinner does not become two', async () => {
    await server.close();
    const dinnerAt = (cents: number) => {
      const [meat, vegan, ...others] = withCombinations(fixtureContent.prices).extras;
      if (!meat?.whole || !vegan) throw new Error('there are no dinners');
      const fish = { ...meat, id: 'dinner:fish', whole: { ...meat.whole, choice: 'Fish' } };
      const extras = [meat, vegan, fish].map((each) => ({ ...each, price: [asCents(cents)] }));
      return withRules({ ...content, prices: { ...prices, extras: [...extras, ...others] } });
    };
    server = await startTestSite({ content: dinnerAt(1000) });
    const { order } = await server.paidRegistration({
      presentationType: 'STUDENT',
      extras: [{ id: 'dinner:meat', count: 1 }],
    });
    const dearer = await startTestSite({ content: dinnerAt(6500), beside: server });
    const plan = await dearer.fillIn(`${pathOf(order)}/change`, {
      'extra-dinner:meat': 0,
      'extra-dinner:vegan': 1,
      'extra-dinner:fish': 1,
    });
    // 10.00 was paid for one; the second costs 65.00 today, with the fee of 5 %.
    expect(plan.words).toContain('€68.25');
    await dearer.close();
    await server.close();
  });

  test('are one field on the own page of a person who can have one of them', async () => {
    const { order, reference } = await server.paidRegistration({
      presentationType: 'SPEAKER',
      extras: [{ id: 'dinner:meat', count: 1 }],
    });
    const path = `${pathOf(order)}/change`;
    const form = await server.openPage(path);
    expect(form.text).toContain('<option value="dinner:meat" selected>Meat, €0.00</option>');
    const { check } = await server.actThrough(path, { 'choice-dinner': 'dinner:vegan' });
    expect(check.words).toContain('There is nothing to pay');
    const [person] = await server.participantsOfOrder(reference);
    expect(person?.extras).toEqual([{ id: 'dinner:vegan', count: 1 }]);
    await server.actThrough(path, { 'choice-dinner': '' });
    const [later] = await server.participantsOfOrder(reference);
    expect(later?.extras).toEqual([]);
    await server.close();
  });

  test('that came later leave an ordered dinner as it is', async () => {
    await server.close();
    const before = {
      ...fixtureContent.prices,
      extras: [
        { id: 'dinner', label: 'Conference dinner', price: [asCents(5000)], most: 2, opening: {} },
      ],
    };
    server = await startTestSite({ content: withRules({ ...fixtureContent, prices: before }) });
    const { order, reference } = await server.paidRegistration({
      presentationType: 'STUDENT',
      extras: [{ id: 'dinner', count: 1 }],
    });
    const organising = { ...server.organising, content };
    await carriedOut(planMove(organising, { reference, room: '1' }));
    const { items } = await server.getOrder(order.id);
    expect(items.find(({ kind }) => kind === 'extra')).toMatchObject({
      item: 'dinner',
      unitCents: 5000,
    });
    await server.close();
  });
});

describe('a type that includes the dinner', () => {
  beforeEach(begin);

  test('costs nothing more, and takes a place of the dinner', async () => {
    const { order } = await server.paidRegistration({
      presentationType: 'SPEAKER',
      extras: [{ id: 'dinner:meat', count: 1 }],
    });
    const { items } = await server.getOrder(order.id);
    expect(items.find(({ kind }) => kind === 'extra')).toMatchObject({
      label: 'Conference dinner (Meat), included',
      unitCents: 0,
    });
    expect((await takenPlaces(server.db)).get('extra:dinner')).toEqual({ paid: 1, held: 0 });
    await server.close();
  });

  test('is left only for the price of the dinner, which is said before', async () => {
    const { order } = await server.paidRegistration({
      presentationType: 'SPEAKER',
      extras: [{ id: 'dinner:meat', count: 1 }],
    });
    const plan = await server.fillIn(`${pathOf(order)}/change`, { type: 'student' });
    expect(plan.words).toContain('Conference dinner (Meat), included');
    // 399.00 become 199.00 and 65.00 for the dinner, with the fee of 5 %.
    expect(plan.words).toContain('€141.75');
    await server.close();
  });

  test('cannot be left for one that cannot have the workshop', async () => {
    const { order, reference } = await server.paidRegistration({
      presentationType: 'STUDENT',
      extras: [{ id: 'films', count: 1 }],
    });
    const words = 'Workshop on films is not offered with Poster.';
    const page = await server.fillIn(`${pathOf(order)}/change`, { type: 'poster' });
    expect(page.words).toContain(words);
    await expect(server.planMove({ reference, type: 'poster' })).rejects.toThrow(words);
    await server.close();
  });
});

test('a sheet of a group names choices, and each mistake by its row', async () => {
  await begin();
  const head = ['Name', 'Email', 'Phone', 'Institute', 'Country', 'Presentation type', 'Extras'];
  const row = (name: string, type: string, extras: string) => [
    name,
    `${name.toLowerCase()}@lab.example`,
    '+49 30 5550 100',
    'Lab',
    'Germany',
    type,
    extras,
  ];
  const sheet = (...rows: string[][]) =>
    planGroup(server.organising, { rows: [head, ...rows], payer: aPayer });
  await expect(
    sheet(row('Ilse', 'Student', 'Workshop on gels; films'), row('Bo', 'Speaker', '')),
  ).rejects.toThrow(
    'row 2, Extras: Workshops: one person can have at most 1.\nrow 3, Extras: Speaker includes Conference dinner. Please choose: Meat, Vegan.',
  );
  const plan = await sheet(row('Bo', 'Speaker', 'Conference dinner (Vegan)'));
  expect(plan.words.join('\n')).toContain('Conference dinner (Vegan), included, 0.00 EUR');
  await server.close();
});
