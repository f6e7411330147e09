import { afterEach, beforeAll, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { planCorrection } from './correct-person.ts';
import { changesOf, findChange } from '#server/orders/rows/order-changes.ts';
import { linesOf } from '#server/orders/rows/orders.ts';
import { linesOfChange } from '#server/orders/rows/payables.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { validReceipts } from '#server/receipts/receipt-document.ts';
import { type MoveRequest, planMove } from './move-participant.ts';
import { readOrder } from '#server/reports/read-story.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { placesOf } from '#tests/support/order-places.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras, withPrice } from '#tests/support/fixture-prices.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

let server: TestSite;

const plan = (request: MoveRequest) => planMove(server.organising, request);
const moved = (request: MoveRequest) => carriedOut(plan(request));
const participant = async (reference: string) => (await server.participantsOfOrder(reference))[0];
describe('a registration', () => {
  beforeAll(async () => {
    server = await startTestSite();
    return server.close;
  });

  test('changes to a lower price at once, and the difference is refunded', async () => {
    const { reference, order, person } = await server.paidRegistration();
    const request = { reference: reference.toLowerCase(), type: 'poster' };
    expect((await plan(request)).words).toEqual([
      `${reference}, ${person.name}: would change from Registration (Speaker) to Registration (Poster).`,
      'It costs less. Refund: 105.00 EUR to the card or account that paid.',
    ]);
    expect(await moved(request)).toBe('Changed.\n105.00 EUR was refunded.');
    expect(await participant(reference)).toMatchObject({
      presentationType: 'poster',
      state: 'CONFIRMED',
      amountCents: 41_895,
      refundedCents: 10_500,
    });
    expect(await placesOf(server.db, order.id)).toEqual({ all: 1, 'type:poster': 1 });
    const [, note] = await server.documentsOf(order.id);
    expect(note).toMatchObject({
      kind: 'credit-note',
      totalCents: 10_500,
      lines: [
        { words: 'Poster registration', cents: 10_000 },
        { words: 'Processing fee of 5%', cents: 500 },
      ],
    });
    const [mail] = await server.mailsAbout('registration-changed', reference);
    expect(mail).toMatchObject({ recipient: person.email });
    expect(mail?.content.text).toMatch(/Taking part as +Registration \(Poster\)/);
    expect(await server.listActivities({ reference })).toMatchObject([
      {
        action: 'move',
        words: 'from Registration (Speaker) to Registration (Poster), refund of 105.00 EUR',
      },
    ]);
    await expect(plan(request)).rejects.toThrow('is already registered as Registration (Poster)');
    // The order shows the change with its refund.
    const story = await readOrder(server.db, reference);
    expect(story?.changes).toMatchObject([{ state: 'made', differenceCents: -10_500 }]);
  });

  test('changes to a higher price when the difference is paid by the link', async () => {
    const { reference, order, person } = await server.paidRegistration({
      presentationType: 'POSTER',
    });
    const request = { reference, type: 'Exhibitor', room: '3,1' };
    const said = await moved(request);
    const { change, path } = await server.linkedChange(said);
    // Exhibitor and room for three nights: 899 + 3 × (129 + 35) = 1391, instead of 299, with 5 %.
    expect(change).toMatchObject({ differenceCents: 114_660, feeDifferenceCents: 5460 });
    expect(linesOfChange(server.content, order, change).map(({ cents }) => cents)).toEqual([
      109_200, 5460,
    ]);
    const [letter] = await server.mailsAbout('change-to-pay', reference);
    expect(letter).toMatchObject({ recipient: person.email });
    expect(letter?.content.text).toContain(`${server.origin}${path}`);
    expect(await participant(reference)).toMatchObject({ presentationType: 'poster' });
    const { text } = await server.get(path);
    expect(text.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'Was Registration (Poster) Becomes Registration (Exhibitor); Room, 3 nights, 1 guest Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026 Difference €1,092.00 Processing fee of 5% €54.60 Total €1,146.60',
    );

    await server.payLink(path);
    expect(await participant(reference)).toMatchObject({
      presentationType: 'exhibitor',
      hasRoom: true,
      nights: 3,
      guests: 1,
      amountCents: 31_395 + 114_660,
    });
    expect(await placesOf(server.db, order.id)).toEqual({ all: 1, 'type:exhibitor': 1, nights: 3 });
    expect(await server.documentsOf(order.id)).toMatchObject([
      { kind: 'receipt', number: reference, totalCents: 31_395 },
      { kind: 'receipt', number: `${reference}-P2`, totalCents: 114_660, feeCents: 5460 },
    ]);
    const receipt = await (await fetch(`${server.origin}/receipt/${order.receiptToken}`)).text();
    expect(receipt).toContain('Paid for changes');
    expect(receipt).toContain(`${reference}-P2.pdf`);
    const paid = await server.mailsAbout('payment-confirmed', reference);
    expect(paid.map(({ content }) => content.text).join('')).toContain(
      'your registration is changed',
    );
    expect(await server.mailsAbout('registration-changed', reference)).toHaveLength(1);

    // A change to a lower price refunds the payment of the change first, then the rest from the order itself.
    expect(await moved({ reference, type: 'student', room: 'none' })).toBe(
      'Changed.\n1,146.60 EUR was refunded.\n105.00 EUR was refunded.',
    );
    expect(await participant(reference)).toMatchObject({
      presentationType: 'student',
      hasRoom: false,
      refundedCents: 114_660 + 10_500,
    });
  });

  test('stays as it is if its change is never paid', async () => {
    const { reference } = await server.paidRegistration();
    const { change, path } = await server.linkedChange(
      await moved({ reference, type: 'delegate' }),
    );
    server.clock.advance(31 * 24 * 60 * 60_000);
    expect((await server.get(path)).text).toContain('This link has lapsed');
    await server.pollOpenPayments();
    expect(await findChange(server.db, change.id)).toMatchObject({ state: 'lapsed' });
    expect((await server.get(path)).text).toContain('This link has lapsed');
    expect(await participant(reference)).toMatchObject({
      presentationType: 'speaker',
      amountCents: 41_895,
    });
  });

  test('releases the place of an opened change about which the provider says nothing any more', async () => {
    const { reference } = await server.paidRegistration();
    const { change, path } = await server.linkedChange(
      await moved({ reference, type: 'delegate' }),
    );
    await server.press(path, 'card');
    await server.db
      .updateTable('payments')
      .set({ next_check_at: null })
      .where('change_id', '=', change.id)
      .execute();
    server.clock.advance(31 * 24 * 60 * 60_000);
    await server.pollOpenPayments();
    expect(await findChange(server.db, change.id)).toMatchObject({ state: 'lapsed' });
    expect((await server.takenPlaces()).get('type:delegate')).toBeUndefined();
  });

  test('withdraws an unpaid change if the organiser chooses the present type', async () => {
    const { reference, person } = await server.paidRegistration();
    const { change, path } = await server.linkedChange(
      await moved({ reference, type: 'exhibitor' }),
    );
    await server.press(path, 'card');
    const { words } = await plan({ reference, type: 'speaker' });
    expect(words).toEqual([
      `${reference}, ${person.name} is already registered as Registration (Speaker).`,
      'The change to Registration (Exhibitor), which was not paid, is withdrawn.',
    ]);
    const another = await plan({ reference, type: 'speaker' });
    expect(await moved({ reference, type: 'speaker' })).toBe('Withdrawn.');
    await expect(another.perform()).rejects.toThrow('was changed at the same moment');
    expect(await findChange(server.db, change.id)).toMatchObject({ state: 'withdrawn' });
    expect((await server.get(path)).status).toBe(404);
    await expect(plan({ reference, type: 'speaker' })).rejects.toThrow('is already registered as');
  });

  test('is asked once for the same change, and its link stays', async () => {
    const { reference } = await server.paidRegistration();
    const { path } = await server.linkedChange(await moved({ reference, type: 'exhibitor' }));
    await expect(plan({ reference, type: 'exhibitor' })).rejects.toThrow(
      `this change is asked for already, and 525.00 EUR has to be paid at http`,
    );
    await server.payLink(path);
    expect(await participant(reference)).toMatchObject({ presentationType: 'exhibitor' });
  });

  test('replaces an unpaid change by a second change, also while the payment page is open', async () => {
    const { reference, order } = await server.paidRegistration();
    const first = await server.linkedChange(await moved({ reference, type: 'exhibitor' }));
    const url = (await server.press(first.path, 'card')).headers.get('location') ?? '';
    const again = await plan({ reference, type: 'delegate' });
    expect(again.words).toContain(
      'The change to Registration (Exhibitor), which was not paid, is withdrawn.',
    );
    const second = await server.linkedChange((await again.perform()).join('\n'));
    expect((await server.get(first.path)).status).toBe(404);
    expect((await server.payAt(url)).status).not.toBe(303);
    await server.payLink(second.path);
    expect(await participant(reference)).toMatchObject({ presentationType: 'delegate' });
    expect((await changesOf(server.db, order.id)).map(({ state }) => state)).toEqual([
      'withdrawn',
      'made',
    ]);
  });

  test('gets no refund for a change whose payment was lost in a dispute, also after a change to a lower price', async () => {
    const { reference, order } = await server.paidRegistration({ presentationType: 'POSTER' });
    const { change, path } = await server.linkedChange(await moved({ reference, type: 'speaker' }));
    await server.payLink(path);
    const { ref = '' } = (await latestPaymentOf(server.db, order.id, change.id)) ?? {};
    server.control.dispute(ref);
    await server.control.settled();
    server.control.closeDispute(ref, 'lost');
    await server.control.settled();
    expect(await participant(reference)).toMatchObject({
      state: 'CONFIRMED',
      refundedCents: 10_500,
    });
    expect(await moved({ reference, type: 'poster' })).toBe('Changed.');
    expect(await participant(reference)).toMatchObject({ refundedCents: 10_500 });
  });

  test('is not changed while its change is being paid', async () => {
    const { reference } = await server.paidRegistration();
    const open = await server.linkedChange(await moved({ reference, type: 'exhibitor' }));
    const url = (await server.press(open.path, 'card')).headers.get('location') ?? '';
    server.control.webhooks('off');
    await server.payAt(url);
    await expect(moved({ reference, type: 'delegate' })).rejects.toThrow(
      /is being paid at this moment|was changed at the same moment/,
    );
    server.control.webhooks('on');
    await fetch(`${server.origin}${open.path}/return`);
    expect(await participant(reference)).toMatchObject({ presentationType: 'exhibitor' });
    expect(await server.reviewRequestsOf(open.order)).toEqual([]);
  });

  test('is not changed, and nobody is asked to pay again, if the money for its change does not fit', async () => {
    const { reference, order } = await server.paidRegistration();
    const open = await server.linkedChange(await moved({ reference, type: 'exhibitor' }));
    const url = (await server.press(open.path, 'card')).headers.get('location') ?? '';
    server.control.webhooks('off');
    await server.db
      .updateTable('payments')
      .set({ amount_cents: 12_345 })
      .where('change_id', '=', open.change.id)
      .execute();
    await server.payAt(url);
    await fetch(`${server.origin}${open.path}/return`);
    server.control.webhooks('on');
    for (const type of ['delegate', 'speaker']) {
      await expect(plan({ reference, type })).rejects.toThrow('that does not fit it');
    }
    const asked = (await server.mailsAbout('change-to-pay', reference)).length;
    const email = 'new@lab.example';
    await carriedOut(planCorrection(server.organising, { reference, email }));
    expect(await server.mailsAbout('change-to-pay', reference)).toHaveLength(asked);
    expect((await server.getOrder(order.id)).customer).toMatchObject({ email });
  });

  atOnce('is changed by one of two organisers who change it at once', async () => {
    const { reference } = await server.paidRegistration();
    const plans = [
      await plan({ reference, type: 'poster' }),
      await plan({ reference, type: 'student' }),
    ];
    const results = await Promise.allSettled(plans.map(({ perform }) => perform()));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(String((refused[0] as PromiseRejectedResult).reason)).toContain('Please check it');
    const { refundedCents, presentationType } = (await participant(reference)) ?? {};
    expect(refundedCents).toBe(presentationType === 'poster' ? 10_500 : 21_000);
  });

  test('that is unpaid or unknown is refused with a sentence, as are an unknown type and room', async () => {
    const { sessionId } = await server.openedCheckout();
    const { order_id } = await server.db
      .selectFrom('payments')
      .select('order_id')
      .where('provider_ref', '=', sessionId)
      .executeTakeFirstOrThrow();
    const { reference } = await server.getOrder(order_id);
    await expect(plan({ reference, type: 'poster' })).rejects.toThrow('is AWAITING_PAYMENT');
    await expect(plan({ reference: 'PS26-0000-0000', type: 'poster' })).rejects.toThrow(
      'There is no order PS26-0000-0000.',
    );
    const paid = await server.paidRegistration();
    const wrong = (request: Omit<MoveRequest, 'reference'>) =>
      plan({ reference: paid.reference, ...request });
    await expect(wrong({ type: 'juggler' })).rejects.toThrow('no presentation type "juggler"');
    await expect(wrong({ room: 'large' })).rejects.toThrow('"large" is no room');
    await expect(wrong({ room: '30,1' })).rejects.toThrow('does not offer this choice');
  });

  test('in a group is changed by the name of the member, and the payer pays or gets the difference', async () => {
    const { order, path, people } = await server.aGroup(['Speaker', 'Poster']);
    await server.payLink(path);
    const { reference } = order;
    await expect(plan({ reference, type: 'student' })).rejects.toThrow(
      'choose one by name or email address',
    );
    await expect(plan({ reference, type: 'student', who: 'Nobody' })).rejects.toThrow(
      `Nobody of this order has the name or address "Nobody". Its people: ${people.map(({ name }) => name).join('; ')}.`,
    );
    const [speaker, poster] = people;
    expect(await moved({ reference, type: 'student', who: speaker?.email })).toBe(
      'Changed.\n210.00 EUR was refunded.',
    );
    const more = await server.linkedChange(
      await moved({ reference, type: 'listener', who: poster?.name }),
    );
    expect(more.order.customer.email).toBe('office@institute.example');
    // The payer reads the name of the member: on the page, in the mails and on the receipt.
    const name = poster?.name ?? '';
    expect((await server.get(more.path)).text).toContain(name);
    const [letter] = (await server.mailsAbout('change-to-pay', reference)).filter(({ content }) =>
      content.text.includes(more.path),
    );
    expect(letter?.content.text).toMatch(new RegExp(`Participant +${name}`));
    await server.payLink(more.path);
    const last = (await server.documentsOf(order.id)).at(-1);
    expect(last?.lines[0]).toMatchObject({ statedByPayer: name });
    expect(await server.participantsOfOrder(reference)).toMatchObject([
      { name: speaker?.name, presentationType: 'student' },
      { name: poster?.name, presentationType: 'listener' },
    ]);
    expect(await placesOf(server.db, order.id)).toEqual({
      all: 2,
      'type:student': 1,
      'type:listener': 1,
    });
    expect(
      (await server.mailsAbout('registration-changed', reference)).map(
        ({ recipient }) => recipient,
      ),
    ).toEqual(expect.arrayContaining([speaker?.email, poster?.email]));

    // An erased member is named in none of the payer's mails, and the others keep theirs.
    await server.organise('person', 'erase', poster?.email ?? '', '--even-paid', '--yes');
    expect(JSON.stringify(await server.everyRow())).not.toContain(name);
    expect(await server.mailsAbout('registration-changed', reference)).toMatchObject([
      { recipient: speaker?.email },
    ]);
  });
});

test('two changes of one group that wait for payments at the same time add up to the cent', async () => {
  server = await startTestSite();
  const { order, path, people } = await server.aGroup(['Poster', 'Poster', 'Student']);
  await server.payLink(path);
  const { reference } = order;
  const links = [];
  for (const [at, type] of ['speaker', 'exhibitor'].entries()) {
    links.push(await server.linkedChange(await moved({ reference, who: people[at]?.email, type })));
  }
  for (const { path: address } of links.toReversed()) await server.payLink(address);
  const now = await server.getOrder(order.id);
  expect(linesOf(now).map(({ words }) => words)).toEqual([
    'Registration (Speaker)',
    'Registration (Exhibitor)',
    'Registration (Student)',
    'Processing fee of 5%',
  ]);
  const payments = await server.paymentsOfOrder(order.id);
  const paid = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(now.amountCents).toBe(paid);
  expect(linesOf(now).reduce((sum, { cents }) => sum + cents, 0)).toBe(paid);
  await server.close();
});

describe('with other prices and limits', () => {
  afterEach(() => server.close());

  test('a change at the same price moves no money, and the order names the new type', async () => {
    const content = {
      ...fixtureContent,
      prices: withPrice(fixtureContent.prices, 'listener', 39_900),
    };
    server = await startTestSite({ content });
    const { reference, order } = await server.paidRegistration();
    const { words } = await plan({ reference, type: 'listener' });
    expect(words).toContain('No money changes hands.');
    expect(await moved({ reference, type: 'listener' })).toBe('Changed.');
    expect(await participant(reference)).toMatchObject({
      presentationType: 'listener',
      refundedCents: 0,
    });
    const now = await server.getOrder(order.id);
    expect(now.productName).toBe('Listener registration');
    expect(linesOf(now)).toMatchObject([
      { words: 'Registration (Listener)' },
      { words: 'Processing fee of 5%' },
    ]);
    const documents = await server.documentsOf(order.id);
    expect(validReceipts(documents)).toMatchObject([
      {
        number: `${reference}-R2`,
        lines: [{ words: 'Registration (Listener)' }, { words: 'Processing fee of 5%' }],
      },
    ]);
  });

  test('ordered items keep their price when prices.yaml changes, and the plan says so', async () => {
    server = await startTestSite();
    const { reference } = await server.paidRegistration({
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 3,
      guests: 0,
    });
    const content = {
      ...fixtureContent,
      prices: withPrice(fixtureContent.prices, 'speaker', 44_900),
    };
    const later = { ...server.organising, content };
    expect((await planMove(later, { reference, room: '4' })).words.slice(1)).toEqual([
      'Everything else keeps its price.',
      expect.stringContaining('It costs 135.45 EUR more'),
    ]);
    expect(await carriedOut(planMove(later, { reference, room: '2' }))).toBe(
      'Changed.\n135.45 EUR was refunded.',
    );
  });

  test('extras are added and given up, and unchanged extras keep their price', async () => {
    const prices = withExtras(fixtureContent.prices);
    server = await startTestSite({ content: { ...fixtureContent, prices } });
    const { reference } = await server.paidRegistration({ extras: [{ id: 'tour', count: 1 }] });
    const { outcome, words } = await plan({ reference, extras: { dinner: 2 } });
    expect(outcome).toMatchObject({
      does: 'askForMore',
      differences: [{ was: undefined, becomes: 'Conference dinner × 2' }],
      moreCents: 13_650,
      backCents: 0,
    });
    expect(words).toContainEqual(expect.stringContaining('It costs 136.50 EUR more'));
    const context = testContext(server);
    const said = await organise(context, 'move', reference, '--extras', 'dinner=2', '--send');
    await server.payLink((await server.linkedChange(said)).path);
    expect(await participant(reference)).toMatchObject({
      extras: [
        { id: 'tour', count: 1 },
        { id: 'dinner', count: 2 },
      ],
    });
    const less = { reference, extras: { dinner: 1, tour: 0 } };
    expect((await plan(less)).outcome).toMatchObject({
      does: 'change',
      differences: [
        { was: 'Boat tour', becomes: undefined },
        { was: 'Conference dinner', becomes: undefined },
      ],
      lessCents: 8925,
      backCents: 8925,
      byRule: undefined,
    });
    await organise(context, 'move', reference, '--extras', 'dinner=1, tour=0', '--send');
    expect(await participant(reference)).toMatchObject({
      extras: [{ id: 'dinner', count: 1 }],
      refundedCents: 8925,
    });
    for (const extras of [{ dinner: 4 }, { dinner: -1 }, { cruise: 1 }, { dinner: 1e9 }]) {
      await expect(plan({ reference, extras })).rejects.toMatchObject({ reason: 'notOffered' });
    }
    await expect(organise(context, 'move', reference, '--extras', 'dinner')).rejects.toThrow(
      '"dinner" is not understood: write the extras as dinner=2,tour=0.',
    );
  });

  test('a change below the least amount of cards is for PayPal alone, and is refused without PayPal', async () => {
    const prices = withPrice(fixtureContent.prices, 'poster', 39_880);
    server = await startTestSite({ content: { ...fixtureContent, prices } });
    const { reference } = await server.paidRegistration({ presentationType: 'POSTER' });
    const { organising } = server;
    const { payments } = organising;
    const cardsAlone = { ...organising, payments: { ...payments, ways: ['card'] as const } };
    await expect(planMove(cardsAlone, { reference, type: 'speaker' })).rejects.toThrow(
      'It costs 0.21 EUR more. No card pays less than 0.50 EUR. Combine it with another change.',
    );
    const { words, perform } = await plan({ reference, type: 'speaker' });
    expect(words).toContain('It can be paid with PayPal alone: no card pays less than 0.50 EUR.');
    const { path } = await server.linkedChange((await perform()).join('\n'));
    const page = await (await fetch(`${server.origin}${path}`)).text();
    expect(page).toContain(`${path}/paypal`);
    expect(page).not.toContain(`${path}/card`);
  });

  test('a change below the least amount of cards can be paid by a transfer', async () => {
    const prices = withPrice(fixtureContent.prices, 'poster', 39_880);
    server = await startTestSite({ content: withTransfers({ ...fixtureContent, prices }) });
    const { reference } = await server.paidRegistration({ presentationType: 'POSTER' });
    await server.restart({ without: 'paypal' });
    const { words, perform } = await plan({ reference, type: 'speaker' });
    expect(words.join('\n')).not.toContain('PayPal');
    const { path } = await server.linkedChange((await perform()).join('\n'));
    const page = await (await fetch(`${server.origin}${path}`)).text();
    expect(page.match(new RegExp(`(?<=action="${path}/)\\w+`, 'g'))).toEqual(['transfer']);
  });

  test('a free type is refused, because the full refund would release the place', async () => {
    const content = { ...fixtureContent, prices: withPrice(fixtureContent.prices, 'listener', 0) };
    server = await startTestSite({ content });
    const { reference } = await server.paidRegistration();
    await expect(plan({ reference, type: 'listener' })).rejects.toThrow(
      'This would refund everything that was paid',
    );
  });

  test('a type whose places are taken is refused, and a change reserves its place until the change is paid or lapses', async () => {
    const presentationTypes = fixtureContent.prices.presentationTypes.map((type) =>
      type.id === 'exhibitor' || type.id === 'student' ? { ...type, places: 1 } : type,
    );
    const content = {
      ...fixtureContent,
      prices: { ...fixtureContent.prices, presentationTypes },
    };
    server = await startTestSite({ content });
    await server.paidRegistration({ presentationType: 'STUDENT' });
    const one = await server.paidRegistration();
    const other = await server.paidRegistration();
    await expect(plan({ reference: one.reference, type: 'student' })).rejects.toThrow(
      'All places as Student are taken',
    );
    const change = { type: 'exhibitor' };
    const exhibitors = async () => (await server.takenPlaces()).get('type:exhibitor');
    await moved({ reference: one.reference, ...change });
    expect(await exhibitors()).toEqual({ paid: 0, held: 1 });
    // The last place is reserved for the same person, who now asks for nights, too.
    await moved({ reference: one.reference, ...change, room: '3' });
    expect(await exhibitors()).toEqual({ paid: 0, held: 1 });
    await expect(plan({ reference: other.reference, ...change })).rejects.toThrow(
      'All places as Exhibitor are taken',
    );
    server.clock.advance(31 * 24 * 60 * 60_000);
    await server.pollOpenPayments();
    const { path } = await server.linkedChange(
      await moved({ reference: other.reference, ...change }),
    );
    await server.payLink(path);
    expect(await exhibitors()).toEqual({ paid: 1, held: 0 });
  });
});
