import { beforeAll, expect, test } from 'vitest';
import { type MoveRequest } from '#server/orders/change/move-participant.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPrice, withTaxes } from '#tests/support/fixture-prices.ts';
import type { paidRegistration } from '#tests/support/paid-registration.ts';
import { documentDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { validReceipts } from './receipt-document.ts';
import { documentsOf } from './receipts.ts';

let server: TestSite;
beforeAll(async () => {
  const prices = withTaxes(withPrice(fixtureContent.prices, 'student', 29_900));
  const presentationTypes = prices.presentationTypes.map((type) =>
    type.id === 'student' ? { ...type, taxBasisPoints: 700 } : type,
  );
  server = await startTestSite({
    content: { ...fixtureContent, prices: { ...prices, presentationTypes } },
  });
  return server.close;
});

const choice: Parameters<typeof paidRegistration>[1] = {
  registrationType: 'REGISTRATION_AND_ACCOMMODATION',
  presentationType: 'POSTER',
  nights: 3,
  guests: 1,
};

const move = (request: MoveRequest) => carriedOut(server.planMove(request));

async function linesOfReceipt(orderId: string) {
  expect(await documentDifferences(server)).toEqual([]);
  const [receipt] = validReceipts(await documentsOf(server.db, orderId));
  return receipt?.lines.map(({ words, cents, taxBasisPoints }) => [
    words.replace(/\nJade.*/, ''),
    cents,
    taxBasisPoints,
  ]);
}

test('a type of the same price and another rate of tax is on the receipt after a refund, too', async () => {
  const { order, reference } = await server.paidRegistration(choice);
  await move({ reference, room: '1,0' });
  const before = (await documentsOf(server.db, order.id)).length;
  await move({ reference, type: 'student' });
  expect(await linesOfReceipt(order.id)).toEqual([
    ['Room, 3 nights, 1 guest', 49_200, 700],
    ['Registration (Student)', 29_900, 700],
    ['Processing fee of 5%', 3955, 1900],
  ]);
  expect(await documentsOf(server.db, order.id)).toHaveLength(before + 1);
});

test('a receipt without a line of the given price adds the new type and deducts the price at the old rate', async () => {
  const { order, reference } = await server.paidRegistration({
    ...choice,
    presentationType: 'SPEAKER',
  });
  await move({ reference, room: '4,1' });
  await server.payLink(`/pay/${(await changesOf(server.db, order.id)).at(-1)?.token}`);
  await move({ reference, type: 'poster' });
  await move({ reference, type: 'student' });
  expect(await linesOfReceipt(order.id)).toEqual([
    ['Registration (Speaker)', 39_900, 1900],
    ['Room, 3 nights, 1 guest', 49_200, 700],
    ['Registration (Student)', 29_900, 700],
    ['Registration (Speaker)', -29_900, 1900],
    ['Processing fee of 5%', 4455, 1900],
  ]);
});

test('a name corrected after all was refunded leaves nothing of each rate of tax', async () => {
  const stay = { ...choice, presentationType: 'SPEAKER', nights: 1, guests: 0 };
  const { order, reference } = await server.paidRegistration(stay);
  await move({ reference, room: '1,1' });
  await server.payLink(`/pay/${(await changesOf(server.db, order.id)).at(-1)?.token}`);
  // The order costs as much as at first, with more at 7 % and less at 19 %.
  await move({ reference, type: 'poster', extras: { dinner: 1 } });
  expect((await server.getOrder(order.id)).amountCents).toBe(order.amountCents);
  for (const { ref = '' } of await server.paymentsOfOrder(order.id)) {
    server.control.refund(ref);
  }
  await server.control.settled();
  await carriedOut(server.planCorrection({ reference, name: 'Mira Lindqvist' }));
  expect(await linesOfReceipt(order.id)).toEqual([
    ['Registration (Poster)', 29_900, 1900],
    ['Room, 1 night, 1 guest', 16_400, 700],
    ['Conference dinner', 6500, 1900],
    ['Registration (Poster); Conference dinner', 3500, 1900],
    ['Room, 1 night, 1 guest', -3500, 700],
    ['Processing fee of 5%', 2640, 1900],
  ]);
});
