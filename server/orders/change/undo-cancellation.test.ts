import { beforeEach, describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import type { Content } from '#contract/content.ts';
import { inTransaction } from '#server/database/database.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { findRefund, insertRefund } from '#server/payments/refunds.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { aPayer, carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { placesOf } from '#tests/support/order-places.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { planCancellation } from './cancel-order.ts';
import { linesOf } from '#server/orders/rows/orders.ts';
import { type UndoRequest, planUndoCancellation } from './undo-cancellation.ts';

let server: TestSite;

const plan = (request: UndoRequest) => planUndoCancellation(server.organising, request);
const undone = (request: UndoRequest) => carriedOut(plan(request));
const cancelled = (reference: string, amount: string, who?: string) =>
  carriedOut(planCancellation(server.organising, { reference, amount, who }));
const states = async (reference: string) =>
  (await server.participantsOfOrder(reference)).map(({ state }) => state);
const STAY = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2, guests: 1 } as const;

function withPlaces(places: number): Content {
  return { ...fixtureContent, prices: { ...fixtureContent.prices, places } };
}

/** A paid order or place that is cancelled, and a form in which its person wants the same again. */
async function cancelledOf(
  kind: 'registration' | 'member' | 'group' | 'agreed amount',
): Promise<UndoRequest & { path: string; body: object }> {
  if (kind === 'agreed amount') {
    const { person, body } = await server.aCheckout();
    const path = '/api/discounts/create-session';
    const { email: customerEmail, ...others } = { ...body, ...person };
    const agreed = { ...others, customerEmail, unitAmount: '105.00' };
    const { json } = await server.post(path, agreed);
    await server.payAt(String(json['url']));
    const sessionId = String(json['sessionId']);
    await server.post(`/api/discounts/update?sessionId=${sessionId}`);
    const { reference } = (await server.recordsOf(sessionId)).order;
    await cancelled(reference, '0');
    return { reference, path, body: { ...agreed, phone: '+46 8 5550 143' } };
  }
  if (kind === 'registration') {
    const { reference, path, body } = await server.paidRegistration();
    await cancelled(reference, '0');
    return { reference, path, body };
  }
  const { order, path: payPath, people } = await server.aGroup(['Speaker', 'Poster']);
  await server.payLink(payPath);
  const { reference } = order;
  const [person] = people;
  const who = kind === 'member' ? person?.email : undefined;
  await cancelled(reference, '0', who);
  return { reference, who, ...(await server.aCheckout({}, person)) };
}

describe('undoing a cancellation', () => {
  beforeEach(async () => {
    server = await startTestSite();
  });

  test('restores items, person and places, with a mail and a line in the log', async () => {
    const { reference, order, person } = await server.paidRegistration(STAY);
    await expect(plan({ reference })).rejects.toThrow(`${reference} is not cancelled.`);
    await cancelled(reference, '0');
    const { words, perform } = await plan({ reference });
    expect(words).toEqual([
      `${reference}: the cancellation of ${person.name} would be taken back, with everything that was ordered.`,
      'No money has been refunded.',
    ]);
    expect(await states(reference)).toEqual(['CANCELLED']);

    const { version } = await server.getOrder(order.id);
    expect(await perform()).toEqual(['The registration is valid again.']);
    expect(await states(reference)).toEqual(['CONFIRMED']);
    const now = await server.getOrder(order.id);
    expect(now).toEqual({ ...order, version: expect.any(Number) });
    expect(now.version).toBeGreaterThan(version);
    expect((await server.takenPlaces()).get('nights')).toEqual({ paid: 2, held: 0 });
    const [mail, ...more] = await server.mailsAbout('registration-restored', reference);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: person.email });
    expect(mail?.content.text).toContain('valid again');
    expect(mail?.content.text).toContain('Room, 2 nights');
    expect(mail?.content.text).not.toContain('refund');
    expect((await server.listActivities({ reference }))[0]).toMatchObject({
      action: 'cancel',
      words: 'the cancellation of one person is taken back',
    });
    await expect(plan({ reference })).rejects.toThrow('is not cancelled');

    // After a second cancellation the person gets a second mail.
    await cancelled(reference, '0');
    expect(await server.mailsAbout('registration-cancelled', reference)).toHaveLength(2);
  });

  test('names the refunded amount and the amount that is left', async () => {
    const { reference, order } = await server.paidRegistration();
    await cancelled(reference, '335.16');
    const { words, perform } = await plan({ reference });
    expect(words).toContain(
      'The place is confirmed again, although 335.16 EUR of the 418.95 EUR has been refunded. To ask for it again, use refund --undo.',
    );
    await perform();
    expect(await states(reference)).toEqual(['CONFIRMED']);
    expect(await server.listRefunds()).toMatchObject([{ state: 'SENT', amountCents: 33_516 }]);
    expect((await server.getOrder(order.id)).amountCents).toBe(41_895);
    expect((await server.listActivities({ reference }))[0]?.words).toContain(
      'is taken back, 335.16 EUR had been refunded',
    );
  });

  test('is refused after a full refund', async () => {
    const { reference } = await server.paidRegistration();
    await cancelled(reference, '418.95');
    await expect(plan({ reference })).rejects.toThrow(
      `All that was paid for ${reference}, 418.95 EUR, has been refunded, so no money is left for a place`,
    );
    expect(await states(reference)).toEqual(['CANCELLED']);
  });

  test('withdraws refunds that were not sent, and is refused while the provider has not answered', async () => {
    const { reference, order } = await server.paidRegistration();
    const { control } = server.sandbox;
    control.failNext('reset-before', 2, { provider: 'stripe', purpose: 'refund' });
    control.failNext('reset-before', 2, { provider: 'stripe', purpose: 'look' });
    await cancelled(reference, '100');
    await expect(plan({ reference })).rejects.toThrow('has not answered yet');
    control.clearFaults();
    server.clock.advance(2 * 60_000);
    await server.sendRefunds();

    const paymentId = order.paidPaymentId ?? '';
    const stopped = await plan({ reference });
    await server.requestRefund(paymentId, asCents(20_000), 'organiser');
    await expect(stopped.perform()).rejects.toThrow('was changed at the same moment');
    const { words, perform } = await plan({ reference });
    expect(words).toContain('A refund of 200.00 EUR that was not sent yet is taken back.');
    expect(words.at(-1)).toContain('although 100.00 EUR of the');
    await perform();
    await server.sendRefunds();
    expect(await server.listRefunds()).toMatchObject([{ state: 'SENT' }, { state: 'CANCELLED' }]);
    const [mail] = await server.mailsAbout('registration-restored', reference);
    expect(mail?.content.text).toContain('not sent yet is not made');
  });

  test('happens once if two organisers do it at once', async () => {
    const { reference } = await server.paidRegistration();
    await cancelled(reference, '0');
    const plans = [await plan({ reference }), await plan({ reference })];
    const results = await Promise.allSettled(plans.map(({ perform }) => perform()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await server.mailsAbout('registration-restored', reference)).toHaveLength(1);
  });

  test('closes an open payment page of the person, and is refused if the person has paid again', async () => {
    const { reference, order, person, path, body } = await server.paidRegistration();
    await cancelled(reference, '0');
    const again = await server.post(path, body);
    const planned = await plan({ reference });
    const { order: other } = await server.recordsOf(String(again.json['sessionId']));
    expect(planned.words.at(-1)).toContain(`The payment page of ${other.reference}`);
    await planned.perform();
    const { payment } = await server.recordsOf(String(again.json['sessionId']));
    expect(payment.state).toBe('CANCELLED');
    expect((await server.payAt(String(again.json['url']))).status).not.toBe(303);
    expect(await server.getOrder(order.id)).toMatchObject({ state: 'CONFIRMED' });

    await cancelled(reference, '0');
    const second = await server.paidRegistration({}, person);
    await expect(plan({ reference })).rejects.toThrow(
      `${person.name} has paid again, ${second.reference}: cancel that one first.`,
    );
  });

  test.each(['registration', 'member', 'group', 'agreed amount'] as const)(
    'withdraws the waiting mail that another page of the person has lapsed, for a %s',
    async (kind) => {
      const { reference, path, body, who } = await cancelledOf(kind);
      const again = await server.post(path, body);
      server.clock.advance(61 * 60_000);
      server.control.advance(0);
      await pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });
      const { order: other } = await server.recordsOf(String(again.json['sessionId']));
      const mailStates = async () =>
        (await server.mailsAbout('payment-expired', other.reference)).map(({ state }) => state);
      expect(await mailStates()).toEqual(['waiting']);
      await undone({ reference, who });
      expect(await mailStates()).toEqual(['withdrawn']);
    },
  );

  test('restores one member of a group, or all members', async () => {
    const { order, path, people } = await server.aGroup(['Speaker', 'Poster', 'Student']);
    await server.payLink(path);
    const { reference } = order;
    const before = await server.getOrder(order.id);
    const [speaker, poster] = people;
    await cancelled(reference, '50', speaker?.email);
    await server.control.settled();
    const [refunded] = await server.mailsAbout('payment-refunded', reference);
    expect(refunded?.content.text).toMatch(new RegExp(`Participant +${speaker?.name}\n`));
    await cancelled(reference, '0', poster?.email);
    const { id: participantId } = await server.db
      .selectFrom('participants')
      .select('id')
      .where('email', '=', poster?.email ?? '')
      .executeTakeFirstOrThrow();
    const waiting = { paymentId: before.paidPaymentId ?? '', amountCents: asCents(2_000) };
    const createdAt = server.clock.now().toISOString();
    await inTransaction(server.db, (tx) =>
      insertRefund(tx, { ...waiting, id: 'rf', reason: 'organiser', participantId, createdAt }),
    );
    const stateOf = async () => (await findRefund(server.db, 'rf'))?.state;
    await expect(plan({ reference })).rejects.toThrow('2 of its people are cancelled: choose one');
    await expect(plan({ reference, who: people[2]?.name })).rejects.toThrow('Nobody of this order');
    const { words, perform } = await plan({ reference, who: speaker?.name });
    expect(words[0]).toContain(`the cancellation of ${speaker?.name} would be taken back`);
    expect(words[1]).toContain('although 50.00 EUR of the');
    await perform();
    expect((await plan({ reference, who: poster?.name })).words).toContain(
      'No money has been refunded for this person; 50.00 EUR was refunded of the order.',
    );
    // The waiting refund for the other member is not withdrawn.
    expect(await stateOf()).toBe('REQUESTED');
    await undone({ reference, who: poster?.email });
    expect(await stateOf()).toBe('CANCELLED');
    const now = await server.getOrder(order.id);
    expect(linesOf(now)).toEqual(linesOf(before));
    expect(now).toMatchObject({ amountCents: before.amountCents, feeCents: before.feeCents });
    expect(await states(reference)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    const told = await server.mailsAbout('registration-restored', reference);
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [speaker?.email, poster?.email].toSorted(),
    );

    await cancelled(reference, '0');
    await expect(plan({ reference, who: speaker?.name })).rejects.toThrow('cancelled as a whole');
    await undone({ reference });
    expect(await states(reference)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    expect(await placesOf(server.db, order.id)).toMatchObject({ all: 3 });
    const all = await server.mailsAbout('registration-restored', reference);
    expect(all.map(({ recipient }) => recipient)).toContain(aPayer.email);
    expect(all).toHaveLength(6);
  });

  test('is refused for an unpaid group, and for an erased person', async () => {
    const unpaid = await server.aGroup(['Speaker']);
    await carriedOut(
      planCancellation(server.organising, { reference: unpaid.order.reference, amount: '0' }),
    );
    await expect(plan({ reference: unpaid.order.reference })).rejects.toThrow('was not paid');
    expect((await server.press(unpaid.path, 'card')).status).toBe(404);
    const { reference, person } = await server.paidRegistration();
    await cancelled(reference, '0');
    const now = server.clock.now();
    const places = { store: server.files.store, mailFolder: `${server.files.dataDir}/mail` };
    await erasePerson({ ...places, db: server.db, now, conferenceEnd: now }, person.email, true);
    await expect(plan({ reference })).rejects.toThrow(`${reference} was erased`);
  });
});

test('a cancellation is undone only if the place is free', async () => {
  server = await startTestSite({ content: withPlaces(1) });
  const { reference } = await server.paidRegistration();
  await cancelled(reference, '0');
  const planned = await plan({ reference });
  const other = await server.openedCheckout();
  await expect(planned.perform()).rejects.toThrow('All places are taken or being paid for');
  await server.payAt(other.url);
  await server.post(`/api/payment/update?sessionId=${other.sessionId}`);
  await expect(plan({ reference })).rejects.toThrow('All places are taken');
  expect(await states(reference)).toEqual(['CANCELLED']);
});
