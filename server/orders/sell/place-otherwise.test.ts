import { describe, expect, test } from 'vitest';
import { messagesAbout } from '#server/mail/posted-messages.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { aSheet, carriedOut } from '#tests/support/a-group.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { planGroup } from './register-group.ts';

const server = await startTestSite();

type Person = ReturnType<typeof aPerson>;

/** Opens the person's own payment page by card. */
async function ownCardPage(person: Person) {
  const { path, body } = await server.aCheckout({}, person);
  const { json } = await server.post(path, body);
  return { ref: String(json['sessionId']), url: String(json['url']) };
}

/** Opens the person's own payment page at PayPal. */
async function ownPaypalPage(person: Person) {
  const request = server.aPaypalRequest(await server.aCheckout({}, person));
  const { json } = await server.post('/api/payment/paypal/create', request);
  return { ref: String(json['orderId']), url: String(json['approvalUrl']) };
}

async function pageOf(path: string): Promise<string> {
  return (await server.press(path, 'card')).headers.get('location') ?? '';
}

async function payGroup(path: string): Promise<void> {
  await server.payAt(await pageOf(path));
  await fetch(`${server.origin}${path}/return`);
}

/** A group of one, who pays for nobody else, as somebody who was registered at the desk. */
async function paidGroupOfOne() {
  const { rows } = aSheet(['Speaker']);
  const nobody = { name: undefined, email: undefined, institute: undefined, country: undefined };
  const said = await carriedOut(planGroup(server.organising, { rows, payer: nobody }));
  const { path, order } = await server.linkedOrder(said);
  await payGroup(path);
  return order;
}

async function paidAlone() {
  const checkout = await server.paidCheckout();
  return (await server.recordsOf(checkout.sessionId)).order;
}

/** The charges of this page after the person has paid. */
async function chargesAfter(page: { ref: string; url: string }) {
  await server.payAt(page.url);
  await server.post(`/api/payment/update?sessionId=${page.ref}`);
  return (await server.recordsOf(page.ref)).charges;
}

describe('somebody who gets a place in a group', () => {
  test('cannot pay on an own card page that is still open', async () => {
    const { path, people } = await server.aGroup(['Speaker', 'Poster']);
    const [person = aPerson()] = people;
    const page = await ownCardPage(person);
    await payGroup(path);
    expect(await chargesAfter(page)).toEqual([]);
    expect((await server.recordsOf(page.ref)).payment.state).toBe('CANCELLED');
  });

  test('is not charged for an earlier approval at PayPal', async () => {
    const { path, people } = await server.aGroup(['Speaker', 'Poster']);
    const [, person = aPerson()] = people;
    const page = await ownPaypalPage(person);
    // The webhook of the approval would capture before the group has paid.
    server.control.webhooks('off');
    await server.chooseAt(page.url);
    await payGroup(path);
    server.control.webhooks('on');
    const { json } = await server.post(`/api/payment/paypal/capture/${page.ref}`);
    expect(json).toMatchObject({ status: 'FAILED' });
    expect((await server.recordsOf(page.ref)).charges).toEqual([]);
  });

  test('has the own page closed by the next poll if its provider did not answer at first', async () => {
    const { path, people } = await server.aGroup(['Speaker', 'Poster']);
    const [person = aPerson()] = people;
    const page = await ownCardPage(person);
    const groupPage = await pageOf(path);
    await server.payAt(groupPage);
    server.control.failNext('reset-before', 4, { provider: 'stripe', path: '/expire' });
    await fetch(`${server.origin}${path}/return`);
    server.control.clearFaults();
    expect((await server.recordsOf(page.ref)).payment.state).toBe('OPEN');
    await pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });
    expect((await server.recordsOf(page.ref)).payment.state).toBe('CANCELLED');
    expect(await chargesAfter(page)).toEqual([]);
  });

  test('gets no mail that the own page has lapsed', async () => {
    const { path, people } = await server.aGroup(['Speaker', 'Poster']);
    const [person = aPerson()] = people;
    server.control.webhooks('off');
    const page = await ownCardPage(person);
    server.clock.advance(61 * 60_000);
    server.control.advance(0);
    await payGroup(path);
    await pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });
    server.control.webhooks('on');
    const { payment, order } = await server.recordsOf(page.ref);
    expect(payment.state).toBe('EXPIRED');
    const mails = await messagesAbout(server.db, {
      reference: order.reference,
      ids: order.participantIds,
    });
    expect(mails.map(({ kind }) => kind)).not.toContain('payment-expired');
  });
});

test('a group is not charged for a member who paid alone while the payment page of the group was open', async () => {
  const { path, people } = await server.aGroup(['Speaker', 'Poster']);
  const groupPage = await pageOf(path);
  const own = await ownCardPage(people[0] ?? aPerson());
  expect(await chargesAfter(own)).toHaveLength(1);
  expect((await server.payAt(groupPage)).status).toBe(410);
  expect((await server.press(path, 'card')).status).toBe(409);
});

describe('somebody who replaces a person who has paid', () => {
  test('is named in the plan, and the own page is closed', async () => {
    const order = await paidAlone();
    const person = aPerson();
    const page = await ownCardPage(person);
    const { order: own } = await server.recordsOf(page.ref);
    const correction = { reference: order.reference, name: person.name, email: person.email };
    const plan = await server.planCorrection(correction);
    expect(plan.words).toContain(
      `The payment page of ${own.reference}, which ${person.name} has open, is closed.`,
    );
    await plan.perform();
    expect(await chargesAfter(page)).toEqual([]);
  });

  test('is not charged, also for a place in a group', async () => {
    const { path, people, order } = await server.aGroup(['Speaker', 'Poster']);
    await payGroup(path);
    const person = aPerson();
    const page = await ownCardPage(person);
    const who = people[1]?.email ?? '';
    const correction = { reference: order.reference, who, name: person.name, email: person.email };
    await carriedOut(server.planCorrection(correction));
    expect(await chargesAfter(page)).toEqual([]);
  });

  test('is refused for a group of one if the person has a paid place', async () => {
    const { name, email } = (await paidAlone()).customer;
    const { reference } = await paidGroupOfOne();
    await expect(carriedOut(server.planCorrection({ reference, name, email }))).rejects.toThrow(
      `${name} has a paid registration with ${email} already`,
    );
  });

  test.each(['registration', 'group', 'group of one'] as const)(
    'does not get the waiting mail that the own page has lapsed, for a place of a %s',
    async (kind) => {
      const person = aPerson();
      const page = await ownCardPage(person);
      server.clock.advance(61 * 60_000);
      server.control.advance(0);
      await pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });
      const { name, email } = person;
      if (kind === 'group') {
        const { path, people, order } = await server.aGroup(['Speaker', 'Poster']);
        await payGroup(path);
        const correction = { reference: order.reference, who: people[1]?.email ?? '', name, email };
        await carriedOut(server.planCorrection(correction));
      } else {
        const { reference } = kind === 'registration' ? await paidAlone() : await paidGroupOfOne();
        await carriedOut(server.planCorrection({ reference, name, email }));
      }
      const { order: own } = await server.recordsOf(page.ref);
      const mails = await messagesAbout(server.db, { reference: own.reference, ids: [] });
      expect(mails.filter(({ kind: each }) => each === 'payment-expired')).toMatchObject([
        { state: 'withdrawn' },
      ]);
    },
  );
});

describe('a member and payer of a group who pays alone after the page of the group has lapsed', () => {
  /** The state of the mail that says that the page of the group has lapsed. */
  async function mailAfter(types: string[]) {
    const { rows, people } = aSheet(types);
    const nobody = { name: undefined, email: undefined, institute: undefined, country: undefined };
    const said = await carriedOut(planGroup(server.organising, { rows, payer: nobody }));
    const { path, order } = await server.linkedOrder(said);
    await pageOf(path);
    server.clock.advance(61 * 60_000);
    server.control.advance(0);
    await pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });
    expect(await chargesAfter(await ownCardPage(people[0] ?? aPerson()))).toHaveLength(1);
    const mails = await messagesAbout(server.db, { reference: order.reference, ids: [] });
    return mails.find(({ kind }) => kind === 'payment-expired')?.state;
  }

  test('gets the mail about the lapsed page, because the others have no place', async () => {
    expect(await mailAfter(['Speaker', 'Poster'])).toBe('waiting');
  });

  test('does not get the mail if nobody else is in the group', async () => {
    expect(await mailAfter(['Speaker'])).toBe('withdrawn');
  });
});
