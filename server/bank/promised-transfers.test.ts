import { afterEach, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { takenPlaces } from '#server/orders/places.ts';
import { latestPaymentOf, paymentsOfOrder } from '#server/payments/payments.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { press } from '#tests/support/a-group.ts';
import { openPage } from '#tests/support/own-page.ts';
import { unpaidRegistration } from '#tests/support/paid-registration.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { book, transferRegistration } from '#tests/support/transfers.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { aCheckout } from '#tests/support/visitor.ts';
import { entryOf, join, offerFreePlaces, take } from '#tests/support/waiting-list.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const poster = { presentationType: 'POSTER' } as const;

let server: TestServer;
afterEach(() => server.close());

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

test('the transfers of one network keep at most a quarter of the free places, also after an hour', async () => {
  server = await startTestServer({ content: withPosters(8), rateLimit: true });
  await transferRegistration(server, poster);
  await transferRegistration(server, poster);
  const third = () => unpaidRegistration(server, poster);
  await expect(third()).rejects.toThrow('your network is paying for several of them');
  server.clock.advance(3 * HOUR);
  await pollOpenPayments(server.context, unexpected);
  await expect(third()).rejects.toThrow('your network is paying for several of them');
});

test('an offer of the waiting list is not taken by transfer', async () => {
  server = await startTestServer({ content: withPosters(1) });
  const holder = await transferRegistration(server, poster);
  const person = { name: 'Mira Lindqvist', email: 'mira@waiting.example' };
  await join(server, person);
  await press(server, `${holder.own}/pay`, 'card');
  server.clock.advance(2 * HOUR);
  await pollOpenPayments(server.context, unexpected);
  await offerFreePlaces(server);
  const { location } = await take(server, await entryOf(server, person.email));
  const order = await server.db
    .selectFrom('orders')
    .select(['id', 'page_token'])
    .where('payer_email', '=', person.email)
    .executeTakeFirstOrThrow();
  const own = `/registration/${order.page_token}`;
  expect(location).not.toBe('');
  expect((await openPage(server, own)).words).not.toContain('Pay by bank transfer');
  await press(server, `${own}/pay`, 'transfer');
  expect((await latestPaymentOf(server.db, order.id))?.provider).not.toBe('transfer');
});

test('a transfer that was chosen in time keeps its price until its last day', async () => {
  const until = new Date(Date.now() + DAY).toISOString();
  const phases = [
    { name: 'Early', until },
    { name: 'Regular', until: undefined },
  ];
  server = await startTestServer({ content: withPosters(5, phases) });
  const { order, own, reference } = await transferRegistration(server, poster);
  server.clock.advance(3 * DAY);
  const { words } = await openPage(server, own);
  expect(words).toContain('is held for you until');
  expect(words).not.toContain('Pay by card');
  await book(server, { reference, cents: order.amountCents }, '--send');
  expect((await latestPaymentOf(server.db, order.id))?.state).toBe('PAID');
});

test('a transfer that ended keeps no places, although its last day is not over', async () => {
  server = await startTestServer({ content: withPosters(5) });
  const { order, own } = await transferRegistration(server, poster);
  await press(server, `${own}/pay`, 'card');
  server.clock.advance(2 * HOUR);
  for (const _ of [1, 2]) await pollOpenPayments(server.context, unexpected);
  expect((await takenPlaces(server.db)).get('type:poster')?.held ?? 0).toBe(0);
  const [row] = await server.db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', order.id)
    .execute();
  expect(row?.state).toBe('EXPIRED');
});

test('a payer who chooses the transfer again and again keeps places for two times its days', async () => {
  server = await startTestServer({ content: withPosters(5) });
  const { order, own, payment } = await transferRegistration(server, poster);
  const chooseAgain = async () => {
    await press(server, `${own}/pay`, 'card');
    await press(server, `${own}/pay`, 'transfer');
    return latestPaymentOf(server.db, order.id);
  };
  server.clock.advance(10 * DAY);
  const renewed = await chooseAgain();
  expect(renewed?.id).not.toBe(payment.id);
  expect(renewed).toMatchObject({ provider: 'transfer', expiresAt: payment.expiresAt });
  expect((await openPage(server, own)).words).toContain('is held for you until');
  server.clock.advance(6 * DAY);
  await pollOpenPayments(server.context, unexpected);
  expect((await chooseAgain())?.provider).toBe('transfer');
  server.clock.advance(16 * DAY);
  await pollOpenPayments(server.context, unexpected);
  expect((await openPage(server, own)).words).not.toContain('Pay by bank transfer');
  expect((await chooseAgain())?.provider).toBe('stripe');
  expect((await takenPlaces(server.db)).get('type:poster')?.held ?? 0).toBe(1);
});

test('a stranger with the same name and address ends no transfer of which a part has come', async () => {
  server = await startTestServer({ content: withPosters(5) });
  const { order, reference, person } = await transferRegistration(server, poster);
  await book(server, { reference, cents: 10_000 }, '--send');
  const other = await aCheckout(server, { presentationType: 'SPEAKER' }, person);
  await server.post(other.path, other.body);
  const transfer = (await paymentsOfOrder(server.db, order.id)).at(-1);
  expect(transfer).toMatchObject({ provider: 'transfer', state: 'OPEN' });
  await book(server, { reference, cents: order.amountCents - 10_000 }, '--send');
  expect((await latestPaymentOf(server.db, order.id))?.state).toBe('PAID');
});
