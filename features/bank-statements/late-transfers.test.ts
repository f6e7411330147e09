import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY } from '#contract/time-spans.ts';
import { writeCamt } from '#tests/support/bank-statement.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { book, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

const folder = testFolder();
const content = withTransfers();
const server = await startTestSite({
  content: { ...content, prices: withExtras(content.prices, { places: 2 }) },
});
const DINNER = { extras: [{ id: 'dinner', count: 1 }] };

test('each plan that books a late transfer says first which limit it overfills', async () => {
  const { order, person } = await transferRegistration(server, DINNER);
  const { reference } = order;
  server.clock.advance(20 * DAY);
  await server.pollOpenPayments();
  await server.paidRegistration(DINNER);
  const inTime = await transferRegistration(server, DINNER);
  const plan = (name: string, words: string, cents: number = order.amountCents) =>
    server.organise('bank', writeCamt(join(folder, name), [{ cents, words }]));
  const overfull = `extra:dinner (places for Conference dinner): 3 of 2 would be taken or reserved with ${reference}, for which nothing was held any more.`;

  expect(await plan('late.xml', reference)).toContain(overfull);
  // A part of the money holds the place again.
  expect(await plan('part.xml', reference, 1000)).toContain(overfull);
  const byHand = await book(server, { reference, cents: order.amountCents });
  expect(byHand).toContain('so nothing was held any more.');
  expect(byHand).toContain(overfull);
  const held = await plan('in-time.xml', inTime.order.reference);
  expect(held).toContain(`pays ${inTime.order.reference}`);
  expect(held).not.toContain('would be taken');

  const unnamed = [{ cents: order.amountCents, words: 'dinner', name: person.name }];
  const said = await server.organise(
    'bank',
    writeCamt(join(folder, 'open.xml'), unnamed),
    '--send',
  );
  const id = /^([0-9a-f]{8}) /m.exec(said)?.[1] ?? said;
  const match = ['--match', `${id}=${reference}`];
  expect(await server.organise('bank', ...match)).toContain(overfull);
  await server.organise('bank', ...match, '--send');
  expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
  // Nothing is due any more, so the money of this plan would be returned.
  expect(await plan('again.xml', reference)).not.toContain('would be taken');
});

test('a late transfer takes the place that another attempt of its person holds', async () => {
  const tour = { extras: [{ id: 'tour', count: 1 }] };
  const { order, person } = await transferRegistration(server, tour);
  server.clock.advance(20 * DAY);
  await server.pollOpenPayments();
  await server.paidRegistration(tour);
  const other = await transferRegistration(server, { ...tour, presentationType: 'POSTER' }, person);
  expect(other.order.id).not.toBe(order.id);
  const entries = [{ cents: order.amountCents, words: order.reference }];
  const said = await server.organise('bank', writeCamt(join(folder, 'own.xml'), entries));
  expect(said).toContain(`pays ${order.reference}`);
  expect(said).not.toContain('would be taken');
});
