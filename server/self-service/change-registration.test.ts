import { DAY } from '#contract/time-spans.ts';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { currencyOf } from '#contract/currency.ts';
import { momentAt } from '#contract/content/moments.ts';
import { asCents } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import { changesOf, lapseChanges } from '#server/orders/rows/order-changes.ts';
import { type Order } from '#server/orders/rows/orders.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras, withPlaces } from '#tests/support/fixture-prices.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const content = withRules({ ...fixtureContent, prices: withExtras(fixtureContent.prices) });

let server: TestSite;

const bookedBy = async (reference: string) => (await server.participantsOfOrder(reference))[0];

/** The second step of a change: what it would do. */
function planned(order: Order, wanted: Record<string, string | number>) {
  return server.fillIn(`${pathOf(order)}/change`, wanted);
}

/** Changes a registration as a visitor does, and returns the plan and the last answer. */
async function changed(order: Order, wanted: Record<string, string | number>) {
  const { check, done } = await server.actThrough(`${pathOf(order)}/change`, wanted);
  return { plan: check, answer: done };
}

const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3, guests: 1 } as const;

describe('a participant', () => {
  beforeAll(async () => {
    server = await startTestSite({ content });
    return server.close;
  });

  test.each(['card', 'paypal'] as const)('adds a dinner and pays it by %s', async (way) => {
    const { order, reference, person } = await server.paidRegistration();
    const form = await server.openPage(`${pathOf(order)}/change`);
    expect(form.status).toBe(200);
    expect(form.headers.get('cache-control')).toBe('no-store');
    expect(form.headers.get('referrer-policy')).toBe('no-referrer');
    expect(form.headers.get('x-robots-tag')).toContain('noindex');
    expect(form.words).toContain('Conference dinner, €65.00');
    expect(fieldsOf(form.text)).toMatchObject({ type: 'speaker', room: 'no', 'extra-dinner': '0' });

    const { plan, answer } = await changed(order, { 'extra-dinner': 1 });
    expect(plan.words).toContain('Was Becomes – Conference dinner Difference +€68.25');
    expect(plan.words).toContain('You pay €68.25 more, processing fee included.');
    expect(plan.words).toContain('Continue to the payment of €68.25');
    expect(answer.status).toBe(303);
    const path = answer.location;
    expect(path).toMatch(new RegExp(`^${pathOf(order)}/changes/\\w{26}$`));
    const own = await server.openPage(pathOf(order));
    expect(own.words).toContain('Conference dinner');
    expect(own.text).toContain(`href="${path}"`);
    expect(own.text).toContain('/withdraw"');
    expect(own.words).toMatch(/Payable until \w+ \d+, \d{4} at \d\d:\d\d Pay/);

    const url = (await server.press(path, way)).headers.get('location') ?? '';
    const paid = await (way === 'card' ? server.payAt(url) : server.chooseAt(url));
    const back = new URL(paid.headers.get('location') ?? '');
    const returned = await server.openPage(back.pathname + back.search);
    expect(returned.words).toContain(server.content.mails.paymentLink.paid);
    const notice = `${pathOf(order)}?notice=changePaid`;
    expect((await server.openPage(path)).location).toBe(notice);
    expect((await server.openPage(notice)).words).toContain(
      'Your payment has arrived and your registration is changed.',
    );
    expect(await bookedBy(reference)).toMatchObject({ extras: [{ id: 'dinner', count: 1 }] });
    expect(server.ledgerOf(order)).toEqual({ paid: 41_895 + 6825, refunded: 0 });
    expect(await server.listActivities({ reference })).toMatchObject([
      {
        who: 'participant',
        action: 'move',
        words: expect.stringContaining('after a payment of 68.25 EUR'),
      },
    ]);
    const mails = (await server.listMessages(1000)).filter(({ content: { subject } }) =>
      subject.includes(reference),
    );
    expect(mails.filter(({ kind }) => kind === 'own-act-for-secretary')).toHaveLength(1);
    // The participant pays at once, and needs no mail with a link.
    expect(mails.filter(({ kind }) => kind === 'change-to-pay')).toHaveLength(0);
    expect(mails.find(({ kind }) => kind === 'registration-changed')).toMatchObject({
      recipient: person.email,
    });
  });

  test('takes one night less, and gets the whole difference back', async () => {
    const { order, reference } = await server.paidRegistration(stay);
    const { plan, answer } = await changed(order, { nights: 2 });
    expect(plan.words).toContain(
      'Was Becomes Room, 3 nights, 1 guest Room, 2 nights, 1 guest Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sat May 30, 2026 Difference -€172.20',
    );
    expect(plan.words.match(/Jade Willow/g)).toHaveLength(1);
    expect(plan.words).toContain(
      'It costs €172.20 less. We refund €172.20 to the card or account that paid.',
    );
    expect(plan.words).toMatch(
      /Until \w+ \d+, \d{4}.* we refund the full price of what you give up, €172\.20\./,
    );
    expect(plan.words).toContain('After that we refund 50 %, without the processing fee.');
    expect(answer.location).toBe(`${pathOf(order)}?notice=changeMadeWithRefund`);
    expect((await server.openPage(answer.location)).words).toContain(
      'Your registration is changed, and the refund is on its way.',
    );
    expect(await bookedBy(reference)).toMatchObject({ nights: 2, refundedCents: 17_220 });
    expect(server.ledgerOf(order).refunded).toBe(17_220);
  });

  test('changes the type to a higher price and back', async () => {
    const { order, reference } = await server.paidRegistration({ presentationType: 'POSTER' });
    const up = await changed(order, { type: 'speaker' });
    expect(up.plan.words).toContain('Registration (Poster) Registration (Speaker) Difference');
    await server.payLink(up.answer.location);
    expect(await bookedBy(reference)).toMatchObject({ presentationType: 'speaker' });
    const down = await changed(order, { type: 'student' });
    expect(down.plan.words).toContain('We refund €210.00');
    expect(await bookedBy(reference)).toMatchObject({ presentationType: 'student' });
    expect(server.ledgerOf(order)).toEqual({ paid: 41_895, refunded: 21_000 });
    expect((await server.getOrder(order.id)).amountCents).toBe(41_895 - 21_000);
  });

  test('edits the choice on the page that says what it costs, and nothing is lost or changed', async () => {
    const { order } = await server.paidRegistration(stay);
    const plan = await planned(order, { 'extra-dinner': 2, nights: 4 });
    expect(plan.words).toContain('Edit');
    const again = { ...fieldsOf(plan.text), edit: 'yes' };
    const form = await server.sendForm(`${pathOf(order)}/change`, again);
    expect(form.status).toBe(200);
    expect(fieldsOf(form.text)).toMatchObject({ 'extra-dinner': '2', nights: '4', room: 'yes' });
    expect(fieldsOf(form.text)['amount']).toBeUndefined();
    expect(await changesOf(server.db, order.id)).toEqual([]);
  });

  test('takes a change back that is not paid', async () => {
    const { order } = await server.paidRegistration();
    const { answer } = await changed(order, { 'extra-tour': 1 });
    const [, action = ''] =
      /action="([^"]*\/withdraw)"/.exec((await server.openPage(pathOf(order))).text) ?? [];
    for (const _ of [1, 2]) {
      const { location } = await server.sendForm(action, {});
      expect(location).toBe(`${pathOf(order)}?notice=changeWithdrawn`);
    }
    expect((await server.openPage(answer.location)).status).toBe(404);
    expect((await server.press(answer.location, 'card')).status).toBe(404);
    expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'withdrawn' }]);
    // The change of somebody else.
    const other = await server.paidRegistration();
    const open = await changed(other.order, { 'extra-tour': 1 });
    const [change] = await changesOf(server.db, other.order.id);
    await server.sendForm(`${pathOf(order)}/changes/${change?.id}/withdraw`, {});
    expect((await server.openPage(open.answer.location)).status).toBe(200);
    const path = `${pathOf(order)}/changes/${change?.id}`;
    expect((await server.openPage(path)).location).toBe(pathOf(order));
    expect((await server.press(path, 'card')).headers.get('location')).toBe(pathOf(order));
  });

  test('reads that the payment of a change is being checked, and is promised nothing meanwhile', async () => {
    const { order, reference } = await server.paidRegistration();
    const { answer } = await changed(order, { 'extra-dinner': 1 });
    const url = (await server.press(answer.location, 'paypal')).headers.get('location') ?? '';
    await server.chooseAt(url, 'stays-pending');
    const shown = await server.openPage(`${answer.location}/return`);
    expect(shown.words).toContain('Your payment is being checked. Please do not pay again');
    const own = await server.openPage(pathOf(order));
    expect(own.words).toContain('Your payment is being checked. Please do not pay again');
    expect(own.words).not.toContain('Not paid yet');
    expect(own.text).toContain(`href="${answer.location}/return"`);
    for (const absent of ['/withdraw"', `href="${answer.location}"`]) {
      expect(own.text).not.toContain(absent);
    }
    const words = 'A payment for this registration is still being checked.';
    const { location } = await server.sendForm(`${answer.location}/withdraw`);
    expect((await server.openPage(location)).words).toContain(words);
    for (const act of ['cancel', 'hand-over']) {
      const { status, words: refusal } = await server.openPage(`${pathOf(order)}/${act}`);
      expect({ act, status }).toEqual({ act, status: 409 });
      expect(refusal).toContain(words);
      expect(refusal).not.toContain('€');
    }
    expect((await planned(order, { 'extra-dinner': 2 })).words).toContain(words);
    expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'proposed' }]);
    expect((await bookedBy(reference))?.extras).toEqual([]);
  });

  test('returns from PayPal after the change was withdrawn, and reads that nothing was taken', async () => {
    const { order } = await server.paidRegistration();
    const { answer } = await changed(order, { 'extra-tour': 1 });
    const url = (await server.press(answer.location, 'paypal')).headers.get('location') ?? '';
    const [, action = ''] =
      /action="([^"]*\/withdraw)"/.exec((await server.openPage(pathOf(order))).text) ?? [];
    await server.sendForm(action, {});
    const back =
      (await server.chooseAt(url)).headers.get('location') ?? `${answer.location}/return`;
    for (const path of [answer.location, back.replace(server.origin, '')]) {
      const { status, words } = await server.openPage(path);
      expect(status).toBe(404);
      expect(words).toContain('This change was withdrawn, so there is nothing to pay.');
      expect(words).toContain('No money was taken. A payment that still arrives is refunded');
      expect(words).toContain(content.conference.secretary.email);
    }
    expect(server.ledgerOf(order)).toEqual({ paid: 41_895, refunded: 0 });
  });

  test('replaces a change that is not paid by another one, also while its payment page is open', async () => {
    const { order, reference } = await server.paidRegistration();
    const first = await changed(order, { 'extra-tour': 1 });
    await server.press(first.answer.location, 'card');
    const second = await changed(order, { 'extra-dinner': 2 });
    expect(second.plan.words).toMatch(
      /The earlier change, which is not paid, is withdrawn: .*Boat tour\./,
    );
    expect((await server.openPage(first.answer.location)).status).toBe(404);
    await server.payLink(second.answer.location);
    expect(await bookedBy(reference)).toMatchObject({ extras: [{ id: 'dinner', count: 2 }] });
  });

  test('reads that nothing would change, and what cannot be read', async () => {
    const { order } = await server.paidRegistration();
    const same = await planned(order, {});
    expect(same.status).toBe(409);
    expect(same.words).toContain('That is what you have already');
    const path = `${pathOf(order)}/change`;
    const form = fieldsOf((await server.openPage(path)).text);
    const before = await server.getOrder(order.id);
    for (const hostile of [
      { 'extra-dinner': '-1' },
      { 'extra-dinner': '1e9' },
      { 'extra-dinner': '99999999999999999999' },
      { 'extra-dinner': '0x1' },
      { nights: '2.5', room: 'yes' },
      { room: 'maybe' },
      { version: 'DROP TABLE orders' },
      { amount: 'free', 'extra-dinner': '1' },
      { type: 'x'.repeat(3000) },
    ]) {
      const { status, words } = await server.sendForm(path, { ...form, ...hostile });
      expect({ hostile, status }).toEqual({ hostile, status: 400 });
      expect(words).toContain('An entry could not be read.');
    }
    for (const unknown of [
      { 'extra-cruise': '1' },
      { 'extra-dinner': '4' },
      { type: 'juggler' },
      { room: 'yes', nights: '11' },
      { room: 'yes', nights: '2', guests: '99' },
    ]) {
      const { status, words } = await server.sendForm(path, { ...form, ...unknown });
      expect({ unknown, status }).toEqual({ unknown, status: 409 });
      expect(words).toContain('The conference does not offer this choice.');
    }
    // Neither an extra nor a key of an object.
    const proto = await server.sendForm(path, { ...form, 'extra-__proto__': '1' });
    expect(proto.words).toContain('That is what you have already');
    expect((await server.sendForm(path, {})).status).toBe(400);
    expect(await server.getOrder(order.id)).toEqual(before);
  });

  test('cannot lower the amount: another one than the plan’s is shown again', async () => {
    const { order } = await server.paidRegistration();
    const plan = await planned(order, { 'extra-dinner': 1 });
    const lower = { ...fieldsOf(plan.text), amount: '-5000' };
    const { status, words } = await server.sendForm(`${pathOf(order)}/change`, lower);
    expect(status).toBe(409);
    expect(words).toContain('The amount has changed since you saw it.');
    expect(words).toContain('You pay €68.25 more');
    expect(await changesOf(server.db, order.id)).toEqual([]);
  });

  test('in two tabs makes the change of the first, and reads in the second that it has changed', async () => {
    const { order, reference } = await server.paidRegistration({ presentationType: 'EXHIBITOR' });
    const path = `${pathOf(order)}/change`;
    const first = await planned(order, { type: 'speaker' });
    const second = await planned(order, { type: 'student' });
    expect((await server.sendForm(path, fieldsOf(first.text))).location).toContain(
      'notice=changeMadeWithRefund',
    );
    const { location } = await server.sendForm(path, fieldsOf(second.text));
    expect(location).toBe(`${pathOf(order)}?notice=changedMeanwhile`);
    expect(await bookedBy(reference)).toMatchObject({ presentationType: 'speaker' });
    expect(server.ledgerOf(order).refunded).toBe(52_500);
  });

  atOnce.each(['after each other', 'at once'])(
    'sends a form twice %s, and one change is made',
    async (how) => {
      const { order } = await server.paidRegistration(stay);
      const path = `${pathOf(order)}/change`;
      const form = fieldsOf((await planned(order, { room: 'no' })).text);
      const send = () => server.sendForm(path, form);
      const answers =
        how === 'at once' ? await Promise.all([send(), send()]) : [await send(), await send()];
      for (const { status, location } of answers) {
        expect({ status, location }).toEqual({
          status: 303,
          location: `${pathOf(order)}?notice=changeMadeWithRefund`,
        });
      }
      expect(server.ledgerOf(order).refunded).toBe(51_660);
      const more = fieldsOf((await planned(order, { 'extra-dinner': 1 })).text);
      const links = await Promise.all([1, 2].map(() => server.sendForm(path, more)));
      expect(new Set(links.map(({ location }) => location)).size).toBe(1);
      expect(links[0]?.location).toContain(`${pathOf(order)}/changes/`);
      expect(await changesOf(server.db, order.id)).toHaveLength(2);
    },
  );

  test('is refused for a version that an organiser has changed since, and nothing is changed twice', async () => {
    const { order, reference } = await server.paidRegistration();
    const form = fieldsOf((await planned(order, { type: 'poster' })).text);
    await carriedOut(server.planMove({ reference, type: 'listener' }));
    const { location } = await server.sendForm(`${pathOf(order)}/change`, form);
    expect(location).toBe(`${pathOf(order)}?notice=changedMeanwhile`);
    expect(await bookedBy(reference)).toMatchObject({ presentationType: 'listener' });
  });

  atOnce('and an organiser at the same moment make one change', async () => {
    const { order, reference } = await server.paidRegistration();
    const form = fieldsOf((await planned(order, { type: 'poster' })).text);
    const organiser = await server.planMove({ reference, type: 'student' });
    const [own, theirs] = await Promise.allSettled([
      server.sendForm(`${pathOf(order)}/change`, form),
      organiser.perform(),
    ]);
    const { presentationType } = (await bookedBy(reference)) ?? {};
    expect(presentationType).toBe(theirs.status === 'fulfilled' ? 'student' : 'poster');
    const { status, location } =
      own.status === 'fulfilled' ? own.value : { status: 0, location: '' };
    // If the organiser's change is written while the page reads the order, the page asks to check again.
    expect(status === 409 ? 'changedMeanwhile' : location).toContain(
      presentationType === 'poster' ? 'changeMadeWithRefund' : 'changedMeanwhile',
    );
    expect(server.ledgerOf(order).refunded).toBe(presentationType === 'poster' ? 10_500 : 21_000);
    expect(await changesOf(server.db, order.id)).toHaveLength(1);
  });

  test('can choose again within the hour without a limit for kept places', async () => {
    const { order } = await server.paidRegistration();
    for (const dinners of [1, 2, 1, 2, 3]) {
      const { answer } = await changed(order, { 'extra-dinner': dinners });
      expect(answer.location).toContain(`${pathOf(order)}/changes/`);
    }
  });
});

describe('with limits, dates and rules', () => {
  afterEach(() => server.close());

  const start = async (changes: Partial<typeof content> = {}) => {
    server = await startTestSite({ content: { ...content, ...changes } });
  };
  const at = (days: number) =>
    momentAt(new Date(Date.now() + days * DAY).toISOString(), fixtureContent.conference.dates);

  test('a participant keeps places three times without a payment, and then no more for a month', async () => {
    await start();
    const { order } = await server.paidRegistration();
    for (const time of [1, 2, 3, 4, 5]) {
      const { answer } = await changed(order, { 'extra-tour': 1 });
      expect({ time, status: answer.status }).toEqual({ time, status: time > 3 ? 409 : 303 });
      if (time > 3) expect(answer.words).toContain('This was changed too often');
      server.clock.advance(DAY + 1);
      await lapseChanges(server.db, timestamp(server.organising.payments.clock()));
    }
    expect((await changed(order, { type: 'poster' })).answer.status).toBe(303);
    server.clock.advance(30 * DAY);
    expect((await changed(order, { 'extra-tour': 1 })).answer.status).toBe(303);
  });

  test('one night less gives back half of the price without the fee in the second phase, and nothing after it', async () => {
    await start();
    const { order, reference } = await server.paidRegistration(stay);
    server.clock.advance(1.5 * DAY);
    const second = await changed(order, { nights: 2 });
    // A night costs 129 + 35, and the fee of 8.20 stays.
    expect(second.plan.words).toContain('It costs €172.20 less. We refund €82.00');
    expect(second.plan.words).toMatch(
      /Until \w+ \d+, \d{4}.* we refund 50 % of the price of what you give up, €164\.00\./,
    );
    expect(second.plan.words).toContain('After that nothing is refunded.');
    expect(server.ledgerOf(order).refunded).toBe(8200);
    server.clock.advance(DAY);
    const last = await changed(order, { nights: 1 });
    expect(last.plan.words).toMatch(
      /It costs €172\.20 less\. Nothing is refunded any more\. Refunds were possible until /,
    );
    expect(last.plan.words).not.toContain('We refund');
    expect(last.answer.location).toBe(`${pathOf(order)}?notice=changeMade`);
    expect(await bookedBy(reference)).toMatchObject({ nights: 1, refundedCents: 8200 });
    expect(server.ledgerOf(order).refunded).toBe(8200);
    const now = await server.getOrder(order.id);
    expect(now.amountCents).toBe(order.amountCents - 2 * 17_220);
  });

  describe('after a room by card and a dinner by PayPal', () => {
    const room = {
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 3,
      guests: 0,
    } as const;

    async function paidTwice() {
      const until = at(2);
      const rule = { until, refundPercent: 100, keepsFee: true };
      await start({ conference: { ...content.conference, cancellation: [rule] } });
      const paid = await server.paidRegistration(room);
      const { answer } = await changed(paid.order, { 'extra-dinner': 1 });
      const url = (await server.press(answer.location, 'paypal')).headers.get('location') ?? '';
      await fetch((await server.chooseAt(url)).headers.get('location') ?? '');
      return { ...paid, order: await server.getOrder(paid.order.id) };
    }
    const refundedBy = async ({ id }: Order) =>
      Object.fromEntries(
        (await server.paymentsOfOrder(id)).map((one) => [one.provider, one.refundedCents]),
      );
    /** The lines of the own page: total, paid, refunded, kept. */
    const linesOn = async (order: Order) =>
      /Total €([\d,.]+) Paid €([\d,.]+) Refunded €([\d,.]+) Not refunded of what you gave up €([\d,.]+)/
        .exec((await server.openPage(pathOf(order))).words)
        ?.slice(1)
        .map((sum) => Math.round(Number(sum.replace(',', '')) * 100));

    test('one night less is refunded to the card, and the dinner to PayPal', async () => {
      const { order, person } = await paidTwice();
      const night = await changed(order, { nights: 2 });
      expect(night.plan.words).toContain(
        'It costs €135.45 less. We refund €129.00 to the card or account that paid.',
      );
      expect(night.plan.words).toContain('The processing fee of €6.45 is not refunded.');
      expect(night.plan.words).toContain('Make the change, refund €129.00');
      expect(await refundedBy(order)).toEqual({ stripe: 12_900, paypal: 0 });
      const [total = 0, paid = 0, refunded = 0, kept = 0] = (await linesOn(order)) ?? [];
      expect([paid, refunded, kept]).toEqual([order.amountCents, 12_900, 645]);
      expect(paid - refunded - kept).toBe(total);
      const mails = await server.mailsTo(person.email);
      const told = mails.findLast(({ kind }) => kind === 'registration-changed');
      expect(told?.text).toMatch(/to the card or account that paid\.[^]*Refunded +€129\.00/);
      // The room of the free change belongs to the payment of the room before.
      await changed(order, { nights: 1 });
      expect(await refundedBy(order)).toEqual({ stripe: 25_800, paypal: 0 });
      const dinner = await changed(order, { 'extra-dinner': 0 });
      expect(dinner.plan.words).toContain('We refund €65.00 to the card or account that paid.');
      expect(await refundedBy(order)).toEqual({ stripe: 25_800, paypal: 6500 });
      expect((await linesOn(order))?.[3]).toBe(645 + 645 + 325);
    });

    test('both at once name the parts by provider, for the organiser, too', async () => {
      const { order, reference } = await paidTwice();
      const { words } = await server.planMove({
        reference,
        room: '2',
        extras: { dinner: 0 },
      });
      expect(words.at(-1)).toBe(
        'It costs less. Refund: 203.70 EUR (68.25 EUR to PayPal, 135.45 EUR to the card).',
      );
      const { plan } = await changed(order, { nights: 2, 'extra-dinner': 0 });
      expect(plan.words).toContain('We refund €194.00: €68.25 to PayPal and €125.75 to the card.');
      expect(await refundedBy(order)).toEqual({ stripe: 12_575, paypal: 6825 });
      expect(server.ledgerOf(order).refunded).toBe(19_400);
    });
  });

  test('a rule that ends while somebody reads the plan refunds nothing before it is read again', async () => {
    await start();
    const { order } = await server.paidRegistration(stay);
    const form = fieldsOf((await planned(order, { nights: 2 })).text);
    server.clock.advance(1.5 * DAY);
    const again = await server.sendForm(`${pathOf(order)}/change`, form);
    expect(again.status).toBe(409);
    expect(again.words).toContain('The amount has changed since you saw it.');
    expect(again.words).toContain('We refund €82.00');
    expect(server.ledgerOf(order).refunded).toBe(0);
    await server.sendForm(`${pathOf(order)}/change`, fieldsOf(again.text));
    expect(server.ledgerOf(order).refunded).toBe(8200);
  });

  test('a change that costs less is refused without rules, and one that costs more is not', async () => {
    const { cancellation: _, ...conference } = content.conference;
    await start({ conference: { ...conference, cancellation: undefined } });
    const { order } = await server.paidRegistration(stay);
    const { status, words } = await planned(order, { nights: 2 });
    expect(status).toBe(409);
    expect(words).toContain('This conference has no fixed rules for refunds');
    expect(words).toContain(content.conference.secretary.email);
    expect((await planned(order, { nights: 4 })).words).toContain('You pay €172.20 more');
    const own = await server.openPage(pathOf(order));
    expect(own.text).not.toContain(`${pathOf(order)}/cancel`);
    const cancel = await server.openPage(`${pathOf(order)}/cancel`);
    expect(cancel.status).toBe(409);
    expect(cancel.words).toContain('This conference has no fixed rules for refunds');
  });

  test('an extra without places is marked and refused, and the page names the address of the secretary', async () => {
    await start({ prices: withExtras(fixtureContent.prices, { places: 1 }) });
    await server.paidRegistration({ extras: [{ id: 'dinner', count: 1 }] });
    const { order } = await server.paidRegistration();
    const form = await server.openPage(`${pathOf(order)}/change`);
    expect(form.words).toContain('Conference dinner (sold out), €65.00 0 ');
    expect(form.words).toContain('The processing fee of 5% is added to these prices.');
    const { status, words } = await planned(order, { 'extra-dinner': 1 });
    expect(status).toBe(409);
    expect(words).toContain('All places for Conference dinner are taken.');
    expect(words).toContain('write to secretary@polymersummit.example');
    expect(await changesOf(server.db, order.id)).toEqual([]);
  });

  test('nothing that is sold out can be chosen: a type, a room, more of an extra, one choice of several', async () => {
    const priced = withPlaces(withExtras(fixtureContent.prices, { places: 1 }), 'exhibitor', 1);
    const proof = { text: 'Please send a student card.', until: at(2), otherwise: 'listener' };
    const presentationTypes = priced.presentationTypes.map((type) =>
      type.id === 'student' ? { ...type, proof } : type,
    );
    const room = priced.room && { ...priced.room, nights: 3 };
    await start({ prices: { ...priced, presentationTypes, room } });
    const dinner = { extras: [{ id: 'dinner', count: 1 }] };
    const holder = await server.paidRegistration({ ...stay, ...dinner });
    await server.paidRegistration({ presentationType: 'EXHIBITOR' });
    const { order } = await server.paidRegistration();
    const { text, words } = await server.openPage(`${pathOf(order)}/change`);
    expect(text).toMatch(/value="exhibitor" disabled/);
    expect(text).toMatch(/value="yes" disabled/);
    expect(text).not.toContain('name="nights"');
    expect(words).toContain('Conference dinner (sold out), €65.00 0 ');
    expect(words).not.toContain('Conference dinner (sold out), €65.00 0 1');
    expect(words).toContain('Student €199.00 Please send a student card.');
    // Somebody who has a part keeps it, and can give it up.
    const own = await server.openPage(`${pathOf(holder.order)}/change`);
    expect(own.words).toContain('Conference dinner (sold out), €65.00 0 1 ');
    expect(own.words).not.toContain('€65.00 0 1 2');
    expect(own.words).toMatch(/Nights 1 2 3 Guests/);
  });

  atOnce('the last place is kept for a day for the change that asked for it first', async () => {
    await start({ prices: withExtras(fixtureContent.prices, { places: 1 }) });
    const [one, other] = [await server.paidRegistration(), await server.paidRegistration()];
    const plans = [
      await planned(one.order, { 'extra-dinner': 1 }),
      await planned(other.order, { 'extra-dinner': 1 }),
    ];
    const answers = await Promise.all(
      [one, other].map(({ order }, nth) =>
        server.sendForm(`${pathOf(order)}/change`, fieldsOf(plans[nth]?.text ?? '')),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const [winner, loser] = answers[0]?.status === 303 ? [one, other] : [other, one];
    server.clock.advance(DAY - 60_000);
    await server.pollOpenPayments();
    expect((await planned(loser.order, { 'extra-dinner': 1 })).status).toBe(409);
    server.clock.advance(2 * 60_000);
    await server.pollOpenPayments();
    expect(await changesOf(server.db, winner.order.id)).toMatchObject([{ state: 'lapsed' }]);
    expect((await planned(loser.order, { 'extra-dinner': 1 })).status).toBe(200);
  });

  test('what is not for sale any more is not offered and not sold, but can be given up', async () => {
    const prices = withExtras(content.prices, { opening: { until: at(1) } });
    await start({ prices });
    const { order } = await server.paidRegistration({ extras: [{ id: 'dinner', count: 2 }] });
    server.clock.advance(1.5 * DAY);
    const form = await server.openPage(`${pathOf(order)}/change`);
    expect(form.words).toContain('Conference dinner, €65.00 0 1 2 ');
    expect(form.words).not.toContain('Boat tour');
    for (const wanted of [{ 'extra-dinner': 3 }, { 'extra-tour': 1 }]) {
      const { status, words } = await planned(order, wanted);
      expect(status).toBe(409);
      expect(words).toMatch(/(Conference dinner|Boat tour) closed on .*\(Europe\/Berlin\)/);
    }
    const { plan } = await changed(order, { 'extra-dinner': 1 });
    expect(plan.words).toContain('Was Becomes Conference dinner – Difference');
    expect(server.ledgerOf(order).refunded).toBe(3250);
  });

  test('the end of registration does not close changes, and the end of changes does', async () => {
    const { opening, ...conference } = content.conference;
    await start({
      conference: {
        ...conference,
        opening: { ...opening, registration: { until: at(1) } },
        selfService: { change: { until: at(2) } },
      },
    });
    const { order } = await server.paidRegistration();
    server.clock.advance(1.5 * DAY);
    const form = fieldsOf((await planned(order, { 'extra-dinner': 1 })).text);
    server.clock.advance(DAY);
    const path = `${pathOf(order)}/change`;
    const closed = await server.openPage(path);
    expect(closed.words).toMatch(/This was possible until .*\(Europe\/Berlin\)\. Please write to/);
    expect(closed.text).not.toContain('<form');
    const refused = await server.sendForm(path, form);
    expect(refused.status).toBe(409);
    expect(refused.words).toMatch(/This was possible until /);
    expect(await changesOf(server.db, order.id)).toEqual([]);
    const cancel = await server.sendForm(`${pathOf(order)}/cancel`, { version: 1, amount: 0 });
    expect(cancel.status).toBe(409);
    expect(cancel.words).toContain('This cannot be done here. Please write to');
    const own = await server.openPage(pathOf(order));
    expect(own.text).not.toContain(path);
    const { reference } = order;
    await carriedOut(server.planMove({ reference, extras: { tour: 1 } }));
    const [change] = await changesOf(server.db, order.id);
    await server.sendForm(`${pathOf(order)}/changes/${change?.id}/withdraw`);
    expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'proposed' }]);
  });

  test('an unpaid registration is changed by registering again', async () => {
    await start();
    const { order } = await server.unpaidRegistration();
    const form = await server.openPage(`${pathOf(order)}/change`);
    expect(form.words).toContain('This registration is not paid yet.');
    expect(form.text).toContain('href="/conference-registration"');
    expect(form.text).not.toContain('<form');
  });

  test('a currency without decimals is changed to the yen', async () => {
    const prices = { ...content.prices, currency: currencyOf('JPY') };
    await start({ prices });
    const { order } = await server.paidRegistration(stay);
    server.clock.advance(1.5 * DAY);
    const { plan } = await changed(order, { nights: 2 });
    expect(plan.words).toContain('It costs ¥17,220 less. We refund ¥8,200');
    expect(server.ledgerOf(order).refunded).toBe(8200);
    const more = await planned(order, { 'extra-dinner': 1 });
    expect(more.words).toContain('You pay ¥6,825 more');
  });

  test('a difference below the least amount of cards is paid with PayPal, or refused without it', async () => {
    const prices = withExtras(content.prices);
    const cheap = prices.extras.map((extra) => ({ ...extra, price: [asCents(20)] }));
    await start({ prices: { ...prices, extras: cheap } });
    const { order } = await server.paidRegistration();
    const { plan, answer } = await changed(order, { 'extra-tour': 1 });
    expect(plan.words).toContain('Cards cannot pay so small an amount');
    expect((await server.openPage(answer.location)).text).not.toContain('/card"');
    await server.restart({ without: 'paypal' });
    expect((await planned(order, { 'extra-dinner': 1 })).words).toContain(
      'The difference is too small to be paid.',
    );
  });
});

describe('the payer of a group', () => {
  beforeAll(async () => {
    server = await startTestSite({ content });
    return server.close;
  });

  test('changes each person, and nobody else does', async () => {
    const { order, members } = await server.aPaidGroup(['Speaker', 'Poster']);
    const page = pathOf(order);
    const [speaker, poster] = members;
    const own = await server.openPage(page);
    for (const { id } of members) {
      expect(own.text).toContain(`href="${page}/people/${id}/change"`);
    }
    const less = await server.actThrough(`${page}/people/${speaker.id}/change`, {
      type: 'student',
    });
    expect(less.check.words).toContain(`Change the registration of ${speaker.name}`);
    expect(less.done.location).toBe(`${page}?notice=changeMadeWithRefund`);
    const more = await server.actThrough(`${page}/people/${poster.id}/change`, {
      'extra-dinner': 1,
    });
    await server.payLink(more.done.location);
    expect(await server.participantsOfOrder(order.reference)).toMatchObject([
      { presentationType: 'student', extras: [] },
      { presentationType: 'poster', extras: [{ id: 'dinner', count: 1 }] },
    ]);
    expect(server.ledgerOf(order)).toEqual({ paid: 73_290 + 6825, refunded: 21_000 });
    expect(await server.listActivities({ reference: order.reference })).toMatchObject([
      { who: 'participant', words: expect.stringContaining(poster.name) },
      { who: 'participant', words: expect.stringContaining(speaker.name) },
      {},
    ]);

    // A person of another order, and the whole group.
    const other = await server.paidRegistration();
    const [theirs] = other.order.participantIds;
    for (const address of [`${page}/people/${theirs}`, `${page}/people/x`, page]) {
      const before = await server.getOrder(other.order.id);
      const { status, text } = await server.openPage(`${address}/change`);
      expect({ address, form: text.includes('<form') }).toEqual({ address, form: false });
      expect(text).not.toContain(other.person.name);
      await server.sendForm(`${address}/change`, { version: 1, type: 'student', amount: -21_000 });
      expect(await server.getOrder(other.order.id)).toEqual(before);
      if (address !== page) expect(status).toBe(404);
    }

    // A member of the group, on the own page.
    const membersPage = pathOf(poster);
    expect((await server.openPage(membersPage)).text).not.toMatch(/\/(change|cancel|hand-over)"/);
    for (const address of [membersPage, `${membersPage}/people/${speaker.id}`]) {
      for (const act of ['change', 'cancel']) {
        expect((await server.openPage(`${address}/${act}`)).status).toBe(404);
        const sent = await server.sendForm(`${address}/${act}`, { version: 1, amount: 0 });
        expect(sent.status).toBe(404);
      }
    }
  });
});
