import { describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Content } from '#contract/content.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { takenPlaces } from './taken-places.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { aPayer, carriedOut } from '#tests/support/a-group.ts';
import { placesOf } from '#tests/support/order-places.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import type { aCheckout } from '#tests/support/visitor.ts';
import type { Plan } from '#server/operations/plan.ts';
import { planGroup } from './register-group.ts';

let server: TestSite;

const room = (nights: number) =>
  ({ registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights, guests: 0 }) as const;

/** An unpaid order, with the person as the page sends them. */
async function unpaid(choice: Parameters<typeof aCheckout>[1] = {}) {
  const { path, body, person } = await server.aCheckout(choice);
  const { json } = await server.post(path, body);
  const payment = await findPaymentByRef(server.db, String(json['sessionId']));
  return { order: await server.getOrder(String(payment?.orderId)), person };
}

describe('a cancellation', () => {
  test('of an unpaid order is refused if another order paid the same registration', async () => {
    server = await startTestSite();
    const first = await unpaid(room(2));
    const { reference } = await server.paidRegistration(room(3), first.person);
    await expect(server.planCancellation({ reference: first.order.reference })).rejects.toThrow(
      `but ${reference} for the same registration was: cancel that one`,
    );
    expect(await server.participantsOfOrder(reference)).toMatchObject([{ state: 'CONFIRMED' }]);
  });

  test('withdraws another unpaid order of the person, who can buy the same again later', async () => {
    server = await startTestSite();
    const first = await unpaid(room(2));
    const { reference } = await server.paidRegistration(room(3), first.person);
    await carriedOut(server.planCancellation({ reference, amount: '10' }));
    const again = await server.paidRegistration(room(2), first.person);
    expect(again.order.id).not.toBe(first.order.id);
    expect(await server.participantsOfOrder(again.reference)).toMatchObject([
      { state: 'CONFIRMED' },
    ]);
    expect(await placesOf(server.db, again.order.id)).toMatchObject({ all: 1, nights: 2 });
  });

  test('prevents a later correction', async () => {
    server = await startTestSite();
    const { reference } = await server.paidRegistration();
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    await expect(server.planCorrection({ reference, institute: 'Elsewhere' })).rejects.toThrow(
      'is cancelled',
    );
  });

  test('releases the place, also after its person is erased', async () => {
    server = await startTestSite();
    const { reference, person } = await server.paidRegistration();
    await carriedOut(server.planCancellation({ reference, amount: '10' }));
    const { db, clock, files } = server;
    const now = clock.now();
    const places = { store: files.store, mailFolder: `${files.dataDir}/mail` };
    await erasePerson({ ...places, db, now, conferenceEnd: now }, person.email, true);
    expect([...(await takenPlaces(db))]).toEqual([]);
  });

  test('refunds by the rule, less earlier refunds', async () => {
    const at = new Date(Date.now() + 9 * 24 * 60 * 60_000).toISOString();
    const rule = {
      refundPercent: 80,
      keepsFee: false,
      until: { at, day: '', words: 'then', label: '' },
    };
    const conference: Content['conference'] = {
      ...fixtureContent.conference,
      cancellation: [rule],
    };
    server = await startTestSite({ content: { ...fixtureContent, conference } });
    const { reference } = await server.paidRegistration();
    await carriedOut(server.planRefund({ reference, amount: '100.00' }));
    const { words } = await server.planCancellation({ reference });
    // 80 % of 418.95 are 335.16.
    expect(words.join(' ')).toContain('Refund: 235.16 EUR');
  });
});

test('a change that costs more cannot be paid after the order is refunded', async () => {
  server = await startTestSite();
  const { reference } = await server.paidRegistration({ presentationType: 'POSTER' });
  const said = await carriedOut(server.planMove({ reference, type: 'speaker' }));
  const { path } = await server.linkedOrder(said);
  await carriedOut(server.planRefund({ reference }));
  const answer = await server.press(path, 'card');
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain('This change is not possible any more.');
});

describe('a refused plan', () => {
  /** A change that can be paid, and a plan made after it that is refused because of a refund in between. */
  async function refusedAfterChange(plan: (reference: string) => Promise<Plan>) {
    server = await startTestSite();
    const { reference } = await server.paidRegistration({ presentationType: 'POSTER' });
    const said = await carriedOut(server.planMove({ reference, type: 'speaker' }));
    const { path } = await server.linkedOrder(said);
    await server.press(path, 'card');
    const { perform } = await plan(reference);
    await carriedOut(server.planRefund({ reference, amount: '10.00' }));
    await expect(perform()).rejects.toThrow(/meanwhile|at the same moment/);
    return { path, reference };
  }

  test.each<[string, (reference: string) => Promise<Plan>]>([
    ['another move', (reference) => server.planMove({ reference, type: 'student' })],
    ['a cancellation', (reference) => server.planCancellation({ reference, amount: '20' })],
  ])('leaves the link of an earlier change as it was: %s', async (_, plan) => {
    const { path, reference } = await refusedAfterChange(plan);
    await server.payLink(path);
    const [participant] = await server.participantsOfOrder(reference);
    expect(participant).toMatchObject({ state: 'CONFIRMED', presentationType: 'speaker' });
  });
});

test('a cancellation that was planned before a change is refused', async () => {
  server = await startTestSite();
  const { reference } = await server.paidRegistration({ presentationType: 'POSTER' });
  const { perform } = await server.planCancellation({ reference, amount: '0' });
  await carriedOut(server.planMove({ reference, type: 'speaker' }));
  await expect(perform()).rejects.toThrow('was changed at the same moment');
});

atOnce(
  'the second of two moves without a price difference that were planned at once for one group is refused',
  async () => {
    const { prices } = fixtureContent;
    const even = withPrice(withPrice(prices, 'poster', 39_900), 'student', 39_900);
    server = await startTestSite({ content: { ...fixtureContent, prices: even } });
    const { order, path, people } = await server.aGroup(['Speaker', 'Speaker']);
    await server.payLink(path);
    const { reference } = order;
    const types = ['poster', 'student'];
    const plans = await Promise.all(
      people.map(({ email }, at) => server.planMove({ reference, who: email, type: types[at] })),
    );
    await plans[1]?.perform();
    await expect(plans[0]?.perform()).rejects.toThrow('was changed at the same moment');
    expect(await placesOf(server.db, order.id)).toEqual({
      all: 2,
      'type:speaker': 1,
      'type:student': 1,
    });
  },
);

describe('the link to pay', () => {
  test('does not confirm an order with a price for free', async () => {
    server = await startTestSite();
    const { path } = await server.aGroup();
    const answer = await server.press(path, 'free');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
    expect((await server.press(path, 'card')).headers.get('location')).toContain('/sandbox/');
  });

  test.each([
    ['paid', true],
    ['unpaid', false],
  ])('of a group that is %s ends when the payer gets another address', async (_, isPaid) => {
    server = await startTestSite();
    const { order, path } = await server.aGroup();
    if (isPaid) await server.payLink(path);
    const email = 'new-office@institute.example';
    const { reference } = order;
    await carriedOut(server.planCorrection({ reference, email }));
    expect((await fetch(`${server.origin}${path}`)).status).toBe(404);
    const links = (await server.listMessages(100)).filter(
      ({ kind, recipient }) => kind === 'group-to-pay' && recipient === email,
    );
    expect(links).toHaveLength(isPaid ? 0 : 1);
  });
});

describe('a refund between the plan and its performance', () => {
  const REFUNDED = '200.00';

  test('stops a cancellation, so that both together do not refund more than was planned', async () => {
    server = await startTestSite();
    const { reference } = await server.paidRegistration();
    const { perform } = await server.planCancellation({ reference, amount: '209.48' });
    await carriedOut(server.planRefund({ reference, amount: REFUNDED }));
    await expect(perform()).rejects.toThrow('Money was refunded meanwhile');
    expect(await server.participantsOfOrder(reference)).toMatchObject([
      { state: 'CONFIRMED', refundedCents: 20_000 },
    ]);
  });

  test('stops a change whose refund would release the place', async () => {
    server = await startTestSite();
    const { reference } = await server.paidRegistration();
    const { perform } = await server.planMove({ reference, type: 'poster' });
    await carriedOut(server.planRefund({ reference, amount: '313.95' }));
    await expect(perform()).rejects.toThrow('Money was refunded meanwhile');
    expect(await server.participantsOfOrder(reference)).toMatchObject([{ state: 'CONFIRMED' }]);
  });
});

test('the cancellation of one member cannot refund the whole order of a group', async () => {
  server = await startTestSite();
  const { order, path, people } = await server.aGroup();
  await server.payLink(path);
  const { reference } = order;
  const [first] = people;
  const cancel = (amount: string) =>
    server.planCancellation({ reference, who: first?.email, amount });
  await expect(cancel('941.85')).rejects.toThrow('the others of the group would lose their places');
  await carriedOut(cancel('100.00'));
  expect((await server.participantsOfOrder(reference)).map(({ state }) => state)).toEqual([
    'CANCELLED',
    'CONFIRMED',
    'CONFIRMED',
  ]);
});

test('a cancelled group gets no new link', async () => {
  server = await startTestSite();
  const { order, rows, path } = await server.aGroup();
  server.clock.advance(31 * 24 * 60 * 60_000);
  const { words, perform } = await planGroup(server.organising, { rows, payer: aPayer });
  expect(words.join(' ')).toContain('its link has lapsed');
  await carriedOut(server.planCancellation({ reference: order.reference }));
  await expect(perform()).rejects.toThrow('was changed at the same moment');
  expect((await server.press(path, 'card')).status).toBe(404);
});

test('a correction refuses a person who has a paid place in a group', async () => {
  server = await startTestSite();
  const { path, people } = await server.aGroup();
  await server.payLink(path);
  const { reference } = await server.paidRegistration();
  const [first] = people;
  await expect(
    server.planCorrection({ reference, name: first?.name, email: first?.email }),
  ).rejects.toThrow('has a paid registration with');
});
