import { DAY } from '#contract/time-spans.ts';
import { beforeEach, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Content } from '#contract/content.ts';
import { type CancelRequest, planCancellation } from './cancel-order.ts';
import { planMove } from './move-participant.ts';
import { aPayer, carriedOut } from '#tests/support/a-group.ts';
import { placesOf } from '#tests/support/order-places.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { rowsOfPerson } from '#server/privacy/person-rows.ts';
import { planUndoCancellation } from './undo-cancellation.ts';
import { countComing } from '#server/orders/rows/who-comes.ts';

let server: TestSite;

const ROOM = { registrationType: 'REGISTRATION_AND_ACCOMMODATION' } as const;
const rule = (refundPercent: number, days: number) => ({
  refundPercent,
  keepsFee: false,
  until: {
    at: new Date(Date.now() + days * DAY).toISOString(),
    day: `day ${days}`,
    words: `on day ${days}`,
    label: '',
  },
});

function withRules(cancellation: Content['conference']['cancellation']): Content {
  const { conference } = fixtureContent;
  return { ...fixtureContent, conference: { ...conference, cancellation } };
}

const plan = (request: CancelRequest) => planCancellation(server.organising, request);
const cancelled = (request: CancelRequest) => carriedOut(plan(request));
const states = async (reference: string) =>
  (await server.participantsOfOrder(reference)).map(({ state }) => state);
test('the plan for a free registration says that it was free of charge', async () => {
  const { prices } = fixtureContent;
  const free = { ...withRules([rule(80, 10)]), prices: withPrice(prices, 'poster', 0) };
  server = await startTestSite({ content: free });
  const { order, path } = await server.aGroup(['Poster', 'Poster']);
  await fetch((await server.press(path, 'free')).headers.get('location') ?? '');
  const { words } = await plan({ reference: order.reference });
  expect(words).toContain('No refund, because it was free of charge.');
});

describe('with rules', () => {
  beforeEach(async () => {
    server = await startTestSite({ content: withRules([rule(80, 10)]) });
  });

  test('a registration is cancelled, its places are free, and a refund is announced by mail', async () => {
    const { reference, order, person } = await server.paidRegistration();
    const said = (await plan({ reference })).words.join('\n');
    expect(said).toContain(`${reference}: the registration of ${person.name} would be cancelled`);
    expect(said).toContain('Refund: 335.16 EUR, that is 80 % of the amount paid');
    expect(await states(reference)).toEqual(['CONFIRMED']);

    expect(await cancelled({ reference })).toBe('Cancelled.\n335.16 EUR was refunded.');
    expect(await states(reference)).toEqual(['CANCELLED']);
    expect(await placesOf(server.db, order.id)).toEqual({});
    expect((await server.takenPlaces()).size).toBe(0);
    expect(await server.documentsOf(order.id)).toMatchObject([
      { kind: 'receipt' },
      { kind: 'credit-note', totalCents: 33_516 },
    ]);
    const [mail, ...more] = await server.mailsAbout('registration-cancelled', reference);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: person.email });
    expect(mail?.content.text).toContain('€335.16');
    expect(await server.listActivities({ reference })).toMatchObject([
      { action: 'cancel', words: 'cancelled, refund of 335.16 EUR' },
    ]);
    await expect(plan({ reference })).rejects.toThrow(`${reference} is cancelled already`);
  });

  test('after the last day nothing is refunded, unless the organiser says so', async () => {
    const late = await server.paidRegistration();
    const kind = await server.paidRegistration();
    server.clock.advance(11 * DAY);
    expect(await cancelled({ reference: late.reference })).toBe('Cancelled.');
    const [mail] = await server.mailsAbout('registration-cancelled', late.reference);
    expect(mail?.content.text).toContain('No refund is due.');
    expect(await cancelled({ reference: kind.reference, amount: '100' })).toContain(
      '100.00 EUR was refunded.',
    );
    expect(await states(kind.reference)).toEqual(['CANCELLED']);
  });

  test('a cancelled person can register and pay again, also for the same choice', async () => {
    const { reference, path, body, person } = await server.paidRegistration();
    const refused = await server.post(path, body);
    expect(String(refused.json['url'])).toContain('paid=before');
    await cancelled({ reference });
    const again = await server.post(path, body);
    expect(again.status).toBe(200);
    await server.payAt(String(again.json['url']));
    await server.post(`/api/payment/update?sessionId=${String(again.json['sessionId'])}`);
    const rows = await server.db
      .selectFrom('participants')
      .select(['email', 'cancelled_at'])
      .where('email', '=', person.email)
      .execute();
    expect(rows.map(({ cancelled_at }) => cancelled_at === null).toSorted()).toEqual([false, true]);
    expect((await server.takenPlaces()).get('all')).toEqual({ paid: 1, held: 0 });
  });

  test('an earlier refund without an answer does not reduce the next refund', async () => {
    const { order, path, people } = await server.aGroup(['Student', 'Student', 'Student']);
    await server.payLink(path);
    const { reference } = order;
    const [first, second] = people.map(({ email }) => email);
    const { control } = server.sandbox;
    const due = async (who: string | undefined) =>
      (await plan({ reference, who })).words[1]?.split(':')[0];
    const each = await due(first);
    control.failNext('reset-after', 2, { provider: 'stripe', purpose: 'refund' });
    control.failNext('reset-before', 2, { provider: 'stripe', purpose: 'look' });
    expect(await cancelled({ reference, who: first })).toContain('has not answered yet');
    control.clearFaults();
    await expect(plan({ reference, who: second })).rejects.toThrow('has not answered yet');
    server.clock.advance(2 * 60_000);
    await server.sendRefunds();
    expect(await server.listRefunds()).toMatchObject([{ state: 'SENT' }]);
    expect(await due(second)).toBe(each);
  });

  test('the checkout of an unpaid registration is closed with its provider and cannot be paid', async () => {
    const { url, sessionId } = await server.openedCheckout();
    const { order_id } = await server.db
      .selectFrom('payments')
      .select('order_id')
      .where('provider_ref', '=', sessionId)
      .executeTakeFirstOrThrow();
    const { reference } = await server.getOrder(order_id);
    expect((await plan({ reference })).words).toContain(
      'Nothing was paid, so there is nothing to refund.',
    );
    await expect(plan({ reference, amount: '5' })).rejects.toThrow('was not paid');
    await cancelled({ reference });
    expect((await server.payAt(url)).status).not.toBe(303);
    expect(await states(reference)).toEqual(['CANCELLED']);
    expect((await server.getOrder(order_id)).state).toBe('EXPIRED');
  });

  atOnce(
    'a registration that two organisers cancel at once is cancelled once, with one refund',
    async () => {
      const { reference } = await server.paidRegistration();
      const plans = [await plan({ reference }), await plan({ reference })];
      const results = await Promise.allSettled(plans.map(({ perform }) => perform()));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await server.listRefunds()).toHaveLength(1);
      expect(await server.mailsAbout('registration-cancelled', reference)).toHaveLength(1);
    },
  );

  test('a paid change is refunded, too, and an unpaid change is withdrawn', async () => {
    const { reference } = await server.paidRegistration({ presentationType: 'STUDENT' });
    const change = (type: string) =>
      carriedOut(planMove(server.organising, { reference, type })).then((said) =>
        server.linkedOrder(said),
      );
    await server.payLink((await change('poster')).path);
    const open = await change('exhibitor');
    // The refund is 80 % of 313.95, which is 251.16; the change had paid 105.00 of the price.
    expect(await cancelled({ reference })).toBe(
      'Cancelled.\n105.00 EUR was refunded.\n146.16 EUR was refunded.',
    );
    expect((await server.get(open.path)).status).toBe(404);
    expect((await server.press(open.path, 'card')).status).toBe(404);
  });

  test('one member or all members of a group are cancelled, and the payer gets the refund', async () => {
    const { order, path, people, rows } = await server.aGroup(['Speaker', 'Poster', 'Student']);
    await server.payLink(path);
    const { reference } = order;
    const [speaker, ...others] = people;
    expect(await cancelled({ reference, who: speaker?.email })).toBe(
      'Cancelled.\n335.16 EUR was refunded.',
    );
    await expect(plan({ reference, who: speaker?.email })).rejects.toThrow(
      `${reference}: the registration of ${speaker?.name} is cancelled already.`,
    );
    expect(await states(reference)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    expect(await placesOf(server.db, order.id)).toEqual({
      all: 2,
      'type:poster': 1,
      'type:student': 1,
    });
    const [told, ...nobodyElse] = await server.mailsAbout('registration-cancelled', reference);
    expect(nobodyElse).toEqual([]);
    expect(told).toMatchObject({ recipient: speaker?.email });
    expect(told?.content.text).not.toContain('€');
    const refundsAbout = async (person = speaker) =>
      (await rowsOfPerson(server.db, person?.email.toLowerCase() ?? '')).refunds;
    expect(await refundsAbout()).toMatchObject([{ amount_cents: 33_516 }]);
    expect(await refundsAbout(others[0])).toEqual([]);

    expect(await cancelled({ reference })).toBe('Cancelled, 2 people.\n418.32 EUR was refunded.');
    expect(await states(reference)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    const everybody = await server.mailsAbout('registration-cancelled', reference);
    expect(everybody.map(({ recipient }) => recipient).toSorted()).toEqual(
      [speaker, ...others]
        .map((person) => person?.email)
        .concat(aPayer.email)
        .toSorted(),
    );
    // The same people can be registered again.
    const again = await carriedOut(server.planGroup({ rows, payer: aPayer }));
    expect((await server.linkedOrder(again)).order.reference).not.toBe(reference);
  });

  test('an unpaid group is cancelled as a whole, and its link is not found', async () => {
    const { order, path, people } = await server.aGroup(['Speaker', 'Poster']);
    const { reference } = order;
    await expect(plan({ reference, who: people[0]?.name })).rejects.toThrow('cancel it as a whole');
    const url = (await server.press(path, 'card')).headers.get('location') ?? '';
    await cancelled({ reference });
    expect((await server.payAt(url)).status).not.toBe(303);
    const { status, text } = await server.get(path);
    expect(status).toBe(404);
    expect(text).toMatch(/This registration was cancelled, [^]*No money was taken[^]*mailto:/);
    expect(await states(reference)).toEqual(['CANCELLED', 'CANCELLED']);
    // The members have had no mail about the registration.
    const told = (await server.listMessages(1000)).filter(({ content }) =>
      content.subject.includes(reference),
    );
    expect(new Set(told.map(({ recipient }) => recipient))).toEqual(new Set([aPayer.email]));
  });
});

describe('without rules', () => {
  test('the organiser says which amount is refunded, and never more than was paid', async () => {
    server = await startTestSite();
    const { reference } = await server.paidRegistration();
    await expect(plan({ reference })).rejects.toThrow('say which amount is refunded');
    await expect(plan({ reference, amount: '1.000' })).rejects.toThrow(
      '"1.000" is not an amount in EUR. Please write 1000 or 1.00.',
    );
    await expect(plan({ reference, amount: '500' })).rejects.toThrow(
      'Only 418.95 EUR is left to refund.',
    );
    expect(await cancelled({ reference, amount: '0' })).toBe('Cancelled.');
    expect(await states(reference)).toEqual(['CANCELLED']);
    expect(await server.listRefunds()).toEqual([]);
    const other = await server.paidRegistration();
    expect((await plan({ reference: other.reference, amount: 'all' })).words[1]).toBe(
      'Refund: 418.95 EUR, that is everything left of the amount paid.',
    );
  });

  test('the payment of an erased person is refunded, too', async () => {
    server = await startTestSite();
    const { reference, order, person } = await server.paidRegistration();
    const now = server.clock.now();
    const places = { store: server.files.store, mailFolder: `${server.files.dataDir}/mail` };
    await erasePerson({ ...places, db: server.db, now, conferenceEnd: now }, person.email, true);
    expect((await server.takenPlaces()).get('all')).toEqual({ paid: 1, held: 0 });
    const { words, perform } = await plan({ reference, amount: 'all' });
    expect(words[0]).toContain('the registration of (erased) would be cancelled');
    expect(await perform()).toEqual(['Cancelled.', '418.95 EUR was refunded.']);
    expect([...(await server.takenPlaces())]).toEqual([]);
    expect((await server.getOrder(order.id)).cancelledAt).toBeDefined();
    await expect(plan({ reference, amount: 'all' })).rejects.toThrow('is cancelled already');
    expect(await server.mailsAbout('registration-cancelled', reference)).toEqual([]);
  });

  atOnce(
    'if two orders paid one registration, the person keeps the place by the order that is left',
    async () => {
      server = await startTestSite();
      const stripe = server.providerNamed('stripe');
      const { close } = stripe;
      const one = await server.openedCheckout({ ...ROOM, nights: 1 });
      stripe.close = async () => true;
      const { path, body } = await server.aCheckout({ ...ROOM, nights: 2 }, one.person);
      const { json } = await server.post(path, body);
      stripe.close = close;
      const both = [one.sessionId, String(json['sessionId'])];
      for (const url of [one.url, String(json['url'])]) await server.payAt(url);
      for (const ref of both) await server.post(`/api/payment/update?sessionId=${ref}`);
      const [first, second] = await Promise.all(
        both.map(async (ref) => (await server.recordsOf(ref)).order),
      );
      const reference = first?.reference ?? '';
      const { words, perform } = await plan({ reference, amount: 'all' });
      expect(words[0]).toBe(
        `${reference} would be cancelled, and ${one.person.name} keeps the place by ${second?.reference}.`,
      );
      await perform();
      expect(await states(second?.reference ?? '')).toEqual(['CONFIRMED']);
      expect((await server.takenPlaces()).get('nights')).toEqual({ paid: 2, held: 0 });
      expect(await server.mailsAbout('registration-cancelled', reference)).toEqual([]);
      await cancelled({ reference: second?.reference ?? '', amount: '0' });
      expect(await states(second?.reference ?? '')).toEqual(['CANCELLED']);
    },
  );

  describe('a registration that is cancelled by another attempt after its refund', () => {
    /** A refunded registration, and an unpaid attempt for the same. */
    async function refundedOnce() {
      server = await startTestSite();
      const paid = await server.paidRegistration({ ...ROOM, nights: 1 });
      const ref = server.control.refund(paid.sessionId);
      await server.control.settled();
      const attempt = await server.unpaidRegistration({ ...ROOM, nights: 2 }, paid.person);
      expect(attempt.order.participantIds).toEqual(paid.order.participantIds);
      const returnRefund = async () => {
        server.control.failRefund(ref);
        await server.control.settled();
        expect((await server.getOrder(paid.order.id)).state).toBe('CONFIRMED');
      };
      return { paid, attempt, returnRefund };
    }

    async function placesAndPeople() {
      const paidPlaces = (await server.takenPlaces()).get('all')?.paid ?? 0;
      return { paidPlaces, coming: await countComing(server.db) };
    }

    test('stays cancelled if the bank returns the refund, until an organiser undoes that', async () => {
      const { paid, attempt, returnRefund } = await refundedOnce();
      await cancelled({ reference: attempt.reference });
      await returnRefund();
      expect(await states(paid.reference)).toEqual(['CANCELLED']);
      expect(await placesAndPeople()).toEqual({ paidPlaces: 0, coming: 0 });
      const letters = await server.reviewRequestsOf(paid.order);
      expect(letters.at(-1)?.content.html).toContain('bank has returned a refund');
      await carriedOut(planUndoCancellation(server.organising, { reference: paid.reference }));
      expect(await states(paid.reference)).toEqual(['CONFIRMED']);
      expect(await placesAndPeople()).toEqual({ paidPlaces: 1, coming: 1 });
    });

    test('is not cancelled by a plan that is older than the return of the refund', async () => {
      const { paid, attempt, returnRefund } = await refundedOnce();
      const { perform } = await plan({ reference: attempt.reference });
      await returnRefund();
      await expect(perform()).rejects.toThrow('was changed at the same moment');
      expect(await states(paid.reference)).toEqual(['CONFIRMED']);
      expect(await placesAndPeople()).toEqual({ paidPlaces: 1, coming: 1 });
    });
  });
});
