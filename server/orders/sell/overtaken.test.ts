import { afterEach, describe, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { listMessages } from '#server/mail/posted-messages.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { takenPlaces } from './places.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { aGroup, aPayer, carriedOut, linkedOrder, press } from '#tests/support/a-group.ts';
import { placesOf } from '#tests/support/order-places.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { paidRegistration, payLink } from '#tests/support/paid-registration.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { aCheckout } from '#tests/support/visitor.ts';
import type { Plan } from '#server/operations/plan.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { participantsOfOrder } from '#server/reports/list-participants.ts';
import { planRefund } from '#server/orders/change/refund-order.ts';
import { planGroup } from './register-group.ts';
import { planResend } from '#features/letters/resend-mails.ts';
import { planLetter } from '#features/letters/write-letter.ts';

let server: TestServer;
afterEach(() => server.close());

const room = (nights: number) =>
  ({ registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights, guests: 0 }) as const;

/** An unpaid order, with the person as the page sends them. */
async function unpaid(choice: Parameters<typeof aCheckout>[1] = {}) {
  const { path, body, person } = await aCheckout(server, choice);
  const { json } = await server.post(path, body);
  const payment = await findPaymentByRef(server.db, String(json['sessionId']));
  return { order: await getOrder(server.db, String(payment?.orderId)), person };
}

describe('a cancellation', () => {
  test('of an unpaid order is refused if another order paid the same registration', async () => {
    server = await startTestServer();
    const first = await unpaid(room(2));
    const { reference } = await paidRegistration(server, room(3), first.person);
    await expect(
      planCancellation(server.organising, { reference: first.order.reference }),
    ).rejects.toThrow(`but ${reference} for the same registration was: cancel that one`);
    expect(await participantsOfOrder(server.db, reference)).toMatchObject([{ state: 'CONFIRMED' }]);
  });

  test('withdraws another unpaid order of the person, who can buy the same again later', async () => {
    server = await startTestServer();
    const first = await unpaid(room(2));
    const { reference } = await paidRegistration(server, room(3), first.person);
    await carriedOut(planCancellation(server.organising, { reference, amount: '10' }));
    const again = await paidRegistration(server, room(2), first.person);
    expect(again.order.id).not.toBe(first.order.id);
    expect(await participantsOfOrder(server.db, again.reference)).toMatchObject([
      { state: 'CONFIRMED' },
    ]);
    expect(await placesOf(server.db, again.order.id)).toMatchObject({ all: 1, nights: 2 });
  });

  test('prevents a later correction, and a second mail with the receipt', async () => {
    server = await startTestServer();
    const { reference } = await paidRegistration(server);
    await carriedOut(planCancellation(server.organising, { reference, amount: '0' }));
    await expect(
      planCorrection(server.organising, { reference, institute: 'Elsewhere' }),
    ).rejects.toThrow('is cancelled');
    await expect(planResend(server.organising, { reference, what: 'receipt' })).rejects.toThrow(
      'is cancelled',
    );
  });

  test('releases the place, also after its person is erased', async () => {
    server = await startTestServer();
    const { reference, person } = await paidRegistration(server);
    await carriedOut(planCancellation(server.organising, { reference, amount: '10' }));
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
    server = await startTestServer({ content: { ...fixtureContent, conference } });
    const { reference } = await paidRegistration(server);
    await carriedOut(planRefund(server.organising, { reference, amount: '100.00' }));
    const { words } = await planCancellation(server.organising, { reference });
    // 80 % of 418.95 are 335.16.
    expect(words.join(' ')).toContain('Refund: 235.16 EUR');
  });
});

test('a change that costs more cannot be paid after the order is refunded', async () => {
  server = await startTestServer();
  const { reference } = await paidRegistration(server, { presentationType: 'POSTER' });
  const said = await carriedOut(planMove(server.organising, { reference, type: 'speaker' }));
  const { path } = await linkedOrder(server, said);
  await carriedOut(planRefund(server.organising, { reference }));
  const answer = await press(server, path, 'card');
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain('This change is not possible any more.');
});

describe('a refused plan', () => {
  /** A change that can be paid, and a plan made after it that is refused because of a refund in between. */
  async function refusedAfterChange(plan: (reference: string) => Promise<Plan>) {
    server = await startTestServer();
    const { reference } = await paidRegistration(server, { presentationType: 'POSTER' });
    const said = await carriedOut(planMove(server.organising, { reference, type: 'speaker' }));
    const { path } = await linkedOrder(server, said);
    await press(server, path, 'card');
    const { perform } = await plan(reference);
    await carriedOut(planRefund(server.organising, { reference, amount: '10.00' }));
    await expect(perform()).rejects.toThrow(/meanwhile|at the same moment/);
    return { path, reference };
  }

  test.each<[string, (reference: string) => Promise<Plan>]>([
    ['another move', (reference) => planMove(server.organising, { reference, type: 'student' })],
    [
      'a cancellation',
      (reference) => planCancellation(server.organising, { reference, amount: '20' }),
    ],
  ])('leaves the link of an earlier change as it was: %s', async (_, plan) => {
    const { path, reference } = await refusedAfterChange(plan);
    await payLink(server, path);
    const [participant] = await participantsOfOrder(server.db, reference);
    expect(participant).toMatchObject({ state: 'CONFIRMED', presentationType: 'speaker' });
  });
});

test('a cancellation that was planned before a change is refused', async () => {
  server = await startTestServer();
  const { reference } = await paidRegistration(server, { presentationType: 'POSTER' });
  const { perform } = await planCancellation(server.organising, { reference, amount: '0' });
  await carriedOut(planMove(server.organising, { reference, type: 'speaker' }));
  await expect(perform()).rejects.toThrow('was changed at the same moment');
});

test('the second of two moves without a price difference that were planned at once for one group is refused', async () => {
  const { prices } = fixtureContent;
  const even = withPrice(withPrice(prices, 'poster', 39_900), 'student', 39_900);
  server = await startTestServer({ content: { ...fixtureContent, prices: even } });
  const { order, path, people } = await aGroup(server, ['Speaker', 'Speaker']);
  await payLink(server, path);
  const { reference } = order;
  const types = ['poster', 'student'];
  const plans = await Promise.all(
    people.map(({ email }, at) =>
      planMove(server.organising, { reference, who: email, type: types[at] }),
    ),
  );
  await plans[1]?.perform();
  await expect(plans[0]?.perform()).rejects.toThrow('was changed at the same moment');
  expect(await placesOf(server.db, order.id)).toEqual({
    all: 2,
    'type:speaker': 1,
    'type:student': 1,
  });
});

describe('the link to pay', () => {
  test('does not confirm an order with a price for free', async () => {
    server = await startTestServer();
    const { path } = await aGroup(server);
    const answer = await press(server, path, 'free');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
    expect((await press(server, path, 'card')).headers.get('location')).toContain('/sandbox/');
  });

  test.each([
    ['paid', true],
    ['unpaid', false],
  ])('of a group that is %s ends when the payer gets another address', async (_, isPaid) => {
    server = await startTestServer();
    const { order, path } = await aGroup(server);
    if (isPaid) await payLink(server, path);
    const email = 'new-office@institute.example';
    const { reference } = order;
    await carriedOut(planCorrection(server.organising, { reference, email }));
    expect((await fetch(`${server.origin}${path}`)).status).toBe(404);
    const links = (await listMessages(server.db, 100)).filter(
      ({ kind, recipient }) => kind === 'group-to-pay' && recipient === email,
    );
    expect(links).toHaveLength(isPaid ? 0 : 1);
  });
});

test('a letter is not sent to a person who was erased after the plan was shown', async () => {
  server = await startTestServer();
  const { person } = await paidRegistration(server);
  const file = 'Subject: News\n\nDear {name},\n\nsee you soon.\n';
  const request = { file, selection: 'paid', isNews: true, mailsPerHour: 500 };
  const { perform } = await planLetter(server.organising, request);
  const { db, clock, files } = server;
  const now = clock.now();
  const places = { store: files.store, mailFolder: `${files.dataDir}/mail` };
  await erasePerson({ ...places, db, now, conferenceEnd: now }, person.email, true);
  expect((await perform())[0]).toContain('Letters in the outbox: 0');
  expect(await db.selectFrom('letter_addresses').selectAll().execute()).toEqual([]);
});

describe('a refund between the plan and its performance', () => {
  const REFUNDED = '200.00';

  test('stops a cancellation, so that both together do not refund more than was planned', async () => {
    server = await startTestServer();
    const { reference } = await paidRegistration(server);
    const { perform } = await planCancellation(server.organising, { reference, amount: '209.48' });
    await carriedOut(planRefund(server.organising, { reference, amount: REFUNDED }));
    await expect(perform()).rejects.toThrow('Money was refunded meanwhile');
    expect(await participantsOfOrder(server.db, reference)).toMatchObject([
      { state: 'CONFIRMED', refundedCents: 20_000 },
    ]);
  });

  test('stops a change whose refund would release the place', async () => {
    server = await startTestServer();
    const { reference } = await paidRegistration(server);
    const { perform } = await planMove(server.organising, { reference, type: 'poster' });
    await carriedOut(planRefund(server.organising, { reference, amount: '313.95' }));
    await expect(perform()).rejects.toThrow('Money was refunded meanwhile');
    expect(await participantsOfOrder(server.db, reference)).toMatchObject([{ state: 'CONFIRMED' }]);
  });
});

test('the cancellation of one member cannot refund the whole order of a group', async () => {
  server = await startTestServer();
  const { order, path, people } = await aGroup(server);
  await payLink(server, path);
  const { reference } = order;
  const [first] = people;
  const cancel = (amount: string) =>
    planCancellation(server.organising, { reference, who: first?.email, amount });
  await expect(cancel('941.85')).rejects.toThrow('the others of the group would lose their places');
  await carriedOut(cancel('100.00'));
  expect((await participantsOfOrder(server.db, reference)).map(({ state }) => state)).toEqual([
    'CANCELLED',
    'CONFIRMED',
    'CONFIRMED',
  ]);
});

test('a cancelled group gets no new link', async () => {
  server = await startTestServer();
  const { order, rows, path } = await aGroup(server);
  server.clock.advance(31 * 24 * 60 * 60_000);
  const { words, perform } = await planGroup(server.organising, { rows, payer: aPayer });
  expect(words.join(' ')).toContain('its link has lapsed');
  await carriedOut(planCancellation(server.organising, { reference: order.reference }));
  await expect(perform()).rejects.toThrow('was changed at the same moment');
  expect((await press(server, path, 'card')).status).toBe(404);
});

test('a correction refuses a person who has a paid place in a group', async () => {
  server = await startTestServer();
  const { path, people } = await aGroup(server);
  await payLink(server, path);
  const { reference } = await paidRegistration(server);
  const [first] = people;
  await expect(
    planCorrection(server.organising, { reference, name: first?.name, email: first?.email }),
  ).rejects.toThrow('has a paid registration with');
});
