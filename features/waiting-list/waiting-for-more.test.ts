import { DAY, HOUR } from '#contract/time-spans.ts';
import { describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Content } from '#contract/content.ts';
import { putBack } from '#server/mail/outbox.ts';
import { planPlaces } from '#server/orders/sell/change-places.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withCombinations, withExtras } from '#tests/support/fixture-prices.ts';
import { contradictionsIn } from '#tests/support/order-differences.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson, payAt } from '#tests/support/visitor.ts';
import { join, offerFreePlaces } from '#tests/support/waiting-list.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

let server: TestSite;
const { yourRegistration, mails } = fixtureContent;
const said = yourRegistration.waitingForMore;
const hours = 24;

const withWaiting = (content: Content): Content => ({
  ...content,
  conference: { ...content.conference, waitingForMore: { hours } },
});

/** A conference with one dinner, which somebody has; and people with a place who may want it. */
async function soldOutDinner(count = 2, places = 1) {
  const prices = withExtras(fixtureContent.prices, { places });
  server = await startTestSite({ content: withWaiting(withRules({ ...fixtureContent, prices })) });
  const diner = (await server.paidRegistration()).order;
  await buys(diner);
  const people: Order[] = [];
  for (let at = 0; at < count; at++) people.push((await server.paidRegistration()).order);
  return { diner, people };
}

async function buys(order: Order, wanted: Record<string, string | number> = { 'extra-dinner': 1 }) {
  const { done } = await server.actThrough(`${pathOf(order)}/change`, wanted);
  await server.payLink(done.location);
}
const ask = (order: Order, wish: Record<string, string | number> = {}) =>
  server.sendForm(`${pathOf(order)}/waiting`, { act: 'ask', thing: 'dinner', count: 1, ...wish });
const entriesOf = (order: Order) =>
  server.db
    .selectFrom('waiting_list')
    .select(['id', 'state', 'offered_until'])
    .where('participant_id', 'in', order.participantIds)
    .orderBy('created_at')
    .execute();
const stateOf = async (order: Order) => (await entriesOf(order)).map(({ state }) => state).join();
const end = async (order: Order) =>
  server.sendForm(`${pathOf(order)}/waiting`, {
    act: 'end',
    entry: (await entriesOf(order)).at(-1)?.id ?? '',
  });
const givesUp = (order: Order) =>
  server.actThrough(`${pathOf(order)}/change`, { 'extra-dinner': 0 });
const dinners = async () => (await server.takenPlaces()).get('extra:dinner');
/** The answer to the form of an offer on the page of waiting. */
const takes = async (order: Order) => {
  const { text } = await server.openPage(`${pathOf(order)}/waiting`);
  const forms = text.split('<form').map((form) => `<form${form}`);
  const form = forms.find((each) => each.includes(`${pathOf(order)}/change`));
  return server.sendForm(`${pathOf(order)}/change`, fieldsOf(form ?? ''));
};
const rightly = async () => expect(await contradictionsIn(server)).toEqual([]);

describe('a participant who waits for what is sold out', () => {
  test('asks on the own page, is offered it in turn, and adds it by the usual change', async () => {
    const { diner, people } = await soldOutDinner();
    const [first, second] = people;
    if (!first || !second) throw new Error('two people wait');
    const page = await server.openPage(`${pathOf(first)}/waiting`);
    expect(page.words).toContain(said.ask);
    expect(page.text).not.toContain('Boat tour');
    // Twice is once, and opening a page changes nothing.
    for (const _ of [1, 2]) expect((await ask(first)).location).toBe(`${pathOf(first)}/waiting`);
    server.clock.advance(1000);
    await ask(second);
    const before = await server.everyRow();
    const waiting = await server.openPage(`${pathOf(second)}/waiting`);
    expect(waiting.words).toContain('In line for: Conference dinner');
    expect(waiting.words).toContain('Your place in the queue: 2');
    expect((await server.openPage(pathOf(second))).words).toContain(said.waiting);
    expect(await server.everyRow()).toEqual(before);
    expect((await entriesOf(first)).length).toBe(1);

    await givesUp(diner);
    // Nobody with a place overtakes the queue in the minute before the offer.
    const quick = await server.fillIn(`${pathOf(second)}/change`, { 'extra-dinner': 1 });
    expect(quick.words).toContain('All places for Conference dinner are taken');
    await offerFreePlaces(server);
    await offerFreePlaces(server);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['OFFERED', 'WAITING']);
    expect(await dinners()).toEqual({ paid: 0, held: 1 });
    const [mail, ...more] = (await server.mailsTo(first.customer.email)).filter(({ subject }) =>
      subject.includes(mails.waitingForMore.offered.subject),
    );
    expect(more).toEqual([]);
    for (const words of ['€68.25', 'Conference dinner', `${pathOf(first)}/waiting`])
      expect(mail?.text).toContain(words);
    const until = (await entriesOf(first))[0]?.offered_until ?? '';
    expect((Date.parse(until) - server.clock.now().getTime()) / HOUR).toBeCloseTo(hours, 1);
    expect((await server.openPage(pathOf(first))).words).toContain(said.offered);

    const check = await takes(first);
    expect(check.words).toContain('You pay €68.25 more, processing fee included.');
    const done = await server.sendForm(`${pathOf(first)}/change`, fieldsOf(check.text));
    expect(done.location).toContain('/changes/');
    expect(await stateOf(first)).toBe('TAKEN');
    expect(await dinners()).toEqual({ paid: 0, held: 1 });
    await offerFreePlaces(server);
    expect(await stateOf(second)).toBe('WAITING');
    await server.payLink(done.location);
    expect(await dinners()).toEqual({ paid: 1, held: 0 });
    await rightly();
  });

  test('has a place: whoever waits for the other payer is not in the queue', async () => {
    needsFeatures('two-payers');
    await soldOutDinner(0);
    const { order } = await server.unpaidRegistration({ extras: [{ id: 'tour', count: 1 }] });
    const path = pathOf(order);
    const [fee] = order.items.filter(({ kind }) => kind === 'registration');
    const payer = { name: 'Accounts Payable', email: 'accounts@university.example', country: '' };
    await server.fillIn(`${path}/payers`, { [`line-${fee?.id}`]: 'yes', ...payer });
    const own = await server.press(`${path}/pay`, 'card');
    await payAt(own.headers.get('location') ?? '');
    await fetch(`${server.origin}${path}/return`);
    const [person] = await server.participantsOfOrder(order.reference);
    expect(person?.state).toBe('WAITS_FOR_PAYER');
    expect((await server.openPage(path)).words).not.toContain(said.heading);
    expect((await ask(order)).status).toBe(409);
    expect(await entriesOf(order)).toEqual([]);
  });

  test('passes the offer on, lets it end, or stops waiting', async () => {
    const { diner, people } = await soldOutDinner(3);
    const [first, second, third] = people;
    if (!first || !second || !third) throw new Error('three people wait');
    for (const order of people) {
      await ask(order);
      server.clock.advance(1000);
    }
    await givesUp(diner);
    await offerFreePlaces(server);
    // The entry of somebody else cannot be ended, whoever knows its id.
    const [entry] = await entriesOf(first);
    await server.sendForm(`${pathOf(second)}/waiting`, { act: 'end', entry: entry?.id ?? '' });
    expect(await stateOf(first)).toBe('OFFERED');
    await end(first);
    await offerFreePlaces(server);
    expect(await stateOf(second)).toBe('OFFERED');
    server.clock.advance((hours + 1) * HOUR);
    expect((await takes(second)).words).not.toContain('Continue to the payment');
    await offerFreePlaces(server);
    expect([await stateOf(second), await stateOf(third)]).toEqual(['LAPSED', 'OFFERED']);
    const ended = await server.mailsTo(second.customer.email);
    expect(ended.map(({ subject }) => subject).join()).toContain(
      mails.waitingForMore.ended.subject,
    );
    await end(third);
    await offerFreePlaces(server);
    expect(await dinners()).toBeUndefined();
    await rightly();
  });

  test('takes fewer than were offered, and the rest goes to the next', async () => {
    const { diner, people } = await soldOutDinner(2, 2);
    await buys(diner, { 'extra-dinner': 2 });
    const [first, second] = people;
    if (!first || !second) throw new Error('two people wait');
    await ask(first, { count: 2 });
    server.clock.advance(1000);
    await ask(second);
    await givesUp(diner);
    await offerFreePlaces(server);
    expect(await dinners()).toEqual({ paid: 0, held: 2 });
    await buys(first);
    expect(await stateOf(first)).toBe('TAKEN');
    await offerFreePlaces(server);
    expect(await stateOf(second)).toBe('OFFERED');
    expect(await dinners()).toEqual({ paid: 1, held: 1 });
    await rightly();
  });

  test('waits for nothing after a cancellation, and its place goes to the next', async () => {
    const { diner, people } = await soldOutDinner();
    const [first, second] = people;
    if (!first || !second) throw new Error('two people wait');
    await ask(first);
    server.clock.advance(1000);
    await ask(second);
    await givesUp(diner);
    await offerFreePlaces(server);
    await carriedOut(server.planCancellation({ reference: first.reference, amount: '0' }));
    await offerFreePlaces(server);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['LEFT', 'OFFERED']);
    expect((await ask(first)).status).toBe(409);
    // The organiser gives what is kept, and the offer is used up.
    await carriedOut(server.planMove({ reference: second.reference, extras: { dinner: 1 } }));
    expect(await stateOf(second)).toBe('TAKEN');
    await rightly();
  });

  test('is in one queue with visitors, the earlier first', async () => {
    const { diner, people } = await soldOutDinner(1);
    const [order] = people;
    if (!order) throw new Error('somebody waits');
    const visitor = aPerson();
    await join(server, visitor, 'poster.dinner-1');
    server.clock.advance(1000);
    await ask(order);
    await givesUp(diner);
    await offerFreePlaces(server);
    expect(await stateOf(order)).toBe('WAITING');
    expect(await server.organise('waiting')).toMatch(
      /Offered until .* Registration \(Poster\); Conference dinner\n.*Waiting .* besides the own place: Conference dinner/,
    );
    const removed = await server.organise('waiting', '--remove', visitor.email, '--yes');
    expect(removed).toContain('Removed');
    await offerFreePlaces(server);
    expect(await stateOf(order)).toBe('OFFERED');
    expect(await server.organise('places')).toContain('1 offered');
  });

  test('of a group waits by its payer, who finds each person on the own page', async () => {
    const { diner } = await soldOutDinner(0);
    const { order, members } = await server.aPaidGroup();
    const [ada, bo] = members;
    const page = pathOf(order);
    const paths = members.map(({ id }) => `${page}/people/${id}/waiting`);
    const shown = async () => (await server.openPage(page)).text;
    for (const path of paths) expect(await shown()).toContain(`href="${path}"`);
    for (const path of paths.slice(0, 2)) {
      await server.sendForm(path, { act: 'ask', thing: 'dinner', count: 1 });
      server.clock.advance(1000);
    }
    const { words, text } = await server.openPage(page);
    for (const { name } of [ada, bo]) expect(words).toContain(`${name}: In line for`);
    expect(text.split('id="waiting-for-more"')).toHaveLength(2);
    await givesUp(diner);
    await offerFreePlaces(server);
    expect((await server.openPage(page)).words).toContain(`${ada.name}: Kept for you until`);
    const mailed = await server.mailsTo(order.customer.email);
    expect(mailed.at(-1)?.text).toContain(paths[0]);
    await rightly();

    // The mail server refuses the payer's address: the next of them has the turn, and the mail is sent no more.
    const offers = () =>
      server.db
        .selectFrom('outbox')
        .select(['id', 'withdrawn_at'])
        .where('kind', '=', 'offer-made')
        .orderBy('created_at')
        .execute();
    const [offer] = await offers();
    const refused = { next: undefined, trouble: 'EENVELOPE 550', now: server.clock.now() };
    await putBack(server.db, offer?.id ?? '', refused);
    await offerFreePlaces(server);
    expect((await server.openPage(page)).words).toContain(`${bo.name}: Kept for you until`);
    expect((await offers()).find(({ id }) => id === offer?.id)?.withdrawn_at).not.toBeNull();
  });

  test('cannot wait for more than there may be, for another price or on a closed page', async () => {
    const { people } = await soldOutDinner(1);
    const [order] = people;
    if (!order) throw new Error('somebody waits');
    for (const wish of [{ count: 4 }, { count: 0 }, { thing: 'yacht' }, { thing: 'tour' }])
      await ask(order, wish);
    expect(await entriesOf(order)).toEqual([]);
    expect((await ask(order, { thing: 'x'.repeat(300) })).status).toBe(400);
    // Three offers that end within a month keep a dinner empty, and then it is enough: however long the first was waited for.
    for (const days of [31, 0, 0]) {
      await ask(order);
      server.clock.advance(days * DAY);
      await carriedOut(planPlaces(server.organising, { kind: 'extra:dinner', limit: '2' }));
      await offerFreePlaces(server);
      server.clock.advance((hours + 1) * HOUR);
      await offerFreePlaces(server);
      await carriedOut(planPlaces(server.organising, { kind: 'extra:dinner', limit: '1' }));
    }
    expect((await entriesOf(order)).map(({ state }) => state)).toEqual([
      'LAPSED',
      'LAPSED',
      'LAPSED',
    ]);
    expect(await ask(order)).toMatchObject({ status: 409 });
    server.clock.advance(31 * DAY);
    expect((await ask(order)).status).toBe(303);
  });

  atOnce('two offers and two presses of one person take one place', async () => {
    const { diner, people } = await soldOutDinner(2);
    const [first, second] = people;
    if (!first || !second) throw new Error('two people wait');
    await Promise.all([ask(first), ask(first), ask(second), ask(second)]);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['WAITING', 'WAITING']);
    await givesUp(diner);
    await Promise.all([offerFreePlaces(server), offerFreePlaces(server)]);
    const offered = (await stateOf(first)) === 'OFFERED' ? first : second;
    const check = await takes(offered);
    const press = () => server.sendForm(`${pathOf(offered)}/change`, fieldsOf(check.text));
    await Promise.all([press(), press(), end(offered), offerFreePlaces(server)]);
    const { paid, held } = (await dinners()) ?? { paid: 0, held: 0 };
    expect(paid + held).toBeLessThanOrEqual(1);
    expect(await stateOf(offered)).toMatch(/TAKEN|LEFT/);
    await rightly();
  });
});

test('a choice of an extra and the nights of a room can be waited for, too', async () => {
  const prices = withCombinations(fixtureContent.prices, { dinners: 1 });
  const nights = { ...prices, room: prices.room && { ...prices.room, nights: 2 } };
  server = await startTestSite({
    content: withWaiting(withRules({ ...fixtureContent, prices: nights })),
  });
  const first = (
    await server.paidRegistration({
      presentationType: 'STUDENT',
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 2,
    })
  ).order;
  await buys(first, { 'choice-dinner': '', 'extra-dinner:meat': 1 });
  const { order } = await server.paidRegistration({ presentationType: 'STUDENT' });
  const page = await server.openPage(`${pathOf(order)}/waiting`);
  expect(page.words).toContain('Conference dinner (Vegan)');
  await ask(order, { thing: 'dinner:vegan' });
  await ask(order, { thing: 'room', count: 2 });
  expect(await stateOf(order)).toBe('WAITING,WAITING');
  const shown = await server.openPage(`${pathOf(order)}/waiting`);
  expect(shown.words).toContain('In line for: Room, 2 nights');
  await carriedOut(server.planCancellation({ reference: first.reference, amount: '0' }));
  await offerFreePlaces(server);
  expect(await stateOf(order)).toBe('OFFERED,OFFERED');
  const check = await takes(order);
  expect(check.words).toContain('Conference dinner (Vegan)');
  await rightly();
});

describe('an offer that a participant takes', () => {
  /** A participant who is offered the dinner that another one has given up. */
  async function offeredDinner() {
    const prices = withExtras(fixtureContent.prices, { places: 1 });
    const content = withTransfers(withRules({ ...fixtureContent, prices }));
    server = await startTestSite({ content: withWaiting(content) });
    const [diner, order] = [await server.paidRegistration(), await server.paidRegistration()].map(
      (paid) => paid.order,
    );
    if (!diner || !order) throw new Error('two people have places');
    await buys(diner);
    await ask(order);
    await givesUp(diner);
    await offerFreePlaces(server);
    return { order };
  }
  const taken = async (order: Order) => {
    const check = await takes(order);
    return (await server.sendForm(`${pathOf(order)}/change`, fieldsOf(check.text))).location;
  };
  const paymentOf = async (order: Order) =>
    (await server.paymentsOfOrder(order.id)).findLast(({ changeId }) => changeId !== undefined);

  test('is not paid by a bank transfer, which would keep it for days, and an own wish is', async () => {
    const { order } = await offeredDinner();
    const path = await taken(order);
    const { words } = await server.openPage(path);
    expect(words).toContain('Pay by card');
    expect(words).not.toContain('Pay by bank transfer');
    await server.press(path, 'transfer');
    expect((await paymentOf(order))?.provider).not.toBe('transfer');
    const other = (await server.paidRegistration()).order;
    const { done } = await server.actThrough(`${pathOf(other)}/change`, { 'extra-tour': 1 });
    expect((await server.openPage(done.location)).words).toContain('Pay by bank transfer');
    await rightly();
  });

  test.each([
    ['until the offer ends', 1, hours],
    ['for the time of a checkout', hours - 0.1, hours - 0.1 + 1],
  ])('stays kept %s', async (_, takenAfter, keptFor) => {
    const { order } = await offeredDinner();
    const began = server.clock.now().getTime();
    server.clock.advance(takenAfter * HOUR);
    await taken(order);
    const [change] = await server.db
      .selectFrom('order_changes')
      .select('lapses_at')
      .where('order_id', '=', order.id)
      .execute();
    const kept = (Date.parse(change?.lapses_at ?? '') - began) / HOUR;
    expect(kept).toBeCloseTo(keptFor, 1);
  });
});
