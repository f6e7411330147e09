import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { documentDifferences, sumDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { getOrder, type Order } from '#server/orders/rows/orders.ts';

let server: TestSite;
beforeAll(async () => {
  const prices = withTaxes(fixtureContent.prices);
  server = await startTestSite({ content: withRules({ ...fixtureContent, prices }) });
});
afterAll(async () => {
  expect(await documentDifferences(server)).toEqual([]);
  expect(await sumDifferences(server)).toEqual([]);
  await server.close();
});

/** A poster with a room at another rate of tax: 299.00 and 387.00, with the fee 720.30. */
const withRoom = () =>
  server.paidRegistration({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    presentationType: 'POSTER',
    nights: 3,
  });

/** Refunds an amount of an order by mistake, and asks for it again. */
async function askedAgain({ reference, id }: Order, amount: string) {
  await server.organise('refund', reference, '--amount', amount, '--send');
  await server.control.settled();
  const [payment] = await server.paymentsOfOrder(id);
  const refund = (await server.listRefunds()).findLast((one) => one.paymentId === payment?.id);
  return server.linkedOrder(await server.organise('refund', '--undo', refund?.id ?? '', '--send'));
}

async function paidAgain(order: Order, amount: string): Promise<Order> {
  const { order: asked, path } = await askedAgain(order, amount);
  await server.payLink(path);
  return getOrder(server.db, asked.id);
}

/** Paid, and refunded, of an order. */
async function moneyOf({ id }: Pick<Order, 'id'>) {
  const paid = (await server.paymentsOfOrder(id)).filter(({ state }) => /PAID|REFUND/.test(state));
  const refunded = paid.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  return { refunded, left: paid.reduce((sum, one) => sum + one.amountCents, 0) - refunded };
}

/** The gross sums of the documents of orders for each rate. */
async function grossByRate(...orders: Order[]): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { id } of orders) {
    for (const { kind, taxes = [] } of await server.documentsOf(id)) {
      for (const { basisPoints, grossCents } of taxes) {
        const signed = kind === 'credit-note' ? -grossCents : grossCents;
        sums[`${basisPoints}`] = (sums[`${basisPoints}`] ?? 0) + signed;
      }
    }
  }
  return sums;
}

describe('a refund by mistake that was paid again', () => {
  test('does not make the refund of a cancellation smaller', async () => {
    const { order, reference } = await withRoom();
    const asked = await paidAgain(order, '77.77');
    const plan = await server.organise('cancel', reference);
    expect(plan).toContain('Refund: 720.30 EUR, that is 100 % of the amount paid');
    expect(plan).not.toContain('earlier refunds.');
    expect(plan).toContain(
      `${asked.reference} asked for an earlier refund of 77.77 EUR again and was paid`,
    );
    await server.organise('cancel', reference, '--send');
    expect(await moneyOf(order)).toEqual({ refunded: 72_030, left: 0 });
    expect(await moneyOf(asked)).toEqual({ refunded: 7777, left: 0 });
    expect(await grossByRate(order, asked)).toEqual({ 1900: 0, 700: 0 });
  });

  test('does not make the refund of a change smaller, which has the rate of what was given up', async () => {
    const { order, reference } = await withRoom();
    const asked = await paidAgain(order, '77.77');
    expect(await server.organise('move', reference, '--room', 'none')).toContain(
      'Refund: 406.35 EUR',
    );
    await server.organise('move', reference, '--room', 'none', '--send');
    expect(await moneyOf(order)).toEqual({ refunded: 7777 + 40_635, left: 72_030 - 7777 - 40_635 });
    expect(await moneyOf(asked)).toEqual({ refunded: 0, left: 7777 });
    // The poster with its fee is left.
    expect(await grossByRate(order, asked)).toEqual({ 1900: 31_395, 700: 0 });
  });

  test('leaves the place to a person whose own payment would be used up by a change', async () => {
    const { order, reference } = await withRoom();
    const asked = await paidAgain(order, '400');
    await server.organise('move', reference, '--room', 'none', '--send');
    expect(await moneyOf(asked)).toEqual({ refunded: 40_000, left: 0 });
    expect(await moneyOf(order)).toEqual({ refunded: 40_635, left: 72_030 - 40_635 });
    expect(await grossByRate(order, asked)).toEqual({ 1900: 31_395, 700: 0 });
    expect((await getOrder(server.db, order.id)).state).toBe('CONFIRMED');
    const { words } = await server.openPage(pathOf(order));
    expect(words).toContain('Your place is confirmed');
  });

  test('counts on the own page, with the same amount in the plan and in the refund', async () => {
    const { order } = await withRoom();
    const asked = await paidAgain(order, '700');
    const path = `${pathOf(order)}/cancel`;
    const plan = await server.openPage(path);
    expect(plan.words).toContain('We refund €720.30');
    expect(await server.sendForm(path, fieldsOf(plan.text))).toMatchObject({ status: 303 });
    expect(await moneyOf(order)).toEqual({ refunded: 72_030, left: 0 });
    expect(await moneyOf(asked)).toEqual({ refunded: 70_000, left: 0 });
    const { words } = await server.openPage(pathOf(order));
    expect(words).toContain('Paid €720.30 Refunded €720.30');
    expect(words).toContain('Paid: €700.00, Refunded €700.00');
  });

  test('counts for one member of a group, and the others keep their places', async () => {
    const { order, members } = await server.aPaidGroup(['Poster', 'Poster']);
    const asked = await paidAgain(order, '600');
    const plan = await server.organise('cancel', order.reference, '--who', members[0].name);
    expect(plan).toContain('Refund: 313.95 EUR');
    await server.organise('cancel', order.reference, '--who', members[0].name, '--send');
    const [first, second] = [await moneyOf(order), await moneyOf(asked)];
    expect(first.left + second.left).toBe(order.amountCents - 31_395);
    expect(first.left).toBeGreaterThan(0);
    expect((await getOrder(server.db, order.id)).state).toBe('CONFIRMED');
    await server.organise('cancel', order.reference, '--send');
    expect([await moneyOf(order), await moneyOf(asked)].map(({ left }) => left)).toEqual([0, 0]);
  });

  test('and by mistake refunded again counts once', async () => {
    const { order, reference } = await withRoom();
    const asked = await paidAgain(order, '100');
    const again = await paidAgain(asked, '100');
    await server.organise('cancel', reference, '--send');
    expect(await moneyOf(order)).toEqual({ refunded: 72_030, left: 0 });
    expect(await moneyOf(again)).toEqual({ refunded: 10_000, left: 0 });
  });

  test('is named by the plan of a refund', async () => {
    const { order, reference } = await withRoom();
    const asked = await paidAgain(order, '50');
    expect(await server.organise('refund', reference)).toContain(
      `An earlier refund of 50.00 EUR was paid again by ${asked.reference}: refund ${asked.reference} refunds it.`,
    );
  });
});

describe('a refund by mistake that is asked for again and not paid', () => {
  test('is not asked for any more after a cancellation that counts it', async () => {
    const { order, person, reference } = await withRoom();
    const asked = await askedAgain(order, '77.77');
    const plan = await server.organise('cancel', reference);
    expect(plan).toContain('Refund: 642.53 EUR');
    expect(plan).toContain(
      `${asked.order.reference} asks for an earlier refund of 77.77 EUR again`,
    );
    expect(plan).toContain('It would be taken back');
    await server.organise('cancel', reference, '--send');
    expect((await getOrder(server.db, asked.order.id)).cancelledAt).toBeDefined();
    const kinds = await server.db
      .selectFrom('outbox')
      .select('kind')
      .where('recipient', '=', person.email)
      .execute();
    expect(kinds.map(({ kind }) => kind)).toContain('asked-withdrawn');
    expect(await moneyOf(order)).toEqual({ refunded: 72_030, left: 0 });
  });

  test('stays owed if the later refund is not less by all of it', async () => {
    const { order, reference } = await withRoom();
    const asked = await askedAgain(order, '400');
    const plan = await server.organise('move', reference, '--type', 'Student', '--room', '2,0');
    expect(plan).toContain(`${asked.order.reference} asks for`);
    expect(plan).toContain('It stays owed. If it is paid, refund ');
    await server.organise('move', reference, '--type', 'Student', '--room', '2,0', '--send');
    const { cancelledAt } = await getOrder(server.db, asked.order.id);
    expect(cancelledAt).toBeUndefined();
    expect((await moneyOf(order)).refunded).toBe(asCents(40_000));
  });
});
