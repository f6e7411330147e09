import { DAY, HOUR } from '#contract/time-spans.ts';
import { describe, expect, test } from 'vitest';
import type { Way } from '#contract/content/ways.ts';
import { asCents } from '#contract/money.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { book, transferRegistration } from '#tests/support/transfers.ts';
import type { aCheckout } from '#tests/support/visitor.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { entryOf, join, offerFreePlaces, take } from '#tests/support/waiting-list.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

const poster = { presentationType: 'POSTER' } as const;

let server: TestSite;

function withPosters(places: number, phases?: { name: string; until: string | undefined }[]) {
  const content = withTransfers();
  const { prices } = content;
  return {
    ...content,
    prices: {
      ...prices,
      presentationTypes: prices.presentationTypes.map((type) =>
        type.id === 'poster'
          ? { ...type, places, ...(phases && { price: [asCents(20_000), asCents(30_000)] }) }
          : type,
      ),
      ...(phases && {
        phases: phases.map(({ name, until }) => ({
          name,
          until:
            until === undefined
              ? undefined
              : { at: until, day: 'that day', words: 'that day', label: '' },
        })),
      }),
    },
  };
}

/** The conference of the tests, which takes transfers alone. */
function withTransfersAlone(content = withTransfers()) {
  const ways: Way[] = ['transfer'];
  return { ...content, conference: { ...content.conference, ways } };
}

describe('an order that a form places for a transfer', () => {
  /** The answer to the form, and the page that it leads to. */
  async function placed(request: Awaited<ReturnType<typeof aCheckout>>) {
    const { status, json } = await server.post(request.path, { ...request.body, way: 'transfer' });
    const url = String(json['url']);
    const page = status === 200 ? await (await fetch(url)).text() : '';
    return { status, url, page, message: String(json['message']) };
  }

  test('keeps a place, names account, reference and last day, and is confirmed by the money', async () => {
    server = await startTestSite({ content: withTransfersAlone(withPosters(1)) });
    const request = await server.aCheckout(poster);
    const { name, email, phone, instituteOrUniversity, country } = request.person;
    const registrant = { name, email, phone, instituteOrUniversity, country };
    await server.post('/api/registration/register', {
      ...registrant,
      presentationType: 'POSTER',
      registrationType: 'REGISTRATION_ONLY',
    });
    const [one, other] = await Promise.all([placed(request), placed(request)]);
    const third = await placed(request);
    expect(one.url).toMatch(/\/pay\/\w+#transfer$/);
    expect([other.url, third.url]).toEqual([one.url, one.url]);
    const order = await server.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    for (const words of ['DE02 1203', order.reference, 'Pro-forma invoice', 'is held for you']) {
      expect(one.page).toContain(words);
    }
    // No other way to pay is on the page, and none is taken.
    expect(one.page).not.toMatch(/PayPal|Stripe|<button/);
    expect((await server.post(request.path, request.body)).status).toBe(503);
    const mails = await server.db
      .selectFrom('outbox')
      .select('kind')
      .where('recipient', '=', email)
      .where('withdrawn_at', 'is', null)
      .execute();
    expect(mails).toEqual([{ kind: 'transfer-to-pay' }]);

    const late = await placed(await server.aCheckout(poster));
    // The place is held for days, so nobody is told to come again in an hour.
    expect([late.status, late.message]).toEqual([
      409,
      'All places as Poster are taken, or reserved until their payment has arrived. Nothing was charged.',
    ]);
    await book(server, { reference: order.reference, cents: order.amount_cents }, '--send');
    const now = await server.db.selectFrom('orders').select('state').executeTakeFirstOrThrow();
    expect(now.state).toBe('CONFIRMED');
    // The page of somebody who comes back and presses again says that it is paid.
    expect((await placed(request)).url).toContain('paid=before');
  });

  test('is refused when a transfer would come too late, in words for a conference without another way', async () => {
    const content = withTransfersAlone();
    const { dates } = content.conference;
    const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10);
    server = await startTestSite({
      content: {
        ...content,
        conference: { ...content.conference, dates: { ...dates, start: tomorrow } },
      },
    });
    const { status, message } = await placed(await server.aCheckout());
    expect([status, message]).toEqual([
      503,
      `A bank transfer would arrive too late. Nothing was charged. Please write to ${content.conference.secretary.email}.`,
    ]);
  });

  test('is also one of an agreed amount, and one beside cards is replaced by a card', async () => {
    const content = withTransfers();
    const ways: Way[] = ['card', 'transfer'];
    server = await startTestSite({
      content: { ...content, conference: { ...content.conference, ways } },
    });
    const { name, email, phone, instituteOrUniversity, country } = aPerson();
    const agreed = await server.post('/api/discounts/create-session', {
      name,
      customerEmail: email,
      phone,
      instituteOrUniversity,
      country,
      description: 'Invited speaker',
      unitAmount: '105.00',
      way: 'transfer',
    });
    expect(await (await fetch(String(agreed.json['url']))).text()).toContain('DE02 1203');

    const request = await server.aCheckout();
    const { page } = await placed(request);
    expect(page).toContain('Pay by card');
    expect(page).not.toContain('PayPal');
    const { json } = await server.post(request.path, request.body);
    expect(String(json['url'])).toContain('/sandbox/stripe/');
    expect(
      (await server.post('/api/payment/paypal/create', server.aPaypalRequest(request))).status,
    ).toBe(503);
  });
});

test('the transfers of one network keep at most a quarter of the free places, also after an hour', async () => {
  server = await startTestSite({ content: withPosters(8), rateLimit: true });
  await transferRegistration(server, poster);
  await transferRegistration(server, poster);
  const third = () => server.unpaidRegistration(poster);
  await expect(third()).rejects.toThrow('your network is paying for several of them');
  server.clock.advance(3 * HOUR);
  await server.pollOpenPayments();
  await expect(third()).rejects.toThrow('your network is paying for several of them');
});

test('an offer of the waiting list is paid by transfer only without another way to pay', async () => {
  const alone = withTransfersAlone(withPosters(1));
  server = await startTestSite({ content: alone });
  const holder = await transferOfForm();
  const person = { name: 'Mira Lindqvist', email: 'mira@waiting.example' };
  await join(server, person);
  server.clock.advance(16 * DAY);
  await server.pollOpenPayments();
  await offerFreePlaces(server);
  const { location: own } = await take(server, await entryOf(server, person.email));
  const order = await server.db
    .selectFrom('orders')
    .selectAll()
    .where('payer_email', '=', person.email)
    .executeTakeFirstOrThrow();
  await server.press(`${own}/pay`, 'transfer');
  // The transfer keeps the place beyond the time of the offer.
  server.clock.advance(5 * DAY);
  await server.pollOpenPayments();
  await offerFreePlaces(server);
  expect((await server.takenPlaces()).get('type:poster')).toEqual({ held: 1, paid: 0 });
  const again = await server.post(holder.path, { ...holder.body, way: 'transfer' });
  expect(again.status).toBe(409);
  await book(server, { reference: order.reference, cents: order.amount_cents }, '--send');
  expect((await latestPaymentOf(server.db, order.id))?.state).toBe('PAID');

  async function transferOfForm() {
    const request = await server.aCheckout(poster);
    await server.post(request.path, { ...request.body, way: 'transfer' });
    return request;
  }
});

test('an offer of the waiting list is not taken by transfer', async () => {
  server = await startTestSite({ content: withPosters(1) });
  const holder = await transferRegistration(server, poster);
  const person = { name: 'Mira Lindqvist', email: 'mira@waiting.example' };
  await join(server, person);
  await server.press(`${holder.own}/pay`, 'card');
  server.clock.advance(2 * HOUR);
  await server.pollOpenPayments();
  await offerFreePlaces(server);
  const { location: own } = await take(server, await entryOf(server, person.email));
  const order = await server.db
    .selectFrom('orders')
    .select('id')
    .where('payer_email', '=', person.email)
    .executeTakeFirstOrThrow();
  const { words } = await server.openPage(own);
  expect(words).toContain('Pay by card');
  expect(words).not.toContain('Pay by bank transfer');
  await server.press(`${own}/pay`, 'transfer');
  expect((await latestPaymentOf(server.db, order.id))?.provider).not.toBe('transfer');
});

test('a transfer that was chosen in time keeps its price until its last day', async () => {
  const until = new Date(Date.now() + DAY).toISOString();
  const phases = [
    { name: 'Early', until },
    { name: 'Regular', until: undefined },
  ];
  server = await startTestSite({ content: withPosters(5, phases) });
  const { order, own, reference } = await transferRegistration(server, poster);
  server.clock.advance(3 * DAY);
  const { words } = await server.openPage(own);
  expect(words).toContain('is held for you until');
  expect(words).not.toContain('Pay by card');
  await book(server, { reference, cents: order.amountCents }, '--send');
  expect((await latestPaymentOf(server.db, order.id))?.state).toBe('PAID');
});

test('a transfer that ended keeps no places, although its last day is not over', async () => {
  server = await startTestSite({ content: withPosters(5) });
  const { order, own } = await transferRegistration(server, poster);
  await server.press(`${own}/pay`, 'card');
  server.clock.advance(2 * HOUR);
  for (const _ of [1, 2]) await server.pollOpenPayments();
  expect((await server.takenPlaces()).get('type:poster')?.held ?? 0).toBe(0);
  const [row] = await server.db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', order.id)
    .execute();
  expect(row?.state).toBe('EXPIRED');
});

test('a payer who chooses the transfer again and again keeps places for two times its days', async () => {
  server = await startTestSite({ content: withPosters(5) });
  const { order, own, payment } = await transferRegistration(server, poster);
  const chooseAgain = async () => {
    await server.press(`${own}/pay`, 'card');
    await server.press(`${own}/pay`, 'transfer');
    return latestPaymentOf(server.db, order.id);
  };
  server.clock.advance(10 * DAY);
  const renewed = await chooseAgain();
  expect(renewed?.id).not.toBe(payment.id);
  expect(renewed).toMatchObject({ provider: 'transfer', expiresAt: payment.expiresAt });
  expect((await server.openPage(own)).words).toContain('is held for you until');
  server.clock.advance(6 * DAY);
  await server.pollOpenPayments();
  expect((await chooseAgain())?.provider).toBe('transfer');
  server.clock.advance(16 * DAY);
  await server.pollOpenPayments();
  expect((await server.openPage(own)).words).not.toContain('Pay by bank transfer');
  expect((await chooseAgain())?.provider).toBe('stripe');
  expect((await server.takenPlaces()).get('type:poster')?.held ?? 0).toBe(1);
});

test('a stranger with the same name and address ends no transfer of which a part has come', async () => {
  server = await startTestSite({ content: withPosters(5) });
  const { order, reference, person } = await transferRegistration(server, poster);
  await book(server, { reference, cents: 10_000 }, '--send');
  const other = await server.aCheckout({ presentationType: 'SPEAKER' }, person);
  await server.post(other.path, other.body);
  const transfer = (await server.paymentsOfOrder(order.id)).at(-1);
  expect(transfer).toMatchObject({ provider: 'transfer', state: 'OPEN' });
  await book(server, { reference, cents: order.amountCents - 10_000 }, '--send');
  expect((await latestPaymentOf(server.db, order.id))?.state).toBe('PAID');
});
