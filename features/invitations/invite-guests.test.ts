import { describe, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { planResend } from '#features/letters/resend-mails.ts';
import { planUndoCancellation } from '#server/orders/change/undo-cancellation.ts';
import { openReviews } from '#server/payments/reviews.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { documentDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { planCheckIn } from '#features/desk/check-in.ts';
import { planInvitation } from './invite-guests.ts';
import { findOrderByReference, linesOf } from '#server/orders/rows/orders.ts';

let server: TestSite;

const aColleague = { name: 'Oona Järvi', email: 'oona@institute.example' };
const plan = (rows: ReturnType<typeof aSheet>['rows']) =>
  planInvitation(server.organising, { rows });
const orders = () => server.db.selectFrom('orders').selectAll().orderBy('created_at').execute();
const people = () => server.db.selectFrom('participants').selectAll().execute();

async function mailsTo(email: string) {
  return (await server.listMessages(1000)).filter(({ recipient }) => recipient === email);
}

/** A sheet with a row for each of these people, who registered themselves. */
function sheetOf(...guests: ReturnType<typeof aSheet>['people']) {
  const { rows } = aSheet(guests.map(() => 'Speaker'));
  return rows.map((row, at) => {
    const guest = guests[at - 1];
    return guest
      ? [
          guest.name,
          guest.email,
          guest.phone,
          guest.instituteOrUniversity,
          guest.country,
          ...row.slice(5),
        ]
      : row;
  });
}

function withPlaces(places: number): Content {
  return { ...fixtureContent, prices: { ...fixtureContent.prices, places } };
}

describe('guests', () => {
  test('each have a confirmed place, a mail that mentions no payment, and a receipt over 0.00', async () => {
    server = await startTestSite();
    const { rows, people: guests } = aSheet(['Speaker', 'Poster'], ['yes', 2, 1]);
    const { words, perform } = await plan(rows);
    const [first, second] = guests;
    expect(words).toEqual([
      expect.stringMatching(
        `row 2: ${first?.name}, ${first?.email}, .*, Sweden: Registration \\(Speaker\\); Room, 2 nights, 1 guest`,
      ),
      expect.stringMatching(`row 3: ${second?.name}, .*: Registration \\(Poster\\); Room`),
      '2 people would have a free place, confirmed at once, and get a mail about it.',
    ]);
    expect(await people()).toEqual([]);

    expect(await perform()).toEqual([
      'Invited: 2. Each has a confirmed place and gets a mail about it.',
    ]);
    const listed = await allParticipants(server.db);
    expect(listed).toMatchObject(
      guests.map(({ name, email }) => ({
        name,
        email,
        state: 'CONFIRMED',
        isInGroup: false,
        nights: 2,
        guests: 1,
        amountCents: 0,
        provider: 'free',
        placeSince: expect.any(String),
      })),
    );
    expect(new Set(listed.map(({ reference }) => reference)).size).toBe(2);
    const [{ reference = '' } = {}] = listed;
    const order = await findOrderByReference(server.db, reference);
    expect(order).toMatchObject({
      amountCents: 0,
      customer: {
        name: first?.name,
        email: first?.email,
        institute: first?.instituteOrUniversity,
      },
    });
    expect(order && linesOf(order).map(({ cents }) => cents)).toEqual([0, 0]);
    expect(await server.paymentsOfOrder(order?.id ?? '')).toMatchObject([
      { state: 'PAID', provider: 'free', amountCents: 0 },
    ]);
    expect(await server.documentsOf(order?.id ?? '')).toMatchObject([
      { kind: 'receipt', totalCents: 0 },
    ]);
    expect((await server.get(`/receipt/${order?.receiptToken}`)).status).toBe(200);
    const [mail, ...more] = await mailsTo(first?.email ?? '');
    expect(more).toEqual([]);
    expect(mail?.content.subject).toContain('Your place is confirmed');
    expect(mail?.content.text).toContain('Your place at the conference is confirmed.');
    expect(mail?.content.text).toContain(reference);
    expect(mail?.content.text).not.toMatch(/paid|pay|€|receipt/i);
    expect(mail?.content.attachments).toHaveLength(1);
    expect(await mailsTo(server.content.conference.secretary.email)).toEqual([]);
    expect(await server.listActivities({ reference })).toMatchObject([
      { action: 'invite', who: 'secretary', words: expect.stringContaining('a free place') },
    ]);
    expect((await server.takenPlaces()).get('all')).toEqual({ paid: 2, held: 0 });
  });

  test('are invited once, also by two organisers at once, and new rows are added', async () => {
    server = await startTestSite({ content: withPlaces(3) });
    const { rows, people: guests } = aSheet(['Speaker', 'Poster', 'Speaker']);
    const both = await Promise.all([plan(rows.slice(0, 3)), plan(rows.slice(0, 3))]);
    const said = await Promise.all(both.map(({ perform }) => perform()));
    expect(said.flat().toSorted()).toEqual([
      'Invited: 2. Each has a confirmed place and gets a mail about it.',
      'Nobody is new.',
    ]);
    const again = await plan(rows.slice(0, 3));
    expect(again.words).toEqual([
      expect.stringMatching(/^row 2: .* already has a free place, PS26-/),
      expect.stringMatching(/^row 3: /),
      'Nobody is new.',
    ]);
    expect(await again.perform()).toEqual(['Nobody is new.']);
    expect((await plan(rows)).words.at(-1)).toContain('1 person would have a free place');
    await carriedOut(plan(rows));
    expect(await people()).toHaveLength(3);
    expect(await mailsTo(guests[0]?.email ?? '')).toHaveLength(1);
  });

  test('are invited also after registration has closed', async () => {
    const { conference, prices } = fixtureContent;
    const past = { at: '2020-01-01T00:00:00.000Z', day: '', words: 'long ago', label: '' };
    const closed = { until: past };
    const types = prices.presentationTypes.map((type) => ({ ...type, opening: closed }));
    const opening = { ...conference.opening, registration: closed };
    server = await startTestSite({
      content: {
        ...fixtureContent,
        conference: { ...conference, opening },
        prices: { ...prices, presentationTypes: types },
      },
    });
    const { rows } = aSheet(['Speaker']);
    await expect(server.planGroup({ rows, payer: aPayer })).rejects.toThrow('row 2');
    await carriedOut(plan(rows));
    expect(await allParticipants(server.db)).toMatchObject([{ state: 'CONFIRMED' }]);
  });

  test('are all refused if too few places are left', async () => {
    server = await startTestSite({ content: withPlaces(2) });
    const planned = await plan(aSheet(['Speaker', 'Poster']).rows);
    await server.paidRegistration();
    await expect(planned.perform()).rejects.toThrow('All places are taken');
    await expect(plan(aSheet(['Speaker', 'Poster']).rows)).rejects.toThrow('All places are taken');
    expect(await orders()).toHaveLength(1);
    expect(await people()).toHaveLength(1);
    await carriedOut(plan(aSheet(['Speaker']).rows));
    expect((await server.takenPlaces()).get('all')).toEqual({ paid: 2, held: 0 });
  });

  test('with a paid place, alone or in a group, are refused by name', async () => {
    server = await startTestSite();
    const { person, reference } = await server.paidRegistration();
    const group = await server.aGroup(['Speaker']);
    await server.payLink(group.path);
    const [member] = group.people;
    if (!member) throw new Error('nobody is in the group');
    const before = await people();
    await expect(plan(sheetOf(person, member))).rejects.toThrow(
      `row 2: ${person.name} has paid already, ${reference}\nrow 3: ${member.name} has paid already, ${group.order.reference}`,
    );
    expect(await people()).toEqual(before);
  });

  test('get the place that their own open payment page reserves, and the page is closed', async () => {
    server = await startTestSite({ content: withPlaces(1) });
    const { path, body, person } = await server.aCheckout();
    const { json } = await server.post(path, body);
    const { order } = await server.recordsOf(String(json['sessionId']));
    const planned = await plan(sheetOf(person));
    expect(planned.words).toContain(
      `The payment page of ${order.reference}, which ${person.name} has open, is closed.`,
    );
    await planned.perform();
    const { payment } = await server.recordsOf(String(json['sessionId']));
    expect(payment.state).toBe('CANCELLED');
    server.clock.advance(60 * 60_000);
    await server.pollOpenPayments();
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).not.toContain('payment-expired');
    const again = await server.post(path, body);
    expect(again.text).toContain('has a paid registration');
    const other = await server.openedCheckout().catch(String);
    expect(JSON.stringify(other)).not.toContain('https');
  });

  test('get no place that is reserved for their own money on its way, so no place is sold twice', async () => {
    server = await startTestSite({ content: withPlaces(2) });
    await server.paidRegistration();
    const { orderId, url, person } = await server.openedPaypal();
    await server.chooseAt(url, 'stays-pending');
    await server.post(`/api/payment/paypal/capture/${orderId}`);
    expect((await server.recordsOf(orderId)).payment.state).toBe('PENDING');
    await expect(plan(sheetOf(person))).rejects.toThrow('payment may take some days');
    expect((await server.takenPlaces()).get('all')).toEqual({ paid: 1, held: 1 });
  });

  test('are not invited while the provider of their own page does not answer and no other place is left', async () => {
    server = await startTestSite({ content: withPlaces(1) });
    const { path, body, person } = await server.aCheckout();
    await server.post(path, body);
    const planned = await plan(sheetOf(person));
    server.control.failNext('reset-before', 4, { provider: 'stripe', path: '/expire' });
    await expect(planned.perform()).rejects.toThrow('its provider does not answer');
    expect((await server.takenPlaces()).get('all')).toEqual({ paid: 0, held: 1 });
  });
});

test('money for a place that was given away while its provider was switched off is reviewed', async () => {
  server = await startTestSite({ content: withPlaces(1) });
  const { sessionId, url, person } = await server.openedCheckout();
  await server.restart({ without: 'stripe' });
  await carriedOut(plan(sheetOf(person)));
  const reference = (await allParticipants(server.db))[0]?.reference ?? '';
  await carriedOut(server.planCorrection({ reference, ...aColleague }));
  await server.payAt(url);
  await server.restart();
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  const { order } = await server.recordsOf(sessionId);
  expect(order.state).toBe('CONFIRMED');
  expect((await server.takenPlaces()).get('all')).toEqual({ paid: 2, held: 0 });
  expect(await openReviews(server.db)).toMatchObject([
    { kind: 'noPlaceLeft', reference: order.reference },
  ]);
  const mails = await mailsTo(server.content.conference.secretary.email);
  expect(mails.map(({ content }) => content.text).join('\n')).toContain(
    'more places are paid now than there are',
  );
});

test('a guest is checked in, corrected, moved, cancelled and mailed again like every participant', async () => {
  server = await startTestSite();
  const { rows, people: guests } = aSheet(['Speaker', 'Speaker']);
  await carriedOut(plan(rows));
  const [one, two] = await allParticipants(server.db);
  const reference = one?.reference ?? '';
  expect(
    await carriedOut(planCheckIn(server.organising, { reference, isDespiteUnpaid: false })),
  ).toContain('Checked in');
  await carriedOut(server.planCorrection({ reference, institute: 'Elsewhere' }));
  await carriedOut(planResend(server.organising, { reference, what: 'receipt' }));
  const [again] = (await mailsTo(guests[0]?.email ?? '')).filter(
    ({ kind }) => kind === 'free-confirmed',
  );
  expect(again?.content.subject).toContain('Your place is confirmed');
  expect(again?.content.text).not.toContain('payment has arrived');
  const moved = await server.planMove({ reference, type: 'poster' });
  expect(moved.words.join(' ')).toContain('It costs 313.95 EUR more');
  const gone = await server.planCancellation({ reference: two?.reference ?? '' });
  expect(gone.words).toContain('No refund, because it was free of charge.');
  await gone.perform();
  expect((await allParticipants(server.db)).map(({ state }) => state)).toEqual([
    'CONFIRMED',
    'CANCELLED',
  ]);
  await carriedOut(plan(rows));
  expect((await server.takenPlaces()).get('all')).toEqual({ paid: 2, held: 0 });
});

test.each([
  [0, 'Processing fee of €0.30', 30],
  [5, 'Processing fee of 5% and €0.30', 1525],
])(
  'with %d %% and €0.30, the first paid change of a guest names its whole fee',
  async (percent, fee, cents) => {
    const rule = { percent, fixed: asCents(30) };
    const prices = { ...fixtureContent.prices, fee: rule };
    server = await startTestSite({ content: { ...fixtureContent, prices } });
    await carriedOut(plan(aSheet(['Speaker']).rows));
    const [{ reference = '' } = {}] = await allParticipants(server.db);
    const said = await carriedOut(server.planMove({ reference, type: 'poster' }));
    const { order, path } = await server.linkedChange(said);
    expect((await server.openPage(path)).words).toContain(fee);
    await server.payLink(path);
    expect((await server.documentsOf(order.id)).at(-1)).toMatchObject({
      totalCents: 29_900 + cents,
      feeCents: cents,
      lines: [{ cents: 29_900 }, { words: fee, cents, isFee: true }],
    });
    expect(await documentDifferences(server)).toEqual([]);
  },
);

test('a free place in a group is known, and its mail names no payer', async () => {
  const prices = {
    ...fixtureContent.prices,
    presentationTypes: fixtureContent.prices.presentationTypes.map((type) => ({
      ...type,
      price: type.price.map((cents) => (cents - cents) as typeof cents),
    })),
  };
  server = await startTestSite({ content: { ...fixtureContent, prices } });
  const { path, rows, people: members } = await server.aGroup(['Speaker']);
  await fetch((await server.press(path, 'free')).headers.get('location') ?? '');
  expect((await plan(rows)).words.at(-1)).toBe('Nobody is new.');
  const [mail] = await mailsTo(members[0]?.email ?? '');
  expect(mail?.content.text).toContain('Your place at the conference is confirmed.');
  expect(mail?.content.text).not.toContain('Paid by');
});

describe('a guest', () => {
  test('pays for what is new, and gets no more of what was given', async () => {
    const content = withRules({ ...fixtureContent, prices: withExtras(fixtureContent.prices) });
    server = await startTestSite({ content });
    const { rows } = aSheet(['Speaker'], ['yes', 3, 1]);
    await carriedOut(plan(rows));
    const [order] = (await server.listOrders()).slice(-1);
    if (!order) throw new Error('nobody is invited');
    const path = `${pathOf(order)}/change`;
    const form = fieldsOf((await server.openPage(path)).text);
    expect(form).toMatchObject({ nights: '3', guests: '1' });
    for (const more of [{ nights: 10 }, { guests: 10 }, { nights: 4, guests: 0 }]) {
      const { status, words } = await server.sendForm(path, { ...form, ...more });
      expect(status).toBe(409);
      expect(words).toContain('The conference does not offer this choice.');
    }
    expect(await server.getOrder(order.id)).toEqual(order);
    const dinner = await server.fillIn(path, { 'extra-dinner': 1 });
    expect(dinner.words).toContain('You pay €68.25 more');
    const shorter = await server.fillIn(path, { nights: 2 });
    expect(shorter.words).toContain('There is nothing to pay.');
  });

  test('gets a place that was cancelled again', async () => {
    server = await startTestSite();
    await carriedOut(plan(aSheet(['Speaker']).rows));
    const [{ reference = '' } = {}] = await orders();
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    const undo = await planUndoCancellation(server.organising, { reference });
    expect(undo.words.at(-1)).toBe('No money has been refunded.');
    await undo.perform();
    expect(await server.participantsOfOrder(reference)).toMatchObject([{ state: 'CONFIRMED' }]);
  });
});
