import { afterEach, expect, test } from 'vitest';
import { aGroup, carriedOut } from '#tests/support/a-group.ts';
import { paidRegistration, payLink } from '#tests/support/paid-registration.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { planCancellation } from '#server/orders/cancel-order.ts';
import { planCorrection } from '#server/orders/correct-person.ts';
import { planMove } from '#server/orders/move-participant.ts';
import { figuresOf } from './figures.ts';
import { sheetOf, type SheetName } from './lists.ts';

let server: TestServer;
afterEach(() => server.close());

/** The numbers of a column, for those who add them up. */
async function column(name: SheetName, title: string): Promise<unknown[]> {
  const { columns, rows } = await sheetOf(server.organising, name);
  const at = columns.findIndex((each) => each.title === title);
  const cells: unknown[] = [];
  for await (const row of rows) cells.push(row[at]);
  return cells.filter((cell) => cell !== undefined);
}

test('the sum of a group stands once, and a corrected receipt has none of its own', async () => {
  server = await startTestServer();
  const { path } = await aGroup(server);
  await payLink(server, path);
  const { reference } = await paidRegistration(server);
  await carriedOut(planCorrection(server.organising, { reference, name: 'Mira Lindqvist-Berg' }));
  for (const name of ['participants', 'documents'] as const) {
    const amounts = await column(name, 'Amount');
    expect(amounts).toHaveLength(2);
    expect(amounts, name).toMatchObject([{ cents: 94_185 }, { cents: 41_895 }]);
  }
  expect(await column('documents', 'Replaces')).toEqual([reference]);
});

test('a receipt keeps the fee that it was issued with when the order is changed', async () => {
  server = await startTestServer();
  const { reference } = await paidRegistration(server);
  await carriedOut(planMove(server.organising, { reference, type: 'poster' }));
  expect(await column('documents', 'Processing fee in it')).toMatchObject([
    { cents: 1995 },
    { cents: 0 },
  ]);
});

test('whoever is cancelled has no place in the figures', async () => {
  server = await startTestServer();
  const { reference } = await paidRegistration(server);
  await carriedOut(planCancellation(server.organising, { reference, amount: '0' }));
  const { totals, funnel } = await figuresOf(server.db, server.content);
  expect(totals.coming).toBe(0);
  expect(funnel.at(-1)?.count).toBe(0);
});
