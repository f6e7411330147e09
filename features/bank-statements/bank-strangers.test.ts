import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { findBankEntry, splitBankEntry } from '#server/bank/bank-entries.ts';
import { unsentBankRefunds } from '#server/bank/bank-refunds.ts';
import { inTransaction } from '#server/database/database.ts';
import {
  ANNA_IBAN,
  writeCamt,
  writeCsvStatement,
  type WrittenEntry,
} from '#tests/support/bank-statement.ts';
import { withInvoices, university } from '#tests/support/invoices.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { book, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { planRefundAccount } from './refund-files.ts';

const STRANGER = 'DE75512108001245126199';

const folder = testFolder();
const server = await startTestSite({ content: withInvoices({}, withTransfers()) });

let files = 0;
const newFile = (ending: string) => join(folder, `${files++}${ending}`);
const run = (...args: string[]) => server.organise('bank', ...args);
const statement = (entries: WrittenEntry[], ...more: string[]) =>
  run(writeCamt(newFile('.xml'), entries), ...more);
const stateOf = async ({ id }: { id: string }) => (await server.getOrder(id)).state;
const refundsFor = async (reference: string) =>
  (await unsentBankRefunds(server.db)).filter(({ reason }) => reason === reference);
const refund = (reference: string, ...more: string[]) =>
  server.organise('refund', reference, ...more, '--send');

describe('the refund of a transfer is made to the account that paid', () => {
  test('and not to a stranger who sent a cent with the same reference later', async () => {
    const { order, reference } = await transferRegistration(server);
    await statement([{ cents: order.amountCents, words: reference }], '--send');
    const cent = { cents: 1, words: reference, name: 'Bo Fibre', iban: STRANGER };
    await statement([{ ...cent, day: '2026-02-05' }], '--send');
    await refund(reference);
    const made = (await refundsFor(reference)).map(({ amountCents, iban, name }) => ({
      amountCents,
      iban,
      name,
    }));
    expect(made).toEqual([
      { amountCents: 1, iban: STRANGER, name: 'Bo Fibre' },
      { amountCents: order.amountCents, iban: ANNA_IBAN, name: 'Anna Königsdorf' },
    ]);
  });

  test('and no account gets more than it paid: then a person asks', async () => {
    const { order, reference } = await transferRegistration(server);
    const words = reference;
    await statement([{ cents: order.amountCents - 100, words }], '--send');
    const rest = { cents: 100, words, name: 'Bo Fibre', iban: STRANGER, day: '2026-02-05' };
    await statement([rest], '--send');
    expect(await stateOf(order)).toBe('CONFIRMED');
    await refund(reference, '--amount', '50.00');
    await refund(reference);
    expect(await refundsFor(reference)).toMatchObject([
      { amountCents: 5_000, iban: ANNA_IBAN },
      { amountCents: order.amountCents - 5_000, iban: undefined },
    ]);
  });
});

test('a second credit with the id of a refund is not lost', async () => {
  const { order, reference } = await transferRegistration(server);
  await statement([{ cents: order.amountCents, words: reference }], '--send');
  await refund(reference);
  const [made] = await refundsFor(reference);
  const endToEnd = made?.id ?? '';
  const back = { cents: order.amountCents, endToEnd, day: '2026-02-12' };
  await statement([back, { ...back, name: 'Bo Fibre', iban: STRANGER }], '--send');
  const rows = await server.db
    .selectFrom('bank_entries')
    .select(['name', 'state', 'bank_refund_id'])
    .where('booked_on', '=', '2026-02-12')
    .orderBy('name')
    .execute();
  expect(rows).toEqual([
    { name: 'Anna Königsdorf', state: 'booked', bank_refund_id: endToEnd },
    { name: 'Bo Fibre', state: 'open', bank_refund_id: null },
  ]);
});

test('a transfer that was divided between orders is known in another format', async () => {
  const orders = [await transferRegistration(server), await transferRegistration(server)];
  const cents = orders.reduce((sum, { order }) => sum + order.amountCents, 0);
  const words = orders.map(({ reference }) => reference).join(' / ');
  const entry = { cents, words, day: '2026-02-14' };
  await statement([entry], '--send');
  const csv = writeCsvStatement(newFile('.csv'), [entry]);
  const columns = ['--columns', 'date=Tag,amount=Summe,name=Wer,words=Text'];
  expect(await run(csv, ...columns)).toContain('Booked or decided before: 1.');
});

test('the number of a document alone names no order that is paid', async () => {
  const { order, reference, person } = await transferRegistration(server);
  await book(server, { reference, cents: order.amountCents }, '--send');
  await server.organise(
    'invoice',
    reference,
    '--invoice-name',
    university.legalName,
    '--invoice-address',
    'Storchengasse 4; 18055 Rostock',
    '--yes',
  );
  const number = (await server.documentsOf(order.id)).at(-1)?.number ?? '';
  const mails = (await server.mailsTo(person.email)).length;
  const said = await statement(
    [{ cents: 250_000, words: `Sponsoring, Rechnung ${number}`, name: 'Bo Fibre', iban: STRANGER }],
    '--send',
  );
  expect(said).toContain(`perhaps pays ${reference}`);
  expect(await refundsFor(reference)).toEqual([]);
  expect(await server.mailsTo(person.email)).toHaveLength(mails);
});

test('what a bank customer writes cannot move the cursor or turn the text of a plan around', async () => {
  const words = '\u001b[2J\u202Epays PS26\u0007';
  const entry = { cents: 4_200, words, day: '2026-02-15', name: 'Bo\u001b]0;x\u0007Fibre\u202E' };
  const csv = writeCsvStatement(newFile('.csv'), [entry]);
  const columns = ['--columns', 'date=Tag,amount=Summe,name=Wer,words=Text'];
  const said = await run(csv, ...columns, '--send');
  const listed = await server.organise('bank').catch((error: unknown) => `${error}`);
  for (const text of [said, listed]) expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
});

test('a person cannot count another amount than the one that came', async () => {
  const { order, reference } = await transferRegistration(server);
  const words = `a small part ${files}`;
  await statement([{ cents: 1_000, words, name: 'Bo Fibre', day: '2026-02-16' }], '--send');
  const { text } = await server.ran('bank');
  const line = text.split('\n').find((each) => each.includes(words));
  const id = line?.trim().split(' ')[0] ?? '';
  const match = `${id}=${reference}:${(order.amountCents / 100).toFixed(2)}`;
  await expect(run('--match', match, '--send')).rejects.toThrow(
    `${id} is 10.00 EUR, and no other amount of it can count`,
  );
  await run('--match', `${id}=${reference}:10.00`, '--send');
  expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
});

test('money that waits to be returned keeps its account when the payer is erased', async () => {
  const { order, reference, person } = await transferRegistration(server);
  await statement([{ cents: order.amountCents, words: reference, day: '2026-02-17' }], '--send');
  await refund(reference);
  const erased = await server
    .organise('person', 'erase', person.email, '--yes', '--even-paid')
    .catch((error: unknown) => `${error}`);
  const [made] = await refundsFor(reference);
  expect({ erased, made }).toMatchObject({ made: { iban: ANNA_IBAN, name: 'Anna Königsdorf' } });
});

test('a refund that came back waits for nobody any more after it was requested again', async () => {
  const { order, reference } = await transferRegistration(server);
  await statement([{ cents: order.amountCents, words: reference, day: '2026-02-18' }], '--send');
  await refund(reference);
  const [made] = await refundsFor(reference);
  const back = { cents: order.amountCents, endToEnd: made?.id ?? '', day: '2026-02-19' };
  await statement([back], '--send');
  const cameBack = async () => {
    const { text } = await server.ran('bank');
    return text.slice(text.indexOf('Refunds that came back')).includes(reference);
  };
  expect(await cameBack()).toBe(true);
  server.clock.advance(1000);
  await refund(reference);
  await run('--sent', reference, '--yes');
  expect(await cameBack()).toBe(false);
});

test('money that came back is transferred again to another account, and the new transfer is not made yet', async () => {
  const { order, reference } = await transferRegistration(server);
  const credit = { cents: order.amountCents, words: reference };
  await statement([{ ...credit, day: '2026-02-21' }], '--send');
  await statement([{ ...credit, cents: 700, day: '2026-02-22' }], '--send');
  const [returned] = await refundsFor(reference);
  const back = { cents: 700, endToEnd: returned?.id ?? '', day: '2026-02-23' };
  await statement([back], '--send');
  expect(await refundsFor(reference)).toEqual([]);
  server.clock.advance(1000);
  const account = `${reference}=${STRANGER}`;
  const typed = { account, name: undefined, bic: undefined };
  // Another account needs the second person that the refund needs.
  expect((await planRefundAccount(server.organising, typed)).weighs).toEqual({ cents: 700 });
  await run('--iban', account, '--yes');
  const again = await refundsFor(reference);
  expect(again).toMatchObject([{ amountCents: 700, iban: STRANGER, fileId: undefined }]);
  expect(again[0]?.id).not.toBe(returned?.id);
});

test('an entry that is divided twice keeps every cent, and words of any length fit into a cell', async () => {
  const words = `a long story ${files} ${'x'.repeat(40_000)}`;
  await statement([{ cents: 15_000, words, name: 'Bo Fibre', day: '2026-02-20' }], '--send');
  const parts = () =>
    server.db
      .selectFrom('bank_entries')
      .selectAll()
      .where('booked_on', '=', '2026-02-20')
      .execute();
  const [row] = await parts();
  expect(row?.words.length).toBeLessThan(2_100);
  for (const cents of [
    [9_000, 6_000],
    [4_000, 5_000],
  ]) {
    await inTransaction(server.db, async (tx) => {
      const entry = await findBankEntry(tx, row?.id ?? '');
      if (!entry) throw new Error('the entry is lost');
      await splitBankEntry(tx, entry, cents, server.context.newId);
    });
  }
  const amounts = (await parts()).map(({ amount_cents: cents }) => cents);
  expect(amounts.toSorted((a, b) => a - b)).toEqual([4_000, 5_000, 6_000]);
});
