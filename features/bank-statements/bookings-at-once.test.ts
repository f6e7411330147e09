import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { writeCamt } from '#tests/support/bank-statement.ts';
import { killedAt } from '#tests/support/killed-at.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { book, today, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { entriesBetween, entriesInState } from '#server/bank/bank-entries.ts';
import { bankRefundsOfEntry, listBankRefunds } from '#server/bank/bank-refunds.ts';
import { entryIdOf } from './entry-words.ts';

const folder = testFolder();
const server = await startTestSite({ content: withTransfers() });

/** The parts of the credits of an order that count, and those that are returned. */
async function divisionOf(orderId: string) {
  const entries = await entriesBetween(server.db, '', '9999');
  const own = entries.filter((entry) => entry.orderId === orderId);
  const refunds = await Promise.all(own.map(({ id }) => bankRefundsOfEntry(server.db, id)));
  const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);
  return {
    came: sum(own.map(({ amountCents }) => amountCents)),
    counts: sum(own.map(({ bookedCents }) => bookedCents)),
    returned: sum(refunds.flat().map(({ amountCents }) => amountCents)),
  };
}

const paidOf = async (orderId: string) =>
  (await server.paymentsOfOrder(orderId)).filter(({ state }) => isMoneyState(state));

test('five transfers that are booked at the same moment pay once, and four are returned', async () => {
  const { order, reference } = await transferRegistration(server);
  const cents = order.amountCents;
  const days = [0, -1, -2, -3, -4].map((before) => dayAfter(today(server), before));
  await Promise.all(days.map((on) => book(server, { reference, cents, on }, '--send')));
  expect(await paidOf(order.id)).toMatchObject([{ state: 'PAID', amountCents: cents }]);
  expect(await divisionOf(order.id)).toEqual({
    came: 5 * cents,
    counts: cents,
    returned: 4 * cents,
  });
});

test('the same booking five times at the same moment is one', async () => {
  const { order, reference } = await transferRegistration(server);
  const cents = order.amountCents;
  const all = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => book(server, { reference, cents }, '--send')),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await divisionOf(order.id)).toEqual({ came: cents, counts: cents, returned: 0 });
});

test('a transfer that is booked while the order is cancelled counts or is returned', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { order, reference } = await transferRegistration(server);
    const cents = order.amountCents;
    await Promise.allSettled([
      server.planCancellation({ reference }).then((plan) => plan.perform()),
      book(server, { reference, cents }, '--send'),
    ]);
    await server.pollOpenPayments();
    const { counts, returned } = await divisionOf(order.id);
    expect(counts + returned).toBe(cents);
    const [paid] = await paidOf(order.id);
    expect(paid === undefined).toBe(counts === 0);
    expect((await server.getOrder(order.id)).paidPaymentId).toBe(paid?.id);
  }
});

test('a transfer that is booked while the payer opens the card page pays, and the page is closed', async () => {
  const { order, own, reference } = await transferRegistration(server);
  await Promise.all([
    server.press(`${own}/pay`, 'card'),
    book(server, { reference, cents: order.amountCents }, '--send'),
  ]);
  await server.pollOpenPayments();
  expect(await paidOf(order.id)).toMatchObject([{ provider: 'transfer', state: 'PAID' }]);
  expect((await divisionOf(order.id)).returned).toBe(0);
});

/** The entries of the account with these words. */
const rowsWith = (words: readonly string[]) =>
  server.db.selectFrom('bank_entries').selectAll().where('words', 'in', words).execute();

test('two organisers who import the same statement at once book each entry once', async () => {
  const people = [];
  for (let count = 0; count < 3; count++) people.push(await transferRegistration(server));
  const path = writeCamt(join(folder, 'statement.xml'), [
    ...people.map(({ order }) => ({ cents: order.amountCents, words: order.reference })),
    { cents: 4200, words: 'nothing that is known' },
  ]);
  // One of them may be told that something has changed.
  const runs = await Promise.allSettled(
    [1, 2, 3].map(() => server.organise('bank', path, '--send')),
  );
  for (const run of runs) {
    if (run.status === 'rejected') expect(String(run.reason)).toContain('at the same moment');
  }
  await server.organise('bank', path, '--send');
  const rows = await rowsWith([
    'nothing that is known',
    ...people.map(({ reference }) => reference),
  ]);
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['booked', 'booked', 'booked', 'open']);
  for (const { order } of people) {
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
    expect(await server.documentsOf(order.id)).toHaveLength(1);
    expect((await divisionOf(order.id)).returned).toBe(0);
  }
});

test('two organisers who write refunds into files at once put each into one file', async () => {
  const { order, reference } = await transferRegistration(server);
  const path = writeCamt(join(folder, 'statement.xml'), [
    { cents: order.amountCents + 500, words: reference },
  ]);
  await server.organise('bank', path, '--send');
  const files = await Promise.allSettled(
    ['a', 'b'].map((name) => server.organise('bank', '--refunds', join(folder, `${name}.xml`))),
  );
  expect(files.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

/** A paid order, and the id of an entry by which the bank takes the money back. */
async function takenBack(name: string) {
  const { order, reference } = await transferRegistration(server);
  const credit = { cents: order.amountCents, words: reference };
  const debit = {
    cents: -order.amountCents,
    words: reference,
    day: '2026-02-05',
    bankReference: name,
  };
  const path = writeCamt(join(folder, 'statement.xml'), [credit, debit]);
  await server.organise('bank', path, '--send');
  const entry = (await entriesInState(server.db, 'open')).find((one) => one.words === reference);
  return { order, reference, match: `${entryIdOf(entry?.key ?? '')}=${reference}` };
}

/** The transfers to the payer of an order that somebody has still to make, and those that are made. */
async function transfersFor(reference: string) {
  const own = (await listBankRefunds(server.db)).filter(({ reason }) => reason === reference);
  const made = own.filter(({ sentAt }) => sentAt !== undefined);
  return { made: made.length, toMake: own.length - made.length };
}

test('money that the bank takes back is refunded once, also while somebody refunds the order', async () => {
  for (const [round, other] of (['match', 'refund'] as const).entries()) {
    const { order, reference, match } = await takenBack(`R${round}`);
    const context = testContext(server);
    const runs = await Promise.allSettled([
      organise(context, 'bank', '--match', match, '--send'),
      other === 'match'
        ? organise(context, 'bank', '--match', match, '--send')
        : organise(context, 'refund', reference, '--send'),
    ]);
    // The entry is matched with the refund that was first.
    if (runs.some(({ status }) => status === 'rejected')) {
      await organise(context, 'bank', '--match', match, '--send').catch((error: unknown) =>
        expect(String(error)).toContain('There is no entry'),
      );
    }
    await server.pollOpenPayments();
    expect(await transfersFor(reference)).toEqual({ made: 1, toMake: 0 });
    expect((await server.getOrder(order.id)).state).toBe('REFUNDED');
    const documents = await server.documentsOf(order.id);
    expect(documents.map(({ kind }) => kind)).toEqual(['receipt', 'credit-note']);
  }
});

test('money that the bank takes back is in no file for it, also if the booking was killed', async () => {
  const { order, reference, match } = await takenBack('K');
  const context = testContext(server);
  const { db } = killedAt(2, { db: server.db, store: server.files.store });
  const killed = { ...context, payments: { ...context.payments, db } };
  await expect(organise(killed, 'bank', '--match', match, '--send')).rejects.toThrow('killed');
  expect(await transfersFor(reference)).toEqual({ made: 1, toMake: 0 });
  await server.sendRefunds();
  server.clock.advance(2 * 24 * 60 * 60_000);
  await server.pollOpenPayments();
  expect(await transfersFor(reference)).toEqual({ made: 1, toMake: 0 });
  expect((await server.getOrder(order.id)).state).toBe('REFUNDED');
});

test('a statement whose import was killed goes on where it stopped', async () => {
  const { order, reference } = await transferRegistration(server);
  const path = writeCamt(join(folder, 'statement.xml'), [
    { cents: order.amountCents, words: reference },
  ]);
  const context = testContext(server);
  // The process ends after the transaction that records the entries, and before the one that books them.
  const { db } = killedAt(2, { db: server.db, store: server.files.store });
  const killed = { ...context, payments: { ...context.payments, db } };
  await expect(organise(killed, 'bank', path, '--send')).rejects.toThrow('killed');
  expect(await rowsWith([reference])).toMatchObject([{ state: 'open', booked_cents: 0 }]);
  expect(await organise(context, 'bank', path, '--send')).toContain('Booked credits: 1.');
  expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
});
