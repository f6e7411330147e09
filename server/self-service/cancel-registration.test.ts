import { DAY } from '#contract/time-spans.ts';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const content = withRules({ ...fixtureContent, prices: withExtras(fixtureContent.prices) });

let server: TestSite;

const stateOf = async ({ reference }: Pick<Order, 'reference'>) =>
  (await server.participantsOfOrder(reference)).map(({ state }) => state);

async function cancelled(path: string) {
  const plan = await server.openPage(`${path}/cancel`);
  return { plan, answer: await server.sendForm(`${path}/cancel`, fieldsOf(plan.text)) };
}

describe('the cancellation of a participant', () => {
  beforeAll(async () => {
    server = await startTestSite({ content });
    return server.close;
  });

  test('is refused after the person was checked in, also in the moment of the button', async () => {
    const { order } = await server.paidRegistration();
    const plan = await server.openPage(`${pathOf(order)}/cancel`);
    const [id = ''] = order.participantIds;
    await server.db
      .updateTable('participants')
      .set({ checked_in_at: server.clock.now().toISOString() })
      .where('id', '=', id)
      .execute();
    const refused = await server.sendForm(`${pathOf(order)}/cancel`, fieldsOf(plan.text));
    expect(refused.words).toContain('already checked in');
    expect((await server.openPage(`${pathOf(order)}/cancel`)).words).toContain(
      'already checked in',
    );
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    expect(server.ledgerOf(order).refunded).toBe(0);
    const { reference } = order;
    await (await server.planCancellation({ reference, amount: '0' })).perform();
    expect(await stateOf(order)).toEqual(['CANCELLED']);
  });

  test('refunds by the rule, and the place is free', async () => {
    const { order, person, reference } = await server.paidRegistration();
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
    const own = await server.openPage(answer.location);
    expect(own.words).toContain('The registration is cancelled, and the refund is on its way.');
    expect(own.words).not.toContain('This registration is cancelled.');
    const later = await server.openPage(`${pathOf(order)}?notice=changedMeanwhile`);
    expect(later.words).toContain('This registration is cancelled.');
    expect(own.text).not.toContain('/change"');
    expect(server.ledgerOf(order)).toEqual({ paid: 41_895, refunded: 41_895 });
    expect(await stateOf(order)).toEqual(['CANCELLED']);
    expect(await server.listActivities({ reference })).toMatchObject([
      { who: 'participant', action: 'cancel', words: 'cancelled, refund of 418.95 EUR' },
    ]);
    const mails = (await server.listMessages(1000)).filter(({ content: { subject } }) =>
      subject.includes(reference),
    );
    const kinds = mails.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'own-act-for-secretary')).toHaveLength(1);
    expect(kinds).toContain('registration-cancelled');
    // The pages say so, and nothing can be done any more.
    for (const act of ['change', 'cancel', 'details', 'address', 'hand-over']) {
      const refused = await server.openPage(`${pathOf(order)}/${act}`);
      expect({ act, status: refused.status }).toEqual({ act, status: 409 });
      expect(refused.words).toContain('This registration is cancelled already.');
    }
    const typed = await server.sendForm(`${pathOf(order)}/details`, { name: 'Ada Firn' });
    expect(typed.status).toBe(409);
  });

  atOnce.each(['after each other', 'at once'])(
    'is sent twice %s, and the money is refunded once',
    async (how) => {
      const { order } = await server.paidRegistration();
      const form = fieldsOf((await server.openPage(`${pathOf(order)}/cancel`)).text);
      const send = () => server.sendForm(`${pathOf(order)}/cancel`, form);
      const answers =
        how === 'at once' ? await Promise.all([send(), send()]) : [await send(), await send()];
      const location = `${pathOf(order)}?notice=cancelledWithRefund`;
      for (const answer of answers) expect(answer).toMatchObject({ status: 303, location });
      expect(server.ledgerOf(order)).toEqual({ paid: 41_895, refunded: 41_895 });
    },
  );

  atOnce('and one of an organiser at the same moment refund once', async () => {
    const { order, reference } = await server.paidRegistration();
    const form = fieldsOf((await server.openPage(`${pathOf(order)}/cancel`)).text);
    const organiser = await server.planCancellation({ reference, amount: '100.00' });
    const [own, theirs] = await Promise.allSettled([
      server.sendForm(`${pathOf(order)}/cancel`, form),
      organiser.perform(),
    ]);
    expect(own.status).toBe('fulfilled');
    expect(server.ledgerOf(order).refunded).toBe(theirs.status === 'fulfilled' ? 10_000 : 41_895);
    expect(await stateOf(order)).toEqual(['CANCELLED']);
  });

  test('closes the payment page of a change, and nobody can pay it afterwards', async () => {
    const { order } = await server.paidRegistration();
    const { done } = await server.actThrough(`${pathOf(order)}/change`, { 'extra-dinner': 1 });
    const { location } = done;
    const url = (await server.press(location, 'card')).headers.get('location') ?? '';
    await cancelled(pathOf(order));
    expect((await server.payAt(url)).status).not.toBe(303);
    expect((await server.openPage(location)).status).toBe(404);
    expect(await changesOf(server.db, order.id)).toMatchObject([{ state: 'withdrawn' }]);
    expect(server.ledgerOf(order)).toEqual({ paid: 41_895, refunded: 41_895 });
    expect((await server.takenPlaces()).get('extra:dinner')).toBeUndefined();
  });

  test('of an unpaid registration tells a payer who returns that nothing was taken', async () => {
    const { order, url, sessionId } = await server.unpaidRegistration();
    await cancelled(pathOf(order));
    expect((await server.payAt(url)).status).not.toBe(303);
    const returned = await server.openPage(`${pathOf(order)}/return?session_id=${sessionId}`);
    const { words } = await server.openPage(returned.location);
    expect(words).toContain(
      'This registration is cancelled. No money was taken. If a payment still arrives, we look at it',
    );
    expect(words).not.toContain('Not refunded');
  });

  test('keeps a part by the second rule, and the page has it as a line', async () => {
    const rules = withRules(content, new Date(Date.now() - 1.5 * DAY)).conference;
    const later = await startTestSite({ content: { ...content, conference: rules } });
    try {
      const { order } = await later.paidRegistration();
      const plan = await later.openPage(`${pathOf(order)}/cancel`);
      expect(plan.words).toContain('The processing fee of €19.95 is not refunded.');
      await later.sendForm(`${pathOf(order)}/cancel`, fieldsOf(plan.text));
      expect((await later.openPage(pathOf(order))).words).toContain(
        'Paid €418.95 Refunded €199.50 Not refunded of what you gave up €219.45',
      );
      const receipt = await later.openPage(`/receipt/${order.receiptToken}`);
      expect(receipt.words).toContain('Paid, partly refunded');
      expect(receipt.words).not.toContain('Show this at the registration desk.');
    } finally {
      await later.close();
    }
  });

  test('is refused for another amount or version, and for a form that cannot be read', async () => {
    const { order, reference } = await server.paidRegistration();
    const path = `${pathOf(order)}/cancel`;
    const form = fieldsOf((await server.openPage(path)).text);
    for (const amount of ['0', '41896', '999999999999']) {
      const { status, words } = await server.sendForm(path, { ...form, amount });
      expect(status).toBe(409);
      expect(words).toContain('The amount has changed since you saw it.');
    }
    for (const hostile of [{ amount: '-1' }, { amount: '1e9' }, { version: 'x' }, { amount: '' }]) {
      expect((await server.sendForm(path, { ...form, ...hostile })).status).toBe(400);
    }
    const stale = await server.sendForm(path, { ...form, version: 0 });
    expect(stale.location).toBe(`${pathOf(order)}?notice=changedMeanwhile`);
    expect(await stateOf({ reference })).toEqual(['CONFIRMED']);
    expect(server.ledgerOf(order).refunded).toBe(0);
  });

  test('of an unpaid registration closes its payment page, and refunds nothing', async () => {
    const { order, url } = await server.unpaidRegistration();
    expect((await server.openPage(pathOf(order))).text).toContain(`${pathOf(order)}/cancel`);
    const { plan, answer } = await cancelled(pathOf(order));
    expect(plan.words).toContain('You had not paid, so there is nothing to refund.');
    expect(answer.location).toBe(`${pathOf(order)}?notice=cancelled`);
    expect((await server.payAt(url)).status).not.toBe(303);
    expect(server.ledgerOf(order).paid).toBe(0);
    const mail = (await server.mailsTo(order.customer.email)).at(-1);
    expect(mail?.kind).toBe('registration-cancelled');
    expect(mail?.text).toContain('You had not paid, so there is nothing to refund.');
    expect((await server.openPage(pathOf(order))).words).toContain(
      'This registration is cancelled.',
    );
  });

  test('of an unpaid registration does not print a name that is no name', async () => {
    const name = 'Win a prize at evil.example now';
    const { order } = await server.unpaidRegistration({}, { name });
    const { words } = await server.openPage(`${pathOf(order)}/cancel`);
    expect(words).toContain(
      `The button below cancels the registration of ${order.reference} at once.`,
    );
    expect(words).not.toContain('evil.example');
    await cancelled(pathOf(order));
    const mail = (await server.mailsTo(order.customer.email)).at(-1);
    expect(mail?.kind).toBe('registration-cancelled');
    expect(JSON.stringify(mail)).not.toContain('evil.example');
  });

  test('waits while a dispute about the payment is open', async () => {
    const { order } = await server.paidRegistration();
    const { paidPaymentId = '' } = order;
    const { provider_ref: ref } = await server.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('id', '=', paidPaymentId)
      .executeTakeFirstOrThrow();
    server.control.dispute(ref ?? '');
    await server.control.settled();
    const { status, words } = await server.openPage(`${pathOf(order)}/cancel`);
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
    server = await startTestSite({ content });
    const { order } = await server.paidRegistration();
    server.clock.advance(days * DAY);
    const { plan, answer } = await cancelled(pathOf(order));
    expect(plan.words).toContain(words);
    expect(answer.location).toBe(
      `${pathOf(order)}?notice=cancelled${cents > 0 ? 'WithRefund' : ''}`,
    );
    expect(server.ledgerOf(order)).toEqual({ paid: 41_895, refunded: cents });
  });

  test('earlier refunds are taken off, and changes count with what they left', async () => {
    server = await startTestSite({ content });
    const nights = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2 } as const;
    const { order, reference } = await server.paidRegistration(nights);
    server.clock.advance(1.5 * DAY);
    await server.actThrough(`${pathOf(order)}/change`, { nights: 1 });
    // Half of a night of 129.00, without the fee.
    expect(server.ledgerOf(order).refunded).toBe(6450);
    const { plan } = await cancelled(pathOf(order));
    // Half of 399 + 129.
    expect(plan.words).toContain('We refund €264.00');
    expect(server.ledgerOf(order).refunded).toBe(6450 + 26_400);
    const [person] = await server.participantsOfOrder(reference);
    expect(person).toMatchObject({ state: 'CANCELLED', refundedCents: 32_850 });
  });
});

describe('the payer of a group', () => {
  beforeAll(async () => {
    server = await startTestSite({ content });
    return server.close;
  });

  test('cancels one person, then everybody', async () => {
    const { order, members } = await server.aPaidGroup();
    const page = pathOf(order);
    const [speaker] = members;
    const address = `${page}/people/${speaker.id}`;
    const { plan, answer } = await cancelled(address);
    expect(plan.words).toContain(`Cancel the registration of ${speaker.name}`);
    expect(plan.words).toContain('We refund €418.95');
    expect(answer.location).toBe(`${page}?notice=cancelledWithRefund`);
    expect(server.ledgerOf(order).refunded).toBe(41_895);
    expect(await stateOf(order)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    // The second click of two.
    const again = await server.sendForm(`${address}/cancel`, fieldsOf(plan.text));
    expect(again.location).toBe(`${page}?notice=cancelledWithRefund`);
    expect(server.ledgerOf(order).refunded).toBe(41_895);

    const all = await cancelled(page);
    expect(all.plan.words).toContain('Cancel the registration of the whole group');
    expect(all.plan.words).toContain(
      'cancels the registrations of all 2 people of the group at once.',
    );
    expect(all.plan.words).toContain('We refund €522.90');
    expect(server.ledgerOf(order)).toEqual({ paid: 94_185, refunded: 94_185 });
    expect(await stateOf(order)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });
});
