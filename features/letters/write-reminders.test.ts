import { DAY, HOUR } from '#contract/time-spans.ts';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Content } from '#contract/content.ts';
import { endIn } from '#contract/content/moments.ts';
import { asCents } from '#contract/money.ts';
import { holdMails, releaseMails } from '#server/mail/hold.ts';
import { inTransaction } from '#server/database/database.ts';
import { findPaymentLink } from '#server/orders/rows/payment-links.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { aPayer } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import type { unpaidRegistration } from '#tests/support/paid-registration.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { writeReminders } from './write-reminders.ts';
import type { Reminder } from './shape.ts';

let server: TestSite;
const servers: TestSite[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((each) => each.close()));
});

const afterWeek: Reminder = { days: 7, after: 'registering' };
const beforePrice: Reminder = { days: 3, before: 'price_ends' };
const beforeClosing: Reminder = { days: 5, before: 'registration_closes' };

/** A conference in Berlin, whose first prices end with May 20, 2030 and whose registration closes in June. */
function contentWith(rules: Reminder[], { until = '2030-06-20', places = 100 } = {}): Content {
  const { conference, prices, mails } = fixtureContent;
  const end = (day: string) => endIn(fixtureContent.conference.dates, { day });
  const dates = { ...conference.dates, start: '2030-07-01', end: '2030-07-02' };
  return {
    ...fixtureContent,
    mails: { ...mails, reminders: rules },
    conference: {
      ...conference,
      dates,
      opening: { ...conference.opening, registration: { until: end(until) } },
    },
    prices: {
      ...prices,
      places,
      phases: [
        { name: 'Early', until: end('2030-05-20') },
        { name: 'Late', until: undefined },
      ],
      presentationTypes: prices.presentationTypes.map((type) => ({
        ...type,
        // Speakers pay more from May 21, posters do not.
        price: [
          type.price[0] ?? asCents(0),
          asCents((type.price[0] ?? 0) + (type.id === 'speaker' ? 5000 : 0)),
        ],
      })),
    },
  };
}

async function start(rules: Reminder[], more?: Parameters<typeof contentWith>[1]) {
  server = await startTestSite({ content: contentWith(rules, more) });
  servers.push(server);
  goTo('2030-05-01T10:00:00.000Z');
}

function goTo(moment: string) {
  server.clock.advance(Date.parse(moment) - server.clock.now().getTime());
}

/** Registers, begins to pay, and leaves the payment page. */
function left(
  choice: Parameters<typeof unpaidRegistration>[1] = {},
  traits: Parameters<typeof aPerson>[0] = {},
) {
  return server.unpaidRegistration(choice, traits);
}

async function linkOf({ id }: { id: string }): Promise<string> {
  return `/pay/${(await findPaymentLink(server.db, id))?.token}`;
}

/** The address of the page on which a card is typed, by the link in a mail and the button on our page. */
async function cardPageBehind(text = ''): Promise<string> {
  const [path = ''] = /\/(?:pay|registration)\/\w+/.exec(text) ?? [];
  const page = (await server.get(path)).text;
  const [, action = ''] = /action="([^"]+)\/card"/.exec(page) ?? [];
  return (await server.press(action, 'card')).headers.get('location') ?? '';
}

/** The time for which the payment page of `left` is open passes. */
async function pagesLapse() {
  server.clock.advance(3 * HOUR);
  await server.pollOpenPayments();
}

function remind(on = server) {
  return writeReminders(on.organising);
}

async function reminders() {
  const mails = await server.listMessages(10_000);
  return mails.filter(({ kind }) => kind === 'payment-reminder').toReversed();
}

async function reminded() {
  return (await reminders()).map(({ recipient }) => recipient);
}

describe('seven days after registering', () => {
  beforeEach(() => start([afterWeek]));

  test('a payer who left gets one reminder at 09:00, with the amount and a link that takes the payment', async () => {
    const { person, order } = await left();
    await pagesLapse();
    goTo('2030-05-08T06:59:00.000Z');
    expect(await remind()).toBe(0);
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(1);
    const [mail, ...others] = await reminders();
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe(person.email);
    expect(mail?.content.subject).toContain(order.reference);
    expect(mail?.content.text).toContain('€418.95');
    expect((await server.payAt(await cardPageBehind(mail?.content.text))).status).toBe(303);
    for (let hour = 0; hour < 60; hour += 6) {
      server.clock.advance(6 * HOUR);
      expect(await remind()).toBe(0);
    }
  });

  test('nobody is reminded whose address has a paid registration', async () => {
    const { person } = await left();
    await pagesLapse();
    const paid = await left({}, { email: person.email.toUpperCase() });
    await paid.pay();
    expect((await server.getOrder(paid.order.id)).state).toBe('CONFIRMED');
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(0);
  });

  test('an amount that was asked for is reminded once, also of somebody with a paid place', async () => {
    needsFeatures('asked-amounts');
    const paid = await server.paidRegistration();
    const said = await server.organise('ask', paid.person.email, '80', 'Lost key', '--send');
    const { path } = await server.linkedOrder(said);
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(1);
    const [mail] = await reminders();
    expect(mail?.recipient).toBe(paid.person.email);
    expect(mail?.content.text).toContain('Lost key');
    expect(mail?.content.text).toContain(`${server.origin}${path}`);
    expect(mail?.content.text).not.toContain('/registration/');
    expect(await remind()).toBe(0);
  });

  test('days are those of the conference: a minute around its midnight makes a day', async () => {
    goTo('2030-05-01T21:59:00.000Z');
    const before = await left();
    goTo('2030-05-01T22:00:30.000Z');
    const after = await left();
    await pagesLapse();
    goTo('2030-05-08T07:30:00.000Z');
    await remind();
    expect(await reminded()).toEqual([before.person.email]);
    goTo('2030-05-09T06:59:00.000Z');
    expect(await remind()).toBe(0);
    goTo('2030-05-09T07:00:00.000Z');
    await remind();
    expect(await reminded()).toEqual([before.person.email, after.person.email]);
  });

  test('an outage of three days delays a reminder; one of a week drops it', async () => {
    const { person } = await left();
    await pagesLapse();
    goTo('2030-05-11T12:00:00.000Z');
    expect(await remind()).toBe(1);
    goTo('2030-05-20T12:00:00.000Z');
    await left({ presentationType: 'POSTER' });
    await pagesLapse();
    goTo('2030-06-03T07:00:01.000Z');
    expect(await remind()).toBe(0);
    expect(await reminded()).toEqual([person.email]);
  });

  atOnce('two servers that write at once write one reminder', async () => {
    const { person } = await left();
    await pagesLapse();
    const other = await startTestSite({ beside: server, content: server.content });
    servers.unshift(other);
    goTo('2030-05-08T07:00:00.000Z');
    const counts = await Promise.all([remind(), remind(other), remind(), remind(other)]);
    expect(counts.toSorted()).toEqual([0, 0, 0, 1]);
    expect(await reminded()).toEqual([person.email]);
  });

  atOnce('a payment in the moment of the reminder leaves no reminder', async () => {
    const group = await server.aGroup();
    const people = [];
    for (let count = 0; count < 6; count++) people.push(await left());
    await pagesLapse();
    goTo('2030-05-08T07:00:00.000Z');
    const second = await startTestSite({ beside: server, content: server.content });
    servers.unshift(second);
    for (const one of [...people, group]) {
      const url =
        (await server.press(await linkOf(one.order), 'card')).headers.get('location') ?? '';
      // The page of the provider lapses for us, and the payer pays in its last second.
      await server.db
        .updateTable('payments')
        .set({ state: 'EXPIRED' })
        .where('order_id', '=', one.order.id)
        .execute();
      await server.payAt(url);
    }
    await Promise.all([
      ...people.map(async ({ order }) => {
        const { provider_ref: ref } = await server.db
          .selectFrom('payments')
          .select('provider_ref')
          .where('order_id', '=', order.id)
          .orderBy('attempt', 'desc')
          .executeTakeFirstOrThrow();
        await server.post(`/api/payment/update?sessionId=${ref}`);
      }),
      remind(second),
      remind(second),
    ]);
    await server.control.settled();
    await server.pollOpenPayments();
    await remind();
    const open = await server.db
      .selectFrom('outbox')
      .innerJoin('orders', 'orders.reference', 'outbox.reference')
      .select(['orders.reference'])
      .where('outbox.kind', '=', 'payment-reminder')
      .where('outbox.withdrawn_at', 'is', null)
      .where('orders.state', '=', 'CONFIRMED')
      .execute();
    expect(open).toEqual([]);
    for (const { order } of [...people, group]) {
      expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
    }
  });

  test('nobody is reminded who has cancelled, has paid otherwise, is paying or has ordered again', async () => {
    const cancelled = await left();
    const elsewhere = await left();
    const again = await left();
    const pending = await server.openedPaypal();
    await server.chooseAt(pending.url, 'stays-pending');
    await server.post(`/api/payment/paypal/capture/${pending.orderId}`);
    const odd = await left();
    const plain = await left();
    await pagesLapse();
    await server.db
      .updateTable('payments')
      .set({ state: 'MISMATCH' })
      .where('order_id', '=', odd.order.id)
      .execute();
    await server.organise('cancel', cancelled.order.reference, '--send');
    const paid = await left({ presentationType: 'POSTER' }, elsewhere.person);
    await paid.pay();
    // The second order of this person has no reminder before the week after it.
    server.clock.advance(DAY);
    await left({ presentationType: 'POSTER' }, again.person);
    // A registration without an order has been told once.
    await server.post('/api/registration/register', { ...aPerson(), presentationType: 'SPEAKER' });
    await pagesLapse();
    goTo('2030-05-08T07:00:00.000Z');
    await remind();
    expect(await reminded()).toEqual([plain.person.email]);
    goTo('2030-05-09T07:00:00.000Z');
    await remind();
    expect(await reminded()).toEqual([plain.person.email, again.person.email]);
  });

  test('a payment page that is open at that moment delays the reminder', async () => {
    const { person, order } = await left();
    await pagesLapse();
    goTo('2030-05-08T06:50:00.000Z');
    await server.press(await linkOf(order), 'card');
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(0);
    await pagesLapse();
    // The mail about the missed payment has just gone out, so the reminder waits for a day.
    expect(await remind()).toBe(0);
    server.clock.advance(DAY);
    expect(await remind()).toBe(1);
    expect(await reminded()).toEqual([person.email]);
  });

  test('the payer of a group is reminded, its members are not, and two groups are a day apart', async () => {
    const { people, order, path } = await server.aGroup();
    const other = await server.aGroup();
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    const [mail] = await reminders();
    expect(mail).toMatchObject({ recipient: aPayer.email });
    expect(mail?.content.text).toContain(order.reference);
    expect(mail?.content.text).toContain(`${server.origin}${path}`);
    for (const { name } of people) expect(mail?.content.text).not.toContain(name);
    server.clock.advance(DAY + 1000);
    expect(await remind()).toBe(1);
    expect((await reminders())[1]?.content.text).toContain(other.order.reference);
  });

  test('an unpaid change is reminded of in its own words', async () => {
    const { person, order } = await server.paidRegistration({ presentationType: 'POSTER' });
    await server.organise('move', order.reference, '--type', 'speaker', '--send');
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(1);
    const [mail] = await reminders();
    expect(mail?.recipient).toBe(person.email);
    expect(mail?.content.text).toContain('The change of your registration is not paid yet.');
    expect(mail?.content.text).toContain('€105.00');
    await server.payAt(await cardPageBehind(mail?.content.text));
    server.clock.advance(HOUR);
    await server.pollOpenPayments();
    expect(await reminders()).toMatchObject([{ state: 'withdrawn' }]);
  });

  test('while all mails are on hold none is written, and after the release those that are still true', async () => {
    const [paying, waiting] = [await left(), await left()];
    await pagesLapse();
    await inTransaction(server.db, (tx) => holdMails(tx, 'all'));
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(0);
    goTo('2030-05-09T07:00:00.000Z');
    const again = await left({}, paying.person);
    await again.pay();
    await inTransaction(server.db, releaseMails);
    await remind();
    expect(await reminded()).toEqual([waiting.person.email]);
  });

  test('show lists the reminder, and a reminder by hand stands for the one by itself', async () => {
    const { order } = await left();
    const other = await left();
    await pagesLapse();
    goTo('2030-05-08T07:00:00.000Z');
    await server.organise('resend', other.order.reference, '--send');
    expect(await remind()).toBe(1);
    expect(await server.organise('show', order.reference)).toContain('Payment still open');
    server.clock.advance(2 * DAY);
    expect(await remind()).toBe(0);
  });
});

describe('before an end', () => {
  test('a payer is reminded three days before the price ends, if another price follows', async () => {
    await start([beforePrice]);
    const speaker = await left();
    await left({ presentationType: 'POSTER' });
    await pagesLapse();
    goTo('2030-05-17T06:59:00.000Z');
    expect(await remind()).toBe(0);
    goTo('2030-05-17T07:00:00.000Z');
    await remind();
    expect(await reminded()).toEqual([speaker.person.email]);
    expect((await reminders())[0]?.content.text).toContain('the end of May 20, 2030');
  });

  test('a server that was away until the price had ended reminds nobody', async () => {
    await start([beforePrice]);
    await left();
    await pagesLapse();
    goTo('2030-05-20T22:00:00.000Z');
    expect(await remind()).toBe(0);
  });

  test('an order that is made after the moment of a rule gets no reminder of it', async () => {
    await start([beforePrice]);
    goTo('2030-05-17T07:00:01.000Z');
    await left();
    await pagesLapse();
    server.clock.advance(2 * DAY);
    expect(await remind()).toBe(0);
  });

  test('an order that is made within a day before the moment is reminded of a day after it', async () => {
    await start([beforePrice]);
    goTo('2030-05-17T02:00:00.000Z');
    const { person } = await left();
    await pagesLapse();
    // The mail about the missed payment counts, too.
    goTo('2030-05-18T04:59:00.000Z');
    expect(await remind()).toBe(0);
    goTo('2030-05-18T05:10:00.000Z');
    expect(await remind()).toBe(1);
    expect(await reminded()).toEqual([person.email]);
  });

  test('the first closing of what was ordered counts, and a group has none', async () => {
    await start([beforeClosing], { until: '2030-05-31' });
    await server.aGroup();
    const { person } = await left({ presentationType: 'POSTER' });
    await pagesLapse();
    goTo('2030-05-26T06:59:00.000Z');
    expect(await remind()).toBe(0);
    goTo('2030-05-26T07:00:00.000Z');
    await remind();
    expect(await reminded()).toEqual([person.email]);
  });

  test('of several rules that are due the last one stands for all', async () => {
    await start([{ days: 14, after: 'registering' }, beforePrice, beforeClosing]);
    await left();
    await pagesLapse();
    goTo('2030-05-18T12:00:00.000Z');
    expect(await remind()).toBe(1);
    server.clock.advance(DAY + 1000);
    expect(await remind()).toBe(0);
  });

  test('nobody is reminded of what is sold out', async () => {
    await start([afterWeek], { places: 1 });
    await left();
    await pagesLapse();
    await server.paidRegistration();
    goTo('2030-05-08T07:00:00.000Z');
    expect(await remind()).toBe(0);
  });
});

test('without rules nothing is written', async () => {
  await start([]);
  await left();
  await pagesLapse();
  server.clock.advance(10 * DAY);
  expect(await remind()).toBe(0);
});
