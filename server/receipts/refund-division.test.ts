import { beforeAll, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import { type MoveRequest } from '#server/orders/change/move-participant.ts';
import { planRefundUndone } from '#features/asked-amounts/undo-refund.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import type { paidRegistration } from '#tests/support/paid-registration.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { documentDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { documentsOf } from './receipts.ts';

let server: TestSite;
beforeAll(async () => {
  const prices = withTaxes(fixtureContent.prices);
  server = await startTestSite({ content: { ...fixtureContent, prices } });
  return server.close;
});

const choice: Parameters<typeof paidRegistration>[1] = {
  registrationType: 'REGISTRATION_AND_ACCOMMODATION',
  presentationType: 'POSTER',
  nights: 3,
  guests: 1,
  extras: [{ id: 'tour', count: 1 }],
};

const refund = async (paymentId: string, cents: number) => {
  await server.requestRefund(paymentId, asCents(cents), 'organiser');
  await server.sendRefunds();
};

function bookedByRate(items: readonly OrderItem[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { taxBasisPoints = null, quantity, unitCents } of items) {
    sums[`${taxBasisPoints}`] = (sums[`${taxBasisPoints}`] ?? 0) + quantity * unitCents;
  }
  return sums;
}

test('after changes up and down, and after refunds, the documents of each rate are what is booked', async () => {
  const { order, reference } = await server.paidRegistration(choice);
  const move = (request: Omit<MoveRequest, 'reference'>) =>
    carriedOut(server.planMove({ reference, ...request }));
  const booked = async () => {
    expect(await documentDifferences(server)).toEqual([]);
    return documentsOf(server.db, order.id);
  };
  await booked();
  await move({ type: 'student', room: '1,0' });
  const down = (await booked()).at(-1);
  expect(down).toMatchObject({ kind: 'credit-note', totalCents: 48_615 });
  expect(down?.lines.map(({ words, cents }) => [words.replace(/\nJade.*/, ''), cents])).toEqual([
    ['Registration (Student)', -19_900],
    ['Room, 1 night', -12_900],
    ['Registration (Poster)', 29_900],
    ['Room, 3 nights, 1 guest', 49_200],
    ['Processing fee of 5%', 2315],
  ]);
  expect(down?.taxes?.map(({ basisPoints }) => basisPoints)).toEqual([1900, 700]);
  // The type costs more, and the tour is given up: one line for each item.
  await move({ type: 'speaker', extras: { tour: 0 } });
  const change = (await changesOf(server.db, order.id)).at(-1);
  await server.payLink(`/pay/${change?.token}`);
  const up = (await booked()).at(-1);
  expect(up?.lines.map(({ words, cents }) => [words, cents])).toEqual([
    ['Registration (Speaker)', 39_900],
    ['Registration (Student)', -19_900],
    ['Boat tour', -2000],
    ['Processing fee of 5%', 900],
  ]);
});

test('a part of a refund takes each rate in proportion and the fee last; the whole leaves nothing', async () => {
  const { order } = await server.paidRegistration(choice);
  await refund(order.paidPaymentId ?? '', 40_550);
  const [, note] = await documentsOf(server.db, order.id);
  expect(note).toMatchObject({
    totalCents: 40_550,
    lines: [
      { cents: 14_950, taxBasisPoints: 1900 },
      { cents: 24_600, taxBasisPoints: 700 },
      { cents: 1000 },
    ],
  });
  await refund(order.paidPaymentId ?? '', 44_605);
  const documents = await documentsOf(server.db, order.id);
  expect(documents.at(-1)).toMatchObject({ feeCents: 4055 });
  expect(await documentDifferences(server)).toEqual([]);
});

test('the line of a rate of tax names all that has the rate, and never the registration for something else', async () => {
  const { order } = await server.paidRegistration({
    ...choice,
    extras: [
      { id: 'tour', count: 1 },
      { id: 'dinner', count: 2 },
    ],
  });
  await refund(order.paidPaymentId ?? '', 20_000);
  const note = (await documentsOf(server.db, order.id)).at(-1);
  expect(note?.lines.map(({ words, taxBasisPoints }) => [words, taxBasisPoints])).toEqual([
    ['Registration (Poster); Conference dinner, 2', 1900],
    [expect.stringMatching(/^Room, 3 nights/), 700],
    ['Boat tour', undefined],
  ]);
});

test('a refund that is asked for again has the rates of its credit note, one item for each', async () => {
  const { order, reference } = await server.paidRegistration(choice);
  const { id: paymentId } = (await server.paymentsOfOrder(order.id))[0] ?? { id: '' };
  await refund(paymentId, 20_000);
  const note = (await documentsOf(server.db, order.id)).find(({ kind }) => kind === 'credit-note');
  // No line calls the room a registration.
  expect(note?.lines.map(({ words }) => words)).toEqual([
    'Registration (Poster)',
    expect.stringMatching(/^Room, 3 nights/),
    'Boat tour',
  ]);
  const { id } = (await refundsOf(server.db, paymentId))[0] ?? { id: '' };
  const said = await carriedOut(planRefundUndone(server.organising, { id }));
  const asked = await server.linkedOrder(said);
  expect(asked.order.items.every(({ kind, item }) => kind === 'asked' && item === reference)).toBe(
    true,
  );
  const expected = Object.fromEntries(
    (note?.taxes ?? []).map(({ basisPoints, grossCents }) => [`${basisPoints}`, grossCents]),
  );
  expect(Object.keys(expected).length).toBeGreaterThan(1);
  expect(bookedByRate(asked.order.items)).toEqual(expected);
  await server.payLink(asked.path);
  const [receipt] = await documentsOf(server.db, asked.order.id);
  expect(receipt?.taxes).toEqual(note?.taxes);
});

test('the refund of one member of a group has the rates of what the member gave up, and the name', async () => {
  const { order } = await server.aPaidGroup(['Speaker', 'Poster', 'Student']);
  const [first, second] = await findParticipants(server.db, order.participantIds);
  const stay = { reference: order.reference, who: second?.name };
  await carriedOut(server.planMove({ ...stay, room: '2,0' }));
  await server.payLink(`/pay/${(await changesOf(server.db, order.id)).at(-1)?.token}`);
  const cancelled = { reference: order.reference, who: first?.name, amount: '399.00' };
  await carriedOut(server.planCancellation(cancelled));
  const notes = async () =>
    (await documentsOf(server.db, order.id)).filter(({ kind }) => kind === 'credit-note');
  expect((await notes()).at(-1)).toMatchObject({
    totalCents: 39_900,
    lines: [{ words: 'Registration (Speaker)', about: first?.id, statedByPayer: first?.name }],
    taxes: [{ basisPoints: 1900, grossCents: 39_900 }],
  });
  await carriedOut(server.planMove({ ...stay, room: 'none' }));
  const note = (await notes()).at(-1);
  expect(note?.lines.map(({ statedByPayer }) => statedByPayer)).toEqual([second?.name, undefined]);
  expect(note).toMatchObject({
    totalCents: 27_090,
    taxes: [
      { basisPoints: 1900, grossCents: 1290 },
      { basisPoints: 700, grossCents: 25_800 },
    ],
  });
});

test('a refund of the same amount as that of a change is about no change', async () => {
  const { order, reference } = await server.paidRegistration(choice);
  const move = { reference, type: 'student', extras: { tour: 0 } };
  await carriedOut(server.planMove(move));
  await refund(order.paidPaymentId ?? '', 12_600);
  const [, ofChange, ofNone] = await documentsOf(server.db, order.id);
  const given = ['Registration (Student)', 'Registration (Poster)', 'Boat tour'];
  expect(ofChange).toMatchObject({ totalCents: 12_600 });
  expect(ofChange?.lines.map(({ words }) => words)).toEqual([...given, 'Processing fee of 5%']);
  // The tour has nothing left that could be refunded.
  expect(ofNone?.lines.map(({ taxBasisPoints }) => taxBasisPoints)).toEqual([1900, 700]);
});

test('the cancellation of a credit note has its lines and a total', async () => {
  const { order, members } = await server.aPaidGroup();
  const [{ name: who }] = members;
  await carriedOut(server.planCancellation({ reference: order.reference, who, amount: '100.00' }));
  const [sent] = await refundsOf(server.db, order.paidPaymentId ?? '');
  server.control.failRefund(sent?.ref ?? '');
  await server.control.settled();
  const [, note, cancellation] = await documentsOf(server.db, order.id);
  expect(note?.lines).toMatchObject([{ words: 'Registration (Speaker)', statedByPayer: who }]);
  expect(cancellation).toMatchObject({ kind: 'cancellation', lines: note?.lines });
  const path = `/receipt/${order.receiptToken}/${cancellation?.number}.pdf`;
  const file = await fetch(`${server.origin}${path}`);
  const printed = linesOfPdf(Buffer.from(await file.arrayBuffer()));
  expect(printed).toContain(`${server.content.mails.labels.total}€100.00`);
});

test('two refunds that fail at once are cancelled with the rates of both credit notes', async () => {
  const { order, reference } = await server.paidRegistration(choice);
  const paymentId = order.paidPaymentId ?? '';
  await carriedOut(server.planMove({ reference, type: 'student', room: '1,0' }));
  await server.sendRefunds();
  const [payment] = await server.paymentsOfOrder(order.id);
  await refund(paymentId, order.amountCents - (payment?.refundedCents ?? 0));
  // The server hears of both at once.
  server.control.webhooks('delayed');
  for (const { ref = '' } of await refundsOf(server.db, paymentId)) {
    server.control.failRefund(ref);
  }
  server.control.releaseWebhooks();
  await server.control.settled();
  const documents = await documentsOf(server.db, order.id);
  const cancelled = documents.filter(({ kind }) => kind === 'cancellation');
  expect(cancelled.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(order.amountCents);
  expect(cancelled.map(({ lines }) => lines.length)).not.toContain(0);
  expect(await documentDifferences(server)).toEqual([]);
});

test('a refund of the rest takes also what a refund of another payment has left of a change', async () => {
  const { order, reference, sessionId } = await server.paidRegistration({
    registrationType: 'REGISTRATION_ONLY',
    presentationType: 'SPEAKER',
  });
  await carriedOut(server.planMove({ reference, type: 'poster', room: '1,0' }));
  await server.payLink(`/pay/${(await changesOf(server.db, order.id)).at(-1)?.token}`);
  const { control } = server.sandbox;
  // The server hears of a refund in the dashboard together with its own one, which returns the rest of the room.
  control.webhooks('delayed');
  control.refund(sessionId, 31_395);
  await carriedOut(server.planMove({ reference, room: 'none' }));
  control.releaseWebhooks();
  await control.settled();
  const documents = await documentsOf(server.db, order.id);
  const note = documents.findLast(({ paymentId }) => paymentId === order.paidPaymentId);
  expect(note).toMatchObject({ kind: 'credit-note', totalCents: 41_895 });
  expect(
    note?.lines.map(({ words, cents, taxBasisPoints }) => [words, cents, taxBasisPoints]),
  ).toEqual([
    ['Poster registration', 29_900, 1900],
    ['Room, 1 night', 9855, 700],
    ['Processing fee of 5%', 2140, 1900],
  ]);
  expect(await documentDifferences(server)).toEqual([]);
});
