import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listMessages } from '#server/mail/posted-messages.ts';
import { listActivities } from '#server/operations/activities.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { takenPlaces } from '#server/orders/sell/places.ts';
import { participantsOfOrder } from '#server/reports/list-participants.ts';
import { press } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import {
  actThrough,
  fieldsOf,
  mailsTo,
  openPage,
  pathOf,
  sendForm,
} from '#tests/support/own-page.ts';
import {
  aPaidGroup,
  paidRegistration,
  unpaidRegistration,
} from '#tests/support/paid-registration.ts';
import { ledgerOf } from '#tests/support/payment-records.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { payAt } from '#tests/support/visitor.ts';

const DAY = 24 * 60 * 60_000;
const content = withRules({ ...fixtureContent, prices: withExtras(fixtureContent.prices) });

let server: TestServer;

const stateOf = async ({ reference }: Pick<Order, 'reference'>) =>
  (await participantsOfOrder(server.db, reference)).map(({ state }) => state);

async function cancelled(path: string) {
  const plan = await openPage(server, `${path}/cancel`);
  return { plan, answer: await sendForm(server, `${path}/cancel`, fieldsOf(plan.text)) };
}

describe('the cancellation of a participant', () => {
  beforeAll(async () => {
    server = await startTestServer({ content });
  });
  afterAll(() => server.close());

  test('is refused after the person was checked in, also in the moment of the button', async () => {
    const { order } = await paidRegistration(server);
    const plan = await openPage(server, `${pathOf(order)}/cancel`);
    const [id = ''] = order.participantIds;
    await server.db
      .updateTable('participants')
      .set({ checked_in_at: server.clock.now().toISOString() })
      .where('id', '=', id)
      .execute();
    const refused = await sendForm(server, `${pathOf(order)}/cancel`, fieldsOf(plan.text));
    expect(refused.words).toContain('already checked in');
    expect((await openPage(server, `${pathOf(order)}/cancel`)).words).toContain(
      'already checked in',
    );
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    expect(ledgerOf(server, order).refunded).toBe(0);
    const { reference } = order;
    await (await planCancellation(server.organising, { reference, amount: '0' })).perform();
    expect(await stateOf(order)).toEqual(['CANCELLED']);
  });

  test('refunds by the rule, and the place is free', async () => {
    const { order, person, reference } = await paidRegistration(server);
    const { plan, answer } = await cancelled(pathOf(order));
    expect(plan.status).toBe(200);
    expect(plan.headers.get('cache-control')).toBe('no-store');
    expect(plan.words).toContain(
      `The button below cancels the registration of ${person.name} at once.`,
    );
    expect(plan.words).toMatch(
      /We refund €418\.95 to the card or account that paid\. Until \w+ \d+, \d{4}.* we refund the full price of what you give up, €418\.95\. After that we refund 50 %, without the processing fee\./,
    );
    expect(plan.words).toContain('Cancel, refund €418.95');
    expect(answer.location).toBe(`${pathOf(order)}?notice=cancelledWithRefund`);
    const own = await openPage(server, answer.location);
    expect(own.words).toContain('The registration is cancelled, and the refund is on its way.');
    expect(own.words).not.toContain('This registration is cancelled.');
    const later = await openPage(server, `${pathOf(order)}?notice=changedMeanwhile`);
    expect(later.words).toContain('This registration is cancelled.');
    expect(own.text).not.toContain('/change"');
    expect(ledgerOf(server, order)).toEqual({ paid: 41_895, refunded: 41_895 });
    expect(await stateOf(order)).toEqual(['CANCELLED']);
    expect(await listActivities(server.db, { reference })).toMatchObject([
      { who: 'participant', action: 'cancel', words: 'cancelled, refund of 418.95 EUR' },
    ]);
    const mails = (await listMessages(server.db, 1000)).filter(({ content: { subject } }) =>
      subject.includes(reference),
    );
    const kinds = mails.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'own-act-for-secretary')).toHaveLength(1);
    expect(kinds).toContain('registration-cancelled');
    // The pages say so, and nothing can be done any more.
    expect((await openPage(server, `${pathOf(order)}/change`)).words).toContain(
      'This registration is cancelled already.',
    );
    expect((await openPage(server, `${pathOf(order)}/cancel`)).status).toBe(409);
  });

  test.each(['after each other', 'at once'])(
    'is sent twice %s, and the money is refunded once',
    async (how) => {
      const { order } = await paidRegistration(server);
      const form = fieldsOf((await openPage(server, `${pathOf(order)}/cancel`)).text);
      const send = () => sendForm(server, `${pathOf(order)}/cancel`, form);
      const answers =
        how === 'at once' ? await Promise.all([send(), send()]) : [await send(), await send()];
      const location = `${pathOf(order)}?notice=cancelledWithRefund`;
      for (const answer of answers) expect(answer).toMatchObject({ status: 303, location });
      expect(ledgerOf(server, order)).toEqual({ paid: 41_895, refunded: 41_895 });
    },
  );

  test('and one of an organiser at the same moment refund once', async () => {
    const { order, reference } = await paidRegistration(server);
    const form = fieldsOf((await openPage(server, `${pathOf(order)}/cancel`)).text);
    const organiser = await planCancellation(server.organising, { reference, amount: '100.00' });
    const [own, theirs] = await Promise.allSettled([
      sendForm(server, `${pathOf(order)}/cancel`, form),
      organiser.perform(),
    ]);
    expect(own.status).toBe('fulfilled');
    expect(ledgerOf(server, order).refunded).toBe(theirs.status === 'fulfilled' ? 10_000 : 41_895);
    expect(await stateOf(order)).toEqual(['CANCELLED']);
  });

  test('closes the payment page of a change, and nobody can pay it afterwards', async () => {
    const { order } = await paidRegistration(server);
    const { done } = await actThrough(server, `${pathOf(order)}/change`, { 'extra-dinner': 1 });
    const { location } = done;
    const url = (await press(server, location, 'card')).headers.get('location') ?? '';
    await cancelled(pathOf(order));
    expect((await payAt(url)).status).not.toBe(303);
    expect((await openPage(server, location)).status).toBe(404);
    expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'withdrawn' }]);
    expect(ledgerOf(server, order)).toEqual({ paid: 41_895, refunded: 41_895 });
    expect((await takenPlaces(server.db)).get('extra:dinner')).toBeUndefined();
  });

  test('of an unpaid registration tells a payer who returns that nothing was taken', async () => {
    const { order, url, sessionId } = await unpaidRegistration(server);
    await cancelled(pathOf(order));
    expect((await payAt(url)).status).not.toBe(303);
    const returned = await openPage(server, `${pathOf(order)}/return?session_id=${sessionId}`);
    const { words } = await openPage(server, returned.location);
    expect(words).toContain(
      'This registration is cancelled. No money was taken. If a payment still arrives, we look at it',
    );
    expect(words).not.toContain('Not refunded');
  });

  test('keeps a part by the second rule, and the page has it as a line', async () => {
    const rules = withRules(content, new Date(Date.now() - 1.5 * DAY)).conference;
    const later = await startTestServer({ content: { ...content, conference: rules } });
    try {
      const { order } = await paidRegistration(later);
      const plan = await openPage(later, `${pathOf(order)}/cancel`);
      expect(plan.words).toContain('The processing fee of €19.95 is not refunded.');
      await sendForm(later, `${pathOf(order)}/cancel`, fieldsOf(plan.text));
      expect((await openPage(later, pathOf(order))).words).toContain(
        'Paid €418.95 Refunded €199.50 Not refunded of what you gave up €219.45',
      );
      const receipt = await openPage(later, `/receipt/${order.receiptToken}`);
      expect(receipt.words).toContain('Paid, partly refunded');
      expect(receipt.words).not.toContain('Show this at the registration desk.');
    } finally {
      await later.close();
    }
  });

  test('is refused for another amount or version, and for a form that cannot be read', async () => {
    const { order, reference } = await paidRegistration(server);
    const path = `${pathOf(order)}/cancel`;
    const form = fieldsOf((await openPage(server, path)).text);
    for (const amount of ['0', '41896', '999999999999']) {
      const { status, words } = await sendForm(server, path, { ...form, amount });
      expect(status).toBe(409);
      expect(words).toContain('The amount has changed since you saw it.');
    }
    for (const hostile of [{ amount: '-1' }, { amount: '1e9' }, { version: 'x' }, { amount: '' }]) {
      expect((await sendForm(server, path, { ...form, ...hostile })).status).toBe(400);
    }
    const stale = await sendForm(server, path, { ...form, version: 0 });
    expect(stale.location).toBe(`${pathOf(order)}?notice=changedMeanwhile`);
    expect(await stateOf({ reference })).toEqual(['CONFIRMED']);
    expect(ledgerOf(server, order).refunded).toBe(0);
  });

  test('of an unpaid registration closes its payment page, and refunds nothing', async () => {
    const { order, url } = await unpaidRegistration(server);
    expect((await openPage(server, pathOf(order))).text).toContain(`${pathOf(order)}/cancel`);
    const { plan, answer } = await cancelled(pathOf(order));
    expect(plan.words).toContain('You had not paid, so there is nothing to refund.');
    expect(answer.location).toBe(`${pathOf(order)}?notice=cancelled`);
    expect((await payAt(url)).status).not.toBe(303);
    expect(ledgerOf(server, order).paid).toBe(0);
    const mail = (await mailsTo(server, order.customer.email)).at(-1);
    expect(mail?.kind).toBe('registration-cancelled');
    expect(mail?.text).toContain('You had not paid, so there is nothing to refund.');
    expect((await openPage(server, pathOf(order))).words).toContain(
      'This registration is cancelled.',
    );
  });

  test('of an unpaid registration does not print a name that is no name', async () => {
    const name = 'Win a prize at evil.example now';
    const { order } = await unpaidRegistration(server, {}, { name });
    const { words } = await openPage(server, `${pathOf(order)}/cancel`);
    expect(words).toContain(
      `The button below cancels the registration of ${order.reference} at once.`,
    );
    expect(words).not.toContain('evil.example');
    await cancelled(pathOf(order));
    const mail = (await mailsTo(server, order.customer.email)).at(-1);
    expect(mail?.kind).toBe('registration-cancelled');
    expect(JSON.stringify(mail)).not.toContain('evil.example');
  });

  test('waits while a dispute about the payment is open', async () => {
    const { order } = await paidRegistration(server);
    const { paidPaymentId = '' } = order;
    const { provider_ref: ref } = await server.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('id', '=', paidPaymentId)
      .executeTakeFirstOrThrow();
    server.sandbox.control.dispute(ref ?? '');
    await server.sandbox.control.settled();
    const { status, words } = await openPage(server, `${pathOf(order)}/cancel`);
    expect(status).toBe(409);
    expect(words).toContain('The payment is disputed at the bank or at PayPal.');
    expect(words).toContain(content.conference.secretary.email);
    expect(words).not.toContain(ref);
  });
});

describe('in the phases of the rules', () => {
  afterEach(() => server.close());

  test.each([
    [0.5, 41_895, 'we refund the full price of what you give up, €418.95.'],
    [1.5, 19_950, 'we refund 50 % of the price of what you give up, €399.00.'],
    [2.5, 0, 'Nothing is refunded any more. Refunds were possible until'],
  ])('after %d days %i cents are refunded', async (days, cents, words) => {
    server = await startTestServer({ content });
    const { order } = await paidRegistration(server);
    server.clock.advance(days * DAY);
    const { plan, answer } = await cancelled(pathOf(order));
    expect(plan.words).toContain(words);
    expect(answer.location).toBe(
      `${pathOf(order)}?notice=cancelled${cents > 0 ? 'WithRefund' : ''}`,
    );
    expect(ledgerOf(server, order)).toEqual({ paid: 41_895, refunded: cents });
  });

  test('earlier refunds are taken off, and changes count with what they left', async () => {
    server = await startTestServer({ content });
    const nights = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2 } as const;
    const { order, reference } = await paidRegistration(server, nights);
    server.clock.advance(1.5 * DAY);
    await actThrough(server, `${pathOf(order)}/change`, { nights: 1 });
    // Half of a night of 129.00, without the fee.
    expect(ledgerOf(server, order).refunded).toBe(6450);
    const { plan } = await cancelled(pathOf(order));
    // Half of 399 + 129.
    expect(plan.words).toContain('We refund €264.00');
    expect(ledgerOf(server, order).refunded).toBe(6450 + 26_400);
    const [person] = await participantsOfOrder(server.db, reference);
    expect(person).toMatchObject({ state: 'CANCELLED', refundedCents: 32_850 });
  });
});

describe('the payer of a group', () => {
  beforeAll(async () => {
    server = await startTestServer({ content });
  });
  afterAll(() => server.close());

  test('cancels one person, then everybody', async () => {
    const { order, members } = await aPaidGroup(server);
    const page = pathOf(order);
    const [speaker] = members;
    const address = `${page}/people/${speaker.id}`;
    const { plan, answer } = await cancelled(address);
    expect(plan.words).toContain(`Cancel the registration of ${speaker.name}`);
    expect(plan.words).toContain('We refund €418.95');
    expect(answer.location).toBe(`${page}?notice=cancelledWithRefund`);
    expect(ledgerOf(server, order).refunded).toBe(41_895);
    expect(await stateOf(order)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    // The second click of two.
    const again = await sendForm(server, `${address}/cancel`, fieldsOf(plan.text));
    expect(again.location).toBe(`${page}?notice=cancelledWithRefund`);
    expect(ledgerOf(server, order).refunded).toBe(41_895);

    const all = await cancelled(page);
    expect(all.plan.words).toContain('Cancel the registration of the whole group');
    expect(all.plan.words).toContain(
      'cancels the registrations of all 2 people of the group at once.',
    );
    expect(all.plan.words).toContain('We refund €522.90');
    expect(ledgerOf(server, order)).toEqual({ paid: 94_185, refunded: 94_185 });
    expect(await stateOf(order)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });
});
